#!/usr/bin/env python3
"""Weights and unit sizes as a user gives them: python3 weights_test.py PATH_TO_THRONG SOURCE_DIR"""

import csv
import io
import json
import os
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

import program
from fields_test import parse_npy
from program import ROOT2, ProgramTest, in_turn, scenario

MAPS = pathlib.Path()
HEAD = "type octile\nheight 3\nwidth 5\nmap\n"
SWAMP_MAP = HEAD + "..S..\n..S..\n.....\n"
DRAWN_MAP = HEAD + ".....\n.999.\n.....\n"
LAYER = "type weights\nheight 3\nwidth 5\nweights\n1 1 3 1 1\n1 1 3 1 1\n1 1 1 1 1\n"
ACROSS = ((0, 0), (4, 0))
NONE = 0xFFFFFFFF


class WeightsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("swamp.map", SWAMP_MAP)
        self.write("drawn.map", DRAWN_MAP)
        self.write("swamp.weights", LAYER)
        self.write("q.csv", "0,0,4,0\n")

    def solved(self, *options, map_name="swamp.map", queries="q.csv"):
        return json.loads(self.passes("solve", map_name, queries, "--json", "-", *options))

    def length(self, *options, map_name="swamp.map"):
        return self.solved(*options, map_name=map_name)["length_sum"]


