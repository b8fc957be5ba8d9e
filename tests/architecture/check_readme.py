"""Fails unless the first C++ block of README.md is tests/examples/ten_lines.cpp, and each
other one a part of a file there.

Usage: check_readme.py SOURCE_DIR
"""
import pathlib
import re
import sys
import textwrap

root = pathlib.Path(sys.argv[1])
examples = root / "tests/examples"
blocks = re.findall(r"^```cpp\n(.*?)^```$", (root / "README.md").read_text(), re.M | re.S)
if not blocks or blocks[0].strip() != (examples / "ten_lines.cpp").read_text().strip():
    sys.exit("the first ```cpp block of README.md differs from ten_lines.cpp")
sources = [textwrap.dedent(re.sub(r"(?s)^.*?int main\(\) \{\n(.*)\n\}\n$", r"\1", path.read_text()))
           for path in examples.glob("*.cpp")]
for block in blocks[1:]:
    if not any(block.strip() in source for source in sources):
        sys.exit(f"no example holds this block of README.md:\n{block}")
print("the README's examples are the compiled ones")
