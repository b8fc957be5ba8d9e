"""Runs every ```sh block of the manuals in a scratch folder that contains a copy of maps/,
and fails if a command fails. Fails also if the manuals of the program omit an option or a key
of a summary, or describe an option that the program does not have.

Usage: check_commands.py PROGRAM SOURCE_DIR
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MANUALS = ["README.md", "CONTRIBUTING.md", "include/throng/README.md", "include/throng/living.md",
           "include/throng/static_maps.md", "include/throng/index_files.md",
           "include/throng/threads.md", "include/throng/groups.md", "include/throng/crowds.md", "include/throng/ties.md", "include/throng/any_angle.md",
           "include/throng/c_interface.md",
           "include/throng/installing.md", "src/cli/README.md", "src/python/README.md",
           "src/farm/README.md", "src/farm/MACHINES.md", "src/cli/experiment/README.md",
           "src/cli/picture/README.md", "src/cli/simulate/README.md", "src/cli/crowd/README.md",
           "src/page/README.md", "bench/README.md"]
OF_THE_PROGRAM = ["src/cli/README.md", "src/farm/README.md", "src/cli/experiment/README.md",
                  "src/cli/picture/README.md", "src/cli/simulate/README.md",
                  "src/cli/crowd/README.md"]

# Blocks that cannot run here: the first line of each, and the reason.
NOT_RUN = {
    "./bootstrap demo     # installs what is missing, builds, solves a checked batch":
        "installs packages and builds the project",
    "./bootstrap test":
        "runs this test",
    "./bootstrap page":
        "installs packages and builds the page",
    "throng explore -o demo.html maps/demo.map maps/demo.map.scen":
        "needs the page; tests/page runs it",
    "./bootstrap python":
        "installs packages and builds the module; tests/python and its examples run it",
    "g++ -std=c++20 game.cpp $(pkg-config --cflags --libs throng) -o game":
        "needs an installed library; tests/install runs it",
    "cmake --preset release -DTHRONG_BENCH=ON && cmake --build --preset release":
        "builds the benchmarks",
    "cmake --preset profile && cmake --build --preset profile --target throng_bench":
        "builds and runs benchmarks",
    "bench/report.py --program build/release/throng":
        "runs all benchmarks",
    "git worktree add ../before HEAD~1":
        "builds the benchmarks of two commits",
}

program, root = (pathlib.Path(word).resolve() for word in sys.argv[1:])
environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}


def run(command, folder):
    return subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder,
                          env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=60)


def check_blocks():
    """Runs the blocks of each manual one after the other, in one folder a manual."""
    unused, count = dict(NOT_RUN), 0
    for manual in MANUALS:
        text = (root / manual).read_text()
        if re.search(r"^    +(\$ )?throng ", re.sub(r"(?ms)^```.*?^```$", "", text), re.M):
            sys.exit(f"{manual}: a command stands outside of a ```sh block")
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(root / "maps", pathlib.Path(folder) / "maps")
            for block in re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S):
                if unused.pop(block.split("\n")[0], None):
                    continue
                for command in re.sub(r"\\\n", "", block).splitlines():
                    done = run(command, folder)
                    count += 1
                    if done.returncode != 0:
                        sys.exit(f"{manual}: exit code {done.returncode}: {command}\n"
                                 f"{done.stderr}")
    if unused:
        sys.exit(f"NOT_RUN names blocks that no manual contains: {list(unused)}")
    if count == 0:
        sys.exit("no manual contains a ```sh block")
    print(f"{count} commands of the manuals succeed")


def program_manual():
    return "".join((root / manual).read_text() for manual in OF_THE_PROGRAM)


def help_of(*command):
    pages = {}
    for option in "--help", "--help-all":
        done = run(" ".join(["throng", *command, option]), root)
        if done.returncode != 0:
            sys.exit(f"throng {' '.join(command)} {option} fails: {done.stderr}")
        pages[option] = done.stdout.splitlines()
        widest = max(pages[option], key=len)
        if len(widest) > 80:
            sys.exit(f"throng {' '.join(command)} {option}: more than 80 columns: {widest}")
    if len(pages["--help"]) > 50:
        sys.exit(f"throng {' '.join(command)} --help: {len(pages['--help'])} lines, at most 50")
    return "\n".join(pages["--help-all"])


def subcommands(text):
    listed = text.partition("\nSubcommands:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  (\w+)", listed, re.M)


def check_options():
    """Compares the options of --help-all with those of the manuals of the program; and checks
    that each help fits on a screen."""
    manual = program_manual()
    described = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", manual))
    pages = [help_of()]
    for command in subcommands(pages[0]):
        if f"## `throng {command}" not in manual:
            sys.exit(f"the manual has no section on throng {command}")
        pages.append(help_of(command))
        for name in subcommands(pages[-1]):
            if f"`{name}`" not in manual:
                sys.exit(f"the manual omits throng {command} {name}")
            pages.append(help_of(command, name))
    known = {option for page in pages
             for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", page)}
    if known != described:
        sys.exit(f"options that the manual omits: {sorted(known - described)}; "
                 f"that the program does not have: {sorted(described - known)}")
    print(f"{len(known)} options are described")


def keys_of(value):
    if isinstance(value, list):
        return set().union(*map(keys_of, value[:1]))
    if not isinstance(value, dict):
        return set()
    return set(value).union(*map(keys_of, value.values()))


def check_keys():
    """Compares the keys of JSON summaries with those of the manuals of the program."""
    manual = program_manual()
    described = set(re.findall(r"`(\w+)`", manual))
    for command in ("solve maps/rooms.map maps/rooms.map.scen --smooth --json -",
                    "dynamic maps/doors.dynamic maps/demo.map --json -",
                    "info maps/rooms.map --hubs --json",
                    "simulate maps/rooms.map --units 10 --frames 5 --json -",
                    "crowd --scenario doors --units 10 --steps 5 --json -",
                    "experiment landmarks --maps maps/rooms.map --queries 1 --json -",
                    "experiment areas --map maps/rooms.map --json -",
                    "experiment table1 --maps maps/rooms.map --json -",
                    "experiment table2 --trials 1 --json -",
                    "experiment oracle --maps maps/rooms.map --queries 1 --json -",
                    "experiment throughput --maps maps/rooms.map --repeat 1 --json -"):
        done = run("throng " + command, root)
        if done.returncode != 0:
            sys.exit(f"throng {command} fails: {done.stderr}")
        missing = keys_of(json.loads(done.stdout)) - described
        if missing:
            sys.exit(f"keys of {command} that the manual omits: {sorted(missing)}")
    print("every key of the JSON summaries is described")


check_blocks()
check_options()
check_keys()
