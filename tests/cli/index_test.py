#!/usr/bin/env python3
"""Searches over an index: python3 index_test.py PATH_TO_THRONG SOURCE_DIR"""

import csv
import io
import itertools
import json
import os
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

import program
from program import SANITIZED, THRONG, ProgramTest, in_turn, scenario

MAPS = pathlib.Path()

PLACEMENTS = "random", "farthest", "avoid", "coverage"
METRICS = "cost", "steps"
PLAIN_HEURISTICS = "plain", "zero", "manhattan", "octile", "euclid"
INDEX_KEYS = ("landmarks jump_graph index_bytes landmark_bytes jump_bytes "
              "area_bytes gate_bytes hubs hub_entries cell_labels hub_bytes hub_seconds "
              "hub_refusal front_bytes front_row_bytes front_seconds front_refusal "
              "hierarchy_bytes hierarchy_seconds hierarchy_refusal index_seconds "
              "parts").split()
EXPERIMENT_HEADER = ("map queries algorithm jumps heuristic landmarks placement metric storage "
                     "active guidance expanded generated reopened microseconds index_seconds "
                     "index_bytes wrong p50_us p99_us").split()


class Solve(ProgramTest):
    def summary(self, *options, name="caves"):
        path = MAPS / f"{name}.map"
        return json.loads(self.passes("solve", path, f"{path}.scen", "--json", "-", *options))

    def rows(self, *options, name="caves"):
        path = MAPS / f"{name}.map"
        text = self.passes("solve", path, f"{path}.scen", "--csv", "-", *options)
        return list(csv.DictReader(io.StringIO(text)))

    def test_every_search_over_every_index_finds_the_promised_lengths(self):
        searches = [("--algorithm", algorithm, "--heuristic", "landmark")
                    for algorithm in ("astar", "jps")]
        for name in ("maze",) if SANITIZED else ("caves", "maze"):
            total = self.summary(name=name)["length_sum"]
            for placement, metric in itertools.product(PLACEMENTS, METRICS):
                index = "--landmarks", 3, "--placement", placement, "--metric", metric
                for search in searches:
                    summary = self.summary("--check", *index, *search, name=name)
                    self.assertEqual(summary["mismatches"], 0)
                    self.assertAlmostEqual(summary["length_sum"], total, places=6)

    def test_landmarks_at_jump_points_answer_like_all_others_in_less_memory(self):
        few = self.summary("--check", "--landmarks", 16, "--storage", "jump_points",
                           "--heuristic", "landmark")
        all_cells = self.summary("--landmarks", 16)
        self.assertEqual((few["algorithm"], few["heuristic"], few["storage"], few["mismatches"]),
                         ("jps", "landmark", "jump_points", 0))
        self.assertEqual(few["cost_hash"], all_cells["cost_hash"])
        self.assertLess(few["index_bytes"], all_cells["index_bytes"])
        solve = ["solve", MAPS / "caves.map", MAPS / "caves.map.scen", "--landmarks", 4,
                 "--storage", "jump_points"]
        for options, about in (
                (("--algorithm", "astar"), "--storage requires --algorithm auto or jps"),
                (("--corners", "always"), "needs an octile grid on which no corner is cut"),
                (("--jumps", "scan"), "--storage jump_points needs --jumps graph"),
                (("--metric", "steps"), "need metric cost and placement farthest")):
            self.refuses(*solve, *options, about=about)

    def test_every_algorithm_and_heuristic_finds_the_same_costs(self):
        truth = [row["cost"] for row in self.rows("--algorithm", "textbook")]
        for algorithm in "auto", "astar", "jps", "textbook":
            for heuristic in PLAIN_HEURISTICS:
                jumps = ("graph", "scan") if algorithm in ("auto", "jps") else ()
                for index in ((), *(("--jumps", word) for word in jumps)):
                    rows = self.rows("--algorithm", algorithm, "--heuristic", heuristic, *index)
                    self.assertEqual([row["cost"] for row in rows], truth,
                                     (algorithm, heuristic, index))

    def test_paths_are_valid_whatever_found_them(self):
        searches = (("astar",), ("jps", "--jumps", "scan"), ("jps", "--jumps", "graph"))
        for name, search in itertools.product(("caves", "random"), searches):
            path = MAPS / f"{name}.map"
            self.passes("solve", path, f"{path}.scen", "--paths", "p", "--landmarks", 4,
                        "--algorithm", *search)
            self.assertRegex(self.passes("validate", path, f"{path}.scen", "p"), "paths valid")

    def test_landmarks_serve_every_topology_and_corner_rule(self):
        for rules in (("--topology", "tile"), ("--corners", "cut_one"),
                      ("--corners", "always"), ("--costs", "bg2006")):
            truth = [row["cost"] for row in self.rows(*rules)]
            rows = self.rows(*rules, "--landmarks", 4)
            self.assertEqual([row["cost"] for row in rows], truth, rules)

    def test_any_number_of_threads_gives_the_same_answers(self):
        for placement in PLACEMENTS:
            one, two = (self.summary("--landmarks", 5, "--placement", placement, "--algorithm",
                                     "jps", "--threads", threads) for threads in (1, 2))
            for key in "result_hash", "expanded", "index_bytes":
                self.assertEqual(one[key], two[key])

    def test_a_seed_moves_random_landmarks(self):
        index = "--landmarks", 4, "--placement", "random", "--algorithm", "astar", "--seed"
        work = [self.summary(*index, seed)["generated"] for seed in (1, 1, 2)]
        self.assertEqual(work[0], work[1])
        self.assertNotEqual(work[0], work[2])

    def test_the_summary_tells_of_the_index(self):
        summary = self.summary("--landmarks", 6, "--placement", "avoid", "--storage",
                               "exact", "--metric", "steps", "--algorithm", "jps")
        expected = {"landmarks": 6, "placement": "avoid", "storage": "exact",
                    "metric": "steps", "active_landmarks": 0, "jumps": "graph",
                    "algorithm": "jps", "heuristic": "landmark"}
        self.assertEqual({key: summary[key] for key in expected}, expected)
        self.assertGreater(summary["index_seconds"], 0)
        self.assertGreater(summary["index_bytes"], 6 * 4 * summary["open_cells"])
        text = self.passes("solve", "small.map", "small.scen", "--landmarks", 1)
        self.assertRegex(
            text, r"\nindex +1 landmark \(farthest, cost, exact\), jump graph, built in ")
        self.assertRegex(text, r"\nmemory +grid [^,]+, index [^,]+, scratch ")

    def test_without_an_index_the_summary_says_so(self):
        summary = self.summary()
        expected = {"landmarks": 0, "placement": "none", "storage": "none", "metric": "none",
                    "index_seconds": 0, "index_bytes": 0, "out_of_budget": 0,
                    "bracketed": 0, "bracket_ratio": 0}
        self.assertEqual({key: summary[key] for key in expected}, expected)
        self.assertRegex(self.passes("solve", "small.map", "small.scen"), r"\nindex +none\n")

    def test_jumps_are_told_as_they_were_made(self):
        for options, algorithm, jumps in (
                ((), "astar", "none"), ((), "jps", "scan"), (("--jumps", "scan"), "jps", "scan"),
                (("--jumps", "graph"), "jps", "graph"), (("--landmarks", 1), "jps", "graph"),
                (("--landmarks", 1, "--jumps", "scan"), "jps", "scan"),
                (("--landmarks", 1), "astar", "none")):
            summary = self.summary("--algorithm", algorithm, *options)
            self.assertEqual(summary["jumps"], jumps, options)
            self.assertEqual(summary["heuristic"],
                             "landmark" if "--landmarks" in options else "octile")

    def test_the_landmark_heuristic_builds_16_landmarks_by_default(self):
        keys = ("landmarks", "placement", "heuristic", "algorithm", "jumps", "expanded",
                "index_bytes", "result_hash")
        for options in (), ("--placement", "avoid"), ("--topology", "tile"):
            asked, built = (
                self.summary("--heuristic", "landmark", *landmarks, *options)
                for landmarks in (("--landmarks", 16), ()))
            self.assertEqual([built[key] for key in keys], [asked[key] for key in keys])
            self.assertEqual(built["landmarks"], 16)
        self.assertEqual(self.summary("--heuristic", "landmark", "--landmarks", 2)["landmarks"], 2)
        for heuristic in "auto", "octile", "best":
            self.assertEqual(self.summary("--heuristic", heuristic)["landmarks"], 0)
        self.assertIn("landmark builds 16", " ".join(self.passes("solve", "--help-all").split()))

    def test_landmarks_and_jumps_save_expansions(self):
        plain = self.summary("--algorithm", "astar", name="rooms")["expanded"]
        for options in ("--landmarks", 8, "--algorithm", "astar"), ("--algorithm", "jps"):
            self.assertLess(self.summary(*options, name="rooms")["expanded"], plain / 2)

    def test_a_query_out_of_budget_comes_with_a_bracket_around_its_cost(self):
        truth = self.rows()
        for index in (), ("--landmarks", 8):
            rows = self.rows("--max-expansions", 5, *index)
            ended = [row["status"] for row in rows]
            self.assertGreater(ended.count("out_of_budget"), 0)
            for row, full in zip(rows, truth):
                self.assertLessEqual(int(row["expanded"]), 5)
                if full["status"] != "found":
                    self.assertEqual((row["lower"], row["upper"]), ("", ""))
                    continue
                self.assertLessEqual(int(row["lower"]), int(full["cost"]))
                if row["status"] == "found":
                    self.assertEqual({row["lower"], row["upper"]}, {row["cost"]})
                elif index:
                    self.assertGreaterEqual(int(row["upper"]), int(full["cost"]))
                    self.assertGreater(int(row["lower"]), 0)

    def test_the_summary_says_how_tight_brackets_are(self):
        options = "--landmarks", 8, "--max-expansions", 5
        rows = [row for row in self.rows(*options) if row["status"] == "out_of_budget"]
        ratios = [int(row["upper"]) / int(row["lower"]) for row in rows]
        summary = self.summary(*options)
        self.assertEqual((summary["out_of_budget"], summary["bracketed"]),
                         (len(rows), len(rows)))
        self.assertAlmostEqual(summary["bracket_ratio"], sum(ratios) / len(ratios))
        path = MAPS / "caves.map"
        self.assertRegex(self.passes("solve", path, f"{path}.scen", *options),
                         rf"\nbudget +too small for {len(rows)} queries; distance known "
                         r"within .* on average\n")

    def test_no_budget_at_all_leaves_what_the_landmarks_know(self):
        rows = self.rows("--landmarks", 8, "--max-expansions", 0)
        self.assertEqual({row["expanded"] for row in rows}, {"0"})
        self.assertIn("out_of_budget", {row["status"] for row in rows})


