import Testing

/// A small reply of our own with what comes of it.
struct SmallReply: Sendable, CustomTestStringConvertible {
    let provider: String
    let body: String
    var status = 200
    var language = "zh-CN"
    let outcomes: [String]

    var testDescription: String { provider + " " + body }
}

/// Shapes that `shared/geocoders` has not, and one of each that it has, so that tests do not lean on it.
let smallReplies: [SmallReply] =
    ofBaiduAndTencent + ofAmap + ofGoogle + [
        SmallReply(
            provider: "nominatim",
            body:
                #"{"display_name":"5, Hauptstraße, Dorf, Land","address":{"road":"Hauptstraße","house_number":"5","village":"Dorf","county":"Dorf","region":"R","country":"Land"}}"#,
            language: "de", outcomes: ["5, Hauptstraße, Dorf, Land|Land|R|Dorf|-|Hauptstraße 5"]),
        SmallReply(
            provider: "nominatim", body: #"{"display_name":"中国","address":{"country":"中国"}}"#,
            outcomes: ["中国|中国|-|-|-|-|approximate"]),
        SmallReply(provider: "nominatim", body: #"{"error":"Unable to geocode"}"#, outcomes: ["not found"]),
        SmallReply(
            provider: "nominatim", body: #"{"error":{"code":404,"message":"Unable to geocode"}}"#, status: 404,
            outcomes: ["not found"]),
        SmallReply(provider: "nominatim", body: #"{"error":{"code":500,"message":"x"}}"#, outcomes: ["backOff HTTP 500"]),
        SmallReply(provider: "nominatim", body: #"{"error":"Database is gone"}"#, outcomes: ["unusable error"]),
        SmallReply(provider: "nominatim", body: #"{"error":"Database is gone"}"#, status: 503, outcomes: ["backOff HTTP 503"]),
        SmallReply(provider: "nominatim", body: #"{"error":null,"address":{"country":"中国"}}"#, outcomes: ["unusable error"]),
        SmallReply(provider: "nominatim", body: #"{"address":[]}"#, outcomes: ["unusable malformed"]),
        SmallReply(provider: "photon", body: #"{"features":[]}"#, outcomes: ["not found"]),
        SmallReply(provider: "photon", body: #"{"features":[]}"#, status: 500, outcomes: ["backOff HTTP 500"]),
        SmallReply(provider: "photon", body: #"{"features":[{"properties":{"osm_id":1}}]}"#, outcomes: ["unusable malformed"]),
        SmallReply(provider: "photon", body: #"{"message":"no"}"#, outcomes: ["unusable malformed"]),
        SmallReply(
            provider: "photon",
            body: #"{"features":[{"properties":{"housenumber":88,"street":"Rue X","city":"Lyon","country":"France"}}]}"#,
            language: "fr", outcomes: ["88 Rue X, Lyon, France|France|-|Lyon|-|88 Rue X"]),
        SmallReply(
            provider: "pelias", body: #"{"features":[{"properties":{"label":"  X  ","country":"null"}}]}"#,
            outcomes: ["X|-|-|-|-|-"]),
    ]

private let ofBaiduAndTencent: [SmallReply] = [
    SmallReply(
        provider: "baidu",
        body:
            #"{"status":0,"result":{"formatted_address":"","addressComponent":{"country":"中国","province":"北京市","city":"","district":"海淀区","town":"中关村街道","street":"中关村大街","street_number":"27号"}}}"#,
        outcomes: ["中国北京市海淀区中关村街道中关村大街27号|中国|北京市|北京市|海淀区|中关村大街27号"]),
    SmallReply(
        provider: "baidu",
        body:
            #"{"status":"0","result":{"formatted_address":"null","addressComponent":{"country":"United States","country_code":15,"province":null,"city":"(null)","adcode":"0","street_number":"undefined"}}}"#,
        language: "en", outcomes: ["United States|United States|-|-|-|-|approximate"]),
    SmallReply(
        provider: "baidu", body: #"{"status":0,"result":{"addressComponent":{"country_code":-1,"adcode":"0"}}}"#,
        outcomes: ["not found"]),
    SmallReply(provider: "baidu", body: #"{"status":0,"result":{"formatted_address":"x"}}"#, outcomes: ["unusable malformed"]),
    SmallReply(provider: "baidu", body: #"{"status":0,"result":[]}"#, outcomes: ["unusable malformed"]),
    SmallReply(
        provider: "baidu",
        body: #"{"status":0,"result":{"formatted_address":"\u001b[31m甲市\r\n乙区\u2028","addressComponent":{"city":"甲\u0000市"}}}"#,
        outcomes: ["[31m甲市  乙区|-|-|甲 市|-|-"]),
    SmallReply(provider: "baidu", body: #"{"status":302.5}"#, outcomes: ["unusable malformed"]),
    SmallReply(provider: "baidu", body: #"{"status":1e300}"#, outcomes: ["unusable malformed"]),
    SmallReply(provider: "baidu", body: #"{"status":302}"#, status: 503, outcomes: ["stopForToday 302"]),
    SmallReply(
        provider: "tencent",
        body:
            #"{"status":0,"result":{"address":"","address_component":{"nation":"中国","province":"上海市","city":"上海市","district":"浦东新区","street":"世纪大道","street_number":"世纪大道1号"}}}"#,
        outcomes: ["中国上海市浦东新区世纪大道1号|中国|上海市|上海市|浦东新区|世纪大道1号"]),
    SmallReply(
        provider: "tencent",
        body:
            #"{"status":0,"result":{"address":"","address_component":{"nation":"France","ad_level_1":"Auvergne-Rhône-Alpes","ad_level_2":"Rhône","locality":"Lyon","street":"Rue X","street_number":""}}}"#,
        outcomes: ["Rue X, Lyon, Auvergne-Rhône-Alpes, France|France|Auvergne-Rhône-Alpes|Lyon|-|Rue X"]),
    SmallReply(provider: "tencent", body: #"{"status":347}"#, outcomes: ["not found"]),
    SmallReply(provider: "tencent", body: #"{"status":0}"#, outcomes: ["unusable malformed"]),
    SmallReply(provider: "tencent", body: #"{"status":-1}"#, outcomes: ["unusable -1"]),
]

private let ofAmap: [SmallReply] = [
    SmallReply(
        provider: "amap",
        body:
            #"{"status":"1","regeocode":{"formatted_address":[],"addressComponent":{"country":"中国","province":"香港特别行政区","city":[],"district":"油尖旺区","streetNumber":{"street":"弥敦道","number":"8号"}}}}"#,
        outcomes: ["中国香港特别行政区油尖旺区弥敦道8号|中国|香港特别行政区|-|油尖旺区|弥敦道8号"]),
    SmallReply(provider: "amap", body: #"{"status":"1","regeocode":{"addressComponent":[]}}"#, outcomes: ["not found"]),
    SmallReply(provider: "amap", body: #"{"status":"1","regeocode":[]}"#, outcomes: ["unusable malformed"]),
    SmallReply(
        provider: "amap", body: #"{"status":"1","regeocodes":[{"addressComponent":{"city":"甲市"}}]}"#,
        outcomes: ["unusable malformed", "unusable malformed"]),
    SmallReply(
        provider: "amap", body: #"{"status":"1","regeocode":{"addressComponent":{"city":"甲市"}}}"#,
        outcomes: ["unusable malformed", "unusable malformed"]),
    SmallReply(
        provider: "amap", body: #"{"status":"1","regeocodes":[{"addressComponent":{"city":"甲市"}},[],{"addressComponent":{}}]}"#,
        outcomes: ["甲市|-|-|甲市|-|-", "unusable malformed", "not found"]),
    SmallReply(
        provider: "amap", body: #"{"status":"0","infocode":"10044"}"#, outcomes: ["stopForToday 10044", "stopForToday 10044"]),
    SmallReply(provider: "amap", body: #"{"status":"0"}"#, outcomes: ["unusable 0"]),
    SmallReply(provider: "amap", body: #"{"status":0,"infocode":10001}"#, outcomes: ["misconfigured 10001"]),
    SmallReply(provider: "amap", body: #"{"status":"1"}"#, outcomes: ["unusable malformed"]),
]

private let ofGoogle: [SmallReply] = [
    SmallReply(
        provider: "google",
        body:
            #"{"status":"OK","results":[{"types":["plus_code"],"formatted_address":"8G42+QX"},{"types":["route"],"formatted_address":"Hauptstr. 5, Dorf","address_components":[{"long_name":"5","types":["street_number"]},{"long_name":"Hauptstraße","short_name":"Hauptstr.","types":["route"]},{"long_name":"Dorf","types":["locality"]},{"long_name":"Dorf","types":["administrative_area_level_2"]}]}]}"#,
        language: "en", outcomes: ["Hauptstr. 5, Dorf|-|-|Dorf|-|Hauptstraße 5"]),
    SmallReply(
        provider: "google",
        body:
            #"{"status":"OK","results":[{"formatted_address":"中国北京市海淀区中关村大街27号","address_components":[{"long_name":"27号","types":["street_number"]},{"long_name":"中关村大街","types":["route"]},{"long_name":"海淀区","types":["sublocality_level_1"]},{"long_name":"北京市","types":["locality"]},{"long_name":"北京市","types":["administrative_area_level_1"]},{"long_name":"中国","types":["country"]}]}]}"#,
        outcomes: ["中国北京市海淀区中关村大街27号|中国|北京市|北京市|海淀区|中关村大街27号"]),
    SmallReply(provider: "google", body: #"{"status":"OK","results":[{"types":["plus_code"]}]}"#, outcomes: ["not found"]),
    SmallReply(provider: "google", body: #"{"status":"OK","results":[]}"#, outcomes: ["not found"]),
    SmallReply(provider: "google", body: #"{"status":"ZERO_RESULTS","results":[]}"#, outcomes: ["not found"]),
    SmallReply(provider: "google", body: #"{"status":"OVER_DAILY_LIMIT"}"#, outcomes: ["stopForToday OVER_DAILY_LIMIT"]),
    SmallReply(provider: "google", body: #"{"status":"UNKNOWN_ERROR"}"#, outcomes: ["backOff UNKNOWN_ERROR"]),
    SmallReply(provider: "google", body: #"{"status":"OK"}"#, outcomes: ["unusable malformed"]),
    SmallReply(provider: "google", body: #"{"status":"OK","results":[{}]}"#, outcomes: ["unusable malformed"]),
]
