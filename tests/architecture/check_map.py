"""Fails when src/README.md disagrees with the tree or with CMakeLists.txt:

- it names a file or a folder that does not exist;
- its table omits a room, or lists one that CMakeLists.txt does not declare;
- its drawing does the same, or draws a room on or below the floor of a room that it uses;
- it has more than 200 lines.

Paths in `backticks` are relative to the room in a row of the table, elsewhere to src or to
the root. The drawing is the first ``` block: a line a floor, |room|room|, the ground last.
Usage: check_map.py SOURCE_DIR
"""
import collections
import pathlib
import re
import sys

from rooms import uses_of

MOST_LINES = 200
FILE = re.compile(r"`([\w./-]+(?:\.(?:hpp|cpp|py|txt|md|cmake)|/))`")
ROW = re.compile(r"^\| `(\w+)` \|(.*)\|$", re.M)
DRAWING = re.compile(r"^```\n(.*?)^```$", re.M | re.S)


def missing_files(text, folders):
    for name in FILE.findall(text):
        if not any((folder / name).exists() for folder in folders):
            yield f"there is no {name}"


def wrong_rooms(where, named, rooms):
    """named: the rooms that `where` names, each as often as it does."""
    for room, count in collections.Counter(named).items():
        if room not in rooms:
            yield f"the {where} names {room}, which is no room"
        elif count > 1:
            yield f"the {where} names {room} {count} times"
    for room in rooms:
        if room not in named:
            yield f"the {where} omits {room}"


def wrong_floors(floors, uses):
    """floors: lists of rooms, the highest first."""
    height = {room: -k for k, floor in enumerate(floors) for room in floor}
    for room in height:
        for below in uses.get(room, ()):
            if height[room] <= height.get(below, -len(floors)):
                yield f"the drawing does not draw {room} above {below}, which it uses"


def main():
    root = pathlib.Path(sys.argv[1])
    text = (root / "src/README.md").read_text()
    uses = uses_of(root)
    drawing = DRAWING.search(text)
    floors = [re.findall(r"\w+", line) for line in drawing[1].splitlines()] if drawing else []
    floors = [floor for floor in floors if floor]
    rows = ROW.findall(text)
    found = list(wrong_rooms("table", [room for room, _ in rows], uses))
    found += wrong_rooms("drawing", [room for floor in floors for room in floor], uses)
    found += wrong_floors(floors, uses)
    for room, row in rows:
        found += (f"{line} in src/{room}" for line in missing_files(row, [root / "src" / room]))
    found += missing_files(ROW.sub("", text), [root, root / "src"])
    lines = text.count("\n")
    if lines > MOST_LINES:
        found.append(f"{lines} lines; at most {MOST_LINES} are allowed")
    print("\n".join(f"src/README.md: {line}" for line in found)
          or f"{len(rows)} rooms on {len(floors)} floors, as CMakeLists.txt declares them")
    return bool(found)


sys.exit(main())
