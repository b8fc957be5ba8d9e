"""Path distances between places on a map, clustered by scipy: regions that are near each other
on foot, not as the crow flies.
"""
import numpy as np
import scipy.cluster.hierarchy
import scipy.spatial.distance

import throng

grid = throng.Grid(throng.generate("maze", 201, 201, seed=2, corridor=3))
index = throng.Index(grid, landmarks=0, hubs=True)  # labels make large tables fast
rng = np.random.default_rng(3)
places = rng.integers(0, 201, (600, 2))
places = places[grid.is_open(places)][:200]

straight, _ = grid.costs
table = throng.distance_table(index, places, places).astype(np.float64) / straight
assert (table < throng.UNREACHABLE / straight).all()
np.testing.assert_array_equal(table, table.T)
assert (np.diag(table) == 0).all()

condensed = scipy.spatial.distance.squareform(table)
tree = scipy.cluster.hierarchy.linkage(condensed, method="average")
groups = scipy.cluster.hierarchy.fcluster(tree, 8, criterion="maxclust")
for group in np.unique(groups):
    members = table[np.ix_(groups == group, groups == group)]
    print(f"group {group}: {len(members)} places, at most {members.max():.0f} steps apart")
assert 1 < len(np.unique(groups)) <= 8
