"""Fails unless the attack on the C interface calls every function that throng.h declares.

Usage: check_calls.py SOURCE_DIR
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
header = re.sub(r"/\*.*?\*/", "", (root / "include/throng.h").read_text(), flags=re.S)
declared = set(re.findall(r"^THRONG_C_API[^;(]*?\b(throng_\w+)\(", header, re.M | re.S))
calls = "".join(p.read_text() for p in (root / "tests/attack").glob("c_*.[ch]pp"))
missing = sorted(name for name in declared if not re.search(rf"\b{name}\b", calls))
print("\n".join(f"tests/attack/c_*.cpp do not call {name}" for name in missing)
      or f"{len(declared)} functions are called")
sys.exit(bool(missing) or not declared)
