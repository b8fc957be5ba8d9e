#!/usr/bin/env python3
"""Runs the program as a user would: python3 cli_test.py PATH_TO_THRONG SOURCE_DIR"""

import csv
import io
import json
import math
import os
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

import program
from hostile_input import HostileInput  # noqa: F401, unittest finds it here
from program import (ROOT2, SMALL_MAP_HASH, SMALL_PATHS, SMALL_QUERIES, ProgramTest, csv_of,
                     scenario)

MAPS = pathlib.Path()

SUMMARY_KEYS = (
    "map width height open_cells queries found unreachable other checked mismatches threads "
    "topology corners costs heuristic algorithm index_seconds index_bytes solve_seconds "
    "queries_per_second expanded generated reopened latency_us length_sum result_hash "
    "grid_seconds grid_bytes scratch_bytes straight_cost diagonal_cost landmarks placement "
    "metric storage active_landmarks jumps out_of_budget bracketed bracket_ratio cost_model "
    "plain unit_size links throng_version compiler processor date command map_hash scenario "
    "queries_hash seed cost_hash weight_percent "
    "engine hub_labels hub_refusal front_refusal hierarchy_refusal closed_ends closed_by_weights closed_by_unit_size "
    "unknown_lengths suboptimality").split()
INFO_KEYS = ("map width height open_cells components largest_component obstacle_corners areas "
             "borders gates grid_bytes grid_seconds plain links").split()
CSV_HEADER = ("index sx sy gx gy status cost length expanded generated reopened "
              "microseconds lower upper").split()


def length_of(cells):
    return sum(math.dist(a, b) for a, b in zip(cells, cells[1:]))


