#!/usr/bin/env python3
"""Hub labels: python3 hubs_test.py PATH_TO_THRONG"""

import json
import os
import pathlib
import re
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import THRONG, ProgramTest, unless_sanitized

BENCHMARKS = pathlib.Path(os.environ.get(
    "THRONG_BENCHMARKS", pathlib.Path(__file__).parents[3] / "shared/benchmarks"))


class HubsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.passes("generate", "random", "--size", "90x70", "--density", 25, "--seed", 3,
                    "-o", "noise.map")
        self.write("q.csv", "".join(f"{x},{y},{89 - x},{69 - y}\n" for x in range(0, 80, 3)
                                    for y in range(0, 60, 7)))

    def solve(self, *options):
        return json.loads(self.passes("solve", "noise.map", "q.csv", "--json", "-", *options))

    def test_costs_are_those_of_searches_and_paths_are_sound(self):
        search = self.solve("--algorithm", "astar")
        for options in (("--algorithm", "hub"), ("--hubs",),
                        ("--hubs", "--hub-labels", "corners")):
            found = self.solve(*options, "--paths", "p.txt")
            self.assertEqual(found["algorithm"], "hub")
            self.assertEqual((found["found"], found["expanded"]), (search["found"], 0))
            self.assertAlmostEqual(found["length_sum"], search["length_sum"], places=6)
            self.passes("validate", "noise.map", "q.csv", "p.txt")

    def test_grids_without_jump_points_have_labels(self):
        for rules in ("--topology", "tile"), ("--corners", "cut_one"), ("--corners", "always"):
            search = self.solve(*rules, "--algorithm", "astar")
            for options in (("--hubs",), ("--hubs", "--hub-labels", "corners")):
                found = self.solve(*rules, *options, "--paths", "p.txt")
                self.assertEqual((found["algorithm"], found["expanded"]), ("hub", 0))
                self.assertEqual(found["cost_hash"], search["cost_hash"])
                self.passes("validate", "noise.map", "q.csv", "p.txt", *rules)
            swept, _ = self.matrix(*rules)
            self.assertEqual(self.matrix(*rules, "--hubs")[0], swept)
            self.passes("index", "build", "noise.map", *rules, "--landmarks", 0, "--hubs",
                        "-o", "noise.index")
            loaded = self.solve(*rules, "--index", "noise.index")
            self.assertEqual((loaded["algorithm"], loaded["cost_hash"]),
                             ("hub", search["cost_hash"]))
            info, = json.loads(self.passes("info", "noise.map", *rules, "--hubs", "--json"))
            self.assertGreater(info["hubs"], 0)
            self.assertEqual(info["hub_refusal"], "")

    def test_answers_do_not_depend_on_threads(self):
        one, two = (self.solve("--algorithm", "hub", "--threads", n) for n in (1, 2))
        self.assertEqual(one["result_hash"], two["result_hash"])

    def test_info_tells_what_labels_take(self):
        info, = json.loads(self.passes("info", "noise.map", "--hubs", "--json"))
        self.assertTrue(info["cell_labels"])
        self.assertGreaterEqual(info["hub_entries"], info["hubs"])
        self.assertEqual(info["obstacle_corners"], info["hubs"])
        self.assertGreater(info["hub_bytes"], 20 * info["hub_entries"])
        self.assertGreaterEqual(info["index_bytes"], info["hub_bytes"] + info["jump_bytes"])
        self.assertEqual(info["hub_refusal"], "")
        self.assertRegex(self.passes("info", "noise.map", "--hubs"),
                         r"hubs each +hub labels +found in +index built in\n")

    def matrix(self, *options):
        self.write("p.txt", "".join(f"{x},{y}\n" for x in range(0, 90, 4)
                                    for y in range(0, 70, 9)))
        text = self.passes("matrix", "noise.map", "p.txt", "-o", "m.npy", *options)
        return (self.folder / "m.npy").read_bytes(), text

    def test_a_matrix_by_labels_is_that_by_sweeps(self):
        swept, _ = self.matrix()
        for options in ((), ("--hub-labels", "corners"), ("--threads", 1), ("--memory", 1)):
            found, text = self.matrix("--hubs", *options)
            self.assertEqual(found, swept)
            self.assertRegex(text, r"index +jump graph, hub labels of c\w+, built in ")

    def remedy(self, map_path, queries, *options):
        """The remedy that the program names for labels that it refuses."""
        run = self.run_throng("solve", map_path, queries, "--algorithm", "hub", *options)
        self.assertEqual(run.returncode, 2, run.stderr)
        return run.stderr

    def test_the_remedy_for_distances_that_are_too_long_works(self):
        # The only way from the first to the last cell has 240,000 straight steps.
        rows = ["." * 750, "@" * 749 + ".", "." * 750, "." + "@" * 749] * 160
        self.write("snake.map", "type octile\nheight 639\nwidth 750\nmap\n" +
                   "\n".join(rows[:639]) + "\n")
        self.write("far.csv", "0,0,0,638\n300,0,300,400\n")
        told = self.remedy("snake.map", "far.csv")
        costs = re.search("not with costs (\\d+/\\d+); ", told).group(1)
        found, search = (json.loads(self.passes("solve", "snake.map", "far.csv", "--costs", costs,
                                                "--json", "-", "--algorithm", algorithm))
                         for algorithm in ("hub", "astar"))
        self.assertEqual(found["engine"], "hub cells")
        self.assertEqual(found["cost_hash"], search["cost_hash"])

    def test_the_remedy_for_labels_that_are_too_large_works(self):
        path = BENCHMARKS / "mazes/maze512-1-0.map"
        if not path.exists():
            self.skipTest(f"missing: {path}")
        self.write("q.csv", "1,1,509,509\n")
        told, megabytes = self.remedy(path, "q.csv", "--hub-memory", 1), 1
        while "; --hub-memory MB raises the limit" in told and megabytes < 64:
            megabytes *= 4
            run = self.run_throng("solve", path, "q.csv", "--algorithm", "hub",
                                  "--hub-memory", megabytes)
            told = run.stderr
        self.assertEqual((run.returncode, told), (0, ""))

    @unless_sanitized
    def test_labels_past_the_memory_allowed_are_refused_and_auto_goes_on(self):
        self.passes("generate", "random", "--size", "110x110", "--density", 12, "-o", "open.map")
        self.write("far.csv", "1,1,100,100\n")
        info, = json.loads(self.passes("info", "open.map", "--hubs", "--json"))
        told = (rf"open.map: the hub labels of {info['hubs']} corners need more than the 1.0 MB "
                r"allowed: that was full after \d+ hubs; --hub-memory MB raises the limit")
        solve = ["solve", "open.map", "far.csv"]
        run = self.run_throng(*solve, "--algorithm", "hub", "--hub-memory", 1)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, told)
        run = self.run_throng(*solve, "--hubs", "--hub-memory", 1, "--json", "-")
        self.assertEqual(run.returncode, 0)
        self.assertRegex(run.stderr, "note: " + told)
        self.assertEqual(json.loads(run.stdout)["algorithm"], "astar")
        self.write("two.txt", "1,1\n100,100\n")
        run = self.run_throng("matrix", "open.map", "two.txt", "-o", "m.npy", "--hubs",
                              "--hub-memory", 1)
        self.assertEqual(run.returncode, 0)
        self.assertRegex(run.stderr, "note: " + told)
        self.assertRegex(run.stdout, r"index +jump graph, no hub labels, built in ")
        run = self.run_throng("info", "open.map", "--hubs", "--hub-memory", 1)
        self.assertEqual(run.returncode, 0)
        self.assertIn("refused", run.stdout)

    def test_what_labels_cannot_do_is_refused(self):
        for options, about in (
                (["--hub-memory", 5], "--hub-memory requires --hubs"),
                (["--hub-labels", "cells"], "--hub-labels requires --hubs"),
                (["--hubs", "--hub-labels", "all"], "'all'"),
                (["--hubs", "--hub-memory", 0], "'0'"),
                (["--hubs", "--topology", "hex"], "needs a grid of squares"),
                (["--hubs", "--topology", "tile", "--terrain", "S:3"], "on plain ground"),
                (["--algorithm", "hub", "--topology", "tex"], "needs a grid of squares"),
                (["--hubs", "--terrain", "S:3"], "plain ground"),
                (["--algorithm", "hub", "--heuristic", "zero"], "cannot use heuristic zero")):
            self.refuses("solve", "noise.map", "q.csv", *options, about=about)
        self.write("p.txt", "1,1\n")
        for options, about in (
                (["--hub-memory", 5], "--hub-memory requires --hubs"),
                (["--hubs", "--topology", "hex"], "needs a grid of squares"),
                (["--hubs", "--metric", "steps"], "--hubs requires --metric cost")):
            self.refuses("matrix", "noise.map", "p.txt", "-o", "m.npy", *options, about=about)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: hubs_test.py PATH_TO_THRONG")
    THRONG.append(os.path.abspath(sys.argv[1]))
    unittest.main(argv=sys.argv[:1])