class Weights(WeightsTest):
    def test_characters_weigh_what_the_terrain_option_says(self):
        self.assertAlmostEqual(self.length(), 4)
        self.assertAlmostEqual(self.length("--terrain", "S:2"), 2 * 1.5 + 2)
        self.assertAlmostEqual(self.length("--terrain", "S:9"), 4 * ROOT2)
        self.assertAlmostEqual(self.length("--terrain", "S:0"), 4 + 2 * ROOT2)
        self.assertAlmostEqual(self.length("--terrain", "S:2", "--topology", "hex"), 5)
        self.assertAlmostEqual(self.length("--terrain", ".:3,S:1"), 2 * 2 + 2 * 3)

    def test_the_model_decides_which_cell_counts(self):
        self.assertAlmostEqual(self.length("--terrain", "S:2", "--model", "enter"), 5)
        self.write("q.csv", "0,0,2,0\n")
        self.assertAlmostEqual(self.length("--terrain", "S:3"), 3)
        self.assertAlmostEqual(self.length("--terrain", "S:3", "--model", "enter"), 4)

    def test_digits_are_closed_until_they_are_asked_for(self):
        def across(*options):
            self.write("q.csv", "0,1,4,1\n")
            return self.length(*options, map_name="drawn.map")
        self.assertAlmostEqual(across(), 6)
        self.assertAlmostEqual(across("--terrain", "digits"), 2 + 2 * ROOT2)
        self.assertAlmostEqual(across("--terrain", "9:1"), 4)
        info, = json.loads(self.passes("info", "drawn.map", "--json"))
        self.assertEqual((info["open_cells"], info["plain"]), (12, True))
        info, = json.loads(self.passes("info", "drawn.map", "--json", "--terrain", "digits"))
        self.assertEqual((info["open_cells"], info["plain"]), (15, False))

    def test_a_file_of_weights_counts_instead_of_the_characters(self):
        by_file = self.solved("--weights", "swamp.weights")
        by_characters = self.solved("--terrain", "S:3")
        self.assertEqual(by_file["result_hash"], by_characters["result_hash"])
        self.assertAlmostEqual(by_file["length_sum"], 4 * ROOT2)
        self.assertEqual(self.solved("--weights", "swamp.weights", "--terrain", "S:7")
                         ["result_hash"], by_file["result_hash"])
        self.write("wall.weights", LAYER.replace("3", "0").replace("height 0", "height 3"))
        self.assertAlmostEqual(self.length("--weights", "wall.weights"), 4 + 2 * ROOT2)
        self.assertAlmostEqual(self.length("--weights", "swamp.weights", "--terrain", "S:0"),
                               4 + 2 * ROOT2)

    def test_lengths_are_checked_and_paths_validated_under_the_same_weights(self):
        ground = ["--terrain", "S:2"]
        self.write("q.scen", scenario([(*ACROSS, 5)], 5, 3).replace("small", "swamp"))
        self.passes("solve", "swamp.map", "q.scen", "--check", "--paths", "p", *ground)
        self.assertEqual(self.passes("validate", "swamp.map", "q.scen", "p", *ground),
                         "1 path valid\n")
        for options in [], ["--terrain", "S:3"], [*ground, "--weights", "swamp.weights"]:
            run = self.run_throng("validate", "swamp.map", "q.scen", "p", *options)
            self.assertEqual(run.returncode, 1, options)
        run = self.run_throng("validate", "swamp.map", "q.scen", "p", "--terrain", "S:0")
        self.assertIn("enters a closed cell", run.stderr)
        run = self.run_throng("solve", "swamp.map", "q.scen", "--check")
        self.assertEqual(run.returncode, 1)
        self.assertIn("expected 5, got 4.0", run.stderr)

    def test_the_bundled_weighted_scenario_has_the_promised_lengths(self):
        task = [MAPS / "terrain.map", MAPS / "terrain.map.weighted.scen"]
        ground = ["--terrain", "G:2,S:3,T:5"]
        for options in [], ["--threads", 3], ["--landmarks", 4], ["--heuristic", "zero"]:
            summary = json.loads(self.passes("solve", *task, "--check", "--json", "-",
                                             "--paths", "p", *ground, *options))
            self.assertEqual((summary["mismatches"], summary["checked"]), (0, 200))
            self.passes("validate", *task, "p", *ground)

    def test_fields_and_matrices_count_weights(self):
        for ground in ["--terrain", "S:3"], ["--weights", "swamp.weights"]:
            self.passes("field", "swamp.map", "--from", "1,0", "-o", "f.npy", *ground,
                        "--topology", "tile", "--model", "enter")
            field = parse_npy((self.folder / "f.npy").read_bytes())
            self.assertEqual(field, [[1, 0, 3, 4, 5], [2, 1, 4, 5, 6], [3, 2, 3, 4, 5]])
            self.write("p.txt", "1,0\n2,0\n")
            self.passes("matrix", "swamp.map", "p.txt", "-o", "m.npy", *ground,
                        "--topology", "tile", "--model", "enter")
            self.assertEqual(parse_npy((self.folder / "m.npy").read_bytes()), [[0, 3], [1, 0]])

    def test_the_summary_tells_weights_and_costs_as_they_were_asked_for(self):
        text = self.passes("solve", "swamp.map", "q.csv", "--terrain", "T:4,S:2")
        self.assertIn("octile, never_cut, costs exact", text)
        self.assertIn("weighted, model mean, terrain S:2,T:4", text)
        self.assertIn("costs 5/7",
                      self.passes("solve", "swamp.map", "q.csv", "--terrain", "S:2",
                                  "--costs", "5/7"))
        text = self.passes("solve", "swamp.map", "q.csv", "--weights", "swamp.weights",
                           "--model", "enter", "--unit-size", 2)
        self.assertIn("weighted, model enter, weights of swamp.weights", text)
        self.assertIn("units of 2 x 2", text)
        self.assertIn("ground   plain\n", self.passes("solve", "swamp.map", "q.csv"))
        self.assertRegex(self.passes("info", "swamp.map", "--terrain", "S:2"), "weighted")

        summary = self.solved("--terrain", "S:2", "--model", "enter")
        self.assertEqual((summary["cost_model"], summary["plain"], summary["costs"]),
                         ("enter", False, "exact"))
        self.assertEqual(summary["straight_cost"], 2378)
        summary = self.solved()
        self.assertEqual((summary["cost_model"], summary["plain"], summary["unit_size"]),
                         ("mean", True, 1))

    def test_a_file_of_weights_may_come_from_anywhere(self):
        self.write("dos.weights", LAYER.replace("\n", "\r\n").replace(" ", "\t") + "\r\n\r\n")
        self.assertEqual(self.solved("--weights", "dos.weights")["result_hash"],
                         self.solved("--weights", "swamp.weights")["result_hash"])


