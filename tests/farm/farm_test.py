#!/usr/bin/env python3
"""Farms on the threads of one process: python3 farm_test.py PATH_TO_THRONG SOURCE_DIR"""

import array
import itertools
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True  # the source folder stays as it is
SOURCE = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) == 3 else pathlib.Path()
sys.path.insert(0, str(SOURCE / "tests/cli"))

import program
from program import SMALL_MAP, THRONG, ProgramTest

INDEX = {"make": "index", "landmarks": 4, "hubs": True}
MATRIX = {"make": "matrix", "points": {"random": 30, "seed": 5}}
FIELDS = {"make": "fields", "landmarks": 3}
THROUGHPUT = {"make": "throughput", "algorithms": ["astar", "jps"], "queries": 5, "repeat": 1}
UNREACHABLE = 2 ** 32 - 1


def rows_of(path):
    """The numbers of an .npy file, row by row along its last axis."""
    content = path.read_bytes()
    header = content[10:10 + int.from_bytes(content[8:10], "little")].decode()
    shape = [int(side) for side in re.search(r"'shape': \(([\d, ]+)\)", header)[1].split(",")
             if side.strip()]
    numbers = array.array("I", content[10 + len(header):])
    return [list(numbers[i:i + shape[-1]]) for i in range(0, len(numbers), shape[-1])]


class FarmTest(ProgramTest):
    def manifest(self, *jobs, maps=("maps/*.map",), name="manifest.json", **members):
        self.write(name, json.dumps({"throng_farm": 1, "maps": maps, "jobs": jobs, **members}))

    def copy_maps(self, *names):
        (self.folder / "maps").mkdir(exist_ok=True)
        for name in names:
            shutil.copy(SOURCE / "maps" / f"{name}.map", self.folder / "maps")

    def farm(self, *options, folder="out", code=0):
        run = self.run_throng("farm", "manifest.json", "-o", folder, *options)
        self.assertEqual(run.returncode, code, run.stderr)
        return run.stderr

    def report(self, folder="out"):
        return json.loads(self.read(f"{folder}/report.json"))

    def states(self, folder="out"):
        """How many jobs the last run made, kept, ..."""
        states = [job["state"] for job in json.loads(self.read(f"{folder}/timings.json"))["jobs"]]
        return {state: states.count(state) for state in states}

    def counts(self, folder="out"):
        """The totals of the report that are not 0, without maps and bytes. They add up."""
        totals = self.report(folder)["totals"]
        states = {key: totals[key] for key in ("done", "refused", "failed", "missing")}
        self.assertEqual(totals["jobs"], sum(states.values()))
        return {key: jobs for key, jobs in states.items() if jobs} | {"jobs": totals["jobs"]}

    def content(self, folder="out"):
        """What must be equal however a farm is run: outputs, records, report."""
        files = {path.relative_to(self.folder / folder): path.read_bytes()
                 for path in (self.folder / folder / "outputs").iterdir()}
        return files | {"report": self.read(f"{folder}/report.json")}

    def is_equal_on_all_threads(self):
        self.farm("--threads", 1, folder="one")
        for threads in 2, 3, 7, 16, 64:
            self.farm("--threads", threads, folder="several")
            self.assertEqual(self.content("one"), self.content("several"), threads)
            shutil.rmtree(self.folder / "several")