class Info(ProgramTest):
    def test_an_index_is_weighed_in_its_parts(self):
        plain, = json.loads(self.passes("info", MAPS / "caves.map", "--json"))
        small, = json.loads(self.passes("info", MAPS / "caves.map", "--json",
                                        "--landmarks", 16))
        large, = json.loads(self.passes("info", MAPS / "caves.map", "--json",
                                        "--landmarks", 64, "--jumps", "scan"))
        for info in small, large:
            self.assertEqual(list(info), list(plain) + INDEX_KEYS)
            self.assertGreaterEqual(info["index_bytes"],
                                    info["landmark_bytes"] + info["jump_bytes"])
            self.assertGreater(info["index_seconds"], 0)
        self.assertEqual((small["landmarks"], large["landmarks"]), (16, 64))
        self.assertEqual((small["jump_graph"], large["jump_graph"]), (True, False))
        self.assertGreater(small["jump_bytes"], large["jump_bytes"])
        self.assertGreater(large["landmark_bytes"], 2 * small["landmark_bytes"])
        self.assertRegex(self.passes("info", "small.map", "--jumps", "graph"),
                         r"landmarks +jumps +areas, gates +index built in\n")

    def test_an_index_of_odd_maps_is_built(self):
        for rows in (["."], ["@"], ["....@...@."], ["." * 3, "@@@", ".@."]):
            self.write("odd.map", f"type octile\nheight {len(rows)}\nwidth {len(rows[0])}\n"
                                  "map\n" + "".join(row + "\n" for row in rows))
            for placement, jumps in itertools.product(PLACEMENTS, ("scan", "graph")):
                info, = json.loads(self.passes("info", "odd.map", "--json", "--landmarks", 64,
                                               "--placement", placement, "--jumps", jumps))
                self.assertEqual(info["landmarks"], 64)