class UnitSizes(WeightsTest):
    def statuses(self, *options):
        text = self.passes("solve", "small.map", "u.csv", "--csv", "-", *options)
        return [row["status"] for row in csv.DictReader(io.StringIO(text))]

    def test_a_unit_needs_room_for_all_its_cells(self):
        self.write("u.csv", "3,0,3,1\n0,0,3,0\n3,1,2,2\n4,0,3,0\n3,0,5,0\n")
        self.assertEqual(self.statuses("--unit-size", 2),
                         ["found", "start_blocked", "goal_blocked", "start_blocked",
                          "out_of_map"])
        self.assertEqual(self.statuses(), ["found"] * 4 + ["out_of_map"])
        info, = json.loads(self.passes("info", "small.map", "--json", "--unit-size", 2))
        self.assertEqual((info["open_cells"], info["components"]), (2, 1))

    def test_paths_are_validated_for_the_size_they_were_made_for(self):
        task = [MAPS / "caves.map", MAPS / "caves.map.scen"]
        rows = (MAPS / "caves.map.scen").read_text().splitlines()[1:]
        self.write("q.csv", "".join(",".join(row.split("\t")[4:8]) + "\n" for row in rows))
        for size in 1, 2, 3:
            unit = ["--unit-size", size]
            summary = json.loads(self.passes("solve", task[0], "q.csv", "--paths", "p",
                                             "--json", "-", *unit))
            self.assertEqual(summary["unit_size"], size)
            self.assertGreater(summary["found"], 20)
            self.passes("validate", task[0], "q.csv", "p", *unit)
            run = self.run_throng("validate", task[0], "q.csv", "p", "--unit-size", size + 1)
            self.assertEqual(run.returncode, 1)

    def test_a_field_leaves_out_where_a_unit_does_not_fit(self):
        self.passes("field", "swamp.map", "--from", "0,0", "-o", "f.npy", "--unit-size", 3,
                    "--terrain", "S:4", "--topology", "tile", "--model", "enter")
        self.assertEqual(parse_npy((self.folder / "f.npy").read_bytes()),
                         [[0, 4, 8, NONE, NONE], [NONE] * 5, [NONE] * 5])


