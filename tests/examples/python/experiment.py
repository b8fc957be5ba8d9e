"""A small experiment: expansions and time of several searches on generated maps, as CSV.

Usage: experiment.py [OUTPUT.csv]
"""
import csv
import sys
import time

import numpy as np

import throng

rng = np.random.default_rng(1)
queries = rng.integers(0, 128, (2, 500, 2))
one_thread = throng.Workers(1)
rows = []
for kind in ("caves", "rooms", "maze", "random"):
    grid = throng.Grid(throng.generate(kind, 128, 128, seed=1))
    worlds = {"none": grid, "landmarks": throng.Index(grid, landmarks=8),
              "hubs": throng.Index(grid, landmarks=0, hubs=True)}
    costs = set()
    for algorithm, index in (("astar", "none"), ("astar", "landmarks"), ("jps", "none"),
                             ("jps", "landmarks"), ("hub", "hubs")):
        solver = throng.Solver(worlds[index], algorithm=algorithm)
        batch = solver.solve(*queries, workers=one_thread)  # warm
        times = []
        for _ in range(5):
            begin = time.perf_counter()
            solver.solve(*queries, out=batch, workers=one_thread)
            times.append(time.perf_counter() - begin)
        costs.add(batch.cost_hash)
        rows.append({"map": kind, "algorithm": algorithm, "index": index,
                     "found": int(batch.found.sum()),
                     "expanded": f"{batch.expanded.mean():.1f}",
                     "us_per_query": f"{1e6 * np.median(times) / len(batch):.2f}"})
    assert len(costs) == 1, f"the algorithms disagree on {kind}"

with (open(sys.argv[1], "w", newline="") if len(sys.argv) > 1 else sys.stdout) as file:
    writer = csv.DictWriter(file, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
