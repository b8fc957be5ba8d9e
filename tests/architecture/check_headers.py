"""Fails when a header under include/ or src/ does not compile on its own.

A header that some source file includes first has been shown to by the build, which must not
precompile headers.
Usage: check_headers.py COMPILER SOURCE_DIR [SYSTEM_INCLUDE_DIR...]
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

compiler, root = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
COMMAND = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
           "-DTHRONG_USE_TBB=1", "-I", str(root / "include"), "-x", "c++", "-",
           *("-isystem" + folder for folder in sys.argv[3:])]
FIRST_INCLUDE = re.compile(r'#include (?:"(.*)"|<(throng/.*)>)')


def first_header(source):
    found = FIRST_INCLUDE.search(source.read_text())
    if not found:
        return None
    return (source.parent / found[1] if found[1] else root / "include" / found[2]).resolve()


def complaint(header):
    ran = subprocess.run(COMMAND, input=f'#include "{header}"\n', text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return ran.stdout if ran.returncode else ""


headers = {*(root / "include").rglob("*.hpp"), *(root / "src").rglob("*.hpp")}
shown = headers & {first_header(source) for source in (root / "src").rglob("*.cpp")}
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    found = [text for text in pool.map(complaint, sorted(headers - shown)) if text]
print("\n".join(found) or f"{len(headers)} headers compile alone")
sys.exit(bool(found) or not headers)
