"""Fails when a file includes a header of a room that its own room does not use.

Which room uses which stands in CMakeLists.txt: throng_room(NAME USES ROOM...).
Usage: check_floors.py SOURCE_DIR
"""
import pathlib
import re
import sys

from rooms import uses_of

PUBLIC = {  # room -> its public headers
    "core": "algorithm assert bundle column export monitor query result version workers",
    "map": "dynamic_scenario generate map_io scenario terrain",
    "grid": "grid links map_changes rules",
    "index": "index index_file",
    "living": "living_map",
    "field": "distances field",
    "search": "answers solver",  # types of kernels; rooms above define the functions
    "batch": "group_goals path_points route taken_cells",
    "any_angle": "any_angle line_review",
    "crowd": "crowd step_field",
    "game": "frame_pace frame_scheduler route_book",
    "check": "validate",
    "lab": "lab",
    "cli": "throng",  # includes all of them
}
ROOM_OF = {header: room for room, headers in PUBLIC.items() for header in headers.split()}
INCLUDE = re.compile(r'\s*#\s*include\s*(?:"(\.\./[^"]+)"|<throng/(\w+)\.hpp>)')
TBB = re.compile(r"\s*#\s*include\s*<(tbb|oneapi)/")
EIGEN = re.compile(r"\s*#\s*include\s*<Eigen/")


def offences(path, mine):
    if mine not in USES:
        yield f"{path}: {mine} is no room; see throng_room in CMakeLists.txt"
        return
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if TBB.match(line) and path.name != "crew.hpp":
            yield f"{path}:{number}: only core/crew.hpp may include oneTBB"
        if EIGEN.match(line) and mine not in ("heuristic", "areas", "lab"):
            yield f"{path}:{number}: only heuristic, areas and lab may include Eigen"
        found = INCLUDE.match(line)
        if not found:
            continue
        theirs = room_of(path.parent / found[1]) if found[1] else ROOM_OF.get(found[2])
        if theirs != mine and theirs not in USES[mine]:
            yield f"{path}:{number}: {mine} must not include {theirs or found[2]}"


def room_of(path):
    """The folder of src that a file is in, or in a folder of."""
    return path.resolve().relative_to(root / "src").parts[0]


root = pathlib.Path(sys.argv[1]).resolve()
USES = uses_of(root)
files = [(p, room_of(p)) for p in (root / "src").rglob("*.[hc]pp")]
files += [(p, ROOM_OF.get(p.stem)) for p in (root / "include/throng").glob("*.hpp")]
found = [offence for path, room in files for offence in offences(path, room)]
print("\n".join(found) or f"{len(files)} files in {len(USES)} rooms: floors hold")
sys.exit(bool(found) or not files)
