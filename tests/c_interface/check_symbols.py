"""Fails unless libthrong-c.so exports what throng.h declares, and nothing else.

functions.inc is the committed list: a function that vanishes from it breaks programs, so its
removal needs a new soname.
Usage: check_symbols.py LIBRARY SOURCE_DIR
"""
import pathlib
import re
import subprocess
import sys

library, root = sys.argv[1], pathlib.Path(sys.argv[2])
listed = re.findall(r"^FUNCTION\((\w+)\)$",
                    (root / "tests/c_interface/functions.inc").read_text(), re.MULTILINE)
header = (root / "include/throng.h").read_text()
declared = re.findall(r"THRONG_C_API\s+[\w\s*]+?\b(throng_\w+)\(", header)
lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True,
                       capture_output=True, text=True).stdout.splitlines()
exported = [line.split()[-1] for line in lines]

failed = False
for name, names in (("throng.h declares", declared), (f"{library} exports", exported)):
    for symbol in sorted(set(names) ^ set(listed)):
        where = "only" if symbol in names else "not"
        print(f"{symbol}: {where} what {name}; compare functions.inc")
        failed = True
if listed != sorted(set(listed)):
    print("functions.inc is not sorted, or has a name twice")
    failed = True
sonames = re.findall(r"SONAME.*\[(.*)\]", subprocess.run(
    ["readelf", "-d", library], check=True, capture_output=True, text=True).stdout)
abi = re.search(r"#define THRONG_ABI (\d+)", header)[1]
if sonames != [f"libthrong-c.so.{abi}"]:
    print(f"the soname is {sonames}, but THRONG_ABI is {abi}")
    failed = True
sys.exit(failed)
