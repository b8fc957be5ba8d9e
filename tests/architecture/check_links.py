"""Fails when an object of a room needs a symbol of throng that no room below it defines.

Includes cannot show that: a function may be declared in a public header. The definitions
are those that the linker would take, so this is what linking each room alone would show.
Usage: check_links.py SOURCE_DIR OBJECT_DIR   (OBJECT_DIR holds throng_ROOM.dir)
"""
import pathlib
import subprocess
import sys

from rooms import uses_of

root, objects = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])


def symbols(room):
    """What the objects of a room define, and what they need; symbols of throng alone."""
    files = sorted((objects / f"throng_{room}.dir").rglob("*.o"))
    if not files:
        return set(), set()
    listed = subprocess.run(["nm", "--format=posix", *files], check=True, text=True,
                            stdout=subprocess.PIPE).stdout
    defined, needed = set(), set()
    for line in listed.splitlines():
        fields = line.split()
        if len(fields) < 2 or "6throng" not in fields[0]:
            continue
        (needed if fields[1] in "Uw" else defined).add(fields[0])
    return defined, needed - defined


uses = uses_of(root)
library = [room for room in uses if room not in ("experiment", "farm", "cli", "trace", "page")]
table = {room: symbols(room) for room in library}
if sum(bool(defined) for defined, _ in table.values()) < 10:
    sys.exit(f"too few rooms have objects in {objects}")
found = []
for room in library:
    there = set().union(*(table[below][0] for below in uses[room]))
    for symbol in sorted(table[room][1] - there):
        owner = next((other for other in library if symbol in table[other][0]), None)
        if owner:
            found.append(f"{room} needs {symbol} of {owner}, which it does not use")
print("\n".join(found) or f"{len(library)} rooms need nothing of the rooms above them")
sys.exit(bool(found))
