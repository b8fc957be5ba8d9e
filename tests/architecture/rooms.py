"""The rooms of src/ and which of them each may use, as CMakeLists.txt says."""
import re

ROOM = re.compile(r"^throng_room\((\w+)(?: USES ((?:[a-z_]+ ?)+))?", re.M)


def uses_of(root):
    """room -> all rooms that it may use, directly or through others.

    The C interface, the Python module, traces, the page, and the program with what it
    measures, stand above the library and may use all of it.
    """
    uses = {}
    for room, named in ROOM.findall((root / "CMakeLists.txt").read_text()):
        uses[room] = set()
        for below in named.split():
            uses[room] |= {below} | uses[below]  # KeyError: used before it is declared
    library = set(uses)
    uses["c_interface"] = library  # and of the lab, as all below
    uses["python"] = library
    uses["experiment"] = library
    uses["farm"] = library | {"experiment"}
    uses["trace"] = library
    uses["page"] = library | {"trace"}
    uses["cli"] = library | {"experiment", "farm", "trace"}
    return uses
