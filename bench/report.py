#!/usr/bin/env python3
"""Runs the benchmarks and writes bench/RESULTS.md and the table of results in README.md.

Python's standard library suffices. See bench/README.md. The figures of both files come from one
stored run; `--from FILE` writes them again from it.
"""
import argparse
import json
import math
import pathlib
import re
import subprocess
import sys
import textwrap

from report_tables import EXCERPT_MAPS, EXPERIMENTS, SECTIONS

root = pathlib.Path(__file__).resolve().parent.parent
BEGIN = "<!-- results: written by bench/report.py -->"
END = "<!-- end of results -->"


def number(value):
    """Three digits that count: 0.0123, 1.23, 123, 12,345."""
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    text = f"{value:,.{min(digits, 6)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def fill(template, counters):
    """The template with its {counters}; "-" if one is missing."""
    names = re.findall(r"\{([^}]*)\}", template)
    if any(name not in counters for name in names):
        return "-"
    return re.sub(r"\{([^}]*)\}", lambda match: number(counters[match[1]]), template)


def geometric_means(rows, templates):
    """Means over the rows that have all columns, and their number."""
    names = {name for template in templates for name in re.findall(r"\{([^}]*)\}", template)}
    full = [row for row in rows if all(row.get(name, 0) > 0 for name in names)]
    return len(full), {name: math.exp(sum(math.log(row[name]) for row in full) / len(full))
                       for name in names} if full else {}


def markdown(header, rows):
    lines = [header, ["---"] + ["---:"] * (len(header) - 1)] + rows
    return "\n".join("| " + " | ".join(row) + " |" for row in lines) + "\n"


def mean_row(rows, templates, variant=""):
    count, means = geometric_means(rows, templates)
    if count < 2:
        return []
    label = "geometric mean" if count == len(rows) else f"geometric mean of {count}"
    return [[label + variant] + [fill(template, means) for template in templates]]


def label_of(benchmark, group):
    """Map and variant: `sharing/dao/arena2/A*/iterations:5` is "dao/arena2" and ", A\\*"."""
    words = [word for word in benchmark["name"][len(group) + 1:].split("/")
             if not word.startswith("iterations:") and word not in ("manual_time", "real_time")]
    # The index in the file.
    if words[0] in ("hubs", "landmarks", "hierarchy"):
        words = words[1:] + words[:1]
    # These have no folders of maps.
    one_word = words[0] == "hold" or group in ("fronts", "front_fields", "batches", "new_weights")
    count = 1 if one_word else 2
    return "/".join(words[:count]), "".join(
        ", " + word.replace(":", " ").replace("*", "\\*") for word in words[count:])


def section(run, group, title, text, columns):
    chosen = [b for b in run["benchmarks"] if b["name"].startswith(group + "/")
              and b.get("run_type", "iteration") == "iteration"]
    good = [b for b in chosen if not b.get("error_occurred")]
    if not chosen:
        return ""
    templates = [template for _, template in columns]
    rows = [["".join(label_of(b, group))] + [fill(template, b) for template in templates]
            for b in good]
    for variant in dict.fromkeys(label_of(b, group)[1] for b in good):
        rows += mean_row([b for b in good if label_of(b, group)[1] == variant], templates,
                         variant)
    out = f"## {title}\n\n{wrapped(text)}\n\n"
    if rows:
        out += markdown([f"`{group}/`"] + [heading for heading, _ in columns], rows) + "\n"
    errors = [f"- {''.join(label_of(b, group))}: {b['error_message']}\n"
              for b in chosen if b.get("error_occurred")]
    return out + "".join(errors) + ("\n" if errors else "")


def gaps(run):
    """What the tables lack: benchmarks without a table, and columns without a figure."""
    good = [b for b in run["benchmarks"] if not b.get("error_occurred")]
    listed = tuple(f"{group}/" for group, *_ in SECTIONS)
    lost = sorted({b["name"].split("/")[0] for b in good if not b["name"].startswith(listed)})
    found = [f"no table of {group}/" for group in lost]
    for group, _, _, columns in SECTIONS:
        of_group = [b for b in good if b["name"].startswith(group + "/")]
        found += [f"no figure in column {heading} of {group}/" for heading, template in columns
                  if of_group and all(fill(template, b) == "-" for b in of_group)]
    return found


