"""Fails unless the first C++ block of README.md is tests/examples/ten_lines.cpp.

Usage: check_readme.py SOURCE_DIR
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
example = root / "tests/examples/ten_lines.cpp"
block = re.search(r"^```cpp\n(.*?)^```$", (root / "README.md").read_text(), re.M | re.S)
if not block or block[1].strip() != example.read_text().strip():
    sys.exit(f"the first ```cpp block of README.md differs from {example}")
print("the README's example is the compiled one")
