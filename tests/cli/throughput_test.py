#!/usr/bin/env python3
"""Maps and engines in one experiment: python3 throughput_test.py PATH_TO_THRONG"""

import csv
import io
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import SMALL_QUERIES, THRONG, ProgramTest, scenario

RUNS = ["runs_queries_per_second", "runs_p50_us", "runs_p99_us"]
CONTENDER = ["algorithm", "heuristic", "landmarks", "threads"]


def runs(row, column=RUNS[0]):
    return [float(word) for word in row[column].split()]


class ThroughputTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("small.map.scen", scenario(SMALL_QUERIES))
        self.passes("generate", "rooms", "--size", "40x40", "--seed", 1, "-o", "rooms.map")

    def command(self, *options, repeat=1):
        return ["experiment", "throughput", *options, "--queries", 5, "--repeat", repeat]

    def rows_in(self, text):
        return list(csv.DictReader(io.StringIO(text)))

    def rows(self, *options, repeat=1):
        """The rows of a run that stores them in t.csv."""
        self.passes(*self.command("--csv", "t.csv", *options, repeat=repeat))
        return self.rows_in(self.read("t.csv"))

    def edited(self, **columns):
        """t.csv with other fields in all rows."""
        text = io.StringIO()
        rows = self.rows_in(self.read("t.csv"))
        writer = csv.DictWriter(text, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows({**row, **columns} for row in rows)
        return text.getvalue()

    def edit(self, **columns):
        self.write("t.csv", self.edited(**columns))


class Rows(ThroughputTest):
    def test_every_combination_has_a_row_on_every_map(self):
        rows = self.rows("--maps", "rooms.map", "small.map", "--algorithms", "astar,hub,wastar",
                         "--heuristics", "auto,plain", "--landmarks", "0,4", "--threads", "2,1")
        combinations = [
            ("astar", "auto", "0"), ("astar", "auto", "4"), ("astar", "plain", "0"),
            ("hub", "auto", "0"), ("hub", "plain", "0"),
            ("wastar", "auto", "0"), ("wastar", "auto", "4"), ("wastar", "plain", "0")]
        self.assertEqual(
            [(row["map"], *(row[key] for key in CONTENDER)) for row in rows],
            [(name, *combination, threads) for name in ("rooms.map", "small.map")
             for combination in combinations for threads in "21"])
        for name in "rooms.map", "small.map":
            mine = [row for row in rows if row["map"] == name]
            optimal = [row for row in mine if row["algorithm"] != "wastar"]
            self.assertEqual(len({row["cost_hash"] for row in optimal}), 1)
            for row in mine:
                self.assertEqual((row["wrong"], row["refusal"], row["repeats"], row["queries"]),
                                 ("0", "", "1", "5"))
                self.assertEqual(float(row["index_bytes"]) > 0,
                                 row["landmarks"] != "0" or row["algorithm"] == "hub")
                self.assertTrue(1 <= float(row["ratio_mean"]) <= float(row["ratio_max"]) <= 1.5)
                self.assertTrue(0 < float(row["p50_us"]) <= float(row["p99_us"]))
        self.assertEqual({row["engine"] for row in rows}, {"astar", "hub cells", "wastar"})

    def test_figures_are_medians_of_all_runs(self):
        for repeat in 2, 3:
            for row in self.rows("--maps", "small.map", "--algorithms", "astar,jps",
                                 repeat=repeat):
                self.assertEqual(row["repeats"], str(repeat))
                speeds = runs(row)
                self.assertEqual((float(row["slowest"]), float(row["fastest"])),
                                 (min(speeds), max(speeds)))
                for column, figure in zip(RUNS, ("queries_per_second", "p50_us", "p99_us")):
                    self.assertAlmostEqual(float(row[figure]),
                                           statistics.median(runs(row, column)), delta=0.002)

    def test_a_row_tells_where_it_comes_from(self):
        (self.folder / "twin").mkdir()
        for name in "small.map", "small.map.scen":
            self.write(f"twin/{name}", self.read(name))
        rows = self.rows("--maps", "small.map", "twin/small.map", "rooms.map", "--seed", 7)
        small, twin, rooms = rows
        for key in "map_hash", "queries_hash", "cost_hash":
            self.assertRegex(small[key], r"\A[0-9a-f]{16}\Z")
            self.assertEqual(small[key], twin[key])
            self.assertNotEqual(small[key], rooms[key])
        summary = json.loads(self.passes("solve", "small.map", "small.scen", "--json", "-"))
        self.assertEqual(summary["map_hash"], small["map_hash"])
        self.assertEqual([row["scenario"] for row in rows],
                         ["small.map.scen", "twin/small.map.scen", ""])
        self.assertEqual(rooms["seed"], "7")
        self.tells_origin(small, "throng experiment throughput --csv t.csv ")
        other = self.rows("--maps", "rooms.map", "--seed", 8)[0]
        self.assertNotEqual(other["queries_hash"], rooms["queries_hash"])

    def test_scenarios_may_stand_in_a_folder_of_their_own(self):
        (self.folder / "scen").mkdir()
        self.write("scen/rooms.map.scen",
                   scenario([((0, 0), (1, 0), 1)], 40, 40).replace("small", "rooms"))
        options = ["--maps", self.folder / "rooms.map", "--scenarios", "scen"]
        row, = self.rows(*options)
        self.assertEqual((row["scenario"], row["queries"]), ("scen/rooms.map.scen", "1"))
        self.refuses(*self.command("--maps", "small.map", "--scenarios", "scen", "--csv", "x"),
                     about="scen/small.map.scen: No such file")
        self.refuses(*self.command(*options, "--csv", "scen/rooms.map.scen"),
                     about="would replace")

    def test_what_a_map_does_not_allow_is_refused_in_its_row(self):
        options = ["--maps", "rooms.map", "--algorithms", "astar,jps", "--heuristics",
                   "auto,landmark", "--corners", "always"]
        refusals = [row["refusal"] for row in self.rows(*options, "--plot", "p.svg")]
        self.assertEqual(refusals[0], "")
        for refusal in refusals[1:]:
            self.assertRegex(refusal, "landmark|jps")
        text = self.passes(*self.command(*options))
        self.assertEqual(sum(line.split()[-1:] == ["refused"] for line in text.splitlines()), 3)
        self.assertIn(f"\nrooms.map, jps refused: {refusals[2]}\n", text)

    def test_bad_use_is_refused_before_anything_is_measured(self):
        for options, about in (
                (["--algorithms", "astar,foo"], "'foo' is not one of"),
                (["--algorithms", "astar,"], "''"), (["--heuristics", "x"], "'x'"),
                (["--landmarks", "0,65"], "'65'"), (["--threads", "0"], "'0'"),
                (["--repeat", "0"], "'0'"), (["--resume"], "--resume"),
                (["--resume", "--csv", "-"], "--resume"),
                (["--maps", "small.map", "missing.map", "--csv", "t"], "missing.map")):
            self.refuses("experiment", "throughput", *options, about=about)


class Resume(ThroughputTest):
    def resumed(self, *options, repeat=1):
        return self.rows("--maps", "small.map", "--resume", *options, repeat=repeat)

    def test_complete_rows_are_kept_and_others_go_on(self):
        first, = self.resumed("--algorithms", "jps")
        rows = self.resumed("--algorithms", "astar,jps")
        self.assertEqual([row["algorithm"] for row in rows], ["astar", "jps"])
        self.assertEqual(rows[1], first)
        longer = self.resumed("--algorithms", "astar,jps", repeat=3)
        for old, new in zip(rows, longer):
            for column in RUNS:
                self.assertEqual(len(runs(new, column)), 3)
                self.assertEqual(runs(new, column)[:1], runs(old, column))
        self.assertEqual(self.resumed("--algorithms", "hub")[1:], longer)

    def test_a_run_that_died_goes_on_where_it_was(self):
        for number in signal.SIGKILL, signal.SIGINT:
            options = ["--maps", "small.map", "--csv", "t.csv", "--algorithms", "astar,jps",
                       "--resume"]
            words = [*THRONG, *map(str, self.command(*options, repeat=1000))]
            before = self.read("t.csv") if (self.folder / "t.csv").exists() else ""
            with subprocess.Popen(words, cwd=self.folder, stderr=subprocess.DEVNULL) as run:
                while not (self.folder / "t.csv").exists() or self.read("t.csv") == before:
                    self.assertIsNone(run.poll())
                run.send_signal(number)
            self.assertEqual(run.returncode, -9 if number == signal.SIGKILL else 130)
            stored = self.rows_in(self.read("t.csv"))
            most = max(len(runs(row)) for row in stored)
            after = self.resumed("--algorithms", "astar,jps", repeat=most + 1)
            self.assertEqual([row["algorithm"] for row in after], ["astar", "jps"])
            for row, old in zip(after, stored):
                self.assertEqual(runs(row)[:len(runs(old))], runs(old))
                self.assertEqual(len(runs(row)), most + 1)

    def test_refused_rows_are_tried_again(self):
        options = ["--maps", "rooms.map", "--algorithms", "astar", "--heuristics", "gateway",
                   "--resume"]
        self.passes("generate", "random", "--size", "90x90", "--seed", 1, "--density", 20,
                    "-o", "rooms.map")
        self.assertIn("allowed", self.rows(*options, "--gate-memory", 1)[0]["refusal"])
        self.assertEqual(self.rows(*options)[0]["refusal"], "")

    def test_other_conditions_are_not_mixed(self):
        options = ["--maps", "small.map", "--csv", "t.csv", "--resume"]
        self.resumed()
        for column in ("map_hash", "queries_hash", "throng_version", "compiler", "processor"):
            old = self.rows_in(self.read("t.csv"))[0][column]
            self.edit(**{column: "other"})
            self.refuses(*self.command(*options),
                         about=f"t.csv: small.map was measured under other conditions "
                               f"({column}: was 'other', is now '{old}')")
            self.edit(**{column: old})
        self.write("small.map", self.read("small.map").replace("T", "."))
        self.refuses(*self.command(*options), about="map_hash")

    def test_wrong_answers_are_not_forgotten(self):
        self.resumed()
        self.edit(wrong=2)
        run = self.run_throng(*self.command("--maps", "small.map", "--csv", "t.csv", "--resume"))
        self.assertEqual((run.returncode, run.stderr),
                         (1, "throng: small.map, auto: 2 costs not as the algorithm "
                             "guarantees\n"))

    def test_a_file_that_is_not_such_a_table_is_refused_and_kept(self):
        self.resumed()
        good = self.read("t.csv")
        header, row = good.splitlines(keepends=True)
        longer = self.edited(**{RUNS[2]: self.rows_in(good)[0][RUNS[2]] + " 1"})
        unknown = self.edited(**{RUNS[2]: "nan"})
        for text, about in (
                ("", "row 1"), ("map,algorithm\n", "row 1"), ("0,0,1,1\n", "row 1"),
                (header + row + "1,2\n", "row 3: 2 instead of 36 fields"),
                (header + re.sub(r",(\d+\.\d+\.\d+),", r',"\1,', row), "row 2: a quote"),
                (header + row.replace(",auto,", ",none,", 1), "row 2: algorithm: 'none'"),
                (header + row.replace(",auto,0,1,", ",auto,0,-1,"), "row 2: threads: '-1'"),
                (longer, "row 2: runs_p99_us: not as many"),
                (unknown, "row 2: runs_p99_us: 'nan'")):
            self.write("t.csv", text)
            self.refuses(*self.command("--maps", "small.map", "--csv", "t.csv", "--resume"),
                         about=f"t.csv: {about}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: throughput_test.py PATH_TO_THRONG")
    THRONG.append(os.path.abspath(sys.argv[1]))
    unittest.main(argv=sys.argv[:1])