class Solve(ProgramTest):
    def test_every_bundled_scenario_has_the_promised_lengths_on_any_number_of_threads(self):
        maps = sorted(MAPS.glob("*.map"))
        self.assertTrue(maps, f"no maps in {MAPS}")
        for path in maps:
            hashes = set()
            for threads in 1, 2, 4:
                summary = json.loads(self.passes("solve", path, f"{path}.scen", "--check",
                                                 "--threads", threads, "--json", "-"))
                self.assertEqual(summary["threads"], threads)
                self.assertEqual(summary["mismatches"], 0)
                self.assertEqual(summary["checked"], summary["queries"])
                self.assertGreater(summary["found"], 0)
                hashes.add(summary["result_hash"])
            self.assertEqual(len(hashes), 1, path)

    def test_the_json_summary_has_the_agreed_keys_in_order_and_right_figures(self):
        summary = json.loads(self.passes("solve", "small.map", "small.scen", "--check",
                                         "--json", "-"))
        self.assertEqual(list(summary), SUMMARY_KEYS)
        self.assertEqual(list(summary["latency_us"]), ["mean", "p50", "p99", "max"])
        expected = {
            "map": "small.map", "width": 5, "height": 4, "open_cells": 15, "queries": 7,
            "found": 6, "unreachable": 0, "other": 1, "checked": 7, "mismatches": 0,
            "topology": "octile", "corners": "never_cut", "costs": "exact",
            "algorithm": "astar", "index_bytes": 0, "straight_cost": 2378,
            "diagonal_cost": 3363}
        self.assertEqual({key: summary[key] for key in expected}, expected)
        self.assertAlmostEqual(summary["length_sum"], 10 + ROOT2, places=9)
        self.assertRegex(summary["result_hash"], r"\A[0-9a-f]{16}\Z")
        self.assertGreater(summary["solve_seconds"], 0)
        self.assertGreater(summary["threads"], 0)

    def test_paths_csv_and_json_tell_the_same(self):
        for queries in "small.scen", "small.csv":
            self.passes("solve", "small.map", queries, "--paths", "p", "--csv", "c",
                        "--json", "j")
            summary = json.loads(self.read("j"))
            rows = list(csv.DictReader(io.StringIO(self.read("c"))))
            self.assertEqual(list(rows[0]), CSV_HEADER)
            self.compare(self.read("p").splitlines(), rows, summary)

    def compare(self, paths, rows, summary):
        self.assertEqual(len(paths), len(rows))
        for i, (path, row, query) in enumerate(zip(paths, rows, SMALL_QUERIES)):
            index, *cells = path.split(" ")
            cells = [tuple(map(int, cell.split(","))) for cell in cells]
            start, goal, length = query
            self.assertEqual((index, row["index"]), (str(i), str(i)))
            self.assertEqual([int(row[key]) for key in ("sx", "sy", "gx", "gy")],
                             [*start, *goal])
            if length < 0:
                self.assertEqual((cells, row["cost"], row["length"]), ([], "", ""))
                continue
            self.assertEqual((row["status"], cells[0], cells[-1]), ("found", start, goal))
            self.assertAlmostEqual(length_of(cells), length, places=9)
            self.assertAlmostEqual(float(row["length"]), length, places=6)
            self.assertAlmostEqual(int(row["cost"]) / summary["straight_cost"], length,
                                   places=6)
        statuses = [row["status"] for row in rows]
        self.assertEqual(statuses.count("found"), summary["found"])
        self.assertEqual(sum(int(row["expanded"]) for row in rows), summary["expanded"])

    def test_a_query_that_cannot_be_answered_is_a_status_not_an_error(self):
        self.write("island.map", "type octile\nheight 1\nwidth 5\nmap\n..@..\n")
        self.write("q.csv", "sx,sy,gx,gy\n0,0,4,0\n2,0,0,0\n0,0,2,0\n0,0,5,0\n-1,0,0,0\n")
        rows = list(csv.DictReader(io.StringIO(
            self.passes("solve", "island.map", "q.csv", "--csv", "-"))))
        self.assertEqual([row["status"] for row in rows],
                         ["unreachable", "start_blocked", "goal_blocked", "out_of_map",
                          "out_of_map"])

    def test_rules_change_the_lengths(self):
        def total(*options):
            return json.loads(self.passes("solve", "small.map", "small.csv", "--json", "-",
                                          *options))["length_sum"]
        self.assertAlmostEqual(total(), 10 + ROOT2)
        self.assertAlmostEqual(total("--corners", "cut_one"), 8 + 2 * ROOT2)
        self.assertAlmostEqual(total("--topology", "tile"), 12)

    def test_every_algorithm_and_heuristic_finds_the_promised_lengths(self):
        for algorithm in "auto", "astar", "jps", "textbook":
            for heuristic in "auto", "plain", "zero", "manhattan", "octile", "euclid":
                self.passes("solve", "small.map", "small.scen", "--check", "--algorithm",
                            algorithm, "--heuristic", heuristic)

    def test_a_wrong_length_fails_the_check_and_is_listed(self):
        wrong = [(start, goal, length + 2) for start, goal, length in SMALL_QUERIES]
        self.write("wrong.scen", scenario(wrong * 2))
        run = self.run_throng("solve", "small.map", "wrong.scen", "--check", "--json", "-")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(json.loads(run.stdout)["mismatches"], 14)
        lines = run.stderr.splitlines()
        self.assertEqual(lines[0],
                         "throng: query 0, from 0,0 to 4,0: expected 6, got 4.00000000")
        self.assertEqual(lines[6],
                         "throng: query 6, from 0,0 to 4,3: expected 1, got goal_blocked")
        self.assertEqual(lines[10:], ["throng: and 4 more"])

    def test_a_path_where_the_scenario_says_none_fails_the_check(self):
        self.write("wrong.scen", scenario([((0, 0), (1, 0), -1.0)]))
        run = self.run_throng("solve", "small.map", "wrong.scen", "--check")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(
            run.stderr,
            "throng: query 0, from 0,0 to 1,0: expected no path, got 1.00000000\n")
        self.assertIn("FAILED", run.stdout)

    def test_a_check_that_fails_under_other_rules_comes_with_a_hint(self):
        run = self.run_throng("solve", "small.map", "small.scen", "--check", "--corners",
                              "cut_one")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr.count("\n"), 2)
        self.assertIn("hint", run.stderr.splitlines()[1])

    def test_the_summary_for_people_names_what_counts(self):
        text = self.passes("solve", "small.map", "small.scen", "--check")
        for part in ("small.map", "5 x 4 cells, 15 open", "octile, never_cut, costs exact",
                     "6 found, 0 unreachable, 1 other", "7 lengths as expected",
                     "queries/s", "p99"):
            self.assertIn(part, text)
        self.assertRegex(text, r"\nhash +[0-9a-f]{16}\n")

    def test_the_summary_tells_why_ends_are_closed(self):
        for options, why in (((), (1, 0, 0)), (("--unit-size", 2), (7, 0, 7)),
                             (("--terrain", ".:0,G:1"), (7, 7, 0))):
            summary = json.loads(self.run_throng("solve", "small.map", "small.scen", "--json",
                                                 "-", *options).stdout)
            self.assertEqual((summary["closed_ends"], summary["closed_by_weights"],
                              summary["closed_by_unit_size"]), why, options)

    def test_a_bounded_algorithm_is_checked_against_its_bound(self):
        path = MAPS / "rooms.map"
        worst = {}
        for algorithm in "wastar", "greedy":
            text = self.passes("solve", path, f"{path}.scen", "--check", "--algorithm",
                               algorithm)
            self.assertIn("lengths in bounds", text)
            summary = json.loads(self.passes("solve", path, f"{path}.scen", "--check", "--json",
                                             "-", "--algorithm", algorithm))
            self.assertEqual(summary["mismatches"], 0)
            worst[algorithm] = summary["suboptimality"]["max"]
        self.assertGreater(worst["wastar"], 1.01)
        self.assertLess(worst["wastar"], 1.5)
        self.assertGreater(worst["greedy"], 1.5)

    def test_length_0_between_different_cells_means_unreachable_or_unknown(self):
        none, known, unknown = ((0, 0), (4, 3), 0.0), SMALL_QUERIES[0], ((0, 3), (2, 3), 0.0)
        for queries, checked, code in (((none, known), 2, 0), ((none, unknown, known), 2, 0),
                                       ((none, unknown, ((0, 0), (4, 0), 5.0)), 2, 1)):
            self.write("zero.scen", scenario(queries))
            run = self.run_throng("solve", "small.map", "zero.scen", "--check", "--json", "-",
                                  "--paths", "zero.paths")
            summary = json.loads(run.stdout)
            self.assertEqual(
                (run.returncode, summary["checked"], summary["mismatches"],
                 summary["unknown_lengths"]), (code, checked, code, len(queries) - checked))
            text = self.run_throng("solve", "small.map", "zero.scen", "--check").stdout
            self.assertEqual("1 query not checked: length 0 between different cells" in text,
                             checked < len(queries))
            self.assertEqual(self.run_throng("validate", "small.map", "zero.scen",
                                             "zero.paths").returncode, code)
        # The search that ends early proves nothing.
        self.write("zero.scen", scenario([((0, 0), (4, 2), 0.0)]))
        summary = json.loads(self.passes("solve", "small.map", "zero.scen", "--check", "--json",
                                         "-", "--max-expansions", 1, "--algorithm", "astar"))
        self.assertEqual((summary["found"], summary["checked"], summary["unknown_lengths"]),
                         (0, 0, 1))

    def test_bounds_in_the_csv_are_proven_whatever_the_algorithm_promises(self):
        path = MAPS / "rooms.map"
        rows = {}
        for algorithm in "jps", "wastar", "pxwd", "greedy":
            self.passes("solve", path, f"{path}.scen", "--algorithm", algorithm, "--csv", "c")
            rows[algorithm] = list(csv.DictReader(io.StringIO(self.read("c"))))
        longer = 0
        for i, best in enumerate(rows.pop("jps")):
            self.assertEqual(best["lower"], best["cost"])
            for algorithm, found in rows.items():
                row, least = found[i], int(best["cost"])
                self.assertEqual(row["upper"], row["cost"])
                if algorithm == "greedy":
                    self.assertEqual(row["lower"], "" if least else "0")
                    continue
                self.assertLessEqual(int(row["lower"]), least)
                self.assertLess(int(row["cost"]) - 1, int(row["lower"]) * 1.5)
                longer += int(row["cost"]) > least
        self.assertGreater(longer, 20)  # otherwise any bound would do

    def test_columns_of_csv_are_found_by_their_names(self):
        for header, line in (("gx,gy,sx,sy", "4,0,0,0"), ("gx,gy,x,y", "4,0,0,0"),
                             ("start_row,start_col,goal_row,goal_col", "0,0,0,4")):
            self.write("named.csv", f"{header}\n{line}\n")
            self.passes("solve", "small.map", "named.csv", "--paths", "p")
            self.assertEqual(self.read("p"), "0 0,0 1,0 2,0 3,0 4,0\n")
        self.write("unknown.csv", "# made by hand\na,b,c,d\n0,0,4,0\n")
        run = self.run_throng("solve", "small.map", "unknown.csv")
        self.assertEqual(run.returncode, 2)
        self.assertTrue(run.stderr.startswith(
            "throng: unknown.csv: line 2: the header has no column for start x; names "
            "understood: sx,sy,gx,gy; "), run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1)

    def test_a_csv_of_results_is_read_as_queries(self):
        self.passes("solve", "small.map", "small.scen", "--csv", "out.csv")
        hashes = {json.loads(self.passes("solve", "small.map", queries, "--json", "-"))
                  ["result_hash"] for queries in ("small.scen", "out.csv")}
        self.assertEqual(len(hashes), 1)
        self.write("turned.csv", "\ufeff# comment\ngy,gx,sy,sx\n0,4,0,0\n".encode())
        self.passes("solve", "small.map", "turned.csv", "--paths", "p")
        self.assertEqual(self.read("p"), "0 0,0 1,0 2,0 3,0 4,0\n")

    def test_the_scenario_of_another_map_is_noted(self):
        self.write("other.map", self.read("small.map"))
        run = self.run_throng("solve", "other.map", "small.scen", "--check")
        self.assertEqual((run.returncode, run.stderr), (0, (
            "throng: note: small.scen: made for small.map, solved on other.map\n")))

    def test_costs_have_a_hash_that_optimal_searches_share(self):
        path = MAPS / "rooms.map"
        summaries = [json.loads(self.passes("solve", path, f"{path}.scen", "--json", "-",
                                            *options))
                     for options in ((), ("--algorithm", "astar"), ("--hubs",),
                                     ("--algorithm", "bidirectional"))]
        self.assertEqual(len({summary["cost_hash"] for summary in summaries}), 1)
        self.assertGreater(len({summary["result_hash"] for summary in summaries}), 1)
        self.assertEqual([summary["engine"] for summary in summaries],
                         ["jps scan", "astar", "hub cells", "bidirectional"])
        self.assertEqual(summaries[1]["command"],
                         f"throng solve {path} {path}.scen --json - --algorithm astar")

    def test_a_summary_tells_where_it_comes_from(self):
        self.write("twin.map", self.read("small.map").replace("\n", "\r\n"))
        self.write("fewer.csv", csv_of(SMALL_QUERIES[1:]))
        def summary(*command):
            found = json.loads(self.passes(*command, "--json", "-"))
            self.tells_origin(found, f"throng {command[0]} {command[1]} ")
            return found
        first = summary("solve", "small.map", "small.scen")
        again = summary("solve", "small.map", "small.csv")
        twin = summary("solve", "twin.map", "fewer.csv")
        game = summary("simulate", "small.map", "--units", 2, "--frames", 2)
        self.assertEqual(first["map_hash"], SMALL_MAP_HASH)
        self.assertEqual([again["map_hash"], game["map_hash"]], [SMALL_MAP_HASH] * 2)
        self.assertRegex(twin["map_hash"], r"\A[0-9a-f]{16}\Z")
        self.assertNotEqual(twin["map_hash"], SMALL_MAP_HASH)
        self.assertRegex(first["queries_hash"], r"\A[0-9a-f]{16}\Z")
        self.assertEqual(first["queries_hash"], again["queries_hash"])
        self.assertNotEqual(first["queries_hash"], twin["queries_hash"])

    def test_outputs_replace_older_files_and_leave_nothing_else(self):
        self.write("j", "old")
        before = set(os.listdir(self.folder))
        self.passes("solve", "small.map", "small.scen", "--json", "j")
        self.assertEqual(json.loads(self.read("j"))["queries"], 7)
        self.assertEqual(set(os.listdir(self.folder)), before)