class Run(FarmTest):
    def test_threads_shards_and_folders_give_the_same_bytes(self):
        self.copy_maps("caves", "demo", "terrain")
        self.manifest(INDEX, MATRIX, FIELDS, THROUGHPUT, {"make": "matrix", "name": "gates",
                                                          "points": "gates"},
                      classes={"foot": {}, "cart": {"unit_size": 2}})
        self.is_equal_on_all_threads()
        for shard in "2/3", "3/3", "1/3":
            self.farm("--shard", shard, folder="shards")
        self.assertEqual(self.content("one"), self.content("shards"))
        elsewhere = self.folder / "elsewhere"
        shutil.copytree(self.folder / "maps", elsewhere / "maps")
        shutil.copy(self.folder / "manifest.json", elsewhere)
        self.passes("farm", elsewhere / "manifest.json", "-o", "far", "--json", "far.json")
        self.assertEqual(self.content("one"), self.content("far"))
        self.assertEqual(self.read("far.json"), self.read("one/report.json"))

    def test_jobs_that_have_several_threads_give_the_same_bytes(self):
        self.copy_maps("caves")
        self.manifest(INDEX, MATRIX, FIELDS)
        self.is_equal_on_all_threads()

    def test_a_second_run_keeps_what_is_done_and_mends_what_is_damaged(self):
        self.copy_maps("demo", "rooms")
        self.manifest(INDEX, MATRIX, FIELDS)
        self.farm()
        whole = self.content()
        self.farm()
        self.assertEqual(self.states(), {"kept": 8})
        outputs = sorted(path for path in whole if path != "report")
        for place, path in enumerate(outputs):  # a bit in the middle, another length, gone
            victim = self.folder / "out" / path
            damaged = bytearray(whole[path])
            damaged[len(damaged) // 2] ^= 1
            [lambda: victim.write_bytes(damaged), lambda: victim.write_bytes(damaged[:-1]),
             victim.unlink][place % 3]()
            self.farm()
            self.assertEqual(self.states(), {"kept": 7, "made": 1}, path)
            self.assertEqual(self.content(), whole)

    def test_a_changed_map_makes_only_its_own_jobs_again(self):
        self.copy_maps("demo", "rooms", "maze")
        self.manifest(INDEX, MATRIX)
        self.farm()
        shutil.copy(SOURCE / "maps/caves.map", self.folder / "maps/maze.map")
        self.farm()
        self.assertEqual(self.states(), {"kept": 6, "made": 3})
        self.write("maps/maze.map", (SOURCE / "maps/demo.map").read_text())
        self.farm()  # a map that another one equals
        self.assertEqual(self.states(), {"kept": 6})
        first, second, _ = self.report()["outputs"][0::2]
        self.assertEqual((first["file"], first["map"], second["map"]),
                         (second["file"], "maps/demo.map", "maps/maze.map"))

    def test_leftovers_of_dead_processes_are_removed(self):
        self.copy_maps("demo")
        self.manifest(MATRIX)
        self.farm()
        for name in "outputs/matrix-0.npy.throng-new0", "report.json.throng-new12":
            self.write(f"out/{name}", "half of it")
        self.farm()
        self.assertEqual([path for path in self.folder.rglob("*throng-new*")], [])

    def test_a_signal_drops_running_jobs_and_the_next_run_goes_on(self):
        self.passes("generate", "caves", "--size", "500x500", "--seed", "1", "-o", "big.map")
        self.manifest({"make": "matrix", "points": {"random": 3000}, "shard_megabytes": 1},
                      maps=["big.map"])
        command = [*THRONG, "farm", "manifest.json", "-o", "out", "--threads", "2"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True) as run:
            while run.poll() is None and len(list(self.folder.glob("out/outputs/*.json"))) < 3:
                pass
            run.send_signal(signal.SIGTERM)
            _, errors = run.communicate()
        self.assertEqual(run.returncode, 143)
        self.assertRegex(errors, r"\Athrong: [^\n]*interrupted[^\n]*\n\Z")
        self.assertEqual(list(self.folder.rglob("*throng-new*")), [])
        done = len(list(self.folder.glob("out/outputs/*.json")))
        self.farm()
        self.assertEqual(self.states()["kept"], done)

    def test_two_farms_on_one_folder_do_no_harm(self):
        self.copy_maps("demo", "caves", "rooms", "terrain")
        self.manifest(INDEX, MATRIX, FIELDS)
        self.farm(folder="alone")
        command = [*THRONG, "farm", "manifest.json", "-o", "out", "--threads", "2"]
        runs = [subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL)
                for _ in range(3)]
        self.assertEqual([run.wait(timeout=100) for run in runs], [0, 0, 0])
        self.assertEqual(self.content(), self.content("alone"))
        self.assertEqual(list(self.folder.rglob("*throng-new*")), [])

    def test_jobs_wait_for_memory(self):
        self.copy_maps("demo", "caves", "rooms", "terrain")
        self.manifest(INDEX, MATRIX, FIELDS)
        self.farm(folder="free")
        self.farm("--memory", 40, "--threads", 4)  # of one job at a time, or two
        self.assertEqual(self.content(), self.content("free"))

    def test_only_plans_with_dry_run(self):
        self.copy_maps("demo", "caves")
        self.manifest(INDEX, MATRIX)
        plan = self.passes("farm", "manifest.json", "-o", "out", "--dry-run")
        self.assertRegex(plan, r"\nindex +2 +0 +0 +2 ")
        self.assertFalse((self.folder / "out").exists())
        self.farm()
        plan = self.passes("farm", "manifest.json", "-o", "out", "--dry-run")
        self.assertRegex(plan, r"\nindex +2 +2 +0 +0 ")