class BadUse(ProgramTest):
    def test_options_without_what_they_are_about_are_refused(self):
        commands = ["solve", "small.map", "small.scen"], ["info", "small.map"]
        for command, (options, about) in in_turn(commands, (
                (["--placement", "avoid"], "--placement requires --landmarks K"),
                (["--metric", "steps"], "--metric requires --landmarks K"),
                (["--storage", "exact"], "--storage requires --landmarks K"),
                (["--seed", "1"], "--seed requires --landmarks K"),
                (["--landmarks", "0", "--seed", "1"], "--seed requires --landmarks K"),
                (["--jumps", "graph", "--metric", "cost"], "--metric requires --landmarks K"),
                (["--jumps", "graph", "--topology", "tile"], "--jumps graph needs"),
                (["--jumps", "graph", "--corners", "cut_one", "--landmarks", "2"],
                 "--jumps graph needs"),
                (["--landmarks", "65"], "0 to 64"), (["--landmarks", "-1"], "'-1'"),
                (["--landmarks", "some"], "'some'"), (["--landmarks"], "--landmarks"),
                (["--landmarks", "1", "--placement", "near"],
                 "random farthest avoid coverage"),
                (["--landmarks", "1", "--metric", "miles"], "cost steps"),
                (["--landmarks", "1", "--storage", "tape"], "exact jump_points"),
                (["--landmarks", "1", "--storage", "compressed"], "half as many exact ones"),
                (["--landmarks", "1", "--seed", "-1"], "'-1'"),
                (["--jumps", "high"], "scan graph"))):
            self.refuses(*command, *options, about=about)

    def test_searches_that_cannot_be_are_refused(self):
        solve = ["solve", "small.map", "small.scen", "--json", "out"]
        for options, about in (
                (["--active", "2", "--landmarks", "4"], "--active: queries use all landmarks"),
                (["--heuristic", "landmark", "--landmarks", "0"],
                 "needs an index with landmarks"),
                (["--heuristic", "landmark", "--landmarks", "0", "--jumps", "graph"],
                 "with landmarks"),
                (["--heuristic", "landmark", "--landmarks", "2", "--algorithm", "textbook"],
                 "textbook"),
                (["--algorithm", "jps", "--topology", "tile"], "jps"),
                (["--algorithm", "jps", "--corners", "cut_one", "--landmarks", "2"], "jps"),
                (["--max-expansions", "-1"], "'-1'"),
                (["--max-expansions", "4294967296"], "4294967295")):
            self.refuses(*solve, *options, about=about)

    def test_experiments_that_cannot_be_are_refused(self):
        self.write("closed.map", "type octile\nheight 1\nwidth 3\nmap\n.@.\n")
        experiment = ["experiment", "landmarks", "--csv", "out"]
        for options, about in (
                (["--maps", "missing.map"], "missing.map"),
                (["--maps", "small.map", "closed.map"], "closed.map: no query"),
                (["--landmarks", "0"], "1 to 64"), (["--landmarks", "65"], "1 to 64"),
                (["--queries", "0"], "--queries"), (["--maps"], "--maps"),
                (["--markdown", "out"], "--csv and --markdown"),
                (["--markdown", "missing/out"], "missing/out")):
            self.refuses(*experiment, *options, about=about)
        self.refuses("experiment", about="missing: ")
        self.refuses("experiment", "alchemy", about="alchemy")
        self.write("small.map.scen", scenario([((0, 0), (1, 0), 1.0)], 6, 4))
        self.refuses(*experiment, "--maps", "small.map", about="6 x 4")


