"""1,000 units in two groups exchange their halls through a door, and never collide. In the middle
a second door opens.
"""
import numpy as np

import throng

ground = np.ones((64, 128), dtype=np.uint16)
ground[:, 64] = 0
ground[30:34, 64] = 1                               # a door
living = throng.LivingMap(ground)
crowd = throng.Crowd(living, bodies="synchronous")

y, x = np.mgrid[7:57:2, 5:45:2]
west = np.stack([x.ravel(), y.ravel()], axis=1)     # 500 cells: x, y
east = west + [78, 0]
units = crowd.add(np.concatenate([west, east]))
crowd.order_group(units[:500], (103, 31), east)     # each group has one goal, and
crowd.order_group(units[500:], (25, 31), west)      # a place for each of its units
while not crowd.at_goal().all():
    report = crowd.step()
    if report["step"] == 100:
        living.edit([("weight", 64, 10, 1, 4, 1)])  # a second door
    cells = crowd.positions()
    assert len(np.unique(cells, axis=0)) == len(units)
    assert report["step"] < 2000
print(f"{len(crowd)} units have arrived after {report['step'] + 1} steps")

saved = throng.bundle([living.save(), crowd.save()])
parts = throng.unbundle(saved, 2)
twin = throng.Crowd.restore(parts[1], throng.LivingMap.restore(parts[0]))
assert twin.fingerprint == crowd.fingerprint