class Outputs(FarmTest):
    def test_an_index_answers_as_one_that_is_built(self):
        self.copy_maps("demo")
        self.manifest(INDEX)
        self.farm()
        entry = self.report()["outputs"][0]
        queries = SOURCE / "maps/demo.map.scen"

        def solve(*options):
            return json.loads(self.passes("solve", "maps/demo.map", queries, "--json", "-",
                                          *options))["result_hash"]
        self.assertEqual(solve("--index", f"out/outputs/{entry['file']}"),
                         solve("--hubs", "--landmarks", 4))
        self.assertGreater(entry["facts"]["hubs"], 0)

    def test_indexes_hold_a_hierarchy_and_fronts_if_memory_allows(self):
        (self.folder / "maps").mkdir(exist_ok=True)
        self.passes("generate", "random", "--size", "150x150", "--density", 12, "-o",
                    "maps/open.map")
        for memory, held in ((256, True), (1, False)):
            self.manifest({"make": "index", "landmarks": 0, "fronts": True,
                           "front_memory": memory, "hierarchy": held})
            self.farm()
            entry, = self.report()["outputs"]
            self.assertEqual((entry["facts"]["fronts"], entry["facts"]["hierarchy"]),
                             (held, held))
            self.assertEqual("fronts_skipped_because" in entry["facts"], not held)
            info = json.loads(self.passes("index", "info", f"out/outputs/{entry['file']}",
                                          "--json"))
            self.assertEqual((info["fronts"], info["front_memory"]), (True, memory << 20))
            self.assertEqual((info["hierarchy"], info["hierarchy_memory"]), (held, 256 << 20))

    def test_lines_have_labels_if_memory_allows(self):
        (self.folder / "maps").mkdir(exist_ok=True)
        self.passes("generate", "random", "--size", "150x150", "--density", 12, "-o",
                    "maps/open.map")
        for memory, why in (64, ""), (1, "need more than the 1.0 MB allowed"), (0, ""):
            self.manifest({"make": "index", "landmarks": 0, "jump_graph": False, "lines": True,
                           "lines_memory": memory})
            self.farm()
            entry, = self.report()["outputs"]
            self.assertTrue(entry["facts"]["lines"])
            self.assertIn(why, entry["facts"].get("lines_lack_because", ""))
            self.assertEqual("lines_lack_because" in entry["facts"], bool(why))
            info = json.loads(self.passes("index", "info", f"out/outputs/{entry['file']}",
                                          "--json"))
            self.assertEqual(info["lines_memory"], memory << 20)
            self.assertEqual(any(section["name"].startswith("line_") for section in
                                 info["sections"]), memory > 0)

    def test_joined_rows_are_the_matrix(self):
        self.copy_maps("demo")
        self.write("maps/demo.points", "".join(f"{5 + i % 60},{3 + i // 60}\n" for i in range(999)))
        self.manifest({"make": "matrix", "points": {"file": "{folder}/{name}.points"},
                       "shard_megabytes": 1})
        self.farm()
        entry = self.report()["outputs"][0]
        self.assertGreater(len(entry["shards"]), 3)
        self.assertEqual((self.folder / "out/outputs" / entry["points"]["file"]).read_text(),
                         self.read("maps/demo.points"))
        self.passes("join", "out", entry["matrix"], "-o", "joined.npy")
        self.passes("matrix", "maps/demo.map", "maps/demo.points", "-o", "whole.npy")
        self.assertEqual((self.folder / "joined.npy").read_bytes(),
                         (self.folder / "whole.npy").read_bytes())
        self.refuses("join", "out", "matrix-0", "-o", "no.npy", about="'matrix-0'")
        shard = self.folder / "out/outputs" / entry["shards"][1]["file"]
        content = bytearray(shard.read_bytes())
        content[-1] ^= 4
        shard.write_bytes(content)
        self.refuses("join", "out", entry["matrix"], "-o", "no.npy", about="damaged")
        pathlib.Path(f"{shard}.json").unlink()
        self.refuses("join", "out", entry["matrix"], "-o", "no.npy", about="is missing")

    def test_points_are_all_open_cells_or_some_of_them(self):
        self.manifest({"make": "matrix", "points": "all"},
                      {"make": "matrix", "name": "some", "points": {"random": 7, "seed": 2}},
                      maps=["small.map"])
        self.farm()
        lists = []
        for entry in self.report()["outputs"]:
            text = self.read(f"out/outputs/{entry['points']['file']}")
            lists.append([tuple(map(int, line.split(","))) for line in text.splitlines()])
        rows = SMALL_MAP.splitlines()[4:]
        open_cells = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row)
                      if cell == "."]
        self.assertEqual(lists[0], open_cells)
        self.assertEqual(len(set(lists[1])), 7)
        self.assertLess(set(lists[1]), set(open_cells))

    def test_a_row_of_gates_is_no_more_than_the_distance_of_their_cells(self):
        self.copy_maps("demo")
        self.manifest({"make": "matrix", "points": "gates"})
        self.farm()
        entry = self.report()["outputs"][0]
        gates = [tuple(map(int, line.split(",")))
                 for line in self.read(f"out/outputs/{entry['points']['file']}").splitlines()]
        info = json.loads(self.passes("info", "maps/demo.map", "--json"))
        self.assertEqual(len(gates), info[0]["gates"])
        matrix = rows_of(self.folder / "out/outputs" / entry["shards"][0]["file"])
        cells = []  # of each gate
        for x, y, last_x, last_y in gates:
            self.assertTrue(x == last_x or y == last_y)
            cells.append([(a, b) for a in range(x, last_x + 1) for b in range(y, last_y + 1)])
        flat = list(itertools.chain(*cells))
        self.write("cells.txt", "".join(f"{x},{y}\n" for x, y in flat))
        self.passes("matrix", "maps/demo.map", "cells.txt", "-o", "cells.npy")
        distances = rows_of(self.folder / "cells.npy")
        owner = [gate for gate, run in enumerate(cells) for _ in run]
        least = [[UNREACHABLE] * len(gates) for _ in gates]
        for i, row in enumerate(distances):
            for j, distance in enumerate(row):
                least[owner[i]][owner[j]] = min(least[owner[i]][owner[j]], distance)
        joined = 0
        for exact, gate_row in zip(least, matrix):
            for lower, cost in zip(exact, gate_row):
                self.assertLessEqual(lower, cost)  # a path that avoids an area is no shorter
                joined += cost != UNREACHABLE
        self.assertGreater(joined, len(gates))

    def test_fields_hold_the_distances_from_the_landmarks(self):
        self.copy_maps("caves")
        self.manifest(FIELDS)
        self.farm()
        entry = self.report()["outputs"][0]
        fields = rows_of(self.folder / "out/outputs" / entry["file"])
        height = len(fields) // 3
        for slot, landmarks in enumerate(entry["facts"]["landmarks"]):
            sources = [word for x, y in landmarks for word in ("--from", f"{x},{y}")]
            self.passes("field", "maps/caves.map", *sources, "-o", "field.npy")
            self.assertEqual(fields[slot * height:(slot + 1) * height],
                             rows_of(self.folder / "field.npy"))

    def test_experiments_keep_their_times_apart(self):
        self.copy_maps("demo")
        shutil.copy(SOURCE / "maps/demo.map.scen", self.folder / "maps")
        self.manifest(THROUGHPUT | {"scenario": "{map}.scen"})
        self.farm()
        entry = self.report()["outputs"][0]
        lines = self.read(f"out/outputs/{entry['file']}").splitlines()
        self.assertEqual([line.split(",")[0] for line in lines], ["algorithm", "astar", "jps"])
        self.assertEqual(lines[1].split(",")[8], lines[2].split(",")[8])  # the hash of the costs
        times = self.read(f"out/timings/{entry['file']}").splitlines()
        self.assertEqual(len(times), 3)

    def test_weights_and_links_belong_to_the_name_of_an_output(self):
        self.write("maps.map", SMALL_MAP)
        self.write("a.links", "0,0,4,0,1\n")
        files = set()
        for links in "{folder}/a.links", None, "{folder}/a.links":
            self.manifest(MATRIX, maps=["maps.map"],
                          classes={"foot": {"links": links} if links else {}})
            self.farm()
            files.add(self.report()["outputs"][0]["matrix"])
            self.write("a.links", "0,0,4,0,2\n")
        self.assertEqual(len(files), 3)


    def test_classes_have_alphabets_of_their_own(self):
        self.write("own.map", "height 2\nwidth 4\nmap\n.E#.\n....\n")
        self.manifest(INDEX, maps=["own.map"], classes={"robot": {"terrain": "E:1,#:0"}})
        self.farm()
        self.assertEqual(self.report()["totals"]["done"], 1)
        self.manifest(INDEX, maps=["own.map"], classes={"robot": {"terrain": "E:1,#:0"},
                                                        "cart": {"terrain": "E:1"}})
        self.assertIn("own.map: the terrain of class 'cart' lacks '#'",
                      self.farm(folder="b", code=1))
        self.assertEqual(self.counts("b"), {"jobs": 2, "done": 1, "refused": 1})
        self.manifest(INDEX, maps=["own.map"], classes={"cart": {"terrain": "E:1"}})
        self.assertIn("own.map: line 4: '#' at 2,0", self.farm(folder="c", code=1))


