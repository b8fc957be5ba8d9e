#!/usr/bin/env python3
"""Hierarchies: python3 hierarchy_test.py PATH_TO_THRONG"""

import json
import os
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import THRONG, ProgramTest


class HierarchyTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.passes("generate", "caves", "--size", "130x110", "--seed", 3, "-o", "caves.map")
        self.write("q.csv", "".join(f"{x},{y},{129 - x},{109 - y}\n" for x in range(0, 120, 7)
                                    for y in range(0, 100, 7)))

    def solve(self, *options):
        return json.loads(self.passes("solve", "caves.map", "q.csv", "--json", "-", *options))

    def test_costs_are_those_of_a_search_and_paths_are_sound(self):
        search = self.solve("--algorithm", "astar")
        for options in (("--algorithm", "hierarchy"), ("--hierarchy",)):
            found = self.solve(*options, "--paths", "p.txt")
            self.assertEqual((found["algorithm"], found["engine"]), ("hierarchy", "hierarchy"))
            self.assertEqual(found["cost_hash"], search["cost_hash"])
            self.passes("validate", "caves.map", "q.csv", "p.txt")

    def test_answers_do_not_depend_on_threads(self):
        one, two = (self.solve("--algorithm", "hierarchy", "--threads", n) for n in (1, 2))
        self.assertEqual(one["result_hash"], two["result_hash"])
        self.assertEqual(one["expanded"], two["expanded"])

    def test_a_hierarchy_from_a_file_answers_as_one_that_is_built(self):
        self.assertIn("hierarchy", self.passes("index", "build", "caves.map", "--hierarchy",
                                               "-o", "caves.index"))
        info = json.loads(self.passes("index", "info", "caves.index", "--json"))
        self.assertEqual((info["hierarchy"], info["hierarchy_memory"]), (True, 256 << 20))
        self.assertIn("hierarchy_arcs", [section["name"] for section in info["sections"]])
        read, built = (self.solve("--algorithm", "hierarchy", *how)
                       for how in (("--index", "caves.index"), ()))
        for key in "algorithm", "engine", "result_hash", "expanded":
            self.assertEqual(read[key], built[key])
        self.passes("index", "check", "caves.index", "caves.map", "--rebuild")

    def test_info_tells_what_a_hierarchy_takes(self):
        info, = json.loads(self.passes("info", "caves.map", "--hierarchy", "--json"))
        self.assertGreater(info["hierarchy_bytes"], 1000)
        self.assertGreaterEqual(info["index_bytes"], info["hierarchy_bytes"])
        self.assertEqual(info["hierarchy_refusal"], "")
        self.assertFalse(info["jump_graph"])
        self.assertIn("hierarchy in", self.passes("info", "caves.map", "--hierarchy"))

    def test_past_the_memory_allowed_it_is_refused_and_auto_goes_on(self):
        self.passes("generate", "random", "--size", "300x300", "--density", 30, "-o", "open.map")
        self.write("far.csv", "1,1,290,290\n")
        told = "corners needs more than the 1.0 MB allowed; --hierarchy-memory MB raises the limit"
        solve = ["solve", "open.map", "far.csv", "--hierarchy-memory", 1]
        run = self.run_throng(*solve, "--algorithm", "hierarchy")
        self.assertEqual(run.returncode, 2)
        self.assertIn(told, run.stderr)
        run = self.run_throng(*solve, "--hierarchy", "--json", "-")
        self.assertEqual(run.returncode, 0)
        self.assertIn(told, run.stderr)
        self.assertIn(json.loads(run.stdout)["algorithm"], ("jps", "astar"))
        run = self.run_throng("info", "open.map", "--hierarchy", "--hierarchy-memory", 1)
        self.assertIn("refused", run.stdout)

    def test_what_a_hierarchy_cannot_do_is_refused(self):
        for options, about in (
                (["--hierarchy-memory", 5], "--hierarchy-memory requires --hierarchy"),
                (["--hierarchy", "--algorithm", "astar"], "--hierarchy requires"),
                (["--hierarchy", "--corners", "always"], "needs an octile grid"),
                (["--algorithm", "hierarchy", "--topology", "hex"], "needs an octile grid"),
                (["--algorithm", "hierarchy", "--heuristic", "zero"],
                 "cannot use heuristic zero")):
            run = self.run_throng("solve", "caves.map", "q.csv", *options)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(about, run.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: hierarchy_test.py PATH_TO_THRONG")
    THRONG.append(os.path.abspath(sys.argv[1]))
    unittest.main(argv=sys.argv[:1])