class Files(ProgramTest):
    def test_rebuilding_tells_a_sound_file_from_the_one_that_would_be_built(self):
        folder = MAPS.parent / "tests" / "index_file"
        for file, code in ("golden.index", 0), ("earlier.index", 1):  # hubs in another order
            check = "index", "check", folder / file, folder / "golden.map"
            self.passes(*check)
            run = self.run_throng(*check, "--rebuild")
            self.assertEqual(run.returncode, code)
            self.assertIn("an index that is built now", run.stderr if code else run.stdout)


class Experiment(ProgramTest):
    def rows(self, *options):
        text = self.passes("experiment", "landmarks", "--csv", "-", *options)
        reader = csv.DictReader(io.StringIO(text))
        rows = list(reader)
        self.assertEqual(reader.fieldnames, EXPERIMENT_HEADER)
        return rows

    def test_the_same_costs_are_found_with_every_search(self):
        rows = self.rows("--maps", MAPS / "rooms.map", "--queries", 10)
        self.assertEqual(len(rows), 27)
        self.assertEqual({row["wrong"] for row in rows}, {"0"})
        self.assertEqual({row["queries"] for row in rows}, {"10"})
        for algorithm in "astar", "jps":
            mine = [row for row in rows if row["algorithm"] == algorithm]
            self.assertEqual({row["landmarks"] for row in mine},
                             {"0", "1", "2", "4", "8", "16", "32", "64"})
            self.assertEqual({row["placement"] for row in mine}, {"", *PLACEMENTS})
            few = {"jump_points"} if algorithm == "jps" else set()
            self.assertEqual({row["storage"] for row in mine}, {"", "exact", *few})
            self.assertEqual({row["metric"] for row in mine}, {"", *METRICS})
            self.assertEqual({row["active"] for row in mine}, {"0"})
        self.assertEqual({row["jumps"] for row in rows}, {"none", "scan", "graph"})
        for row in rows:
            self.assertLessEqual(float(row["p50_us"]), float(row["p99_us"]))
            self.assertLessEqual(float(row["microseconds"]), float(row["p99_us"]))

    def test_figures_are_what_solve_tells_of_the_same_queries(self):
        path = MAPS / "rooms.map"
        summary = json.loads(self.passes("solve", path, f"{path}.scen", "--json", "-",
                                         "--algorithm", "astar", "--landmarks", 8))
        row, = (row for row in self.rows("--maps", path, "--queries", 1000)
                if (row["algorithm"], row["landmarks"]) == ("astar", "8"))
        self.assertEqual(int(row["queries"]), summary["found"])
        for key in "expanded", "generated":
            self.assertAlmostEqual(float(row[key]), summary[key] / summary["found"], places=2)

    def test_more_landmarks_guide_better(self):
        guidance = {row["landmarks"]: float(row["guidance"])
                    for row in self.rows("--maps", MAPS / "maze.map", "--queries", 20)}
        self.assertLess(guidance["0"], guidance["1"])
        self.assertLess(guidance["1"], guidance["64"])
        self.assertLessEqual(guidance["64"], 1)

    def test_queries_are_drawn_where_there_is_no_scenario(self):
        first, again, other = (
            [row["expanded"] for row in self.rows("--maps", "small.map", "--queries", 9,
                                                  "--seed", seed)]
            for seed in (1, 1, 2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)

    def test_where_corners_may_be_cut_only_astar_runs(self):
        for rules in ("--topology", "tile"), ("--corners", "always"):
            rows = self.rows("--maps", "small.map", "--queries", 5, *rules)
            self.assertEqual((len(rows), {row["algorithm"] for row in rows}), (12, {"astar"}))

    def test_options_change_what_is_held_fixed(self):
        rows = self.rows("--maps", "small.map", "--queries", 5, "--topology", "tile",
                         "--placement", "random", "--landmarks", 3, "--metric", "steps")
        self.assertEqual([row["landmarks"] for row in rows],
                         ["0", "1", "2", "3", "4", "8", "16", "32", "64", *["3"] * 4])
        self.assertEqual([row["placement"] for row in rows].count("random"), 9)
        self.assertEqual([row["metric"] for row in rows].count("cost"), 1)

    def test_tables_for_people_say_the_same(self):
        self.write("odd,name.map", program.SMALL_MAP)
        text = self.passes("experiment", "landmarks", "--maps", "odd,name.map", "small.map",
                           "--queries", 5, "--csv", "c", "--markdown", "m")
        self.assertEqual(text.count("h/optimal"), 2)
        self.assertIn("odd,name.map: 5 x 4, 15 open cells; 5 queries (at random, seed 0)", text)
        rows = list(csv.DictReader(io.StringIO(self.read("c"))))
        self.assertEqual([row["map"] for row in rows],
                         ["odd,name.map"] * 27 + ["small.map"] * 27)
        lines = [line for line in self.read("m").splitlines() if line.startswith("|")]
        self.assertEqual(len(lines), 2 * (27 + 2))
        self.assertEqual({line.count("|") for line in lines}, {16})

    def test_it_explains_itself_with_an_example(self):
        self.assertIn("Example:\n  throng experiment landmarks ",
                      self.passes("experiment", "landmarks", "--help-all"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: index_test.py PATH_TO_THRONG SOURCE_DIR")
    THRONG.append(os.path.abspath(sys.argv[1]))
    MAPS = pathlib.Path(sys.argv[2]).resolve() / "maps"
    unittest.main(argv=sys.argv[:1])
