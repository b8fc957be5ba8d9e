#!/usr/bin/env python3
"""The files of every experiment: python3 reports_test.py PATH_TO_THRONG"""

import csv
import io
import json
import re
import os
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

from program import SMALL_MAP, THRONG, ProgramTest

NAME = "it's \u00fcber.map"
RUNS = {  # a short run of each experiment; its maps; whether it draws at random
    "landmarks": (["--maps", NAME, "small.map", "--queries", 3], [NAME, "small.map"], True),
    "areas": (["--map", NAME], [NAME], False),
    "table1": (["--maps", NAME, "small.map"], [NAME, "small.map"], True),
    "table2": (["--trials", 1], [], True),
    "oracle": (["--maps", NAME, "small.map", "--queries", 3], [NAME, "small.map"], True),
    "throughput": (["--maps", NAME, "small.map", "--repeat", 1], [NAME, "small.map"], True),
}


def as_json(field, like):
    """A field of CSV in the type of its twin; nothing if it is empty."""
    if like is None:
        return field or None
    return float(field) if isinstance(like, float) else type(like)(field)


class Reports(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write(NAME, SMALL_MAP)

    def test_every_experiment_is_listed_here(self):
        text = self.passes("experiment", "--help").partition("Subcommands:\n")[2]
        self.assertEqual(set(re.findall(r"^  (\w+)", text.partition("\n\n")[0], re.M)), set(RUNS))

    def test_json_has_the_rows_of_csv_and_their_origin(self):
        for name, (options, maps, random) in RUNS.items():
            seed = ["--seed", 5] if random else []
            self.passes("experiment", name, *options, *seed, "--csv", "c", "--json", "j",
                        "--markdown", "m", "--plot", "p.svg")
            report = json.loads(self.read("j"))
            self.assertEqual(list(report), ["throng_version", "compiler", "processor", "date",
                                            "command", "maps",
                                            *["seed"] * random, "rows"])
            self.assertEqual(report["maps"], maps)
            self.assertEqual(report.get("seed"), 5 if random else None)
            command = report["command"]
            self.tells_origin(report, f"throng experiment {name} --")
            self.assertTrue(command.endswith("--csv c --json j --markdown m --plot p.svg"))
            self.assertEqual("'it'\\''s \u00fcber.map'" in command, NAME in maps)
            reader = csv.DictReader(io.StringIO(self.read("c")))
            rows = list(reader)
            self.assertEqual(len(rows), len(report["rows"]))
            for row, twin in zip(rows, report["rows"]):
                self.assertEqual(list(twin), reader.fieldnames)
                self.assertEqual({key: as_json(row[key], twin[key]) for key in row}, twin)
            self.assertIn("|", self.read("m"))
            svg = self.read("p.svg")
            self.assertTrue(svg.startswith("<?xml") and svg.endswith("</svg>\n"))

    def test_each_form_may_go_to_standard_output(self):
        options = ["experiment", "areas", "--map", "small.map"]
        self.assertTrue(self.passes(*options, "--csv", "-").startswith("map,width,"))
        row, = json.loads(self.passes(*options, "--json", "-"))["rows"]
        self.assertEqual(row["open_cells"], 15)
        self.assertTrue(self.passes(*options, "--markdown", "-").startswith("| "))
        with open(self.folder / "out", "wb") as out:
            self.assertEqual(self.run_throng(*options, "--plot", "-", stdout=out).returncode, 0)
        self.assertEqual((self.folder / "out").read_bytes()[:4], b"\x89PNG")

    def test_other_endings_are_refused_before_any_work(self):
        for name, path in (("landmarks", "p"), ("areas", "p.pdf"), ("table1", "svg"),
                           ("table2", "p.svg.gz"), ("oracle", "p.jpeg"),
                           ("throughput", "p.gif")):
            self.refuses("experiment", name, "--plot", path,
                         *(["--map", "missing.map"] if name == "areas" else []),
                         about=f"{path}: the name of a picture ends in .svg or .png")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: reports_test.py PATH_TO_THRONG")
    THRONG.append(os.path.abspath(sys.argv[1]))
    unittest.main(argv=sys.argv[:1])
