#!/usr/bin/env python3
"""Fronts: python3 fronts_test.py PATH_TO_THRONG"""

import json
import os
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import THRONG, ProgramTest


class FrontsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.passes("generate", "terrain", "--size", "90x70", "--seed", 3, "-o", "hills.map")
        self.write("q.csv", "".join(f"{x},{y},{89 - x},{69 - y}\n" for x in range(0, 80, 3)
                                    for y in range(0, 60, 7)))

    def solve(self, *options):
        return json.loads(self.passes("solve", "hills.map", "q.csv", "--terrain", "G:2,S:3,T:5",
                                      "--json", "-", *options))

    def test_costs_are_those_of_a_search_and_paths_are_sound(self):
        for rules in ((), ("--topology", "hex"), ("--model", "enter"), ("--corners", "always")):
            search = self.solve("--algorithm", "astar", *rules)
            for options in (("--algorithm", "front"), ("--fronts",)):
                found = self.solve(*options, "--paths", "p.txt", *rules)
                self.assertEqual((found["algorithm"], found["engine"]), ("front", "front"))
                self.assertEqual((found["cost_hash"], found["expanded"]),
                                 (search["cost_hash"], 0))
                self.passes("validate", "hills.map", "q.csv", "p.txt", "--terrain",
                            "G:2,S:3,T:5", *rules)

    def test_answers_do_not_depend_on_threads(self):
        one, two = (self.solve("--algorithm", "front", "--threads", n) for n in (1, 2))
        self.assertEqual(one["result_hash"], two["result_hash"])

    def test_fronts_come_back_from_an_index_file(self):
        rules = "--terrain", "G:2,S:3,T:5"
        built = "--landmarks", 0, "--fronts"
        self.passes("index", "build", "hills.map", *rules, *built, "-o", "hills.index")
        read, fresh = self.solve("--index", "hills.index"), self.solve(*built)
        self.assertEqual((read["algorithm"], read["result_hash"]),
                         ("front", fresh["result_hash"]))
        info = json.loads(self.passes("index", "info", "hills.index", "--json"))
        self.assertEqual((info["fronts"], info["front_memory"]), (True, 256 << 20))
        self.assertIn("front_ways", [section["name"] for section in info["sections"]])
        self.passes("index", "check", "hills.index", "hills.map", "--rebuild")

    def test_a_matrix_by_fronts_is_that_by_sweeps(self):
        self.write("p.txt", "".join(f"{x},{y}\n" for x in range(0, 90, 9) for y in range(70)))
        self.write("few.txt", "3,4\n50,60\n80,7\n")
        for lists in (("few.txt",), ("p.txt", "--to", "few.txt"), ("few.txt", "--to", "p.txt")):
            for rules in ((), ("--model", "enter")):
                matrix = ["matrix", "hills.map", *lists, "--terrain", "G:2,S:3,T:5", *rules]
                self.passes(*matrix, "-o", "swept.npy")
                told = self.passes(*matrix, "--fronts", "-o", "m.npy")
                self.assertEqual((self.folder / "m.npy").read_bytes(),
                                 (self.folder / "swept.npy").read_bytes())
                self.assertRegex(told, r"index +fronts, built in ")
        self.refuses("matrix", "hills.map", "p.txt", "--fronts", "--metric", "steps",
                     "-o", "m.npy", about="--fronts requires --metric cost")

    def test_info_tells_what_fronts_take(self):
        info, = json.loads(self.passes("info", "hills.map", "--fronts", "--json"))
        fronts, = (part for part in info["parts"] if part["name"] == "fronts")
        self.assertEqual((fronts["present"], fronts["bytes"], fronts["refusal"]),
                         (True, info["front_bytes"], ""))
        self.assertGreater(info["front_bytes"], 12 * info["open_cells"])
        self.assertGreaterEqual(info["index_bytes"], info["front_bytes"])
        self.assertEqual(info["front_refusal"], "")
        self.assertIn("fronts in", self.passes("info", "hills.map", "--fronts"))

    def test_fronts_past_the_memory_allowed_are_refused_and_auto_goes_on(self):
        self.passes("generate", "random", "--size", "200x200", "--density", 12, "-o", "open.map")
        self.write("far.csv", "1,1,190,190\n")
        told = ("open.map: fronts need more memory than the 1.0 MB allowed; "
                "--front-memory MB raises the limit")
        solve = ["solve", "open.map", "far.csv"]
        run = self.run_throng(*solve, "--algorithm", "front", "--front-memory", 1)
        self.assertEqual(run.returncode, 2)
        self.assertIn(told, run.stderr)
        run = self.run_throng(*solve, "--fronts", "--front-memory", 1, "--json", "-",
                              "--terrain", ".:2")
        self.assertEqual(run.returncode, 0)
        self.assertIn("note: " + told, run.stderr)
        self.assertEqual(json.loads(run.stdout)["algorithm"], "astar")
        run = self.run_throng("info", "open.map", "--fronts", "--front-memory", 1)
        self.assertIn("refused", run.stdout)

    def test_auto_tells_when_it_does_not_use_fronts(self):
        self.passes("generate", "rooms", "--size", "64x64", "-o", "wide.map")
        self.passes("generate", "random", "--size", "64x64", "-o", "noise.map")
        self.write("one.csv", "0,0,1,1\n")
        for given, told, algorithm in (("wide.map", True, "jps"), ("noise.map", False, "front")):
            run = self.run_throng("solve", given, "one.csv", "--fronts", "--landmarks", 2,
                                  "--json", "-")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(json.loads(run.stdout)["algorithm"], algorithm)
            self.assertEqual("--algorithm front uses them" in run.stderr, told)

    def test_fronts_serve_a_game_with_buildings(self):
        game = ["simulate", "hills.map", "--units", 50, "--frames", 20, "--build", 1, "--terrain",
                "G:2,S:3,T:5", "--game-seed", 2, "--json", "-"]
        by_fronts = json.loads(self.passes(*game, "--fronts", "--algorithm", "front"))
        self.assertEqual((by_fronts["algorithm"], by_fronts["waiting"]), ("front", 0))
        self.assertGreater(by_fronts["edits"], 0)

    def test_what_fronts_cannot_do_is_refused(self):
        for options, about in (
                (["--front-memory", 5], "--front-memory requires --fronts"),
                (["--fronts", "--algorithm", "astar"], "--fronts requires"),
                (["--algorithm", "front", "--heuristic", "zero"],
                 "cannot use heuristic zero")):
            run = self.run_throng("solve", "hills.map", "q.csv", *options)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(about, run.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: fronts_test.py PATH_TO_THRONG")
    THRONG.append(os.path.abspath(sys.argv[1]))
    unittest.main(argv=sys.argv[:1])