def wrapped(text):
    return textwrap.fill(text, 96, break_long_words=False, break_on_hyphens=False)


def output_of(*command):
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def describe_build(program):
    """Compiler and flags from the cache of the build that contains the program."""
    cache = program.resolve().parent / "CMakeCache.txt"
    if not cache.exists():
        return "unknown compiler"
    values = dict(re.findall(r"^(\w+):\w+=(.*)$", cache.read_text(), re.M))
    version = output_of(values.get("CMAKE_CXX_COMPILER", "c++"), "--version").split("\n")[0]
    return f"{version}, {values.get('CMAKE_BUILD_TYPE')} ({values.get('CMAKE_CXX_FLAGS_RELEASE')})"


def processor():
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    found = cpuinfo.exists() and re.search(r"^model name\s*: (.*)$", cpuinfo.read_text(), re.M)
    return found[1] if found else "unknown processor"


def run_benchmarks(arguments, pattern, stored, extra):
    """Runs the benchmarks that match, all without a pattern, and tells where."""
    stored.parent.mkdir(parents=True, exist_ok=True)
    command = [str(arguments.bench), f"--benchmark_out={stored}", "--benchmark_out_format=json"]
    if pattern:
        command.append(f"--benchmark_filter={pattern}")
    subprocess.run(command + extra, cwd=root, check=True)
    run = json.loads(stored.read_text())
    run["report"] = {
        "processor": processor(),
        "build": describe_build(arguments.bench),
        "commit": output_of("git", "describe", "--always", "--dirty", "--exclude=*"),
    }
    return run


def measure(arguments, extra):
    """Runs everything; the result is what --from reads."""
    stored = arguments.store.resolve()
    run = run_benchmarks(arguments, arguments.filter, stored, extra)
    run["report"] |= {"filter": arguments.filter, "experiments": {}}
    for name, _ in EXPERIMENTS if arguments.program else []:
        page = stored.with_suffix(f".{name}.md")
        subprocess.run([str(arguments.program), "experiment", name, "--markdown", str(page)],
                       cwd=root, check=True, stdout=subprocess.DEVNULL)
        run["report"]["experiments"][name] = page.read_text()
    stored.write_text(json.dumps(run, indent=1))
    return run


def measure_again(run, arguments, extra):
    """Replaces whole tables of a stored run, so that each table is still of one run."""
    stored = arguments.stored.resolve()
    groups = arguments.again
    again = run_benchmarks(arguments, f"^({'|'.join(groups)})/", stored.with_suffix(".again.json"),
                           extra)
    for what in again["report"]:
        if again["report"][what] != run["report"][what]:
            sys.exit(f"the stored run is of another {what}: {run['report'][what]}, "
                     f"not {again['report'][what]}")
    fresh = {b["name"]: b for b in again["benchmarks"]}
    run["benchmarks"] = [fresh.get(b["name"], b) for b in run["benchmarks"]]
    load = (again["context"].get("load_avg") or [0])[0]
    run["report"].setdefault("again", {}).update(
        {group: [again["context"]["date"][:10], load] for group in groups})
    stored.write_text(json.dumps(run, indent=1))


