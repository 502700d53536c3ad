#!/usr/bin/env python3
"""Lints the page's own script and style with Biome, as they stand in the page: one script, in the order of CMapPage.c.

Only so a name that no file declares, or that none uses, is found. What Biome cannot see is looked for by words.
"""

import json
import re
import subprocess
import sys
import tempfile
from itertools import accumulate
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "Sources" / "CMapPage"
RULES = Path(__file__).resolve().parent / "biome.json"
MOST_LINES = 400

# What makes markup or code of text: the page puts texts of logs in as text only.
FORBIDDEN = re.compile(
    r"\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|setHTML\w*|document\.write\w*|eval|new Function"
    r"|setInterval|localStorage|sessionStorage|document\.cookie|XMLHttpRequest|fetch|WebSocket|EventSource|sendBeacon)\b"
)


def scripts():
    """The script files in the order in which the page has them; every file of the folder is one of them."""
    named = re.findall(r'#embed "page/([^"]+\.js)"', (PAGE / "CMapPage.c").read_text(encoding="utf-8"))
    there = {path.name for path in (PAGE / "page").glob("*.js")}
    if set(named) != there:
        raise SystemExit(f"CMapPage.c and the folder page differ in {', '.join(sorted(set(named) ^ there))}.")
    return [PAGE / "page" / name for name in named]


def lint(biome, folder):
    """What Biome objects to in the files of a folder, as (file, offset in bytes, rule, sentence)."""
    words = [biome, "lint", "--max-diagnostics=none", "--reporter=json", f"--config-path={RULES}", folder]
    outcome = subprocess.run(words, capture_output=True, text=True, check=False)
    if not outcome.stdout.startswith("{"):
        raise SystemExit(f"biome said: {outcome.stdout}{outcome.stderr}")
    report = json.loads(outcome.stdout)
    if report["summary"]["unchanged"] + report["summary"]["changed"] < 2:
        raise SystemExit(f"biome looked at too little: {report['summary']}")
    for found in report["diagnostics"]:
        place = found["location"]
        yield Path(place["path"]["file"]).name, (place["span"] or [0])[0], found["category"], found["description"]


def main():
    [biome] = sys.argv[1:]
    paths = scripts()
    parts = [path.read_bytes() + b"\n" for path in paths]
    starts = list(accumulate(map(len, parts), initial=0))[:-1]
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "page.js").write_bytes(b"".join(parts))
        (Path(folder) / "page.css").write_bytes((PAGE / "page" / "page.css").read_bytes())
        for name, offset, rule, sentence in lint(biome, folder):
            path = PAGE / "page" / "page.css"
            if name == "page.js":
                number = max(i for i, start in enumerate(starts) if start <= offset)
                path, offset = paths[number], offset - starts[number]
            line = path.read_bytes()[:offset].count(b"\n") + 1
            problems.append((path.name, line, f"{sentence} ({rule.removeprefix('lint/')})"))
    for path in [*paths, PAGE / "page" / "page.css"]:
        lines = path.read_text(encoding="utf-8").splitlines()
        if len(lines) > MOST_LINES:
            problems.append((path.name, len(lines), f"The file has more than {MOST_LINES} lines."))
        for number, line in enumerate(lines, start=1):
            if path.suffix == ".js" and (word := FORBIDDEN.search(line.split("//")[0])):
                problems.append((path.name, number, f"{word[0]} has no place in the page."))
    for name, line, sentence in sorted(problems):
        print(f"Sources/CMapPage/page/{name}:{line}: {sentence}")
    raise SystemExit(1 if problems else 0)


if __name__ == "__main__":
    main()