class Validate(ProgramTest):
    def rejects(self, old, new, complaint, *options, queries="small.scen"):
        self.assertIn(old, SMALL_PATHS)
        self.write("bad.paths", SMALL_PATHS.replace(old, new))
        run = self.run_throng("validate", "small.map", queries, "bad.paths", *options)
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertEqual(run.stderr, f"throng: {complaint}\n")

    def test_the_paths_of_solve_are_valid_under_all_rules(self):
        rules = [("--corners", corners) for corners in ("never_cut", "cut_one", "always")]
        for options in [*rules, ("--topology", "tile")]:
            self.passes("solve", "small.map", "small.csv", "--paths", "p", *options)
            text = self.passes("validate", "small.map", "small.csv", "p", *options)
            self.assertTrue(text.startswith("7 paths valid"), text)
        self.assertEqual(self.passes("validate", "small.map", "small.scen", "small.paths"),
                         "7 paths valid\n")

    def test_the_paths_of_bundled_scenarios_are_valid(self):
        for path in sorted(MAPS.glob("*.map")):
            self.passes("solve", path, f"{path}.scen", "--paths", "p")
            self.assertIn("valid", self.passes("validate", path, f"{path}.scen", "p"))

    def test_one_illegal_step_is_rejected(self):
        self.rejects("0 0,0 1,0 2,0", "0 0,0 2,0",
                     "query 0, from 0,0 to 4,0: step 1, from 0,0 to 2,0, jumps")
        self.rejects("2 1,3 2,3", "2 1,3 1,2",
                     "query 2, from 1,3 to 2,2: step 1, from 1,3 to 1,2, enters a closed cell")

    def test_one_wrong_end_is_rejected(self):
        self.rejects("3,2 4,2\n", "3,2\n",
                     "query 3, from 2,2 to 4,2: ends at 3,2, not at 4,2")
        self.rejects("1 0,3", "1",
                     "query 1, from 0,3 to 2,3: begins at 1,3, not at 0,3")

    def test_one_cut_corner_is_rejected(self):
        cut = ("2 1,3 2,3 2,2", "2 1,3 2,2")
        self.rejects(*cut, "query 2, from 1,3 to 2,2: step 1, from 1,3 to 2,2, cuts a corner")
        self.write("cut.paths", SMALL_PATHS.replace(*cut))
        self.passes("validate", "small.map", "small.csv", "cut.paths", "--corners", "cut_one")

    def test_a_detour_a_missing_path_and_a_path_too_many_are_rejected(self):
        self.rejects("4 4,1 3,2", "4 4,1 4,2 3,2",
                     "query 4, from 4,1 to 3,2: is 2.000000 long, but the scenario says "
                     "1.414214")
        self.rejects("5 0,0", "5", "query 5, from 0,0 to 0,0: lacks a path, though one exists")
        self.rejects("6\n", "6 0,0 4,3\n",
                     "query 6, from 0,0 to 4,3: has a path, though the goal 4,3 is closed")


