"""Fails unless the first C++ block of README.md is tests/examples/ten_lines.cpp and every
other C++ block of every manual, and every example in a comment of a public header, is a
contiguous part of a compiled file in tests/examples. Every Python block of a manual must be part of
a program in tests/examples/python.
Fails also if README.md has more than 200 lines or another manual more than 450.

Usage: check_readme.py SOURCE_DIR
"""
import pathlib
import re
import sys
import textwrap

MANUALS = ["README.md", "CONTRIBUTING.md", "include/throng/README.md", "include/throng/living.md",
           "include/throng/static_maps.md", "include/throng/index_files.md",
           "include/throng/threads.md", "include/throng/groups.md", "include/throng/crowds.md", "include/throng/ties.md", "include/throng/any_angle.md",
           "include/throng/c_interface.md",
           "include/throng/installing.md", "src/cli/README.md", "src/python/README.md",
           "src/farm/README.md", "src/farm/MACHINES.md", "src/cli/experiment/README.md",
           "src/cli/picture/README.md", "src/cli/simulate/README.md", "src/cli/crowd/README.md",
           "src/page/README.md", "bench/README.md"]

root = pathlib.Path(sys.argv[1])
examples = root / "tests/examples"
body = re.compile(r"(?s)^.*?int main\(\) \{\n(.*)\n\}\n$")


def blocks_of(manual, language="cpp"):
    return re.findall(rf"^```{language}\n(.*?)^```$", (root / manual).read_text(), re.M | re.S)


def examples_of(header):
    """Lines of comments that are indented by more than those of lists."""
    found = re.findall(r"(?:^ *///     \w.*\n)+", header.read_text(), re.M)
    return [re.sub(r"^ *///     ", "", block, flags=re.M) for block in found]


def is_part(block, texts):
    return any("\n" + block.strip() + "\n" in "\n" + text + "\n" for text in texts)


first = blocks_of("README.md")[:1]
if not first or first[0].strip() != (examples / "ten_lines.cpp").read_text().strip():
    sys.exit("the first ```cpp block of README.md differs from ten_lines.cpp")
sources = [path.read_text() for path in examples.glob("*.[ch]pp")]
sources += [textwrap.dedent(body.sub(r"\1", source)) for source in sources]
programs = [path.read_text() for path in (examples / "python").glob("*.py")]
count = 0
for manual in MANUALS:
    lines = (root / manual).read_text().count("\n")
    most = 200 if manual == "README.md" else 450
    if lines > most:
        sys.exit(f"{manual} has {lines} lines; at most {most} are allowed")
    for block in blocks_of(manual):
        count += 1
        if not is_part(block, sources):
            sys.exit(f"no example contains this block of {manual}:\n{block}")
    for block in blocks_of(manual, "python"):
        count += 1
        if not is_part(block, programs):
            sys.exit(f"no example contains this block of {manual}:\n{block}")
for header in sorted((root / "include/throng").glob("*.hpp")):
    for block in examples_of(header):
        count += 1
        if not is_part(block, sources):
            sys.exit(f"no example contains this one of {header.name}:\n{block}")
print(f"{count} blocks are parts of examples")
