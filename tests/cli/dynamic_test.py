#!/usr/bin/env python3
"""Maps that change between queries: python3 dynamic_test.py PATH_TO_THRONG SOURCE_DIR"""

import csv
import heapq
import io
import json
import os
import pathlib
import random
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import ROOT2, THRONG, ProgramTest

BENCHMARK = "dynamic/dao_arena2.scen"


def length(rows, start, goal):
    """The length of a shortest octile path that cuts no corner, by Dijkstra; -1: none."""
    def is_open(x, y):
        return 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] == "."
    if not is_open(*start) or not is_open(*goal):
        return -1
    best, heap = {start: 0.0}, [(0.0, start)]
    while heap:
        cost, (x, y) = heapq.heappop(heap)
        if (x, y) == goal:
            return cost
        if cost > best[x, y]:
            continue
        for dx in -1, 0, 1:
            for dy in -1, 0, 1:
                to = x + dx, y + dy
                further = cost + (ROOT2 if dx and dy else 1)
                if (is_open(*to) and is_open(x + dx, y) and is_open(x, y + dy)
                        and further < best.get(to, 1e9)):
                    best[to] = further
                    heapq.heappush(heap, (further, to))
    return -1


def text_of_map(rows):
    return f"height {len(rows)}\nwidth {len(rows[0])}\nmap\n" + "".join(f"{row}\n" for row in rows)


class DynamicTest(ProgramTest):
    def write_scenario(self, size, patches, commands, name="d.scen"):
        """commands: ("P", patch, x, y) or ("Q", start, goal, length)."""
        width, height = size
        lines = ["version 2", f"height {height}", f"width {width}", "cost 2 hops octile",
                 "patch d.patch", "commands"]
        for kind, *rest in commands:
            if kind == "P":
                lines.append("P 0 " + " ".join(map(str, rest)))
            else:
                (sx, sy), (gx, gy), cost = rest
                lines.append(f"Q 0 {sx} {sy} {gx} {gy} 7 {cost:.8f}")
        self.write(name, "\n".join(lines) + "\n")
        self.write("d.patch", f"type patch\npatches {len(patches)}\n" + "".join(
            f"patch {i}\n{text_of_map(rows)}" for i, rows in enumerate(patches)))

    def draw(self, seed, rows, versions=12, queries=4):
        """Random patches and queries, with the lengths of the oracle."""
        draw = random.Random(seed)
        height, width = len(rows), len(rows[0])
        rows = [list(row) for row in rows]
        patches, commands = [], []
        for _ in range(versions):
            for _ in range(draw.randrange(3)):
                w, h = draw.randint(1, min(4, width)), draw.randint(1, min(4, height))
                x, y = draw.randint(0, width - w), draw.randint(0, height - h)
                patch = ["".join(draw.choice(".@") for _ in range(w)) for _ in range(h)]
                for dy, row in enumerate(patch):
                    rows[y + dy][x:x + w] = row
                commands.append(("P", len(patches), x, y))
                patches.append(patch)
            for _ in range(queries):
                start, goal = ((draw.randrange(width), draw.randrange(height))
                               for _ in range(2))
                if start != goal:
                    commands.append(("Q", start, goal, length(rows, start, goal)))
        self.write_scenario((width, height), patches, commands)


class Answers(DynamicTest):
    def test_lengths_are_those_of_dijkstra_on_every_version(self):
        for seed, (width, height) in enumerate([(1, 1), (9, 1), (2, 7), (12, 10), (20, 15)]):
            self.draw(seed, ["." * width] * height)
            hashes = set()
            for options in ([], ["--threads", 2], ["--algorithm", "astar", "--landmarks", 3],
                            ["--jumps", "graph"], ["--jumps", "graph", "--landmarks", 2],
                            ["--algorithm", "bidirectional"], ["--algorithm", "front"],
                            # Built again for each version:
                            ["--hubs"], ["--heuristic", "best"],
                            ["--landmarks", 2, "--placement", "avoid"]):
                text = self.passes("dynamic", "d.scen", "--check", "--json", "-", *options)
                summary = json.loads(text)
                self.assertEqual((summary["mismatches"], summary["checked"]),
                                 (0, summary["queries"]))
                hashes.add(summary["cost_hash"])
            self.assertEqual(len(hashes), 1)

    def test_a_map_may_be_given_for_the_beginning(self):
        rows = ["......", ".@@@@.", ".@..@.", ".@@.@.", "......"]
        self.write("first.map", "type octile\n" + text_of_map(rows))
        self.draw(7, rows)
        self.passes("dynamic", "d.scen", "first.map", "--check")
        run = self.run_throng("dynamic", "d.scen", "--check")  # without it: other lengths
        self.assertEqual(run.returncode, 1)
        self.refuses("dynamic", "d.scen", "small.map", about="made for a map of 6 x 5, but "
                                                             "small.map is 5 x 4")

    def test_a_wrong_length_is_reported(self):
        self.write_scenario((3, 1), [["@"]], [("Q", (0, 0), (2, 0), 2), ("P", 0, 1, 0),
                                              ("Q", (0, 0), (2, 0), 2)])
        run = self.run_throng("dynamic", "d.scen", "--check")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr,
                         "throng: query 1, from 0,0 to 2,0: expected 2, got unreachable\n")

    def test_the_bundled_scenario_has_the_lengths_of_dijkstra(self):
        lines = (SOURCE / "maps/doors.dynamic").read_text().splitlines()
        rows = [list(row) for row in (SOURCE / "maps/demo.map").read_text().splitlines()[4:]]
        patches = (SOURCE / "maps/doors.patch").read_text().split("patch ")[1:]
        patches = [patch.splitlines()[4:] for patch in patches]
        for line in lines[6:]:
            kind, _, *words = line.split()
            if kind == "P":
                patch, x, y = map(int, words)
                for dy, row in enumerate(patches[patch]):
                    rows[y + dy][x:x + len(row)] = row
            else:
                sx, sy, gx, gy = map(int, words[:4])
                self.assertAlmostEqual(float(words[4]), length(rows, (sx, sy), (gx, gy)),
                                       places=6)

    @unittest.skipUnless("THRONG_BENCHMARKS" in os.environ or (
        pathlib.Path(__file__).parents[3] / "shared/benchmarks" / BENCHMARK).exists(),
        "no benchmarks here")
    def test_a_scenario_of_the_competition(self):
        folder = os.environ.get("THRONG_BENCHMARKS", SOURCE.parent / "shared/benchmarks")
        path = pathlib.Path(folder) / BENCHMARK
        if not path.exists():
            self.skipTest(f"missing: {path}")
        summary = json.loads(self.passes("dynamic", path, "--check", "--json", "-"))
        self.assertEqual((summary["queries"], summary["mismatches"], summary["versions"]),
                         (2000, 0, 94))