class OtherCommands(ProgramTest):
    def test_a_seed_makes_the_same_map_again(self):
        kinds = "empty random maze rooms caves islands terrain".split()
        for kind in kinds:
            make = ["generate", kind, "--size", "40x30"]
            first = self.passes(*make, "--seed", 7, "-o", "-")
            self.assertEqual(self.passes(*make, "--seed", 7, "-o", "-"), first)
            self.assertIn(kind, self.passes(*make, "--seed", 7, "-o", "made.map"))
            self.assertEqual(self.read("made.map"), first)
            self.assertRegex(first, r"(?s)width 40\b.*\nmap\n([^\n]{40}\n){30}\Z")
            if kind != "empty":
                self.assertNotEqual(self.passes(*make, "--seed", 8, "-o", "-"), first)

    def test_info_describes_each_map(self):
        self.passes("generate", "empty", "--size", "6x3", "-o", "empty.map")
        list_of_maps = json.loads(self.passes("info", "small.map", "empty.map", "--json"))
        for info in list_of_maps:
            self.assertEqual(list(info), INFO_KEYS)
        small, empty = list_of_maps
        self.assertEqual((small["width"], small["height"], small["open_cells"],
                          small["components"], small["largest_component"]),
                         (5, 4, 15, 1, 15))
        self.assertEqual((empty["map"], empty["open_cells"], empty["obstacle_corners"]),
                         ("empty.map", 18, 0))
        self.assertRegex(self.passes("info", "small.map", "empty.map"),
                         r"small\.map +5 x 4 +15 +75\.0 %.*\nempty\.map +6 x 3 ")

    def test_rules_change_the_components(self):
        self.write("x.map", "type octile\nheight 2\nwidth 2\nmap\n.@\n@.\n")
        for corners, components in ("never_cut", 2), ("cut_one", 2), ("always", 1):
            info, = json.loads(self.passes("info", "x.map", "--json", "--corners", corners))
            self.assertEqual(info["components"], components)

    def test_every_command_explains_itself_with_an_example(self):
        for command in "info", "generate", "solve", "validate":
            self.assertIn(f"Example:\n  throng {command} ", self.passes(command, "--help"))
        self.assertRegex(self.passes("--version"), r"\Athrong \d+\.\d+\.\d+\n\Z")
        self.assertEqual(self.passes("version"), self.passes("--version"))

    def test_help_may_be_asked_for_by_a_command(self):
        for words in (), ("solve",), ("experiment", "landmarks"):
            self.assertEqual(self.passes("help", *words), self.passes(*words, "--help"))
        self.refuses("help", "alchemy", about="alchemy")

    def test_no_command_prints_the_help_and_is_bad_use(self):
        run = self.run_throng()
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertEqual(run.stderr,
                         self.passes("--help") + "throng: a command is missing\n")

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_output_that_cannot_be_written_is_an_error(self):
        for arguments in (["info", "small.map"], ["solve", "small.map", "small.scen"]):
            with open("/dev/full", "w", encoding="ascii") as full:
                run = self.run_throng(*arguments, stdout=full)
            self.assertEqual(run.returncode, 2)
            self.assertRegex(run.stderr, r"\Athrong: [^\n]+\n\Z")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: cli_test.py PATH_TO_THRONG SOURCE_DIR")
    program.THRONG.append(os.path.abspath(sys.argv[1]))
    MAPS = pathlib.Path(sys.argv[2]).resolve() / "maps"
    unittest.main(argv=sys.argv[:1])