class Trouble(FarmTest):
    def test_pipes_that_a_pattern_matches_are_never_read(self):
        self.copy_maps("rooms")
        os.mkfifo(self.folder / "maps/pipe.map")
        self.manifest(FIELDS)
        self.farm()
        totals = self.report()["totals"]
        self.assertEqual((totals["bad_maps"], totals["done"]), (0, 1))
        os.mkfifo(self.folder / "maps/rooms.weights")
        self.manifest(FIELDS, classes={"land": {"weights": "{folder}/{name}.weights"}})
        self.assertIn("maps/rooms.weights: is no regular file", self.farm(folder="b", code=1))

    def test_bad_maps_are_named_and_the_others_done(self):
        self.copy_maps("demo", "rooms")
        for number in range(5):
            self.write(f"maps/bad{number}.map", SMALL_MAP[:-number - 2])
        self.manifest(INDEX, maps=["maps/*.map", "missing.map"])
        errors = self.farm(code=1)
        self.assertEqual(len(errors.splitlines()), 6)
        self.assertIn("throng: missing.map: No such file", errors)
        self.assertEqual(self.report()["totals"]["bad_maps"], 6)
        self.assertEqual(self.counts(), {"jobs": 8, "done": 2, "refused": 6})
        plan = self.passes("farm", "manifest.json", "-o", "out", "--dry-run")
        self.assertRegex(plan, r"\nindex +8 +2 +6 +0 ")

    def test_a_map_that_vanishes_or_changes_meanwhile_fails_alone(self):
        self.copy_maps("demo")
        for what in "vanishes", "changes":
            # Sorted before the demo map, so it is planned, too; its job is the cheaper one. A
            # pipe in place of the points, read once the first map was, holds up the plan.
            shutil.rmtree(self.folder / "out", ignore_errors=True)
            shutil.copy(SOURCE / "maps/maze.map", self.folder / "maps/a.map")
            pipe = self.folder / "held.points"
            pipe.unlink(missing_ok=True)
            os.mkfifo(pipe)
            self.manifest({"make": "index", "landmarks": 1},
                          {"make": "matrix", "points": {"file": "held.points"}})
            with subprocess.Popen([*THRONG, "farm", "manifest.json", "-o", "out", "--threads",
                                   "1"], cwd=self.folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True) as run:
                with open(pipe, "w") as points:  # waits until the farm reads it
                    if what == "vanishes":
                        (self.folder / "maps/a.map").unlink()
                    else:
                        self.write("maps/a.map", SMALL_MAP)
                    pipe.unlink()
                    self.write(pipe.name, "5,5\n")
                    points.write("5,5\n")
                errors = run.communicate()[1]
            self.assertEqual(run.returncode, 1, errors)
            self.assertIn("maps/a.map", errors)
            demo = [entry for entry in self.report()["outputs"]
                    if entry["map"] == "maps/demo.map" and entry["make"] == "index"]
            self.assertIn("xxh3", demo[0])

    def test_jobs_that_do_not_fit_are_refused_by_name(self):
        self.copy_maps("demo")
        self.passes("generate", "empty", "--size", "900x900", "-o", "maps/wide.map")
        for index in ({"landmarks": 64}, {"landmarks": 0, "fronts": True},
                      {"landmarks": 0, "jump_graph": False, "hierarchy": True}):
            self.manifest({"make": "index"} | index)
            errors = self.farm("--memory", 100, code=1)
            self.assertRegex(errors, r"\Athrong: maps/wide.map: needs about \d+ MB of memory; "
                                     r"the limit is 100 MB\n\Z")
            totals = self.report()["totals"]
            self.assertEqual((totals["done"], totals["refused"]), (1, 1))

    def test_a_full_disk_stops_the_farm_which_then_goes_on(self):
        self.copy_maps("demo", "caves", "terrain")
        self.manifest({"make": "matrix", "points": {"random": 400}})
        run = subprocess.run([*THRONG, "farm", "manifest.json", "-o", "out"], cwd=self.folder,
                             stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                             timeout=100, check=False, preexec_fn=limit_files)
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, r"\Athrong: out/outputs/matrix[^\n]*; the farm stopped, "
                                     r"the same command goes on with it\n\Z")
        self.assertEqual(list(self.folder.rglob("*throng-new*")), [])
        self.farm()
        self.assertEqual(self.report()["totals"]["done"], 6)

    def test_an_unwritable_folder_is_refused_before_any_work(self):
        self.copy_maps("demo")
        self.manifest(INDEX)
        self.write("file", "")
        self.refuses("farm", "manifest.json", "-o", "file/out", about="file/out")
        self.refuses("farm", "manifest.json", "-o", "", about="empty")
        (self.folder / "sealed").mkdir(mode=0o500)
        if not os.access(self.folder / "sealed", os.W_OK):  # it is, for root
            self.refuses("farm", "manifest.json", "-o", "sealed", about="sealed")

    def test_no_report_replaces_what_is_read(self):
        self.copy_maps("demo")
        self.manifest(MATRIX)
        for options in (["-o", "out", "--json", "maps/demo.map"],
                        ["-o", "out", "--json", "out/report.json"]):
            self.refuses("farm", "manifest.json", *options, about="--json")
        self.manifest(MATRIX, name="report.json")
        self.refuses("farm", "report.json", "-o", ".", about="would replace report.json")
        self.farm()
        entry = self.report()["outputs"][0]
        for name in entry["shards"][0]["file"], entry["shards"][0]["file"] + ".json":
            self.refuses("join", "out", entry["matrix"], "-o", f"out/outputs/{name}",
                         about="would replace")

    def test_wrong_manifests_are_refused_with_the_place(self):
        for text, about in (
                ("{", "manifest.json: line 1, column 2"),
                ('{"throng_farm": 1, "throng_farm": 1}', "two members 'throng_farm'"),
                ('{"throng_farm": 2}', "format 2"),
                ("{}", '"throng_farm" is missing'),
                ('{"throng_farm": 1, "maps": []}', "maps: is empty"),
                ('{"throng_farm": 1, "maps": [3]}', "maps[0]: is not a text"),
                ("[]", "is not an object")):
            self.write("manifest.json", text)
            self.refuses("farm", "manifest.json", "-o", "out", about=about)
        for job, about in (
                ({"make": "hay"}, "jobs[0].make: 'hay' is not one of"),
                (INDEX | {"landmarks": 65}, "jobs[0].landmarks: is not a number from 0 to 64"),
                (INDEX | {"landmarks": 1.5}, "jobs[0].landmarks: is not a number"),
                (INDEX | {"landmark": 1}, "jobs[0]: 'landmark' has no meaning here"),
                (INDEX | {"hubs": 1}, "jobs[0].hubs: is not true or false"),
                (INDEX | {"classes": ["cart"]}, "jobs[0].classes[0]: 'cart' is not a class"),
                ({"make": "matrix"}, 'jobs[0]: "points" is missing'),
                ({"make": "matrix", "points": "some"}, "jobs[0].points: 'some'"),
                ({"make": "matrix", "points": {"random": 0}}, "jobs[0].points.random"),
                ({"make": "points"}, "jobs[0]: points are made with each matrix"),
                (THROUGHPUT | {"algorithms": ["astra"]}, "jobs[0].algorithms[0]: 'astra'")):
            self.manifest(job, maps=["small.map"])
            self.refuses("farm", "manifest.json", "-o", "out", about=f"manifest.json: {about}")
        self.manifest(INDEX, INDEX, maps=["small.map"])
        self.refuses("farm", "manifest.json", "-o", "out", about="jobs[1]: another job")
        self.manifest(INDEX, maps=["small.map"], classes={"foot": {"unit_size": 65}})
        self.refuses("farm", "manifest.json", "-o", "out", about="classes.foot.unit_size")
        self.manifest(INDEX, maps=["no*.map"])
        self.refuses("farm", "manifest.json", "-o", "out", about="'no*.map' matches no file")
        self.manifest(INDEX, maps=["small.map"])
        self.refuses("farm", "manifest.json", "-o", "out", "--shard", "3/2", about="'3/2'")


def limit_files():
    """Writing more than so many bytes to a file fails, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: farm_test.py PATH_TO_THRONG SOURCE_DIR")
    program.THRONG.append(os.path.abspath(sys.argv[1]))
    unittest.main(argv=sys.argv[:1])
