#!/usr/bin/env python3
"""simulate as a user runs it: python3 simulate_test.py PATH_TO_THRONG SOURCE_DIR"""

import csv
import json
import os
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is

import program
from program import ProgramTest

MAPS = pathlib.Path()
SHARING = "none", "equal", "goals"
LINE_KEYS = "lines", "line_points", "line_length", "line_path_length"


def square_map(rows):
    return f"type octile\nheight {len(rows)}\nwidth {len(rows[0])}\nmap\n" + "\n".join(rows) + "\n"


class Simulate(ProgramTest):
    def simulate(self, name, **options):
        """The figures of a short game."""
        options = {"units": 300, "group": 20, "frames": 60, "threads": 1, "landmarks": 0,
                   **options}
        words = [word for key, value in options.items()
                 for word in ("--" + key.replace("_", "-"), value)]
        figures = json.loads(self.passes("simulate", MAPS / name, "--json", "-", *words))
        self.assertEqual(figures["finished"] + figures["superseded"] + figures["waiting"],
                         figures["requests"], options)
        return figures

    def test_the_figures_are_those_of_the_game(self):
        figures = self.simulate("caves.map")
        for key, value in (("map", str(MAPS / "caves.map")), ("width", 96), ("height", 64),
                           ("units", 300), ("groups", 15), ("frames", 60), ("seed", 1),
                           ("budget", 0), ("budget_unit", "none"), ("threads", 1),
                           ("waiting", 0), ("superseded", 0), ("off_fields", 0),
                           ("busy_frames", 0), ("index_bytes", 0),
                           ("first_frame_finished", 300)):
            self.assertEqual(figures[key], value, key)
        self.assertEqual(figures["wait_frames"], {"mean": 0, "p50": 0, "p99": 0, "max": 0})
        self.assertGreater(figures["finished"], 300)
        self.assertGreater(figures["moves"], 300)
        self.assertGreater(figures["expansions_per_frame"], 0)
        self.assertGreater(figures["unit_bytes"], 0)
        self.assertRegex(figures["result_hash"], r"\A[0-9a-f]{16}\Z")

    def test_check_replays_every_path(self):
        command = ("simulate", MAPS / "caves.map", "--units", 100, "--frames", 20, "--check",
                   "--json", "-")
        for more in ((), ("--build", 2), ("--steps", 8), ("--sharing", "goals")):
            figures = json.loads(self.passes(*command, *more))
            self.assertGreaterEqual(figures["checked_paths"], figures["finished"])
            self.assertEqual(figures["wrong_paths"], 0)

    def test_answers_have_straight_lines(self):
        bare = self.simulate("rooms.map")
        self.assertEqual([bare[key] for key in LINE_KEYS], [0] * 4)
        for index in [], ["--lines", "--lines-memory", 0], ["--lines"]:
            self.passes("simulate", MAPS / "rooms.map", "--units", 300, "--group", 20, "--frames",
                        60, "--threads", 2, "--landmarks", 0, "--jumps", "scan", "--any-angle",
                        "exact", *index, "--json", "game.json", "--csv", "frames.csv")
            game = json.loads(self.read("game.json"))
            self.assertEqual(game["result_hash"], bare["result_hash"])
            # All cells of this map are joined.
            self.assertEqual(game["lines"], game["finished"])
            self.assertGreaterEqual(game["line_points"], game["lines"])
            self.assertLess(game["line_length"], game["line_path_length"])
            self.assertLess(game["line_path_length"], 1.09 * game["line_length"])
            rows = list(csv.DictReader(self.read("frames.csv").splitlines()))
            self.assertEqual([sum(int(row[key]) for row in rows) for key in LINE_KEYS[:2]],
                             [game[key] for key in LINE_KEYS[:2]])
            for key in LINE_KEYS[2:]:
                mean = sum(int(row["lines"]) * float(row[key]) for row in rows) / game["lines"]
                self.assertAlmostEqual(mean, game[key], places=6)

    def test_lines_of_games_are_checked(self):
        command = ("simulate", MAPS / "caves.map", "--units", 100, "--frames", 20, "--check",
                   "--any-angle", "exact", "--json", "-")
        for more in ((), ("--lines",), ("--build", 2), ("--build", 2, "--budget", 4000),
                     ("--steps", 8), ("--unit-size", 2, "--build", 2), ("--topology", "tile"),
                     ("--corners", "cut_one", "--build", 2, "--sharing", "goals"),
                     ("--unreachable", 50)):
            game = json.loads(self.passes(*command, *more))
            self.assertEqual((game["wrong_paths"], game["wrong_lines"]), (0, 0), more)
            self.assertGreaterEqual(game["checked_lines"], game["lines"])
            self.assertGreater(game["lines"], 10, more)
        table = self.passes(*command[:-2])
        self.assertRegex(table, r"lines +[0-9]+ lines of [0-9.]+ points; mean length [0-9.]+, of "
                                r"their paths [0-9.]+ \([0-9.]+ % more\)")
        self.assertRegex(table, r"checked .*\n +[0-9]+ lines, 0 wrong\n")

    def test_games_with_lines_are_the_same_on_any_number_of_threads(self):
        for more in {}, {"build": 2}:
            games = [self.simulate("caves.map", any_angle="exact", budget=2000, threads=threads,
                                   **more) for threads in (1, 3)]
            for key in "result_hash", "finished", "expansions_per_frame", *LINE_KEYS:
                self.assertEqual(games[0][key], games[1][key], (more, key))
            self.assertLess(games[0]["first_frame_finished"], 300)

    def test_far_more_units_than_open_cells_are_noted(self):
        command = "simulate", "small.map", "--frames", 2, "--landmarks", 0, "--units"
        self.passes(*command, 1500)
        run = self.run_throng(*command, 1501)
        self.assertEqual((run.returncode, run.stderr),
                         (0, "throng: note: small.map: 1,501 units stand on 15 open cells; "
                             "--units N reduces them\n"))

    def test_the_table_names_what_counts(self):
        text = self.passes("simulate", MAPS / "caves.map", "--units", 100, "--budget", 500)
        for part in ("caves.map", "96 x 64 cells", "100 units in 2 groups, 300 frames, seed 1",
                     "500 expansions per frame", "superseded", "backlog", "hash"):
            self.assertIn(part, text)

    def test_a_game_is_the_same_on_any_number_of_threads(self):
        for sharing in SHARING:
            for budget in {}, {"budget": 2000}:
                games = [self.simulate("caves.map", sharing=sharing, threads=threads,
                                       **budget) for threads in (1, 2, 3, 8)]
                for key in ("result_hash", "cost_hash", "requests", "finished", "superseded",
                            "moves", "expansions_per_frame", "repeated_per_frame",
                            "off_fields", "copied", "backlog", "wait_frames"):
                    self.assertEqual([game[key] for game in games], 4 * [games[0][key]],
                                     (sharing, budget, key))
                self.assertEqual(games[0]["backlog"]["max"] > 0, bool(budget))
                self.assertEqual(games[0]["off_fields"] > 0, sharing == "goals")

    def test_whatever_is_shared_costs_the_same(self):
        games = [self.simulate("rooms.map", frames=1, sharing=sharing)
                 for sharing in SHARING]
        self.assertEqual(len({game["cost_hash"] for game in games}), 1)
        self.assertEqual(games[0]["result_hash"], games[1]["result_hash"])
        self.assertGreater(games[2]["off_fields"], 0)

    def test_chance_comes_from_the_seed_alone(self):
        first = self.simulate("caves.map")
        self.assertEqual(self.simulate("caves.map")["result_hash"], first["result_hash"])
        other = self.simulate("caves.map", game_seed=2)
        self.assertEqual(other["seed"], 2)
        self.assertNotEqual(other["result_hash"], first["result_hash"])

    def test_under_a_budget_the_backlog_drains(self):
        for sharing in SHARING:
            game = self.simulate("caves.map", budget=3000, sharing=sharing)
            self.assertEqual((game["budget"], game["budget_unit"]), (3000, "expansions"))
            self.assertLess(game["first_frame_finished"], 300)
            self.assertGreater(game["backlog"]["max"], 0)
            self.assertGreater(game["wait_frames"]["max"], 0)
            self.assertGreater(game["busy_frames"], 0)
            self.assertEqual(game["waiting"], 0)

    def test_what_a_budget_cannot_keep_up_with_still_waits(self):
        game = self.simulate("caves.map", budget=1)
        self.assertGreater(game["waiting"], 0)
        self.assertGreater(game["superseded"], 0)

    def test_time_may_be_the_budget(self):
        game = self.simulate("caves.map", microseconds=50)
        self.assertEqual((game["budget"], game["budget_unit"]), (50, "microseconds"))
        self.assertGreater(game["finished"], 0)

    def test_the_rows_of_the_frames_add_up(self):
        game = self.simulate("caves.map", budget=3000, sharing="goals", csv="frames.csv")
        rows = list(csv.DictReader(self.read("frames.csv").splitlines()))
        self.assertEqual([int(row["frame"]) for row in rows], list(range(60)))

        def total(column):
            return sum(int(row[column]) for row in rows)

        for column in "requests", "superseded", "finished", "off_fields", "copied":
            self.assertEqual(total(column), game[column], column)
        self.assertAlmostEqual(total("expansions") / 60, game["expansions_per_frame"])
        self.assertAlmostEqual(total("repeated") / 60, game["repeated_per_frame"])
        self.assertEqual(int(rows[-1]["waiting"]), game["waiting"])
        self.assertEqual(max(int(row["waiting"]) for row in rows), game["backlog"]["max"])
        waiting = 0
        for row in rows:
            waiting += (int(row["requests"]) - int(row["superseded"]) - int(row["finished"]))
            self.assertEqual(int(row["waiting"]), waiting)

    def test_orders_may_lead_to_where_nobody_can_go(self):
        for name in "islands.map", "demo.map":
            game = self.simulate(name, unreachable=100)
            self.assertEqual(game["waiting"], 0)
            self.assertGreater(game["moves"], 0)  # as near as they can
            self.assertNotEqual(game["cost_hash"], self.simulate(name)["cost_hash"])

    def test_buildings_change_the_map_and_routes_follow(self):
        games = [self.simulate("caves.map", build=3, budget=1000, landmarks=4, threads=threads)
                 for threads in (1, 3)]
        for key in ("result_hash", "cost_hash", "requests", "buildings", "edits",
                    "broken_routes", "confirmed", "outdated"):
            self.assertEqual(games[0][key], games[1][key], key)
        game = games[0]
        self.assertEqual((game["build"], game["edits"]), (3, 180))
        self.assertGreater(game["buildings"], 0)
        self.assertGreater(game["broken_routes"], 0)
        self.assertGreater(game["map_ms"]["max"], 0)
        self.assertGreater(game["unbuilt_frame_ms"]["max"], 0)
        self.assertAlmostEqual(game["unbuilt_p99_ratio"],
                               game["frame_ms"]["p99"] / game["unbuilt_frame_ms"]["p99"])
        self.assertNotEqual(game["result_hash"],
                            self.simulate("caves.map", build=3, budget=1000, landmarks=4,
                                          game_seed=2)["result_hash"])
        still = self.simulate("caves.map")
        for key in "build", "buildings", "edits", "broken_routes", "unbuilt_p99_ratio":
            self.assertEqual(still[key], 0, key)
        text = self.passes("simulate", MAPS / "caves.map", "--units", 50, "--frames", 20,
                           "--build", 1)
        for part in "without", "20 edits of the map", "broken and requested again":
            self.assertIn(part, text)
        for words in ("--hubs",), ("--areas",), ("--placement", "random"):
            self.refuses("simulate", MAPS / "caves.map", "--build", 1, *words,
                         about="--build does not allow")
        self.simulate("demo.map", build=2, topology="hex", budget=500)
        self.simulate("demo.map", build=2, unit_size=2, steps=16, budget=500)

    def test_units_of_a_group_may_have_places_of_their_own(self):
        together = self.simulate("caves.map", frames=400)
        self.passes("simulate", MAPS / "caves.map", "--units", 300, "--group", 20, "--frames",
                    400, "--spread", "--json", "spread.json")
        apart = json.loads(self.read("spread.json"))
        self.assertEqual((together["spread"], apart["spread"]), (False, True))
        self.assertGreater(apart["occupied_cells"], 2 * together["occupied_cells"])
        self.assertLessEqual(apart["occupied_cells"], 300)

    def test_of_long_paths_the_beginning_is_kept_and_the_rest_asked_for(self):
        whole, first = self.simulate("caves.map"), self.simulate("caves.map", steps=8)
        self.assertGreater(first["requests"], 2 * whole["requests"])
        self.assertEqual(first["waiting"], 0)
        self.assertEqual(self.simulate("caves.map", steps=8, threads=2)["result_hash"],
                         first["result_hash"])

    def test_an_index_and_the_algorithm_change_no_cost(self):
        games = [self.simulate("rooms.map", frames=1, **options)
                 for options in ({}, {"algorithm": "astar"}, {"landmarks": 4})]
        self.assertEqual(len({game["cost_hash"] for game in games}), 1)
        self.assertEqual([game["heuristic"] for game in games],
                         ["octile", "octile", "landmark"])
        self.assertGreater(games[2]["index_bytes"], 0)

    def test_small_games_are_games(self):
        self.write("row.map", square_map(["." * 40]))
        self.write("column.map", square_map(["."] * 40))
        self.write("cell.map", square_map(["@@@", "@.@", "@@@"]))
        for name in "row.map", "column.map", "cell.map", "small.map":
            for units in 1, 70:  # more than there are cells
                game = self.simulate(self.folder / name, units=units)
                self.assertEqual((game["units"], game["waiting"]), (units, 0))
                self.assertEqual(game["moves"] > 0, name != "cell.map")
        self.assertEqual(self.simulate("caves.map", frames=1, units=1)["requests"], 1)

    def test_once_under_way_a_game_takes_no_memory(self):
        # Whole routes would still grow when a unit is sent farther than ever before.
        for options in {}, {"budget": 2000}, {"budget": 2000, "any_angle": "exact"}:
            game = self.simulate("caves.map", frames=400, steps=16, **options)
            self.assertEqual(game["late_allocations"], 0, options)

    def test_a_map_without_an_open_cell_is_refused_by_name(self):
        self.write("walls.map", square_map(["@@", "@@"]))
        self.refuses("simulate", "walls.map",
                     about="walls.map: there is no open cell to put units on")

    def test_bad_use_is_refused(self):
        self.refuses("simulate", "small.map", "--budget", 1, "--microseconds", 1,
                     about="--budget or --microseconds, not both")
        for build in [], ["--build", 1]:
            for words, about in (
                    (["--lines"], "--lines requires --any-angle exact"),
                    (["--any-angle", "exact", "--lines-memory", 1], "--lines-memory requires --lines"),
                    (["--any-angle", "smooth"], "'smooth' is not one of: exact"),
                    (["--any-angle", "exact", "--corners", "always"], "small.map: --any-angle: "
                     "exact any-angle paths need topology tile, or octile with corners"),
                    (["--any-angle", "exact", "--terrain", ".:2,T:1"], "plain ground"),
                    (["--seed", 1], "--seed requires --placement random, avoid or coverage")):
                self.refuses("simulate", "small.map", *build, *words, about=about)
        self.refuses("simulate", "small.map", "--build", 1, "--any-angle", "exact", "--lines",
                     about="--lines requires a map that does not change: leave out --build")
        self.passes("index", "build", "small.map", "-o", "small.index")
        self.refuses("simulate", "small.map", "--index", "small.index", "--any-angle", "exact",
                     about="small.index: the index has no lines, which --any-angle exact needs")
        self.passes("index", "build", "small.map", "--lines", "-o", "lines.index")
        self.passes("simulate", "small.map", "--index", "lines.index", "--any-angle", "exact",
                    "--frames", 2)
        self.refuses("simulate", "missing", about="missing")
        self.refuses("simulate", about="MAP")
        for option, values in (("--units", (0, -1, "x")), ("--group", (0, "x")),
                               ("--frames", (0, "1.5")), ("--budget", (0, -5, "x")),
                               ("--microseconds", (0, "x")), ("--steps", (3, "x")),
                               ("--build", (0, "x")),
                               ("--unreachable", (-1, 101, "x")), ("--game-seed", (-1, "x")),
                               ("--sharing", ("all", "")), ("--threads", (-1, "x")),
                               ("--algorithm", ("walk",)), ("--csv", ("no/frames.csv",)),
                               ("--json", ("no/game.json",))):
            for value in values:
                self.refuses("simulate", "small.map", option, value,
                             about=str(value) or option)

    def test_the_command_explains_itself_with_an_example(self):
        self.assertIn("Example:\n  throng simulate ", self.passes("simulate", "--help"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: simulate_test.py PATH_TO_THRONG SOURCE_DIR")
    program.THRONG.append(os.path.abspath(sys.argv[1]))
    MAPS = pathlib.Path(sys.argv[2]).resolve() / "maps"
    unittest.main(argv=sys.argv[:1])
