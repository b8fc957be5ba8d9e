#!/usr/bin/env python3
"""The tables of the 2002 paper: python3 table2_test.py PATH_TO_THRONG"""

import csv
import io
import os
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import SANITIZED, THRONG, ProgramTest, unless_sanitized

HEADER = ("side obstacles_percent trials unfair apart tile_cut_short tex_cut_short tile_path "
          "tex_path tile_nodes tex_nodes median_nodes tile_time_us tex_time_us").split()
TIMES = "tile_time_us", "tex_time_us"
CASES = [(10, 0), (10, 10), (10, 20), (10, 30), (20, 0), (20, 10), (20, 20), (30, 0)]
TRIALS = 2000


class Table2Test(ProgramTest):
    def parse(self, text):
        reader = csv.DictReader(io.StringIO(text))
        rows = list(reader)
        self.assertEqual(reader.fieldnames, HEADER)
        return {(int(row["side"]), int(row["obstacles_percent"])):
                {key: float(row[key]) for key in HEADER[2:]} for row in rows}

    def table(self, *options):
        return self.parse(self.passes("experiment", "table2", "--csv", "-", *options))


class Figures(Table2Test):
    @unless_sanitized
    def test_they_are_as_in_the_paper_where_that_can_be_told(self):
        table = self.table("--trials", TRIALS)
        self.assertEqual(list(table), CASES)
        for (side, percent), row in table.items():
            self.assertEqual(row["trials"] + row["tile_cut_short"], TRIALS)  # tex never alone
            self.assertLess(row["tex_path"], row["tile_path"])
            self.assertAlmostEqual(row["tex_path"] / row["tile_path"], 0.81, delta=0.02)
            self.assertTrue(row["tile_time_us"] > 0 and row["tex_time_us"] > 0)
            if percent == 0:
                # |a - b| of two of n numbers is n / 3 on average, for pairs of cells that differ.
                self.assertAlmostEqual(row["tile_path"] / side, 2 / 3, delta=0.02)
                self.assertEqual(row["tile_nodes"], row["tile_path"])
                self.assertEqual(row["tex_nodes"], row["tex_path"])
                self.assertEqual((row["unfair"], row["apart"]), (0, 0))
            else:
                self.assertGreater(row["tile_nodes"], row["tile_path"])
                self.assertLess(row["tex_nodes"], row["tile_nodes"])
        unfair, apart = ([table[10, percent][key] for percent in (10, 20, 30)]
                         for key in ("unfair", "apart"))
        self.assertEqual((unfair, apart), (sorted(unfair), sorted(apart)))
        self.assertGreater(unfair[2], 0.1 * TRIALS)

    def test_a_seed_gives_the_same_figures_but_times(self):
        first, again, other = (
            {case: [row[key] for key in row if key not in TIMES]
             for case, row in self.table("--trials", 20 if SANITIZED else 200, "--seed", seed).items()}
            for seed in (7, 7, 8))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)

    def test_one_trial_is_enough(self):
        for row in self.table("--trials", 1).values():
            self.assertAlmostEqual(row["median_nodes"], row["tex_nodes"] / row["tile_nodes"],
                                   delta=1e-6)


class Reports(Table2Test):
    def test_tables_for_people_have_the_papers_figures_beside_ours(self):
        text = self.passes("experiment", "table2", "--trials", 5, "--markdown", "m")
        for line in (r"hex +6 +3\.000 +3 +0\.80[56] +0\.81 +2\.42. +2\.42",
                     r"tex +6 +3\.000 +3 +0\.809 +0\.81 +2\.43. +2\.43",
                     r"octile +8 +4\.236 +4\.2 +0\.707 +0\.71 +2\.77. +2\.77",
                     r"tile +4 +3\.000 +3 +1\.000 +1\.00 +3\.000 +3\.00",
                     r"10 x 10 +30 % +5 +1,000,000 .* 0\.826 .* 0\.021 .* 0\.048 .*",
                     r"20 x 20 +10 % +5 +6,000 .* 0\.808 .* 0\.012 .* 0\.020 .*"):
            self.assertRegex(text, rf"(?m)^{line}$")
        for note in "path, nodes, time: ", "unfair: ", "cut: ", "20,000,000 expansions":
            self.assertIn(note, text)
        lines = [line for line in self.read("m").splitlines() if line.startswith("|")]
        self.assertEqual([line.count("|") for line in lines],
                         [9] * (2 + 4) + [17] * (2 + len(CASES)))

    def test_the_ratios_have_a_picture(self):
        self.passes("experiment", "table2", "--trials", 5, "--plot", "p.png")
        width, height = self.png_size("p.png")
        self.assertTrue(1000 < width < 2500 and 500 < height < 2000)

    def test_it_explains_itself_with_an_example(self):
        text = self.passes("experiment", "table2", "--help-all")
        self.assertIn("Example:\n  throng experiment table2 ", text)
        self.assertIn("AI 2002", text)

    def test_bad_use_is_refused_before_anything_is_measured(self):
        for options, about in (
                (["--trials", "0"], "'0'"), (["--trials", "x"], "'x'"),
                (["--seed", "-1"], "'-1'"), (["--maps", "small.map"], "--maps"),
                (["--csv", "out", "--json", "out"], "--csv and --json"),
                (["--plot", "no/out.svg"], "no/out.svg")):
            self.refuses("experiment", "table2", *options, about=about)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: table2_test.py PATH_TO_THRONG")
    THRONG.append(os.path.abspath(sys.argv[1]))
    unittest.main(argv=sys.argv[:1])