class Reports(DynamicTest):
    def test_the_summary_counts_versions_and_times_them(self):
        self.write_scenario((3, 1), [["@"], ["."]],
                            [("Q", (0, 0), (2, 0), 2), ("P", 0, 1, 0), ("P", 0, 2, 0),
                             ("Q", (0, 0), (2, 0), 0), ("P", 1, 1, 0), ("P", 1, 2, 0)])
        summary = json.loads(self.passes("dynamic", "d.scen", "--json", "-"))
        self.assertEqual((summary["versions"], summary["queries"], summary["found"]), (3, 2, 1))
        self.assertEqual((summary["map"], summary["scenario"]), ("", "d.scen"))
        self.tells_origin(summary, "throng dynamic d.scen ")
        self.assertEqual(summary["map_hash"], "")
        self.write("open.map", "type octile\nheight 1\nwidth 3\nmap\n...\n")
        mapped = json.loads(self.passes("dynamic", "d.scen", "open.map", "--json", "-"))
        self.assertRegex(mapped["map_hash"], r"\A[0-9a-f]{16}\Z")
        self.assertEqual(mapped["queries_hash"], summary["queries_hash"])
        times = summary["edit_us"]
        self.assertTrue(0 < times["p50"] <= times["p99"] <= times["max"])
        self.assertRegex(self.passes("dynamic", "d.scen"), r"\nversions +3, changed in mean ")

    def test_rows_tell_the_version_and_paths_lead_through_it(self):
        self.write_scenario((3, 2), [["@"]], [("Q", (0, 0), (2, 0), 2), ("P", 0, 1, 0),
                                              ("Q", (0, 0), (2, 0), 4)])
        self.passes("dynamic", "d.scen", "--check", "--csv", "c", "--paths", "p")
        rows = list(csv.DictReader(io.StringIO(self.read("c"))))
        self.assertEqual([(row["index"], row["length"], row["version"]) for row in rows],
                         [("0", "2.00000000", "0"), ("1", "4.00000000", "1")])
        self.assertEqual(self.read("p"), "0 0,0 1,0 2,0\n1 0,0 0,1 1,1 2,1 2,0\n")

    def test_bad_use_is_refused(self):
        self.write_scenario((3, 1), [["@"]], [("Q", (0, 0), (2, 0), 2)])
        for options, about in (
                (["missing.scen"], "missing.scen"), (["small.scen"], "line 1: version"),
                (["d.scen", "missing.map"], "missing.map"),
                (["d.scen", "--csv", "d.scen"], "would replace"),
                (["d.scen", "--json", "d.patch"], "would replace"),
                (["d.scen", "--csv", "x", "--paths", "x"], "--csv"),
                (["d.scen", "--weight", "120"], "--weight"), ([], "SCEN"),
                (["d.scen", "--lines"], "--lines requires --any-angle exact, of the commands solve, "
                                        "render and simulate"),
                (["d.scen", "--landmarks", "2", "--seed", "1"],
                 "--seed requires --placement random, avoid or coverage")):
            self.refuses("dynamic", *options, about=about)
        self.write_scenario((3, 1), [["@"]], [])
        self.refuses("dynamic", "d.scen", about="d.scen: contains no query")
        self.write_scenario((3, 1), [["@"]], [("P", 0, 3, 0)])
        self.refuses("dynamic", "d.scen", about="d.scen: line 7: patch 0 of 1 x 1 cells")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: dynamic_test.py PATH_TO_THRONG SOURCE_DIR")
    THRONG.append(os.path.abspath(sys.argv[1]))
    SOURCE = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1])