def print_results(run):
    context, report = run["context"], run["report"]
    load = context.get("load_avg") or [0]
    text = "# Results\n\n" + wrapped(
        "Written by `bench/report.py`; do not edit. `bench/README.md` describes the benchmarks. "
        "Each table is of one run. Figures of one run are comparable; figures of different runs "
        "are not.") + "\n\n" + wrapped(
        "All paths are optimal. Unless a table says otherwise, benchmarks use MovingAI maps, one "
        "thread and exact costs, return full paths and cut no corner. The engines of a table take "
        "turns. Each figure is the median of several rounds; `bench/README.md` names the tables "
        "that have one round.") + "\n\n"
    text += markdown(["run", ""], [
        ["date", context["date"][:10]],
        ["processor", f"{report['processor']}, {context['num_cpus']} threads"],
        ["build", report["build"]],
        ["commit", f"`{report['commit']}`"],
        ["load average at the start", number(load[0])]] + [
            [f"`{group}/` again", f"{date}, load average {number(load)}"]
            for group, (date, load) in report.get("again", {}).items()]).replace("---:", "---")
    if report["filter"]:
        text += f"\nThis run is partial: `--filter '{report['filter']}'`.\n"
    text += "\n" + "".join(section(run, *entry) for entry in SECTIONS)
    for name, title in EXPERIMENTS:
        if name in report["experiments"]:
            text += (f"## {title}\n\nPrinted by `throng experiment {name}`.\n\n"
                     + report["experiments"][name] + "\n")
    return text.rstrip("\n") + "\n"


def print_excerpt(run):
    """The table of README.md; nothing unless the run has the benchmarks."""
    found = {label_of(b, "hubs")[0]: b for b in run["benchmarks"]
             if b["name"].startswith("hubs/") and not b.get("error_occurred")}
    columns = [("A\\*", "{A* us}"), ("jps", "{JPS us}"), ("jps + landmarks", "{JPS+L us}"),
               ("index: s, MB", "{JPS+L s}, {JPS+L MB}"), ("hub labels", "{hub+cells us}"),
               ("index: s, MB", "{hub+cells s}, {hub+cells MB}")]
    templates = [template for _, template in columns]
    rows = [[name] + [fill(template, found[name]) for template in templates]
            for name in EXCERPT_MAPS if name in found]
    if not rows:
        return ""
    table = markdown(["map"] + [heading for heading, _ in columns],
                     rows + mean_row(list(found.values()), templates))
    load = (run["context"].get("load_avg") or [0])[0]
    note = f"\nThis run is partial; the load average was {number(load)} at its start.\n"
    return table + (note if run["report"]["filter"] else "")


def replace_excerpt(readme, table):
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit("README.md lacks the markers of the table of results")
    return f"{before}{BEGIN}\n{table}{END}{after}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=pathlib.Path,
                        default=root / "build/release/throng_bench",
                        help="the benchmarks (default build/release/throng_bench)")
    parser.add_argument("--program", type=pathlib.Path,
                        help="also run the experiments table1 and table2 of this throng")
    parser.add_argument("--filter", default="", help="only benchmarks that match this regex")
    parser.add_argument("--store", type=pathlib.Path, default=root / "build/results.json",
                        help="where to store the run (default build/results.json)")
    parser.add_argument("--from", dest="stored", type=pathlib.Path,
                        help="write the files from a stored run, without a new one")
    parser.add_argument("--again", nargs="+", metavar="GROUP", default=[],
                        choices=[group for group, *_ in SECTIONS],
                        help="with --from: first measure these tables again")
    parser.add_argument("--output", type=pathlib.Path, default=root / "bench/RESULTS.md")
    parser.add_argument("--readme", type=pathlib.Path, default=root / "README.md")
    arguments, extra = parser.parse_known_args()
    bad = [word for word in extra if not word.startswith("--benchmark_")]
    if bad:
        parser.error(f"unknown arguments: {' '.join(bad)}")
    if arguments.again and not arguments.stored:
        parser.error("--again needs --from")
    run = (json.loads(arguments.stored.read_text()) if arguments.stored
           else measure(arguments, extra))
    if arguments.again:
        measure_again(run, arguments, extra)
    if all(b.get("error_occurred") for b in run["benchmarks"]):
        sys.exit("no benchmark succeeded: nothing is written")
    arguments.output.write_text(print_results(run))
    print(f"written: {arguments.output}")
    table = print_excerpt(run)
    if table:
        arguments.readme.write_text(replace_excerpt(arguments.readme.read_text(), table))
        print(f"written: the table of {arguments.readme}")
    else:
        print(f"unchanged: {arguments.readme}, since the run has no benchmark of group hubs")
    if gaps(run):
        sys.exit("the tables are not complete: " + "; ".join(gaps(run)))


main()
