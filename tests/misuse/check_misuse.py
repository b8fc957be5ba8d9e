"""Fails unless CASE 0 of misuse.cpp compiles and every other case does not.

Usage: check_misuse.py COMPILER SOURCE_DIR
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

compiler, root = sys.argv[1], pathlib.Path(sys.argv[2])
source = root / "tests/misuse/misuse.cpp"
cases = [int(n) for n in re.findall(r"^#(?:el)?if CASE == (\d+)", source.read_text(), re.M)]
folder = tempfile.TemporaryDirectory()
headers = pathlib.Path(folder.name) / "headers.hpp"  # compiled once for all cases
headers.write_text("".join(re.findall(r"^#include .*\n", source.read_text(), re.M)))
OPTIONS = ["-std=c++20", "-Werror=unused-result", "-I", str(root / "include")]


def run(*arguments):
    return subprocess.run([compiler, *OPTIONS, *arguments], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)


def compiled(case):
    ran = run("-fsyntax-only", "-include", headers, source, f"-DCASE={case}")
    return ran.returncode == 0, ran.stdout


if cases != list(range(len(cases))) or len(cases) < 2:
    sys.exit(f"cases of {source} are not numbered from 0: {cases}")
run("-x", "c++-header", headers, "-o", f"{headers}.gch")
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    (control, errors), *others = pool.map(compiled, cases)
if not control:
    sys.exit(f"what is meant does not compile:\n{errors}")
wrong = [case for case, (passed, _) in enumerate(others, 1) if passed]
if wrong:
    sys.exit(f"compiles, and must not: case {wrong}")
print(f"{len(others)} misuses do not compile")
