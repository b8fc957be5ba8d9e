"""Compares the tables of the manuals that are made of tables in the code with these. A line
<!-- generated: NAME --> stands before each, and an empty line behind it. Fails also if C or
Python lack an option of an index.

Usage: check_tables.py PRINT_TABLES SOURCE_DIR [--write]

--write: writes them into the manuals.
"""
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[2])
printed = subprocess.run([sys.argv[1]], capture_output=True, text=True, check=True).stdout
tables = dict(re.findall(r"^== (\S+)\n((?:\|.*\n)+)", printed, re.M))
MANUALS = ["include/throng/README.md", "src/cli/README.md", "src/farm/README.md"]

found = []
for manual in MANUALS:
    text = (root / manual).read_text()

    def renewed(match, manual=manual):
        name = match[1]
        if name not in tables:
            sys.exit(f"{manual}: no table is called {name}")
        found.append(name)
        if "--write" not in sys.argv and match[2] != tables[name]:
            sys.exit(f"{manual}: the table {name} differs from the code; "
                     f"{sys.argv[0]} {sys.argv[1]} {sys.argv[2]} --write renews it")
        return f"<!-- generated: {name} -->\n{tables[name]}"

    new = re.sub(r"<!-- generated: (\S+) -->\n((?:\|.*\n)*)", renewed, text)
    if "--write" in sys.argv:
        (root / manual).write_text(new)
if sorted(found) != sorted(tables):
    sys.exit(f"tables that no manual has, or that stand twice: "
             f"{sorted(set(tables) ^ set(found)) or sorted(found)}")
options = re.findall(r"^option (\w+)$", printed, re.M)
struct = re.search(r"typedef struct throng_index_options \{(.*?)\} throng_index_options;",
                   (root / "include/throng.h").read_text(), re.S)[1]
stub = re.search(r"class Index:.*?def __init__\((.*?)\)",
                 (root / "src/python/throng/__init__.pyi").read_text(), re.S)[1]
for place, text in (("throng_index_options", struct), ("Index in __init__.pyi", stub)):
    lacking = [option for option in options if not re.search(rf"\b{option}\b", text)]
    if lacking:
        sys.exit(f"{place} lacks the options {lacking}")
print(f"{len(options)} options of an index stand in C and Python")
print(f"{len(found)} tables of the manuals are those of the code")
