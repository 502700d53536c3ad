"""The data inside a page: read, or replaced by other data to see what the page makes of it."""

import base64
import gzip
import json
import re

DATA = re.compile(r'(<script[^>]*id="?trackmill-data"?[^>]*>)([^<]*)(</script>)')


TABLES = ["stays", "trips", "gaps", "places", "days"]


def read(path):
    """The page's data as Python values. Its tables, which it carries in parts, are whole, and each track has its own columns."""
    [(_, packed, _)] = DATA.findall(path.read_text(encoding="utf-8"))
    data = json.loads(gzip.decompress(base64.b64decode(packed)))
    for name in TABLES:
        data[name] = whole(data[name])
    if data["clusters"]:
        data["clusters"].update(whole(data["clusters"].pop("parts")), singles=whole(data["clusters"]["singles"]))
    data["fixes"]["tracks"] = tracks_of(whole(data["fixes"].pop("parts")))
    return data


def whole(parts):
    """A table from its parts."""
    return {name: [value for part in parts for value in part[name]] for name in parts[0]}


def tracks_of(table):
    """The tracks of a table that has a list a track in each column; a track goes on in the next row where that has the same device."""
    tracks = []
    for row, device in enumerate(table["device"]):
        columns = {name: values[row] for name, values in table.items() if name != "device"}
        if tracks and tracks[-1]["device"] == device:
            for name, values in columns.items():
                tracks[-1][name] = tracks[-1][name] + values
        else:
            tracks.append({"device": device, **columns})
    return tracks


def packed_as_in_a_page(data):
    """What `read` gave, in the form that a page carries it in."""
    data = {**data, **{name: [data[name]] for name in TABLES}, "fixes": dict(data["fixes"])}
    tracks = data["fixes"].pop("tracks")
    data["fixes"]["parts"] = [{name: [track[name] for track in tracks] for name in tracks[0]}]
    if data["clusters"]:
        merged = dict(data["clusters"])
        columns = ["latitude", "longitude", "count", "priority", "low", "high", "kinds"]
        data["clusters"] = {**merged, "parts": [{name: merged.pop(name) for name in columns}], "singles": [merged["singles"]]}
    text = json.dumps(data).encode()
    return base64.b64encode(gzip.compress(text, 6)).decode()


def written_with(path, data, to):
    """A copy of the page with other data; its path."""
    packed = packed_as_in_a_page(data)
    text, count = DATA.subn(lambda found: found[1] + packed + found[3], path.read_text(encoding="utf-8"))
    assert count == 1, f"{path} has {count} data parts"
    to.write_text(text, encoding="utf-8")
    return to


def summed(differences, scale=1):
    """The values of a list that holds the first and then differences."""
    values, at = [], 0
    for difference in differences:
        at += difference
        values.append(at / scale if scale != 1 else at)
    return values
