"""10,000 agents with 4 neighbours walk to the nearest of three exits by a flow field: the
distances and the moves of all agents in one call a step, as reinforcement learning needs them.
"""
import numpy as np

import throng

AGENTS = 10_000
walls = throng.generate("rooms", 256, 256, seed=5, room=15) != b"."
grid = throng.Grid(np.where(walls, 0, 1), topology="tile")
exits = np.array([[8, 8], [248, 9], [120, 247]])
assert grid.is_open(exits).all()

field = throng.FlowField(grid)
field.set_goals(exits)
rng = np.random.default_rng(7)
inside = np.argwhere(~walls)[:, ::-1]  # [y, x] to x, y
agents = inside[rng.integers(0, len(inside), AGENTS)]
agents = agents[field.distance(agents) != throng.UNREACHABLE]

moves = None
steps = 0
start = field.distance(agents)
while True:
    moves = field.next(agents, moves)
    walking = moves != throng.STAY
    if not walking.any():
        break
    agents = field.step(agents)
    steps += 1
print(f"{len(agents)} agents arrived after at most {steps} steps, "
      f"{start.mean():.0f} on average")
assert steps == start.max()  # a tile step costs 1
assert (field.distance(agents) == 0).all()
