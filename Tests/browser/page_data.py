"""The data inside a page: read, or replaced by other data to see what the page makes of it."""

import base64
import gzip
import json
import re

DATA = re.compile(r'(<script[^>]*id="?trackmill-data"?[^>]*>)([^<]*)(</script>)')


def read(path):
    """The page's data as Python values."""
    [(_, packed, _)] = DATA.findall(path.read_text(encoding="utf-8"))
    data = json.loads(gzip.decompress(base64.b64decode(packed)))
    # Columns of all tracks stand together, as they pack better so; a track with its own columns is easier to test.
    columns = data["fixes"].pop("columns", {})
    for number, track in enumerate(data["fixes"]["tracks"]):
        track.update({name: lists[number] for name, lists in columns.items()})
    return data


def written_with(path, data, to):
    """A copy of the page with other data; its path."""
    packed = base64.b64encode(gzip.compress(json.dumps(data).encode(), 6)).decode()
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
