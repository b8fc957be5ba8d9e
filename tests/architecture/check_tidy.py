"""Runs clang-tidy, warnings as errors, on the sources that the last commits touched.

Usage: check_tidy.py SOURCE_DIR BUILD_DIR [COMMITS [FILES]]
BUILD_DIR holds compile_commands.json of a build in which each source is compiled alone.
Touched are files that differ from the commit COMMITS (10) before HEAD, changes that are not
committed included; a touched header stands for the source of the same name. At most FILES
(6) are checked, the last changed ones first; the others are named. A source that passed is
not checked again until it, what it includes or .clang-tidy changes.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

FOLDERS = ("src", "tests", "bench")


def git(root, *arguments):
    ran = subprocess.run(["git", "-C", str(root), *arguments], text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return ran.stdout.splitlines() if ran.returncode == 0 else None


def touched(root, commits):
    """Paths that differ from an earlier commit, last changed first; None without history."""
    base = git(root, "rev-parse", "--verify", f"HEAD~{commits}")
    if not base:
        return None
    changed = set(git(root, "diff", "--name-only", "--diff-filter=d", base[0]) or [])
    by_commit = git(root, "log", "--name-only", "--format=", f"{base[0]}..HEAD") or []
    uncommitted = git(root, "diff", "--name-only", "HEAD") or []
    return [path for path in dict.fromkeys(uncommitted + by_commit) if path in changed]


def sources_of(paths, commands, root):
    """The compiled sources among the paths, or of the same name beside a header."""
    for path in paths:
        source = root / path
        if source.suffix == ".hpp":
            source = source.with_suffix(".cpp")
        if path.split("/")[0] in (*FOLDERS, "include") and source in commands:
            yield source


def content(command, tidy_file):
    """A hash of all that a check reads."""
    ran = subprocess.run([*command["words"], "-E", "-o", "-"], cwd=command["directory"],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return hashlib.sha256(ran.stdout + tidy_file.read_bytes()).hexdigest()


def without_output(words):
    kept = []
    skip = False
    for word in words:
        if not skip and word not in ("-c", "-o"):
            kept.append(word)
        skip = word == "-o"
    return kept


def check(source, command, root, build):
    stamp = build / "tidy" / content(command, root / ".clang-tidy")
    if stamp.exists():
        return ""
    ran = subprocess.run(["clang-tidy", "--quiet", "-p", str(build), str(source)], text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if ran.returncode != 0:
        return ran.stdout
    stamp.parent.mkdir(exist_ok=True)
    stamp.touch()
    return ""


def main():
    root, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    commits = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    most = int(sys.argv[4]) if len(sys.argv) > 4 else 6
    paths = touched(root, commits)
    if paths is None:
        print(f"skipped: no git history of {commits} commits")
        return 0
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        if os.path.basename(words[0]) == "ccache":
            del words[0]
        commands[pathlib.Path(entry["file"])] = {"words": without_output(words),
                                                 "directory": entry["directory"]}
    sources = list(dict.fromkeys(sources_of(paths, commands, root)))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(
            lambda source: check(source, commands[source], root, build), sources[:most]) if text]
    print("\n".join(found))
    print(f"{len(sources[:most])} sources that the last {commits} commits touched, "
          f"{len(found)} with warnings")
    if sources[most:]:
        print("not checked:", *(str(path.relative_to(root)) for path in sources[most:]))
    return 1 if found else 0


sys.exit(main())
