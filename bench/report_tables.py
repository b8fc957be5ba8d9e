"""The tables of bench/RESULTS.md and the main README.md, for report.py."""

EXCERPT_MAPS = ["dao/brc202d", "bg512/AR0700SR", "mazes/maze512-4-0", "random/random512-40-0"]

# Group, title, text, columns: a heading and the counters that a cell shows.
SECTIONS = [
    ("hubs", "Engines",
     "Microseconds per query with its path, in brackets for the distance alone: plain A\\*, jump "
     "point search without an index, with 16 landmarks (L), and hub labels of corners (hub) and "
     "of cells too (hub + cells). Then seconds to build the index on all threads and its "
     "megabytes, the jump graph's included; `-`: the labels exceed 64 MB.",
     [("A\\*", "{A* us} ({A* distance us})"), ("jps", "{JPS us} ({JPS distance us})"),
      ("jps + L", "{JPS+L us} ({JPS+L distance us})"), ("hub", "{hub us} ({hub distance us})"),
      ("hub + cells", "{hub+cells us} ({hub+cells distance us})"),
      ("jps + L: s, MB", "{JPS+L s}, {JPS+L MB}"), ("hub: s, MB", "{hub s}, {hub MB}"),
      ("hub + cells: s, MB", "{hub+cells s}, {hub+cells MB}")]),
    ("lines", "Straight lines",
     "Microseconds per query on one thread: exact any-angle paths (in brackets turning points that "
     "were expanded), the same under `cut_one`, paths of jump point search without an index that "
     "are pulled taut, and Lazy Theta\\*. Then by how many percent smoothed paths are longer than "
     "exact ones, and milliseconds and megabytes of what exact ones need.",
     [("exact", "{exact us} ({exact exp})"), ("cut_one", "{cut_one us}"),
      ("smooth", "{smooth us}"), ("Lazy Theta\\*", "{theta us}"), ("excess, %", "{excess %}"),
      ("build, ms", "{build ms}"), ("MB", "{MB}")]),
    ("index_files", "Index files",
     "Milliseconds to load an index from a file and answer one query, on one thread, if hashes or "
     "ranges are checked, each with its ratio to the time to build the index; megabytes of the "
     "file. The file is in memory.",
     [("build, s", "{build s}"), ("hashes", "{hashes ms} ({hashes / build})"),
      ("ranges", "{ranges ms} ({ranges / build})"), ("MB", "{MB}")]),
    ("c_interface", "The C interface",
     "Nanoseconds of a call that answers 1 or 10,000 queries by hub labels, on one thread: by the "
     "C++ library, by the C interface, and how much more the latter takes.",
     [("C++", "{C++ ns/call}"), ("C", "{C ns/call}"), ("more", "{more ns/call}")]),
    ("families", "Searches",
     "Microseconds per query and in brackets expansions: plain A\\*, jump point search without "
     "an index, A\\* with 16 landmarks, jump point search on its graph with 16 landmarks. Then "
     "the last over the first, and seconds and megabytes of its index.",
     [("A\\*", "{A* us} ({A* exp})"), ("jps", "{JPS us} ({JPS exp})"),
      ("A\\* + L", "{A*+L us} ({A*+L exp})"), ("jps + L", "{JPS+L us} ({JPS+L exp})"),
      ("times", "{speed-up}"), ("s", "{index s}"), ("MB", "{index MB}")]),
    ("heuristics", "Heuristics",
     "Dead ends (D), gates (G) and landmarks (L, 16), alone and together, for A\\* and for jump "
     "point search on its graph. Microseconds per query and in brackets expansions. Then the "
     "gates, megabytes of their costs and seconds to build them; `-`: they exceed 64 MB.",
     [(name.replace("*", "\\*").replace("J", "jps"), "{%s us} ({%s exp})" % (name, name))
      for name in ("A*", "A*+D", "A*+G", "A*+L", "A*+LGD", "J+D", "J+G", "J+L", "J+LD",
                   "J+LGD")] + [("gates, MB, s", "{gates}, {gates MB}, {gates s}")]),
    ("gates", "Costs between gates",
     "Seconds on one thread, nanoseconds per gate and cell, and the speed-up of all threads.",
     [("gates", "{gates}"), ("MB", "{MB}"), ("s", "{s}"), ("ns", "{ns/(gate, cell)}"),
      ("speed-up", "{speed-up}")]),
    ("grounds", "Other ground",
     "A\\* over the same maps with one link, as hexagons, and with random weights of 1 to 9 in each cell, under "
     "both cost models: harsher than real game maps. Without and with 16 landmarks (L). "
     "Microseconds per query and in brackets nanoseconds per expansion.",
     [(name, "{%s us} ({%s ns/exp})" % (name, name))
      for name in ("plain", "link", "hex", "mean", "enter", "plain+L", "hex+L", "mean+L", "enter+L")]),
    ("sharing", "Group orders",
     "1,000 units ordered to one goal, and a mixed batch without group orders, without and with "
     "`Sharing::goals`: milliseconds, and the ratio.",
     [("none, ms", "{none ms}"), ("goals, ms", "{goals ms}"), ("times", "{speed-up}"),
      ("mixed: none, ms", "{mixed none ms}"), ("mixed: goals, ms", "{mixed goals ms}"),
      ("mixed: times", "{mixed speed-up}")]),
    ("frames", "Frames",
     "10,000 requests by jump point search with 16 landmarks on one thread: milliseconds as one "
     "batch and as one frame, the ratio; then under a budget of a hundredth of the expansions: "
     "frames, and milliseconds of the median and the 99th percentile frame.",
     [("batch, ms", "{solve ms}"), ("frame, ms", "{frame ms}"), ("ratio", "{frame/solve}"),
      ("frames", "{frames}"), ("p50, ms", "{p50 ms}"), ("p99, ms", "{p99 ms}")]),
    ("approach", "Unreachable goals",
     "Every tenth goal has no path. 99th percentile of the time per request, and its ratio if "
     "such requests are rejected, or approach the goal; then the mean of approaching requests "
     "over the same requests with reachable goals.",
     [("p99, us", "{p99 us}"), ("rejected", "{refused p99}"), ("approached", "{approached p99}"),
      ("mean", "{nearest}")]),
    ("tables", "Distance tables",
     "1,000 x 1,000 distances on one thread, by sweeps and from hub labels: milliseconds, the "
     "ratio, and seconds to build the labels on all threads.",
     [("sweeps, ms", "{sweeps ms}"), ("labels, ms", "{labels ms}"), ("times", "{speed-up}"),
      ("index, s", "{index s}")]),
    ("living/edit", "Maps that change: edits",
     "A building of 4 x 4 cells appears or disappears on a `LivingMap` with 16 landmarks and a "
     "jump graph: microseconds of `edit` and of the `settle` after it (median, 99th percentile), "
     "and bytes of the map, its indexes included.",
     [("edit, us", "{edit us}"), ("p99", "{edit p99}"), ("settle, us", "{settle us}"),
      ("p99", "{settle p99}"), ("bytes", "{bytes}")]),
    ("living/settle", "Maps that change: repairs",
     "After 20 buildings of 4 x 4 cells: the calls of `settle(8'000)` until nothing is left to "
     "repair, the milliseconds of all of them, the same for buildings with 3 open cells on each "
     "side (apart), and the microseconds of a call (median, 99th percentile); then all that for "
     "`settle(16'000)` on two threads.",
     [("calls", "{calls}"), ("all, ms", "{all ms}"), ("apart", "{apart ms}"),
      ("call, us", "{call us}"), ("p99", "{call p99}"), ("calls, 2 threads", "{calls by two}"),
      ("all, ms", "{all ms by two}"), ("apart", "{apart ms by two}"),
      ("call, us", "{call us by two}"), ("p99", "{call p99 by two}")]),
    ("living/patches", "Maps that change: many patches",
     "Versions of many patches, with a jump graph and 16 landmarks (L) or none (J): milliseconds a "
     "version (median, 99th percentile) of `edit` with all patches, of that and `settle`, of a "
     "call of `edit` for each patch, and of grid and index made anew; the ratio of the second and "
     "the last.",
     [("edit, ms", "{edit ms}"), ("p99", "{edit p99}"), ("settled, ms", "{settled ms}"),
      ("p99", "{settled p99}"), ("calls, ms", "{calls ms}"), ("p99", "{calls p99}"),
      ("anew, ms", "{anew ms}"), ("p99", "{anew p99}"), ("ratio", "{ratio}")]),
    ("living/query", "Maps that change: queries",
     "Time of queries over that with a fresh index (the least of 25 in turn), after 1, 20, 100 "
     "and 400 buildings without `settle`, and after 400 with it; then after 20 with 3 open cells "
     "on each side (apart), without `settle` and with it: the median and the most of 9 times at "
     "other places. Narrow mazes, rooms of 8 x 8 and noise have none, or too few: buildings there "
     "close corridors.",
     [(title, "{%s}" % name) for title, name in
      (("1", "pending 1"), ("20", "pending 20"), ("100", "pending 100"), ("400", "pending 400"),
       ("400, settled", "settled 400"), ("20 apart", "apart 20"),
       ("most", "apart 20 most"), ("settled", "apart settled"),
       ("most", "apart settled most"))]),
    ("living/jumps", "Maps that change: the jump graph alone",
     "Buildings of 4 x 4 cells appear and disappear: microseconds to update the jump graph "
     "(median, 99th percentile), to settle its shortcuts, and to build it again.",
     [("edit p50, us", "{edit p50 us}"), ("edit p99, us", "{edit p99 us}"),
      ("settle, us", "{settle us}"), ("build, us", "{rebuild us}")]),
    ("living/flow_field", "Maps that change: flow fields",
     "Microseconds to follow a building that appears or disappears (median, 99th percentile), "
     "beside a sweep.",
     [("closing", "{closing us}"), ("p99", "{closing p99}"), ("opening", "{opening us}"),
      ("p99", "{opening p99}"), ("sweep", "{sweep us}"), ("p99", "{sweep p99}")]),
    ("living/routes", "Maps that change: routes",
     "10,000 routes in a `RouteBook`: microseconds of a review after a building appeared or "
     "disappeared, routes that were broken, routes that may have become shorter, bytes a route; "
     "microseconds to replace a route, of 500 at a time, on one thread and on two.",
     [("close, us", "{close us}"), ("open, us", "{open us}"), ("broken", "{broken}"),
      ("may shorten", "{may shorten}"), ("bytes", "{bytes}"), ("replace, us", "{replace us}"),
      ("2 threads", "{replace us by two}")]),
    ("crowds", "Crowds",
     "10,000 units that walk between 20 or 500 goals for ever: milliseconds of a step once the "
     "fields stand, on one thread and in brackets on two, and arrivals a step; with exact and with "
     "synchronous bodies.",
     [(title, text % (name, name, name)) for title, name in
      (("20, exact", "20 exact"), ("500, exact", "500 exact"),
       ("20, synchronous", "20 synchronous"), ("500, synchronous", "500 synchronous"))
      for text in ("{%s ms} ({%s ms by two}), {%s arrivals}",)]),
    ("fronts", "Weighted ground",
     "Microseconds per random query with its path, in brackets for the distance alone: A\\* with "
     "16 landmarks (L), and fronts, also for 100,000 distinct queries (cold). Then seconds to "
     "build the index on one thread, its megabytes, and seconds for fronts on two threads.",
     [("A\\* + L", "{A*+L us} ({A*+L distance us})"), ("fronts", "{front us} ({front distance us})"),
      ("cold", "{cold us} ({cold distance us})"),
      ("A\\* + L: s, MB", "{A*+L s}, {A*+L MB}"), ("fronts: s, MB", "{front s}, {front MB}"),
      ("2 threads, s", "{two threads s}")]),
    ("front_fields", "Fields on weighted ground",
     "Milliseconds on one thread, by fronts and in brackets by sweeps: a flow field, one of 32 "
     "distance fields, and a table of 1,000 x 1,000 distances; then how many times longer sweeps "
     "take for that table. Where sweeps are faster, fronts are not used.",
     [("flow field", "{flow ms} ({swept flow ms})"), ("field", "{field ms} ({swept field ms})"),
      ("table", "{table ms}"), ("times", "{swept/table}")]),
    ("growth", "How cost grows: engines",
     "Microseconds per random query with its path, mean, median and 99th percentile, one query at "
     "a time: jump point search without an index (mean), with 16 landmarks (L), with their "
     "distances stored for jump points only (J), the contraction hierarchy, hub labels where they "
     "fit into 64 MB and are built within seconds, and fronts on the maps that are not generated. "
     "Then seconds to build the index on one thread, in brackets on two, and its megabytes.",
     [("jps", "{JPS us}"), ("jps + L", "{JPS+L us}, {JPS+L p50}, {JPS+L p99}"),
      ("jps + J", "{JPS+J us}, {JPS+J p50}, {JPS+J p99}"),
      ("hierarchy", "{hierarchy us}, {hierarchy p50}, {hierarchy p99}"),
      ("hub", "{hub us}, {hub p50}, {hub p99}"),
      ("fronts", "{front us}, {front p50}, {front p99}"),
      ("jps + L: s, MB", "{JPS+L s} ({JPS+L s, 2 threads}), {JPS+L MB}"),
      ("jps + J: s, MB", "{JPS+J s} ({JPS+J s, 2 threads}), {JPS+J MB}"),
      ("hierarchy: s, MB", "{hierarchy s} ({hierarchy s, 2 threads}), {hierarchy MB}"),
      ("hub: s, MB", "{hub s} ({hub s, 2 threads}), {hub MB}"),
      ("fronts: s, MB", "{front s} ({front s, 2 threads}), {front MB}")]),
    ("ground", "How cost grows: grids and fields",
     "Milliseconds to make a grid on all threads, and nanoseconds for each reached cell of a "
     "distance field on one thread, in calls for one field each.",
     [("Grid::make, ms", "{Grid::make ms}"), ("field, ns a cell", "{sweep ns/cell}")]),
    ("batches", "How cost grows: batches",
     "Microseconds per query in batches of 1, 10, ... random queries on 512 x 512, on one or two "
     "threads that have answered before; then the time of the first batch of 1,000,000 over that "
     "of later ones.",
     [(f"{10**i:,}", "{%d us}" % 10**i) for i in range(7)] + [("first", "{first/later}")]),
    ("new_weights", "New weights",
     "Fronts of a living map, on one thread: milliseconds to change the weights of all cells, in "
     "rectangles of 8 x 8, and those of 32 x 32 cells, until fronts are up to date.",
     [("all, ms", "{all ms}"), ("32 x 32, ms", "{32 x 32 ms}"), ("most, ms", "{32 x 32 most ms}")]),
    ("sweep", "Sweeps",
     "Distance fields on one thread by throng, by a plain bucket Dijkstra and by Boost.Graph: "
     "nanoseconds per reached cell, and ratios.",
     [("throng, ns", "{throng ns}"), ("buckets, ns", "{buckets ns}"), ("Boost, ns", "{boost ns}"),
      ("buckets / throng", "{buckets/throng}"), ("Boost / throng", "{boost/throng}")]),
    ("fields", "Fields on several threads",
     "64 sources: milliseconds on one thread and the speed-up, as fields and as a matrix.",
     [("fields, ms", "{fields ms}"), ("times", "{fields speed-up}"),
      ("matrix, ms", "{matrix ms}"), ("times", "{matrix speed-up}")]),
    ("direction", "Flow fields",
     "Microseconds to set one goal on the whole map and within 20 steps, and nanoseconds per "
     "move of a unit.",
     [("whole, us", "{whole us}"), ("near, us", "{near us}"), ("next, ns", "{next ns}")]),
    ("nearest", "Nearest places",
     "20 places, 1,000 starts: microseconds to set the places, nanoseconds per start on the first "
     "and on the second call.",
     [("set, us", "{set us}"), ("first, ns", "{first ns}"), ("again, ns", "{again ns}")]),
    ("paired", "Baselines",
     "Plain A\\*, the textbook A\\* (`--algorithm textbook`) and Boost.Graph's `astar_search`: "
     "microseconds per query, ratios, and nanoseconds per expansion of throng.",
     [("A\\*", "{throng us}"), ("textbook", "{textbook us}"), ("Boost", "{boost us}"),
      ("textbook / A\\*", "{textbook/throng}"), ("Boost / A\\*", "{boost/throng}"),
      ("ns", "{throng ns/exp}")]),
    ("queues", "Open lists",
     "The same A\\* over four open lists: nanoseconds per expansion, and the longest list.",
     [(title, "{%s ns/exp}" % name) for title, name in
      (("ring", "ring"), ("two levels", "2-level"), ("4-ary heap", "4-heap"),
       ("binary heap", "2-heap"))] + [("longest", "{open}")]),
    ("keys", "Open lists alone",
     "Nanoseconds for a pop and a push on lists that keep their length.",
     [("ring", "{ring ns}"), ("two levels", "{2-level ns}"), ("4-ary heap", "{4-heap ns}"),
      ("binary heap", "{2-heap ns}")]),
    ("threads", "Threads", "Queries per second on one thread and on several, and the ratio.",
     [("1 thread", "{1 thread q/s}"), ("several", "{q/s}"), ("times", "{speed-up}")]),
    ("scaling", "All cores",
     "Pieces of work on one thread, in milliseconds, and the speed-up of two.",
     [("1 thread, ms", "{1 ms}"), ("2 threads", "{2 threads}")]),
    ("scaling_loops", "All cores: serial time and longest blocks",
     "The same in a build that times each block of each parallel loop (THRONG_PROFILE), whose "
     "threads take turns on one core: milliseconds outside of loops with 16 threads, and the "
     "speed-up of 2, 4, 16 and 64 threads on idle cores that these times predict. Not in the "
     "prediction: threads that wait for each other's memory.",
     [("1 thread, ms", "{1 ms}"), ("2 threads, measured", "{2 threads}"),
      ("serial, ms", "{serial ms}"), ("2", "{by 2}"), ("4", "{by 4}"), ("16", "{by 16}"),
      ("64", "{by 64}")]),
    ("allocations", "Allocations of batches",
     "Allocations per query after the first rounds, and scratch memory.",
     [("allocations", "{allocations/query}"), ("scratch, MB", "{workers MB}")]),
    ("steady", "Allocations of frames",
     "Allocations per frame after the first rounds, and memory of scheduler and workers.",
     [("allocations", "{allocations/frame}"), ("scheduler, MB", "{scheduler MB}"),
      ("workers, MB", "{workers MB}")]),
]

EXPERIMENTS = [
    ("table1", "Table 1 of Bjornsson and Halldorsson (2006)"),
    ("table2", "Tables 1 and 2 of Yap (2002)"),
]