class HostileInput(WeightsTest):
    def commands(self):
        """Every command that has the options, ready for more of them."""
        self.write("p.txt", "0,0\n")
        self.write("q.paths", "0 0,0 1,0 2,0 3,0 4,0\n")
        return (["solve", "swamp.map", "q.csv", "--json", "out"],
                ["validate", "swamp.map", "q.csv", "q.paths"],
                ["info", "swamp.map"],
                ["field", "swamp.map", "--from", "0,0", "-o", "out"],
                ["matrix", "swamp.map", "p.txt", "-o", "out"])

    def test_bad_words_and_numbers_are_refused_by_every_command(self):
        for command, (options, about) in in_turn(self.commands(), (
                (["--terrain", ""], "item 1, ''"),
                (["--terrain", "S"], "item 1, 'S'"),
                (["--terrain", "S:3,T"], "item 2, 'T'"),
                (["--terrain", "S:3;T:4"], "':' is no terrain"),
                (["--terrain", "S:-1"], "'-1' is not a weight from 0 to 16383"),
                (["--terrain", "S:16384"], "'16384' is not a weight"),
                (["--terrain", "S:99999999999999999999"], "not a weight"),
                (["--terrain", "x y:1"], "' ' is no terrain: a printable ASCII character"),
                (["--terrain", "S:1\n"], "--terrain"),
                (["--terrain", "\u00e9:1"], "'\\xc3'"),
                (["--terrain", "S:1,S:1"], "'S' is given a weight twice"),
                (["--terrain", "S:1", "--terrain", "T:1"], "--terrain"),
                (["--terrain"], "--terrain"),
                (["--model", "average"], "mean enter"),
                (["--weights", "missing"], "missing"),
                (["--weights", ""], "No such file"),
                (["--weights", "swamp.map"], "swamp.map: line 1: type: 'octile' is not one of"),
                (["--unit-size", "0"], "'0' is not a number from 1 to 64"),
                (["--unit-size", "65"], "--unit-size"), (["--unit-size", "two"], "'two'"),
                (["--unit-size", "2", "--topology", "hex"], "units of 2 x 2 cells"))):
            self.refuses(*command, *options, about=about)

    def test_a_map_may_have_an_alphabet_of_its_own(self):
        self.write("own.map", "height 2\nwidth 4\nmap\n.E#.\n....\n")
        self.write("plain.map", "type octile\nheight 2\nwidth 4\nmap\n..@.\n....\n")
        own = "--terrain", "E:1,#:0"
        for name, options in ("own.map", own), ("plain.map", ()):
            self.passes("field", name, *options, "--from", "0,0", "-o", name + ".npy")
            self.passes("index", "build", name, *options, "-o", name + ".index")
        fields = [(self.folder / name).read_bytes() for name in ("own.map.npy", "plain.map.npy")]
        self.assertEqual(*fields)
        self.passes("index", "check", "own.map.index", "own.map")
        self.refuses("index", "build", "own.map", "--terrain", "E:1", "-o", "x",
                     about="own.map: line 4: '#' at 2,0 is not one of: . G @ O T S W 1 to 9 E;")
        run = self.run_throng("info", "plain.map", "--terrain", "x:3")
        self.assertIn("no cell is 'x'", run.stderr)
        self.assertEqual(run.returncode, 0)

    def test_bad_files_of_weights_are_refused_by_every_command(self):
        for command, (text, about) in in_turn(self.commands(), (
                ("", "bad.weights: line 1"),
                (LAYER[:LAYER.rindex("1 1 1 1 1")], "bad.weights: line 7: row 3 of 3 is missing"),
                (LAYER + "1\n", "bad.weights: line 8"),
                (LAYER.replace("3 1 1\n1", "3 1\n1"), "bad.weights: line 5: row 1 of 3 has 4 weights"),
                (LAYER.replace("3 1 1\n1", "3 1 1 1\n1"), "bad.weights: line 5: row 1 of 3 has more"),
                (LAYER.replace("1 3 1", "1 x 1"), "bad.weights: line 5: 'x' at 2,0"),
                (LAYER.replace("1 3 1", "1 16384 1"), "bad.weights: line 5: '16384' at 2,0"),
                (LAYER.replace("1 3 1", "1 -3 1"), "bad.weights: line 5: '-3' at 2,0"),
                (LAYER.replace("height 3", "height 500000000"), "bad.weights: line 8: row 4"),
                (LAYER.replace("height 3", "height 99999999999"), "bad.weights: line 2"),
                (LAYER.replace("height 3\nwidth 5", "height 60000\nwidth 80000"), "bad.weights: line 4"),
                (LAYER.replace("type weights", "type octile"), "bad.weights: line 1"),
                (LAYER.replace("weights\n1", "map\n1"), "bad.weights: line 4"),
                (b"\x00\xff\xfe\x00" * 100, "bad.weights: line 1"),
                ("type weights\nheight 5\nwidth 3\nweights\n" + "1 1 1\n" * 5,
                 "contains weights for a map of 3 x 5, but swamp.map is 5 x 3"))):
            self.write("bad.weights", text)
            self.refuses(*command, "--weights", "bad.weights", about=about)

    def test_what_weights_do_not_allow_is_refused(self):
        for ground in ["--terrain", "S:2"], ["--weights", "swamp.weights"]:
            solve = ["solve", "swamp.map", "q.csv", "--json", "out", *ground]
            self.refuses(*solve, "--jumps", "graph", about="on plain ground")
            self.refuses(*solve, "--areas", about="plain ground")

    def test_a_map_whose_paths_could_cost_too_much_is_refused(self):
        self.passes("generate", "empty", "--size", "300x300", "-o", "large.map")
        self.write("q.csv", "0,0,299,299\n")
        self.refuses("solve", "large.map", "q.csv", "--terrain", ".:16383", "--costs",
                     "16383/16383", about="large.map: step costs")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: weights_test.py PATH_TO_THRONG SOURCE_DIR")
    program.THRONG.append(os.path.abspath(sys.argv[1]))
    MAPS = pathlib.Path(sys.argv[2]).resolve() / "maps"
    unittest.main(argv=sys.argv[:1])
