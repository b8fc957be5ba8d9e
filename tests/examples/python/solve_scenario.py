"""Solves a MovingAI scenario, compares the lengths, and draws some paths.

Usage: solve_scenario.py [MAP SCENARIO [PICTURE.png]]   (drawing needs matplotlib)
"""
import sys

import numpy as np

import throng

map_file, scenario_file = sys.argv[1:3] or ("maps/caves.map", "maps/caves.map.scen")
grid = throng.Grid(map_file)
scenario = throng.read_scenario(scenario_file)
index = throng.Index(grid, landmarks=16)
solver = throng.Solver(index)
batch = solver.solve(scenario.starts, scenario.goals)

# A cost counts straight and diagonal steps: 2378 and 3363. A length counts 1 and sqrt(2).
diagonal = np.add.reduceat(np.append(batch.moves >= 4, 0), batch.path_begin[:-1].astype(int))
moves = np.diff(batch.path_begin).astype(int)
diagonal[moves == 0] = 0
length = (moves - diagonal) + diagonal * np.sqrt(2)
worst = np.abs(length - scenario.lengths)[batch.found].max()
print(f"{solver.algorithm} with {solver.heuristic}: {batch.found.sum()} of {len(batch)} found, "
      f"{batch.expanded.mean():.0f} cells expanded on average")
print(f"the lengths differ from the scenario's by at most {worst:.6f}")
assert worst < 0.01

if len(sys.argv) > 3:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    characters = throng.read_map(map_file)
    plt.imshow(np.isin(characters, [b".", b"G", b"S"]), cmap="gray", vmin=-1)
    for i in range(0, len(batch), max(1, len(batch) // 12)):
        path = batch.path(i)
        plt.plot(path[:, 0], path[:, 1], linewidth=1)
    plt.title(f"{map_file}: {grid.width} x {grid.height}")
    plt.savefig(sys.argv[3], dpi=150)
