"""Fails unless CASE 0 of misuse.cpp compiles and every other case does not.

Usage: check_misuse.py COMPILER SOURCE_DIR
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

compiler, root = sys.argv[1], pathlib.Path(sys.argv[2])
source = root / "tests/misuse/misuse.cpp"
cases = [int(n) for n in re.findall(r"^#(?:el)?if CASE == (\d+)", source.read_text(), re.M)]
COMMAND = [compiler, "-std=c++20", "-fsyntax-only", "-Werror=unused-result",
           "-I", str(root / "include"), str(source)]


def compiled(case):
    ran = subprocess.run([*COMMAND, f"-DCASE={case}"], text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    return ran.returncode == 0, ran.stdout


if cases != list(range(len(cases))) or len(cases) < 2:
    sys.exit(f"cases of {source} are not numbered from 0: {cases}")
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    (control, errors), *others = pool.map(compiled, cases)
if not control:
    sys.exit(f"what is meant does not compile:\n{errors}")
wrong = [case for case, (passed, _) in enumerate(others, 1) if passed]
if wrong:
    sys.exit(f"compiles, and must not: case {wrong}")
print(f"{len(others)} misuses do not compile")
