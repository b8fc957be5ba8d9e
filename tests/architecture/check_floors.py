"""Fails when a file includes a floor above its own, or another module on its own floor."""
import pathlib
import re
import sys

FLOORS = [  # the ground first
    {"core"},
    {"map"},
    {"grid"},
    {"queue"},
    {"sweep", "jump", "areas"},
    {"landmarks", "gates", "hub"},
    {"heuristic"},
    {"search"},
    {"solve", "check"},
    {"frame"},
    {"experiment"},
    {"cli"},
]
PUBLIC = {  # public header -> its module
    "algorithm": "core", "assert": "core", "executor": "core", "monitor": "core", "query": "core", "result": "core",
    "generate": "map", "map_io": "map", "scenario": "map", "terrain": "map",
    "link": "map", "links_io": "map", "weights_io": "map",
    "clearance": "grid", "grid": "grid", "links": "grid", "rules": "grid",
    "any_angle": "solve", "batch": "solve", "direction_field": "solve", "field": "solve", "index": "solve", "reach": "solve", "request": "solve", "route": "solve", "solver": "solve", "workers": "solve",
    "frame_scheduler": "frame",
    "replay": "check",
    "throng": "cli",  # includes all of them
}
FLOOR = {module: n for n, modules in enumerate(FLOORS) for module in modules}
INCLUDE = re.compile(r'\s*#\s*include\s*(?:"(\.\./[^"]+)"|<throng/(\w+)\.hpp>)')
TBB = re.compile(r"\s*#\s*include\s*<(tbb|oneapi)/")
EIGEN = re.compile(r"\s*#\s*include\s*<Eigen/")


def offences(path, mine):
    if mine not in FLOOR:
        yield f"{path}: {mine} stands on no floor; see FLOORS and PUBLIC in {__file__}"
        return
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if TBB.match(line) and path.name != "crew.hpp":
            yield f"{path}:{number}: only core/crew.hpp may include oneTBB"
        if EIGEN.match(line) and mine not in ("landmarks", "gates"):
            yield f"{path}:{number}: only landmarks and gates may include Eigen"
        found = INCLUDE.match(line)
        if not found:
            continue
        theirs = module_of(path.parent / found[1]) if found[1] else PUBLIC.get(found[2], found[2])
        if theirs != mine and FLOOR.get(theirs, len(FLOORS)) >= FLOOR[mine]:
            yield f"{path}:{number}: {mine} must not include {theirs}"


def module_of(path):
    """The folder of src that a file is in, or in a folder of."""
    return path.resolve().relative_to(root / "src").parts[0]


root = pathlib.Path(sys.argv[1]).resolve()
files = [(p, module_of(p)) for p in (root / "src").rglob("*.[hc]pp")]
files += [(p, PUBLIC.get(p.stem, p.stem)) for p in (root / "include/throng").glob("*.hpp")]
found = [offence for path, module in files for offence in offences(path, module)]
print("\n".join(found) or f"{len(files)} files: floors hold")
sys.exit(bool(found))
