#ifndef THRONG_H
#define THRONG_H

#include <stddef.h>
#include <stdint.h>

/* throng in plain C: batches of cheapest-path queries on game grid maps.
 *
 * THE IDEA
 *
 *   map + rules  -> throng_grid      what a class of units can do; immutable
 *   grid         -> throng_index     computed once, makes queries faster; immutable
 *   grid, index  -> throng_solver    answers batches of queries; immutable
 *   threads      -> throng_workers   threads and their scratch memory
 *   results      -> throng_batch     statuses, costs and paths; reused by the next batch
 *   lines        -> throng_lines     the same for paths of straight legs at any angle
 *
 * A throng_scheduler spreads requests over the frames of a game. A throng_map is a map that
 * changes: it has a newest grid and index for each class of units. Flow fields lead many
 * units to one goal. Routes and route books keep the paths of units that walk. A
 * throng_crowd moves all units of a map so that they never stand in each other.
 *
 * THE SHORTEST PROGRAM
 *
 *   const char text[] = "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n";
 *   throng_query query = {{0, 0}, {2, 0}};
 *   throng_batch_view view = {sizeof view};
 *   throng_grid* grid = NULL;
 *   throng_solver* solver = NULL;
 *   throng_workers* workers = NULL;
 *   throng_batch* batch = NULL;
 *   if (throng_grid_from_text(text, sizeof text - 1, NULL, &grid) ||
 *       throng_solver_create(grid, NULL, &solver) ||
 *       throng_workers_create(0, NULL, &workers) || throng_batch_create(NULL, &batch) ||
 *       throng_solve(solver, &query, 1, workers, NULL, NULL, batch) ||
 *       throng_batch_get(batch, &view))
 *     fprintf(stderr, "%s\n", throng_last_error());
 *   else
 *     printf("%s, %u moves\n", throng_status_name(view.status[0]),
 *            (unsigned)(view.path_begin[1] - view.path_begin[0]));
 *   throng_batch_destroy(batch);
 *   throng_workers_destroy(workers);
 *   throng_solver_destroy(solver);
 *   throng_grid_release(grid);
 *
 * It prints "found, 4 moves". Link with -lthrong-c (pkg-config throng-c).
 *
 * ERRORS
 *
 * Every function that can fail returns a code: THRONG_OK (0) or one of the codes below.
 * throng_last_error() then has a sentence about it. A call that fails changes nothing,
 * unless its comment says otherwise. Null pointers, handles of another type, sizes that
 * cannot be and numbers out of range are THRONG_BAD_ARGUMENT. No exception leaves throng. A
 * query that has no path is not an error: it has a status.
 *
 * Not detected: a handle that was destroyed, a pointer to too little memory, and text that
 * does not end.
 *
 * OPTIONS
 *
 * Every struct of options begins with its size. X_init(&x, sizeof x) sets the size and the
 * defaults; then change what you need. NULL stands for the defaults. Programs that were
 * compiled with an older header run with a newer library: what their struct lacks has its
 * default. Structs that throng fills begin with their size too: set it before the call. A
 * size that ends inside a field is THRONG_BAD_ARGUMENT.
 *
 * MEMORY
 *
 * An object belongs to the caller, who destroys it. Destroying NULL does nothing. Grids and
 * indexes are counted: retain adds an owner, release removes one. Solvers, schedulers and
 * fields keep the grids and indexes that they use alive. What a function copies is not
 * needed after the call; all inputs are copied unless the comment says otherwise. Views
 * point into an object, until the next call that changes it, or until it is destroyed.
 *
 * THREADS
 *
 * Functions with const handles may be called by several threads at once. An object without
 * const is for one thread at a time, except as throng_scheduler_submit says. Workers serve
 * one call at a time: a second one at the same time fails with THRONG_BUSY.
 *
 * Answers do not depend on the number of threads, nor on the host's job system.
 *
 * COSTS
 *
 * Path costs are integers: 2378 for a straight step and 3363 for a diagonal one, unless
 * rules or weights say otherwise. The headers in <throng/> say what each function takes in
 * time. A call through this interface takes about 110 instructions more.
 */

#if defined(__GNUC__)
#define THRONG_C_API __attribute__((visibility("default")))
#else
#define THRONG_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Versions, codes and names ------------------------------------------------------- */

/* Programs compiled with this number run with every library that returns it: functions,
 * constants and fields at the ends of structs may be added, nothing else changes. */
#define THRONG_ABI 1

typedef int32_t throng_code;

enum {
  THRONG_OK = 0,
  THRONG_BAD_ARGUMENT = 1,  /* an invalid value */
  THRONG_BAD_FORMAT = 2,    /* a text or file that violates its format */
  THRONG_UNSUPPORTED = 3,   /* valid, but not possible: too large, or not together */
  THRONG_OVER_LIMIT = 4,    /* needs more than an option allows */
  THRONG_IO = 5,            /* an operating system error */
  THRONG_CANCELLED = 6,     /* a throng_monitor cancelled */
  THRONG_OUT_OF_MEMORY = 7, /* an allocation failed, the host's or throng's own */
  THRONG_HOST_FAILED = 8,   /* a function of throng_host threw an exception */
  THRONG_BUSY = 9,          /* the workers are in use by another call */
  THRONG_BROKEN = 10,       /* an earlier call on this object ran out of memory */
  THRONG_TOO_SMALL = 11,    /* the buffer holds fewer elements than needed; none written */
  THRONG_INTERNAL = 12      /* a defect of throng; please report it */
};

/* The version of the library, such as "0.2.0". */
THRONG_C_API const char* throng_version(void);
/* THRONG_ABI of the library. */
THRONG_C_API int32_t throng_abi(void);
/* Rises whenever equal input may have another result hash than before. Recordings and
 * lockstep games compare it. */
THRONG_C_API int32_t throng_result_version(void);
/* What the last failed call on this thread said: where, what was found, what was expected.
 * One line; empty if none failed. Valid until the next failed call on this thread. */
THRONG_C_API const char* throng_last_error(void);
/* "ok", "bad argument", ...; "unknown" for other numbers. */
THRONG_C_API const char* throng_code_name(throng_code code);

/* How a query ended. */
enum {
  THRONG_FOUND = 0,         /* a path; cost 0 and no move if start and goal are equal */
  THRONG_UNREACHABLE = 1,   /* both ends are open, but no path joins them */
  THRONG_START_BLOCKED = 2, /* the start is a closed cell */
  THRONG_GOAL_BLOCKED = 3,  /* the start is open, but the goal is a closed cell */
  THRONG_OUT_OF_MAP = 4,    /* an end lies outside the map */
  THRONG_OUT_OF_BUDGET = 5, /* the search reached the limit on expansions */
  THRONG_OVER_MAX_COST = 6, /* every path costs more than the limit on cost */
  THRONG_NOT_RUN = 7        /* the batch was cancelled before this query ran */
};

/* "found", "unreachable", ...; "unknown" for other numbers. */
THRONG_C_API const char* throng_status_name(uint8_t status);

/* The cost of an unreachable pair, and of an unreached cell. */
#define THRONG_NO_PATH UINT32_C(0xFFFFFFFF)
/* No limit, where a limit on a cost or on expansions is expected. */
#define THRONG_NO_COST_LIMIT UINT32_C(0xFFFFFFFE)
#define THRONG_NO_LIMIT UINT32_C(0xFFFFFFFF)

typedef struct throng_grid throng_grid;
typedef struct throng_index throng_index;
typedef struct throng_solver throng_solver;
typedef struct throng_workers throng_workers;
typedef struct throng_batch throng_batch;
typedef struct throng_lines throng_lines;
typedef struct throng_monitor throng_monitor;
typedef struct throng_flow_field throng_flow_field;
typedef struct throng_places throng_places;
typedef struct throng_scheduler throng_scheduler;
typedef struct throng_frame_pace throng_frame_pace;
typedef struct throng_map throng_map;
typedef struct throng_route throng_route;
typedef struct throng_route_book throng_route_book;
typedef struct throng_taken_cells throng_taken_cells;
typedef struct throng_step_field throng_step_field;
typedef struct throng_crowd throng_crowd;

/* A cell. 0,0 is the top left; y grows downwards. */
typedef struct throng_position {
  int32_t x;
  int32_t y;
} throng_position;

/* Cells with x in [x, x + width) and y in [y, y + height). */
typedef struct throng_rect {
  int32_t x;
  int32_t y;
  int32_t width;
  int32_t height;
} throng_rect;

/* A move: 0 to 7 are north, east, south, west, north-east, south-east, south-west,
 * north-west, where y grows to the south; 8 + k is the k-th link of the cell. The six
 * moves of hexagonal grids are 0 north, 1 upper right, 5 lower right, 2 south, 3 lower
 * left, 7 upper left. */
typedef uint8_t throng_move;

/* ---- The host: job system and memory ------------------------------------------------- */

/* The work of one parallel_for. Call run(context, i) once for each i below count. */
typedef void throng_body(const void* context, size_t i);

/* The threads and the memory of an engine. Copied; `user` must outlive every object that
 * was created with the host. Functions that are NULL are throng's own: set parallel_for and
 * concurrency both or neither, allocate and release both or neither. They may be called on
 * any thread of the host; they may throw C++ exceptions, which become codes.
 *
 * parallel_for runs the bodies on any threads, in any order, and returns after all of them
 * have returned. Bodies never wait for each other, so they may run one after the other. The
 * calling thread then does what was not run.
 *
 * Waiting inside jobs: if parallel_for is called from one of your jobs, it must not block a
 * thread that the bodies need. A pool whose threads all wait for bodies deadlocks: no
 * thread is left to run them. Let the waiting thread run bodies itself, as the example in
 * tests/examples/c_game_loop.c does. While it waits it may run other jobs, but none that
 * uses the same workers: that call fails with THRONG_BUSY. */
typedef struct throng_host {
  uint32_t size;
  int32_t concurrency; /* the most bodies that run at once; 1 to 1024 */
  void* user;
  void (*parallel_for)(void* user, size_t count, throng_body* run, const void* context);
  /* NULL: out of memory. alignment is a power of two. */
  void* (*allocate)(void* user, size_t bytes, size_t alignment);
  void (*release)(void* user, void* memory, size_t bytes, size_t alignment);
} throng_host;

THRONG_C_API throng_code throng_host_init(throng_host* host, uint32_t size);

/* Threads, and scratch memory for each of them. Keep them: creating is expensive.
 * threads: 0 uses every processor; ignored if the host has a parallel_for. host: NULL, or
 * the threads and the memory to use. */
THRONG_C_API throng_code throng_workers_create(int32_t threads, const throng_host* host,
                                               throng_workers** workers);
THRONG_C_API throng_code throng_workers_destroy(throng_workers* workers);
/* The most threads that run at once; the bytes of scratch memory. */
THRONG_C_API throng_code throng_workers_info(const throng_workers* workers,
                                             int32_t* threads, size_t* bytes);

/* Progress and cancellation of a long call, for another thread. One call at a time. */
THRONG_C_API throng_code throng_monitor_create(throng_monitor** monitor);
THRONG_C_API throng_code throng_monitor_destroy(throng_monitor* monitor);
/* For a new call: sets the progress to 0 and forgets that it was cancelled. */
THRONG_C_API throng_code throng_monitor_reset(throng_monitor* monitor);
/* Any thread, at any time. The call ends within some milliseconds. */
THRONG_C_API throng_code throng_monitor_cancel(throng_monitor* monitor);
/* Any thread, at any time. Work done and in all: queries of a batch, sweeps of an index. */
THRONG_C_API throng_code throng_monitor_progress(const throng_monitor* monitor,
                                                 uint64_t* done, uint64_t* total);

/* ---- Maps, rules and grids ----------------------------------------------------------- */

enum { THRONG_OCTILE = 0, THRONG_TILE = 1, THRONG_HEX = 2, THRONG_TEX = 3 }; /* topology */
/* Diagonal steps of octile grids need both cells beside them open, or one, or none. */
enum { THRONG_NEVER_CUT = 0, THRONG_CUT_ONE = 1, THRONG_ALWAYS_CUT = 2 };
/* A step on weighted ground costs the mean weight of its cells, or that of the cell
 * entered. */
enum { THRONG_COST_MEAN = 0, THRONG_COST_ENTER = 1 };

/* How a class of units moves: <throng/rules.hpp>, Rules. */
typedef struct throng_rules {
  uint32_t size;
  int32_t topology;
  int32_t corners;
  int32_t cost_model;
  uint32_t cost_straight; /* 2378 and 3363, the ratio 1.41421 */
  uint32_t cost_diagonal;
  int32_t unit_size;     /* side of the square that a unit covers, 1 to 64 */
  uint16_t climb;        /* weight for each unit of altitude that a step climbs */
  uint16_t weights[256]; /* by character: 0 closed, 1 plain, 2 costs twice as much; or
                          * THRONG_CLOSED_OWN */
} throng_rules;

/* Closed, of a character that no MovingAI map has, but that maps and edits may contain. */
#define THRONG_CLOSED_OWN 65535

/* Land units: . G and S are open. */
THRONG_C_API throng_code throng_rules_init(throng_rules* rules, uint32_t size);
/* Changes weights: "G:2,T:5,W:0", or "digits": 1 to 9 are open, each with its value. It may
 * add characters that no MovingAI map has: "E:1,#:0". */
THRONG_C_API throng_code throng_rules_terrain(throng_rules* rules, const char* spec);

/* Closes a step that the terrain allows: a fence, a one-way door. */
typedef struct throng_closed_step {
  throng_position from;
  uint8_t move;
  uint8_t unused[3];
} throng_closed_step;

/* An extra one-way edge between any two cells: a bridge, a teleporter. */
typedef struct throng_link {
  throng_position from;
  throng_position to;
  uint16_t weight; /* cost in straight steps, 1 to 16383 */
  uint16_t unused;
} throng_link;

/* What a map consists of. Layers have width * height elements, row by row; NULL: none.
 * A weight replaces that of the character, unless the character is closed. 0: closed. */
typedef struct throng_terrain {
  uint32_t size;
  int32_t width;
  int32_t height;
  const char* cells;       /* MovingAI characters: . G @ O T S W and 1 to 9 */
  ptrdiff_t pitch;         /* from row to row of `cells`; 0: width */
  const uint16_t* weights; /* of cells, 0 to 16383, instead of those of characters */
  const int16_t* altitude;
  const throng_closed_step* closed_steps;
  size_t closed_step_count;
  const throng_link* links;
  size_t link_count;
} throng_terrain;

THRONG_C_API throng_code throng_terrain_init(throng_terrain* terrain, uint32_t size);

/* Compiles a map under rules: <throng/grid.hpp>, Grid::make. */
THRONG_C_API throng_code throng_grid_create(const throng_terrain* terrain,
                                            const throng_rules* rules, throng_grid** grid);
/* The same for the text of a MovingAI map file; `bytes` without a final 0. It may contain
 * the characters that the rules add. */
THRONG_C_API throng_code throng_grid_from_text(const char* text, size_t bytes,
                                               const throng_rules* rules,
                                               throng_grid** grid);
/* The grid with danger added: a weight for each cell, width * height of them, row by row.
 * See throng_index_with_costlier_grid. */
THRONG_C_API throng_code throng_grid_with_influence(const throng_grid* grid,
                                                    const uint16_t* influence, size_t count,
                                                    throng_grid** with_influence);
THRONG_C_API throng_code throng_grid_retain(const throng_grid* grid);
THRONG_C_API throng_code throng_grid_release(const throng_grid* grid);

typedef struct throng_grid_info {
  uint32_t size;
  int32_t width;
  int32_t height;
  int32_t topology;
  uint32_t cost_straight; /* of a step on plain ground */
  uint32_t cost_diagonal;
  uint32_t components; /* parts of the map that no path joins */
  int32_t plain;       /* 1: no weights, altitudes, closed steps, influence or links */
  int32_t symmetric;   /* 1: every step has an opposite one of equal cost; 0: perhaps not */
  uint64_t open_cells;
  uint64_t bytes;
} throng_grid_info;

THRONG_C_API throng_code throng_grid_get_info(const throng_grid* grid,
                                              throng_grid_info* info);
/* The component of a cell, counted from 0; THRONG_NO_COMPONENT if it is closed or outside
 * the map. Cells of one component are joined by a path, unless steps or links are one-way.
 */
#define THRONG_NO_COMPONENT UINT32_C(0xFFFFFFFF)
THRONG_C_API throng_code throng_grid_component(const throng_grid* grid, throng_position at,
                                               uint32_t* component);
/* A hash of all that paths depend on, equal on every machine. */
THRONG_C_API throng_code throng_grid_hash(const throng_grid* grid, uint64_t hash[2]);
/* The cost of so many straight steps on plain ground, for limits on costs. */
THRONG_C_API throng_code throng_grid_cost_of_steps(const throng_grid* grid, double steps,
                                                   uint32_t* cost);
/* The cells of a path, both ends included: count + 1 cells. The length of a path in
 * straight steps. THRONG_BAD_ARGUMENT if a move is not legal on this grid. */
THRONG_C_API throng_code throng_grid_cells(const throng_grid* grid, throng_position start,
                                           const throng_move* moves, size_t count,
                                           throng_position* cells, size_t capacity);
THRONG_C_API throng_code throng_grid_length(const throng_grid* grid, throng_position start,
                                            const throng_move* moves, size_t count,
                                            double* length);
/* Whether a point can move straight from the centre of a cell to that of another: 1 or
 * 0. */
THRONG_C_API throng_code throng_grid_line_of_sight(const throng_grid* grid,
                                                   throng_position from, throng_position to,
                                                   int32_t* visible);
/* Whether a unit of the grid's size can move straight from cell to cell and cover open
 * cells only: 1 or 0. On hexagonal grids as throng_grid_line_of_sight. */
THRONG_C_API throng_code throng_grid_clear_line(const throng_grid* grid,
                                                throng_position from, throng_position to,
                                                int32_t* clear);

/* ---- Indexes ------------------------------------------------------------------------- */

enum {
  THRONG_PLACE_RANDOM = 0,
  THRONG_PLACE_FARTHEST = 1,
  THRONG_PLACE_AVOID = 2,
  THRONG_PLACE_COVERAGE = 3
};
enum { THRONG_METRIC_COST = 0, THRONG_METRIC_STEPS = 1 };
/* THRONG_STORE_COMPRESSED is no longer supported. */
enum { THRONG_STORE_EXACT = 0, THRONG_STORE_COMPRESSED = 1, THRONG_STORE_JUMP_POINTS = 2 };

/* <throng/index.hpp>, IndexOptions. */
typedef struct throng_index_options {
  uint32_t size;
  int32_t landmarks; /* in each component, 0 to 64; 16 */
  int32_t placement;
  int32_t metric;
  int32_t storage;
  int32_t jump_graph;  /* 1: faster jump point search */
  int32_t hubs;        /* 1: hub labels, the fastest answers; take seconds to build */
  int32_t cell_labels; /* 1: hub labels for cells too, if they fit hub_memory */
  int32_t areas;
  int32_t gates;
  uint64_t hub_memory; /* limits, in bytes */
  uint64_t gate_memory;
  uint64_t seed;
  int32_t fronts; /* 1: for THRONG_ALGORITHM_FRONT, on all grids without links */
  uint64_t front_memory;
  uint64_t hierarchy_memory;
  int32_t hierarchy;     /* 1: for THRONG_ALGORITHM_HIERARCHY, on large maps; as jps */
  int32_t lines;         /* 1: for throng_solve_lines */
  uint64_t lines_memory; /* limit of labels or edges that save it scans; 0: none */
} throng_index_options;

THRONG_C_API throng_code throng_index_options_init(throng_index_options* options,
                                                   uint32_t size);
/* Takes milliseconds to seconds. monitor: NULL, or counts sweeps and can cancel. */
THRONG_C_API throng_code throng_index_build(const throng_grid* grid,
                                            const throng_index_options* options,
                                            throng_workers* workers,
                                            throng_monitor* monitor, throng_index** index);

/* THRONG_CHECK_VALUES is no longer supported: build the index again and compare files. */
enum { THRONG_CHECK_HASHES = 0, THRONG_CHECK_RANGES = 1, THRONG_CHECK_VALUES = 2 };

/* <throng/index.hpp>, IndexCheck and IndexLoadOptions. */
typedef struct throng_load_options {
  uint32_t size;
  int32_t check; /* THRONG_CHECK_RANGES: no file can make a query crash or hang */
  int32_t copy;  /* 1: reads the file instead of mapping it */
} throng_load_options;

THRONG_C_API throng_code throng_load_options_init(throng_load_options* options,
                                                  uint32_t size);
/* Equal indexes give equal files. A crash leaves the old file or the new one. */
THRONG_C_API throng_code throng_index_save(const throng_index* index, const char* path);
/* Opens a saved index in milliseconds. The grid must be that of the index. */
THRONG_C_API throng_code throng_index_load(const char* path, const throng_grid* grid,
                                           const throng_load_options* options,
                                           throng_index** index);
/* An index with these landmarks for a grid on which nothing became cheaper. */
THRONG_C_API throng_code throng_index_with_costlier_grid(const throng_index* index,
                                                         const throng_grid* grid,
                                                         throng_index** costlier);
THRONG_C_API throng_code throng_index_retain(const throng_index* index);
THRONG_C_API throng_code throng_index_release(const throng_index* index);

typedef struct throng_index_info {
  uint32_t size;
  int32_t landmarks;
  int32_t jump_graph; /* 1 or 0, as the next three */
  int32_t hub_labels;
  int32_t cell_labels;
  int32_t hub_memory_exceeded; /* why there are no hub labels: hub_memory was too small */
  uint64_t areas;
  uint64_t gates;
  uint64_t bytes;
  double build_seconds;
  int32_t fronts;                /* 1 or 0 */
  int32_t front_memory_exceeded; /* why there are none: front_memory was too small */
  int32_t hierarchy;             /* 1 or 0 */
  int32_t hierarchy_memory_exceeded;
} throng_index_info;

THRONG_C_API throng_code throng_index_get_info(const throng_index* index,
                                               throng_index_info* info);

/* <throng/index.hpp>, PartInfo: a part that an index has, or that was requested and
 * skipped. */
typedef struct throng_part_info {
  uint32_t size;
  int32_t present; /* 1 or 0 */
  uint64_t bytes;
  double seconds;      /* to build it */
  const char* name;    /* "hub labels"; valid for ever */
  const char* refusal; /* why it was skipped, else ""; valid as long as the index */
  const char* lack;    /* why a part that is present lacks something that was requested,
                          such as the labels of lines; else ""; valid as `refusal` */
} throng_part_info;

/* part: counts from 0. THRONG_BAD_ARGUMENT behind the last one. */
THRONG_C_API throng_code throng_index_get_part(const throng_index* index, size_t part,
                                               throng_part_info* info);
/* The grid of the index. Release it. */
THRONG_C_API throng_code throng_index_grid(const throng_index* index, throng_grid** grid);
/* Bounds on the cost between two cells, without a search. */
THRONG_C_API throng_code throng_index_bounds(const throng_index* index, throng_position a,
                                             throng_position b, uint32_t* lower,
                                             uint32_t* upper);

/* ---- Solvers and batches ------------------------------------------------------------- */

enum {
  THRONG_ALGORITHM_AUTO = 0, /* the fastest that is optimal */
  THRONG_ALGORITHM_ASTAR = 1,
  THRONG_ALGORITHM_JPS = 2,
  THRONG_ALGORITHM_HUB = 3,
  THRONG_ALGORITHM_TEXTBOOK = 4,
  THRONG_ALGORITHM_IDASTAR = 5,
  THRONG_ALGORITHM_FRINGE = 6,
  THRONG_ALGORITHM_BIDIRECTIONAL = 7,
  THRONG_ALGORITHM_WASTAR = 8,
  THRONG_ALGORITHM_PXWD = 9,
  THRONG_ALGORITHM_PXWU = 10,
  THRONG_ALGORITHM_XDP = 11,
  THRONG_ALGORITHM_XUP = 12,
  THRONG_ALGORITHM_GREEDY = 13,
  THRONG_ALGORITHM_BEAM = 14,
  THRONG_ALGORITHM_FRONT = 15,    /* needs an index with fronts */
  THRONG_ALGORITHM_HIERARCHY = 16 /* needs an index with a hierarchy */
};
enum {
  THRONG_HEURISTIC_AUTO = 0, /* the best that the index allows */
  THRONG_HEURISTIC_PLAIN = 1,
  THRONG_HEURISTIC_LANDMARK = 2,
  THRONG_HEURISTIC_DEADEND = 3,
  THRONG_HEURISTIC_GATEWAY = 4,
  THRONG_HEURISTIC_BEST = 5,
  THRONG_HEURISTIC_ZERO = 6,
  THRONG_HEURISTIC_MANHATTAN = 7,
  THRONG_HEURISTIC_OCTILE = 8,
  THRONG_HEURISTIC_EUCLID = 9,
  THRONG_HEURISTIC_HEX = 10
};

/* Ties, <throng/algorithm.hpp>. Lanes: a unit is the agent of a frame request, or else the
 * start of a path. */
enum {
  THRONG_TIES_CANONICAL = 0,
  THRONG_TIES_STRAIGHT = 1,
  THRONG_TIES_FEW_TURNS = 2,
  THRONG_TIES_SAME_WAY_BACK = 3,
  THRONG_TIES_LANES = 4
};

/* <throng/solver.hpp>, SolverOptions. */
typedef struct throng_solver_options {
  uint32_t size;
  int32_t algorithm;
  int32_t heuristic;
  int32_t active_landmarks; /* 0; other values are no longer supported */
  int32_t weight_percent;   /* of bounded algorithms, 100 to 10000; 150 */
  int32_t beam_width;       /* of the beam algorithm; 1000 */
  int32_t reopen;           /* 1: bounded and greedy algorithms reopen cells always */
  int32_t ties;             /* the choice among paths of equal cost; canonical */
} throng_solver_options;

THRONG_C_API throng_code throng_solver_options_init(throng_solver_options* options,
                                                    uint32_t size);
THRONG_C_API throng_code throng_solver_create(const throng_grid* grid,
                                              const throng_solver_options* options,
                                              throng_solver** solver);
THRONG_C_API throng_code throng_solver_create_indexed(const throng_index* index,
                                                      const throng_solver_options* options,
                                                      throng_solver** solver);
THRONG_C_API throng_code throng_solver_destroy(throng_solver* solver);
/* Makes and touches the memory that queries use on each thread, so that the first ones take
 * no longer than later ones. */
THRONG_C_API throng_code throng_solver_reserve(const throng_solver* solver,
                                               throng_workers* workers);
/* What was chosen; never AUTO. */
THRONG_C_API throng_code throng_solver_choice(const throng_solver* solver,
                                              int32_t* algorithm, int32_t* heuristic);

/* Results, reused by each call that fills them. host: NULL, or the memory to use. */
THRONG_C_API throng_code throng_batch_create(const throng_host* host, throng_batch** batch);
THRONG_C_API throng_code throng_batch_destroy(throng_batch* batch);

typedef struct throng_query {
  throng_position start;
  throng_position goal;
} throng_query;

enum { THRONG_SHARE_NONE = 0, THRONG_SHARE_EQUAL = 1, THRONG_SHARE_GOALS = 2 };

/* <throng/solver.hpp>, BatchOptions. */
typedef struct throng_batch_options {
  uint32_t size;
  int32_t sharing;
  int32_t paths;           /* 0: costs and counters only */
  int32_t latency;         /* 1: measures each query */
  uint32_t max_moves;      /* of each path: the first ones are kept */
  uint32_t max_expansions; /* of each query */
  uint32_t max_cost;       /* of each path */
} throng_batch_options;

THRONG_C_API throng_code throng_batch_options_init(throng_batch_options* options,
                                                   uint32_t size);
/* Answers a batch of queries. A cancelled monitor is not an error: queries that have not
 * run have the status THRONG_NOT_RUN. After THRONG_OUT_OF_MEMORY and THRONG_HOST_FAILED all
 * queries have it; solver, workers and batch remain usable. */
THRONG_C_API throng_code throng_solve(const throng_solver* solver,
                                      const throng_query* queries, size_t count,
                                      throng_workers* workers,
                                      const throng_batch_options* options,
                                      throng_monitor* monitor, throng_batch* batch);

/* One path, to the goal that costs least; a path to each goal; a path through the goals
 * in turn. */
enum { THRONG_VISIT_ANY = 0, THRONG_VISIT_EACH = 1, THRONG_VISIT_IN_TURN = 2 };
/* If no goal is reached, the path leads to the cell nearest to one. */
#define THRONG_APPROACH 1
/* A unit on a closed cell begins at the nearest open one. */
#define THRONG_ESCAPE 2

/* <throng/query.hpp>, Request. Set unused fields to 0. */
typedef struct throng_request {
  throng_position start;
  const throng_position* goals;
  size_t goal_count;
  double radius; /* of a goal, in straight steps; 0: its cell only */
  int32_t visit;
  uint32_t flags; /* THRONG_APPROACH, THRONG_ESCAPE */
} throng_request;

/* Answers a batch of requests, as throng_solve. With THRONG_VISIT_ANY a request has one
 * slot of results, else one for each goal. */
THRONG_C_API throng_code throng_solve_requests(const throng_solver* solver,
                                               const throng_request* requests, size_t count,
                                               throng_workers* workers,
                                               const throng_batch_options* options,
                                               throng_monitor* monitor,
                                               throng_batch* batch);

/* The results of a batch, slot by slot: <throng/answers.hpp>. Pointers are valid until the
 * batch is filled again or destroyed. Arrays that a batch lacks are NULL. */
typedef struct throng_batch_view {
  uint32_t size;
  int32_t topology;
  size_t slots;
  size_t requests; /* those of queries have one slot each */
  const uint8_t* status;
  const uint32_t* cost;  /* of the path if found, else a lower bound */
  const uint32_t* upper; /* bound on the least cost */
  const uint32_t* expanded;
  const uint32_t* generated;
  const uint32_t* reopened;
  const float* microseconds; /* with the option `latency` */
  const throng_position* start;
  /* Path i is moves[path_begin[i]] to moves[path_begin[i + 1] - 1]. slots + 1 numbers. */
  const uint64_t* path_begin;
  const throng_move* moves;
  /* Of requests: request i has the slots first[i] to first[i + 1] - 1; the last cell of
   * each slot's path and the cost to it. */
  const size_t* first;
  const throng_position* end;
  const uint32_t* end_cost;
  /* Of a scheduler, by request; see throng_scheduler_poll. */
  const uint64_t* ticket;
  const uint32_t* agent;
  const uint32_t* frame;
  const uint8_t* current;
  /* Of a scheduler with the option `lines`: shortest any-angle paths from start to end.
   * That of slot i is points[point_begin[i]] to points[point_begin[i + 1] - 1]; it is empty
   * if the slot has no path, or its class no lines. slots + 1 numbers. */
  const uint64_t* point_begin;
  const throng_position* points;
  const double* length; /* in cells; 0 if there is no line */
  const uint8_t* scale; /* of the points; see throng_lines_view */
} throng_batch_view;

THRONG_C_API throng_code throng_batch_get(const throng_batch* batch,
                                          throng_batch_view* view);
/* Writes the cells of a path, both ends included, and sets `count` to their number, also
 * if capacity is too small (THRONG_TOO_SMALL). */
THRONG_C_API throng_code throng_batch_cells(const throng_batch* batch, size_t slot,
                                            throng_position* cells, size_t capacity,
                                            size_t* count);
/* The turning points of all paths: the ends, the cells where the direction changes, both
 * ends of each link. `begin` receives slots + 1 numbers and must have room for them: the
 * points of slot i are points[begin[i]] to points[begin[i + 1] - 1]. A slot that was not
 * found and has no move has none. Sets `count` to begin[slots], also if capacity is too
 * small (THRONG_TOO_SMALL); `begin` is written then, too. */
THRONG_C_API throng_code throng_batch_turning_points(const throng_batch* batch,
                                                     throng_workers* workers,
                                                     uint64_t* begin,
                                                     throng_position* points,
                                                     size_t capacity, size_t* count);

/* Equal moves, one after the other. A link is always a run of its own. */
typedef struct throng_run {
  uint8_t move;
  uint8_t unused[3]; /* any values */
  uint32_t count;
} throng_run;

/* The runs of all paths. Otherwise as throng_batch_turning_points. */
THRONG_C_API throng_code throng_batch_runs(const throng_batch* batch,
                                           throng_workers* workers, uint64_t* begin,
                                           throng_run* runs, size_t capacity,
                                           size_t* count);
/* A hash of all statuses, costs and paths; of statuses and costs alone. Equal on every
 * machine. */
THRONG_C_API throng_code throng_batch_hash(const throng_batch* batch, uint64_t* hash,
                                           uint64_t* cost_hash);

/* ---- Straight lines: paths at any angle ---------------------------------------------- */

/* Any-angle paths, reused by each call that fills them: <throng/any_angle.hpp>. Each is a
 * list of points; a unit walks straight from one to the next. host: NULL, or the memory to
 * use. */
THRONG_C_API throng_code throng_lines_create(const throng_host* host, throng_lines** lines);
THRONG_C_API throng_code throng_lines_destroy(throng_lines* lines);
/* Finds a shortest any-angle path for each query. The index must have been built with the
 * option `lines`: THRONG_BAD_ARGUMENT if it was not, THRONG_UNSUPPORTED if its grid cannot
 * have lines. Of the options, `paths` and `max_expansions` count, though all must be valid.
 * Cancelling and running out of memory are as in throng_solve; without memory for the
 * statuses there are no paths at all. */
THRONG_C_API throng_code throng_solve_lines(const throng_index* index,
                                            const throng_query* queries, size_t count,
                                            throng_workers* workers,
                                            const throng_batch_options* options,
                                            throng_monitor* monitor, throng_lines* lines);
/* Pulls the paths of a batch taut, slot by slot. Paths that `max_moves` cut end where their
 * moves do. THRONG_UNSUPPORTED if steps of the grid have weights, or if it has links.
 * THRONG_BAD_ARGUMENT if a path is not legal on this grid, or if the batch was solved
 * without paths. */
THRONG_C_API throng_code throng_smooth(const throng_grid* grid, const throng_batch* batch,
                                       throng_workers* workers, throng_lines* lines);

/* Pointers are valid until the lines are filled again or destroyed. Arrays without elements
 * are NULL; before the first call that fills the lines, all are. */
typedef struct throng_lines_view {
  uint32_t size;
  int32_t scale; /* points are in 1/scale of a cell. 1: they are cells. 2, of
                  * throng_solve_lines under THRONG_CUT_ONE: the centre of the cell x,y is
                  * 2x,2y */
  size_t count;  /* queries, or slots of the batch */
  const uint8_t* status;
  const double* length; /* Euclidean, in heights of a cell as drawn; 0 unless found */
  /* Path i is points[point_begin[i]] to points[point_begin[i + 1] - 1], both ends included.
   * It is empty unless found. count + 1 numbers. */
  const uint64_t* point_begin;
  const throng_position* points;
  const uint32_t* expanded; /* turning points, of throng_solve_lines; else 0 */
} throng_lines_view;

THRONG_C_API throng_code throng_lines_get(const throng_lines* lines,
                                          throng_lines_view* view);

/* ---- Fields and tables --------------------------------------------------------------- */

enum { THRONG_FROM_SOURCES = 0, THRONG_TO_SOURCES = 1 };

/* <throng/field.hpp>, FieldOptions. */
typedef struct throng_field_options {
  uint32_t size;
  int32_t metric;
  int32_t direction;
  uint32_t max_cost;
} throng_field_options;

THRONG_C_API throng_code throng_field_options_init(throng_field_options* options,
                                                   uint32_t size);
/* The cost from the nearest source to every cell: width * height numbers, row by row. */
THRONG_C_API throng_code throng_distance_field(const throng_grid* grid,
                                               const throng_position* sources, size_t count,
                                               throng_workers* workers,
                                               const throng_field_options* options,
                                               throng_monitor* monitor, uint32_t* field,
                                               size_t capacity);
/* One field for each source, one after the other. */
THRONG_C_API throng_code throng_distance_fields(const throng_grid* grid,
                                                const throng_position* sources,
                                                size_t count, throng_workers* workers,
                                                const throng_field_options* options,
                                                throng_monitor* monitor, uint32_t* fields,
                                                size_t capacity);
/* The same fields by the fronts of an index where they take less time, as on weighted
 * ground. */
THRONG_C_API throng_code throng_distance_field_indexed(
    const throng_index* index, const throng_position* sources, size_t count,
    throng_workers* workers, const throng_field_options* options, throng_monitor* monitor,
    uint32_t* field, size_t capacity);
THRONG_C_API throng_code throng_distance_fields_indexed(
    const throng_index* index, const throng_position* sources, size_t count,
    throng_workers* workers, const throng_field_options* options, throng_monitor* monitor,
    uint32_t* fields, size_t capacity);
/* table[s * target_count + t] is the cost from source s to target t. */
THRONG_C_API throng_code throng_distance_table(
    const throng_grid* grid, const throng_position* sources, size_t source_count,
    const throng_position* targets, size_t target_count, throng_workers* workers,
    const throng_field_options* options, throng_monitor* monitor, uint32_t* table,
    size_t capacity);
/* The same by the hub labels or fronts of an index, if it has them: many times as fast. */
THRONG_C_API throng_code throng_distance_table_indexed(
    const throng_index* index, const throng_position* sources, size_t source_count,
    const throng_position* targets, size_t target_count, throng_workers* workers,
    const throng_field_options* options, throng_monitor* monitor, uint32_t* table,
    size_t capacity);

/* ---- Flow fields, nearest places and groups ------------------------------------------ */

/* Where two versions of a grid differ: <throng/map_changes.hpp>. Calls that take changes
 * rely on them: no call finds out that they lack something. Then distances of a flow field
 * or of nearest places may be wrong until its goals are set again, its paths too expensive
 * or missing, and a review may lack routes. Walks end all the same, and moves are legal. */
typedef struct throng_changes {
  uint32_t size;
  const throng_rect* costlier;
  size_t costlier_count;
  const throng_rect* cheaper;
  size_t cheaper_count;
} throng_changes;

/* For every cell the next move to the nearest of its goals: <throng/field.hpp>. */
THRONG_C_API throng_code throng_flow_field_create(const throng_grid* grid,
                                                  throng_flow_field** field);
/* The same by the fronts of an index where they take less time. */
THRONG_C_API throng_code throng_flow_field_create_indexed(const throng_index* index,
                                                          throng_flow_field** field);
THRONG_C_API throng_code throng_flow_field_destroy(throng_flow_field* field);
/* Cells from which no goal costs at most max_cost are unreachable. After
 * THRONG_OUT_OF_MEMORY and THRONG_HOST_FAILED the field has no goals. */
THRONG_C_API throng_code throng_flow_field_set_goals(throng_flow_field* field,
                                                     const throng_position* goals,
                                                     size_t count, uint32_t max_cost,
                                                     throng_workers* workers);
/* Moves on to another version of the grid, see throng_map_changes. After
 * THRONG_OUT_OF_MEMORY and THRONG_HOST_FAILED the field has not moved, or no cell reaches a
 * goal until the next call of these functions succeeds; call it again with the same
 * arguments. */
THRONG_C_API throng_code throng_flow_field_follow(throng_flow_field* field,
                                                  const throng_grid* grid,
                                                  const throng_changes* changes,
                                                  throng_workers* workers);
/* The same with the index of that version. */
THRONG_C_API throng_code throng_flow_field_follow_indexed(throng_flow_field* field,
                                                          const throng_index* index,
                                                          const throng_changes* changes,
                                                          throng_workers* workers);
/* THRONG_NO_PATH if no goal is reached. */
THRONG_C_API throng_code throng_flow_field_distance(const throng_flow_field* field,
                                                    throng_position from, uint32_t* cost);
/* The next move of each unit; THRONG_STAY at a goal and where none is reached. `last`:
 * NULL, or the previous move of each unit, or THRONG_STAY; it is kept while it leads on.
 * `moves` may be `last`. */
#define THRONG_STAY 255
THRONG_C_API throng_code throng_flow_field_next(const throng_flow_field* field,
                                                const throng_position* units, size_t count,
                                                const throng_move* last,
                                                throng_move* moves);
/* Writes the moves from a cell to its goal, and sets `count` to their number, also if
 * capacity is too small. */
THRONG_C_API throng_code throng_flow_field_path(const throng_flow_field* field,
                                                throng_position from, throng_move* moves,
                                                size_t capacity, size_t* count);
/* The same path, redrawn by a choice among paths of equal cost: a value of
 * throng_solver_options.ties. agent: the unit, for THRONG_TIES_LANES; THRONG_NO_AGENT: its
 * start instead. */
THRONG_C_API throng_code throng_flow_field_path_by(const throng_flow_field* field,
                                                   throng_position from, int32_t ties,
                                                   uint32_t agent, throng_workers* workers,
                                                   throng_move* moves, size_t capacity,
                                                   size_t* count);

/* All moves with which cheapest paths to the nearest of some goals begin, in 2 to 8 bits
 * for each cell: <throng/step_field.hpp>. Costs are not kept. */
THRONG_C_API throng_code throng_step_field_create(const throng_grid* grid,
                                                  throng_step_field** field);
THRONG_C_API throng_code throng_step_field_destroy(throng_step_field* field);
/* After an error the field is as it was. */
THRONG_C_API throng_code throng_step_field_set_goals(throng_step_field* field,
                                                     const throng_position* goals,
                                                     size_t count, throng_workers* workers);
/* Moves on to another version of the grid, with the same goals. After an error the field is
 * as it was. */
THRONG_C_API throng_code throng_step_field_follow(throng_step_field* field,
                                                  const throng_grid* grid,
                                                  throng_workers* workers);
/* moves[i]: bit d is set if move d leads nearer from cells[i]; 0 at goals, where none is
 * reachable, on closed cells and outside the map. */
THRONG_C_API throng_code throng_step_field_moves(const throng_step_field* field,
                                                 const throng_position* cells, size_t count,
                                                 uint8_t* moves);

typedef struct throng_nearest {
  uint32_t place; /* THRONG_NO_PLACE: none is reachable */
  uint32_t cost;
} throng_nearest;
#define THRONG_NO_PLACE UINT32_C(0xFFFFFFFF)

/* Finds the place that costs least to reach. See <throng/field.hpp>.
 * If throng_places_set returns THRONG_OUT_OF_MEMORY or THRONG_HOST_FAILED, there are no
 * places. If throng_places_follow does, the places have not moved, or none is reached
 * until the next call of either succeeds. */
THRONG_C_API throng_code throng_places_create(const throng_grid* grid,
                                              throng_places** places);
THRONG_C_API throng_code throng_places_destroy(throng_places* places);
THRONG_C_API throng_code throng_places_set(throng_places* places,
                                           const throng_position* cells, size_t count,
                                           throng_workers* workers);
THRONG_C_API throng_code throng_places_follow(throng_places* places,
                                              const throng_grid* grid,
                                              const throng_changes* changes,
                                              throng_workers* workers);
THRONG_C_API throng_code throng_places_find(throng_places* places,
                                            const throng_position* starts, size_t count,
                                            throng_nearest* nearest);

/* At most `count` places around a goal for the units of a group, nearest first, that do not
 * overlap: <throng/group_goals.hpp>. Sets `found` to their number. */
THRONG_C_API throng_code throng_spread_goals(const throng_grid* grid, throng_position from,
                                             throng_position goal, size_t count,
                                             throng_position* places, size_t* found);
/* Gives each of the first n units a place, where n is the lesser number; a group keeps its
 * formation. place_of has n elements. */
THRONG_C_API throng_code throng_assign_places(const throng_position* units,
                                              size_t unit_count,
                                              const throng_position* places,
                                              size_t place_count, uint32_t* place_of);

/* The same by a table of costs, see <throng/group_goals.hpp>: costs[u * place_count + p] is
 * what place p costs unit u, or THRONG_NO_PATH. */
THRONG_C_API throng_code throng_assign_by_cost(size_t unit_count, size_t place_count,
                                               const uint32_t* costs, uint32_t* place_of);

/* The cells of a map that are taken by units, or promised to them, each as often as it was
 * added: <throng/taken_cells.hpp>. A square has size x size cells; `corner` is its top left
 * cell. Adding fails if the square does not lie in the map. Removing fails if one of its
 * cells is not taken. */
THRONG_C_API throng_code throng_taken_cells_create(int32_t width, int32_t height,
                                                   throng_taken_cells** taken);
THRONG_C_API throng_code throng_taken_cells_destroy(throng_taken_cells* taken);
THRONG_C_API throng_code throng_taken_cells_add(throng_taken_cells* taken,
                                                throng_position corner, int32_t size);
THRONG_C_API throng_code throng_taken_cells_remove(throng_taken_cells* taken,
                                                   throng_position corner, int32_t size);
/* Sets `is_free` to 1 if the square lies in the map and none of its cells is taken, else to
 * 0. */
THRONG_C_API throng_code throng_taken_cells_is_free(const throng_taken_cells* taken,
                                                    throng_position corner, int32_t size,
                                                    int32_t* is_free);

/* A unit of a group order. Its size is that of the grid of its movement class. */
typedef struct throng_group_unit {
  throng_position at;
  uint32_t movement; /* an index into the movements of the call */
} throng_group_unit;

/* Finds a place around a goal for each unit of a group, and takes it. Units may differ in
 * size and class: <throng/group_goals.hpp>. `places` has unit_count elements. A unit
 * without a place gets -1,-1. No place costs more than max_cost, measured from the
 * goal. */
THRONG_C_API throng_code throng_promise_places(const throng_grid* const* movements,
                                               size_t movement_count,
                                               const throng_group_unit* units,
                                               size_t unit_count, throng_position goal,
                                               uint32_t max_cost, throng_taken_cells* taken,
                                               throng_position* places);
/* Exchanges places among units of the same class by the costs of their paths: the largest
 * one, then the sum is as small as possible. An index without parts serves; fronts and hub
 * labels take about a tenth of the time. */
THRONG_C_API throng_code throng_exchange_places(const throng_index* const* movements,
                                                size_t movement_count,
                                                const throng_group_unit* units,
                                                size_t unit_count, throng_workers* workers,
                                                throng_position* places);

/* ---- Maps that change ---------------------------------------------------------------- */

/* A class of units on a throng_map: <throng/living_map.hpp>, LivingClass. */
typedef struct throng_map_class {
  uint32_t size;
  int32_t landmarks;
  int32_t jump_graph;
  int32_t hub_labels;        /* no longer used: 1 is the same as jump_graph */
  const throng_rules* rules; /* NULL: the defaults */
  uint64_t front_memory;     /* limit of the fronts of one version, in bytes */
  int32_t fronts;            /* 1: the fastest answers on weighted ground, once settled */
  int32_t front_rows;        /* 1: faster still, once settled again after an edit */
  uint32_t max_danger;       /* the largest danger of a cell; 0: the class has none */
  int32_t lines;             /* 1: for throng_solve_lines */
} throng_map_class;

THRONG_C_API throng_code throng_map_class_init(throng_map_class* movement, uint32_t size);

/* <throng/living_map.hpp>, LivingOptions. */
typedef struct throng_map_options {
  uint32_t size;
  int32_t steps;       /* 1: steps can be closed */
  uint32_t max_weight; /* the largest weight that an edit may give to a cell */
  uint32_t history;    /* versions for which changes are exact; 64 */
} throng_map_options;

THRONG_C_API throng_code throng_map_options_init(throng_map_options* options,
                                                 uint32_t size);
/* `classes`: count pointers. The links of `terrain` are those that edits close and open. */
THRONG_C_API throng_code throng_map_create(const throng_terrain* terrain,
                                           const throng_map_class* const* classes,
                                           size_t count, const throng_map_options* options,
                                           throng_workers* workers, throng_map** map);
/* Schedulers of the map keep it alive. */
THRONG_C_API throng_code throng_map_destroy(throng_map* map);

enum {
  THRONG_EDIT_TERRAIN = 0, /* value: a character for each cell of the rectangle */
  THRONG_EDIT_WEIGHT = 1,  /* value: a weight for each cell of the rectangle */
  THRONG_EDIT_STEP = 2,    /* value: a move from at.x,at.y; open: 1 or 0 */
  THRONG_EDIT_LINK = 3,    /* value: slot in the links of the terrain; open: 1 or 0 */
  THRONG_EDIT_RESTORE = 4, /* the characters and weights with which the map was made */
  /* These need throng_map_edit_blocks or throng_scheduler_edit_blocks. */
  THRONG_EDIT_TERRAIN_BLOCK = 5, /* value: slot in `blocks`: its characters */
  THRONG_EDIT_WEIGHT_BLOCK = 6,  /* value: slot in `blocks`: its weights */
  THRONG_EDIT_DANGER = 7         /* the same, as danger for the class `open` */
};

typedef struct throng_edit {
  int32_t kind;
  throng_rect at;
  int32_t value;
  int32_t open;
} throng_edit;

/* What a block edit writes into its rectangle: a value for each cell, row by row. One of
 * both pointers may be NULL. */
typedef struct throng_block {
  const char* characters;
  const uint16_t* weights;
} throng_block;

/* Applies edits in order, as one change, or none of them. After THRONG_OUT_OF_MEMORY or
 * THRONG_HOST_FAILED the map is broken: it can only be destroyed. version: NULL, or the
 * new version. */
THRONG_C_API throng_code throng_map_edit(throng_map* map, const throng_edit* edits,
                                         size_t count, throng_workers* workers,
                                         uint64_t* version);
/* The same, with the blocks of the edits; they are copied. */
THRONG_C_API throng_code throng_map_edit_blocks(throng_map* map, const throng_edit* edits,
                                                size_t count, const throng_block* blocks,
                                                size_t block_count, throng_workers* workers,
                                                uint64_t* version);
/* Repairs what edits put off; queries are then faster. work: about the number of
 * expansions to spend. done: NULL, or the work done. Breaks the map as throng_map_edit. */
THRONG_C_API throng_code throng_map_settle(throng_map* map, size_t work,
                                           throng_workers* workers, size_t* done);
/* This and the next one always fail, with THRONG_UNSUPPORTED: hub labels do not follow
 * edits. Where the map will not change for some time, build an index of throng_map_grid. */
THRONG_C_API throng_code throng_map_begin_labels(throng_map* map, size_t movement,
                                                 int32_t threads);
THRONG_C_API throng_code throng_map_adopt_labels(throng_map* map, size_t movement,
                                                 uint64_t* version);

typedef struct throng_map_info {
  uint32_t size;
  int32_t settled; /* 1: nothing is left to repair */
  uint64_t version;
  uint64_t classes;
  uint64_t bytes;
  uint64_t debt; /* the work that throng_map_settle has left: an estimate */
} throng_map_info;

THRONG_C_API throng_code throng_map_get_info(const throng_map* map, throng_map_info* info);
/* The newest grid and index of a class. Release them. They never change. */
THRONG_C_API throng_code throng_map_grid(const throng_map* map, size_t movement,
                                         throng_grid** grid);
THRONG_C_API throng_code throng_map_index(const throng_map* map, size_t movement,
                                          throng_index** index);
/* Where a class differs from a version. The arrays are valid until the next call of this
 * function on the map. */
THRONG_C_API throng_code throng_map_changes(throng_map* map, uint64_t since,
                                            size_t movement, throng_changes* changes);

/* A straight line that a unit walks: its points, or the last of them, from a turn on. */
typedef struct throng_held_line {
  const throng_position* points;
  size_t count;
  size_t movement; /* the class of the unit */
} throng_held_line;

enum { THRONG_LINE_SHORTEST = 0, THRONG_LINE_LEGAL = 1, THRONG_LINE_BROKEN = 2 };

typedef struct throng_line_review {
  int32_t state; /* legal: a shorter line may have become possible */
  uint32_t leg;  /* of a broken line: its first leg that is not legal */
} throng_line_review;

/* What became of straight lines that were shortest ones on version `since`:
 * <throng/line_review.hpp>. Writes a review for each line. THRONG_BAD_ARGUMENT if a class
 * does not exist or was made without lines, THRONG_UNSUPPORTED if it cannot have them. */
THRONG_C_API throng_code throng_map_review_lines(const throng_map* map, uint64_t since,
                                                 const throng_held_line* lines,
                                                 size_t count, throng_workers* workers,
                                                 throng_line_review* reviews);
/* The characters of the map, valid until the next edit. Sets all fields of the terrain but
 * its layers. */
THRONG_C_API throng_code throng_map_terrain(const throng_map* map, throng_terrain* terrain);
/* All that later results depend on. The bytes are valid until the next call of this
 * function on the map. */
THRONG_C_API throng_code throng_map_save(throng_map* map, const void** bytes, size_t* size);
THRONG_C_API throng_code throng_map_restore(const void* bytes, size_t size,
                                            throng_workers* workers, throng_map** map);
/* A hash of all that answers depend on, for lockstep games. */
THRONG_C_API throng_code throng_map_fingerprint(const throng_map* map, uint64_t* hash);

/* ---- Frames -------------------------------------------------------------------------- */

/* <throng/frame_scheduler.hpp>, SchedulerOptions. */
typedef struct throng_scheduler_options {
  uint32_t size;
  uint32_t ageing; /* frames after which a waiting request rises by a priority */
  uint32_t paused_searches;
  int32_t sharing;
  int32_t report_dropped;
  uint32_t max_moves;
  uint64_t settle_work; /* of throng_map_settle in each run, for each class of units */
  int32_t lines; /* 1: answers also have straight lines, in classes whose index has them;
                  * THRONG_BAD_ARGUMENT or THRONG_UNSUPPORTED if no class has */
} throng_scheduler_options;

THRONG_C_API throng_code throng_scheduler_options_init(throng_scheduler_options* options,
                                                       uint32_t size);
/* solvers: one for each class of units; they may be destroyed after the call. host: NULL,
 * or the memory to use. */
THRONG_C_API throng_code throng_scheduler_create(const throng_solver* const* solvers,
                                                 size_t count,
                                                 const throng_scheduler_options* options,
                                                 const throng_host* host,
                                                 throng_scheduler** scheduler);
/* Serves the newest version of a map that changes. solvers: options for each class, or one
 * for all. Edit and settle the map by the scheduler, or between its calls. */
THRONG_C_API throng_code
throng_scheduler_create_on_map(throng_map* map, const throng_solver_options* const* solvers,
                               size_t count, const throng_scheduler_options* options,
                               const throng_host* host, throng_scheduler** scheduler);
THRONG_C_API throng_code throng_scheduler_destroy(throng_scheduler* scheduler);

enum { THRONG_URGENT = 0, THRONG_HIGH = 1, THRONG_NORMAL = 2, THRONG_LOW = 3 };
#define THRONG_NO_AGENT UINT32_C(0xFFFFFFFF)

/* <throng/frame_scheduler.hpp>, Request. A newer request of an agent replaces its
 * older one. */
typedef struct throng_frame_request {
  uint32_t size;
  uint32_t agent; /* THRONG_NO_AGENT: never replaced */
  int32_t priority;
  uint32_t movement; /* class of units */
  uint32_t max_expansions;
  uint32_t max_cost;
  throng_request request; /* its goals are copied */
} throng_frame_request;

THRONG_C_API throng_code throng_frame_request_init(throng_frame_request* request,
                                                   uint32_t size);
/* These three: any thread, at any time. Tickets count from 0. */
THRONG_C_API throng_code throng_scheduler_submit(throng_scheduler* scheduler,
                                                 const throng_frame_request* request,
                                                 uint64_t* ticket);
/* Submits all requests or, after an error, none. All have the same size. Request i gets
 * ticket *first + i. Takes about a third of the time of single calls. */
THRONG_C_API throng_code throng_scheduler_submit_all(throng_scheduler* scheduler,
                                                     const throng_frame_request* requests,
                                                     size_t count, uint64_t* first);
THRONG_C_API throng_code throng_scheduler_cancel(throng_scheduler* scheduler,
                                                 uint64_t ticket);
THRONG_C_API throng_code throng_scheduler_replace_solver(throng_scheduler* scheduler,
                                                         size_t movement,
                                                         const throng_solver* solver);
/* Edits the map of the scheduler at the beginning of the next run. */
THRONG_C_API throng_code throng_scheduler_edit(throng_scheduler* scheduler,
                                               const throng_edit* edits, size_t count);
THRONG_C_API throng_code throng_scheduler_edit_blocks(throng_scheduler* scheduler,
                                                      const throng_edit* edits,
                                                      size_t count,
                                                      const throng_block* blocks,
                                                      size_t block_count);

/* Makes and touches the memory of searches, paused ones included, as throng_solver_reserve
 * does. After THRONG_OUT_OF_MEMORY the scheduler is whole. */
THRONG_C_API throng_code throng_scheduler_reserve(throng_scheduler* scheduler,
                                                  throng_workers* workers);

/* The work of a frame: expansions give equal frames on every machine; microseconds of
 * wall time do not. */
enum { THRONG_EXPANSIONS = 0, THRONG_MICROSECONDS = 1 };
#define THRONG_ALL_WORK UINT64_MAX

typedef struct throng_frame_report {
  uint32_t size;
  uint32_t frame;
  uint64_t taken_in;
  uint64_t dropped;
  uint64_t finished;
  uint64_t waiting;
  uint64_t paused;
  uint64_t spent;
  uint64_t repeated;
  uint64_t answered_by_sweep;
  uint64_t copied;
  uint64_t edits;
  uint64_t settled;
  uint64_t map_microseconds;
  uint64_t confirmed;
  uint64_t outdated;
  uint64_t debt;         /* the work that throng_map_settle has left after the run */
  uint64_t map_spent;    /* the part of `spent` for edits and repairs of the map */
  uint64_t microseconds; /* wall time of the run, map_microseconds included */
} throng_frame_report;

/* Spends the budget of a frame. report: NULL, or statistics. After THRONG_OUT_OF_MEMORY or
 * THRONG_HOST_FAILED the scheduler is broken, and so is its map: destroy both. */
THRONG_C_API throng_code throng_scheduler_run(throng_scheduler* scheduler, int32_t unit,
                                              uint64_t amount, throng_workers* workers,
                                              throng_frame_report* report);
/* Fills a batch with the requests that finished since the last call, by ticket. `current`
 * is 0 if the agent has a newer request. After THRONG_OUT_OF_MEMORY or THRONG_HOST_FAILED
 * the batch is empty, and the next call returns these requests. */
THRONG_C_API throng_code throng_scheduler_poll(throng_scheduler* scheduler,
                                               throng_batch* batch);
/* All that later frames depend on. Poll first: THRONG_BAD_ARGUMENT otherwise. Paused
 * searches begin again, here as in the restored scheduler, so all players of a game must
 * save in the same frame. After THRONG_OUT_OF_MEMORY the scheduler is whole. The bytes are
 * valid until the next call of this function on the scheduler. */
THRONG_C_API throng_code throng_scheduler_save(throng_scheduler* scheduler,
                                               const void** bytes, size_t* size);
/* Continues where a scheduler of solvers was saved. solvers: as it was created with. */
THRONG_C_API throng_code throng_scheduler_restore(const void* bytes, size_t size,
                                                  const throng_solver* const* solvers,
                                                  size_t count, const throng_host* host,
                                                  throng_scheduler** scheduler);
/* The same for a scheduler of a map. map: restored from bytes that were saved with it. */
THRONG_C_API throng_code throng_scheduler_restore_on_map(const void* bytes, size_t size,
                                                         throng_map* map,
                                                         const throng_host* host,
                                                         throng_scheduler** scheduler);
/* <throng/frame_pace.hpp>: proposes budgets in expansions that fit into a time. Peers of a
 * lockstep game send their proposals, and all use the least one. */
THRONG_C_API throng_code throng_frame_pace_create(uint64_t microseconds,
                                                  throng_frame_pace** pace);
THRONG_C_API throng_code throng_frame_pace_destroy(throng_frame_pace* pace);
THRONG_C_API throng_code throng_frame_pace_note(throng_frame_pace* pace,
                                                const throng_frame_report* report);
THRONG_C_API throng_code throng_frame_pace_expansions(const throng_frame_pace* pace,
                                                      uint64_t* expansions);
/* Requests that are not finished, with those submitted since the last run; bytes of
 * memory. */
THRONG_C_API throng_code throng_scheduler_info(const throng_scheduler* scheduler,
                                               uint64_t* waiting, uint64_t* bytes);

/* ---- Routes of walking units --------------------------------------------------------- */

/* The remaining moves of a unit's path: <throng/route.hpp>. Functions with a grid take the
 * grid of the path or a later version of it. host: NULL, or the memory to use. */
THRONG_C_API throng_code throng_route_create(const throng_host* host, throng_route** route);
THRONG_C_API throng_code throng_route_destroy(throng_route* route);
/* Puts the unit at the start of a path of a batch. */
THRONG_C_API throng_code throng_route_assign(throng_route* route, const throng_batch* batch,
                                             size_t slot);
/* Puts the unit at a cell. passes: 1 if the route goes on from there, 0 if it is empty. */
THRONG_C_API throng_code throng_route_place(throng_route* route, const throng_grid* grid,
                                            throng_position at, int32_t* passes);
/* Where the unit is; moves to go. */
THRONG_C_API throng_code throng_route_info(const throng_route* route, throng_position* at,
                                           size_t* moves);
/* Makes the next moves; all of them if there are fewer. `at` is where the unit then is. */
THRONG_C_API throng_code throng_route_advance(throng_route* route, const throng_grid* grid,
                                              size_t moves, throng_position* at);
/* Where the unit will be after so many moves, or at the end. */
THRONG_C_API throng_code throng_route_ahead(const throng_route* route,
                                            const throng_grid* grid, size_t moves,
                                            throng_position* at);
/* How many of the next `most` moves are legal on the grid. */
THRONG_C_API throng_code throng_route_walkable(const throng_route* route,
                                               const throng_grid* grid, size_t most,
                                               size_t* legal);
/* Replaces the next moves by a path to the same cell: a detour. */
THRONG_C_API throng_code throng_route_splice(throng_route* route, size_t moves,
                                             const throng_batch* batch, size_t slot);
/* Appends a path that begins at the end of the route. */
THRONG_C_API throng_code throng_route_append(throng_route* route, const throng_batch* batch,
                                             size_t slot);
/* Keeps only the next moves. */
THRONG_C_API throng_code throng_route_truncate(throng_route* route, size_t moves);
/* Replaces what follows the start of a path by the path. passes: 1, or 0 if the route does
 * not pass that start; it is then unchanged. */
THRONG_C_API throng_code throng_route_join(throng_route* route, const throng_grid* grid,
                                           const throng_batch* batch, size_t slot,
                                           int32_t* passes);
/* Writes the moves to go, the next one first, and sets `count` to their number, also if
 * capacity is too small. */
THRONG_C_API throng_code throng_route_moves(const throng_route* route, throng_move* moves,
                                            size_t capacity, size_t* count);

/* The routes of all units of a class, and what an edit does to them:
 * <throng/route_book.hpp>. Routes have numbers, which are used again. */
THRONG_C_API throng_code throng_route_book_create(const throng_grid* grid,
                                                  const throng_host* host,
                                                  throng_route_book** book);
/* The same for the units of all classes of a map, on its newest version. A route number is
 * one number over all classes: use it as the agent of requests. */
THRONG_C_API throng_code throng_route_book_create_on_map(throng_map* map,
                                                         const throng_host* host,
                                                         throng_route_book** book);
THRONG_C_API throng_code throng_route_book_destroy(throng_route_book* book);
/* All routes with their numbers. The bytes are valid until the next call of this function
 * on the book. */
THRONG_C_API throng_code throng_route_book_save(throng_route_book* book, const void** bytes,
                                                size_t* size);
/* Continues where a book was saved. grid: that of the book; review it on the newest grid
 * before you save both. */
THRONG_C_API throng_code throng_route_book_restore(const void* bytes, size_t size,
                                                   const throng_grid* grid,
                                                   const throng_host* host,
                                                   throng_route_book** book);
/* The same on all classes of a map, restored from what was saved with the book. Fails with
 * THRONG_BAD_ARGUMENT if the book was not reviewed on the version that was saved. */
THRONG_C_API throng_code throng_route_book_restore_on_map(const void* bytes, size_t size,
                                                          throng_map* map,
                                                          const throng_host* host,
                                                          throng_route_book** book);
/* Routes; bytes of memory. */
THRONG_C_API throng_code throng_route_book_info(const throng_route_book* book,
                                                uint64_t* routes, uint64_t* bytes);
/* Adds a unit that stands still. movement: its class; 0 in a book of one grid. */
THRONG_C_API throng_code throng_route_book_add_unit(throng_route_book* book,
                                                    uint32_t movement, throng_position at,
                                                    uint64_t user, uint32_t* route);
/* Adds a unit of class 0 and its path. For another class, add the unit, and replace its
 * route. */
THRONG_C_API throng_code throng_route_book_add(throng_route_book* book,
                                               const throng_batch* batch, size_t slot,
                                               throng_position goal, uint32_t* route);
THRONG_C_API throng_code throng_route_book_replace(throng_route_book* book, uint32_t route,
                                                   const throng_batch* batch, size_t slot,
                                                   throng_position goal);

typedef struct throng_new_path {
  throng_position goal;
  size_t slot; /* of the batch */
  uint32_t route;
  uint32_t unused;
} throng_new_path;

/* throng_route_book_replace for many routes, as if one after the other, on all threads of
 * the workers: for the answers of a frame. If a path is rejected, no route changes. */
THRONG_C_API throng_code throng_route_book_replace_all(throng_route_book* book,
                                                       const throng_batch* batch,
                                                       const throng_new_path* paths,
                                                       size_t count,
                                                       throng_workers* workers);
/* Replaces what follows the start of a path by the path. passes: 1, or 0 if the route does
 * not pass that start; it is then unchanged. For a unit that walks while it waits. */
THRONG_C_API throng_code throng_route_book_join(throng_route_book* book, uint32_t route,
                                                const throng_batch* batch, size_t slot,
                                                throng_position goal, int32_t* passes);
/* throng_route_book_join for many routes, on all threads of the workers; of several paths
 * of a route the last counts. missed: the routes that do not pass the start of their path,
 * in rising order; valid until the next call. If a path is rejected, no route changes. */
THRONG_C_API throng_code throng_route_book_join_all(
    throng_route_book* book, const throng_batch* batch, const throng_new_path* paths,
    size_t count, throng_workers* workers, const uint32_t** missed, size_t* missed_count);
/* What the answers of a frame mean for routes. Routes in rising order; valid until the next
 * call. */
typedef struct throng_answered_routes {
  uint32_t size;
  const uint32_t* missed; /* do not pass the start of their path: ask again */
  size_t missed_count;
  const uint32_t* no_path; /* the answer is not THRONG_FOUND; not those of `missed` */
  size_t no_path_count;
} throng_answered_routes;

/* throng_route_book_join for what throng_scheduler_poll wrote, of requests as
 * throng_route_book_request makes them: the agent is the route, and the path leads to its
 * goal. Leaves out cancelled answers, those that are not current, and agents that are no
 * routes of the book. If a path is rejected, no route changes. */
THRONG_C_API throng_code throng_route_book_join_answers(throng_route_book* book,
                                                        const throng_batch* batch,
                                                        throng_workers* workers,
                                                        throng_answered_routes* answered);
/* Puts the unit at a cell. passes: 1 if the route passes it and goes on from there; 0: the
 * route is now empty. */
THRONG_C_API throng_code throng_route_book_place(throng_route_book* book, uint32_t route,
                                                 throng_position at, int32_t* passes);
/* Keeps only the next moves. */
THRONG_C_API throng_code throng_route_book_truncate(throng_route_book* book, uint32_t route,
                                                    size_t moves);
/* Keeps at most the next `most` moves, and only those before the first that is not legal.
 * end: where the route ends then. A unit that walks on requests its path from there. */
THRONG_C_API throng_code throng_route_book_walk_on(throng_route_book* book, uint32_t route,
                                                   size_t most, throng_position* end);
/* Changes the goal, but not the moves: an order, before its path is requested. */
THRONG_C_API throng_code throng_route_book_set_goal(throng_route_book* book, uint32_t route,
                                                    throng_position goal);
/* Makes the request for a new path of a unit that walks on while it waits: from where
 * throng_route_book_walk_on ends to the goal. Its goal is in the memory of the book: submit
 * it before the next change of the book. */
THRONG_C_API throng_code throng_route_book_request(throng_route_book* book, uint32_t route,
                                                   size_t most,
                                                   throng_frame_request* request);
/* Writes the moves to go, the next one first, and sets `count` to their number, also if
 * capacity is too small. */
THRONG_C_API throng_code throng_route_book_moves(const throng_route_book* book,
                                                 uint32_t route, throng_move* moves,
                                                 size_t capacity, size_t* count);
/* Writes the cells after the next moves, at most `capacity` of them, and sets `count` to
 * their number. */
THRONG_C_API throng_code throng_route_book_cells(const throng_route_book* book,
                                                 uint32_t route, throng_position* cells,
                                                 size_t capacity, size_t* count);
/* Writes where all units are. `routes`: NULL, or where their routes are written, in rising
 * order. Sets `count` to their number, also if capacity is too small. */
THRONG_C_API throng_code throng_route_book_positions(const throng_route_book* book,
                                                     uint32_t* routes, throng_position* at,
                                                     size_t capacity, size_t* count);
/* Where the unit will be after so many moves, or at the end. */
THRONG_C_API throng_code throng_route_book_ahead(const throng_route_book* book,
                                                 uint32_t route, size_t moves,
                                                 throng_position* at);
/* Sets a word that belongs to the game: `user` of throng_route_state. 0 at first. */
THRONG_C_API throng_code throng_route_book_set_user(throng_route_book* book, uint32_t route,
                                                    uint64_t user);
THRONG_C_API throng_code throng_route_book_remove(throng_route_book* book, uint32_t route);
THRONG_C_API throng_code throng_route_book_append(throng_route_book* book, uint32_t route,
                                                  const throng_batch* batch, size_t slot);
THRONG_C_API throng_code throng_route_book_splice(throng_route_book* book, uint32_t route,
                                                  size_t moves, const throng_batch* batch,
                                                  size_t slot);
/* Makes the next moves; all of them if there are fewer. */
THRONG_C_API throng_code throng_route_book_advance(throng_route_book* book, uint32_t route,
                                                   size_t moves, throng_position* at);

typedef struct throng_route_state {
  uint32_t size;
  int32_t broken; /* 1: a move is not legal now */
  throng_position at;
  throng_position goal;
  size_t moves;      /* to go */
  uint32_t cost;     /* of them; THRONG_NO_PATH if broken */
  uint32_t movement; /* class; 0 in a book of one grid */
  uint64_t user;     /* see throng_route_book_set_user */
} throng_route_state;

THRONG_C_API throng_code throng_route_book_get(const throng_route_book* book,
                                               uint32_t route, throng_route_state* state);

/* Routes in rising order; valid until the next review. */
typedef struct throng_review {
  uint32_t size;
  const uint32_t* broken;
  size_t broken_count;
  const uint32_t* costlier;
  size_t costlier_count;
  const uint32_t* may_shorten;
  size_t may_shorten_count;
} throng_review;

/* Moves the book on to a later version of its grid, and says what that means for the
 * routes. If the call fails, the book is unchanged, but the last review is gone. */
THRONG_C_API throng_code throng_route_book_review(throng_route_book* book,
                                                  const throng_grid* grid,
                                                  const throng_changes* changes,
                                                  throng_workers* workers,
                                                  throng_review* review);
enum { THRONG_SKIP_SHORTER = 1 };
/* Moves the book on to the newest version of its map, in all classes. The book knows which
 * version it has seen. flags: 0, or THRONG_SKIP_SHORTER to leave out may_shorten, which
 * saves most of the time after openings. */
THRONG_C_API throng_code throng_route_book_review_map(throng_route_book* book,
                                                      throng_map* map, uint32_t flags,
                                                      throng_workers* workers,
                                                      throng_review* review);

/* ---- Crowds: units that never stand in each other ------------------------------------ */

/* throng_crowd_options.bodies. THRONG_EXACT: squares of any size and speed that never
 * overlap. THRONG_SYNCHRONOUS: all of size 1 and period 1; they enter the cells that others
 * leave in the same step, and get through each other two to four times as fast. */
enum { THRONG_EXACT = 0, THRONG_SYNCHRONOUS = 1 };
/* What a unit without an order does: it steps aside and stays there, or walks back, or lets
 * nobody pass. */
enum { THRONG_MAKES_ROOM = 0, THRONG_RETURNS = 1, THRONG_HOLDS = 2 };

typedef struct throng_crowd_options {
  uint32_t size;
  int32_t bodies;
  uint64_t spare_fields; /* bytes of fields to keep for goals without units; 16 MiB */
  uint32_t window; /* steps that units plan ahead, at most 62; 0: none. For synchronous
                    * bodies and 4 neighbours; 14 or 30 suit aisles one cell wide */
} throng_crowd_options;

THRONG_C_API throng_code throng_crowd_options_init(throng_crowd_options* options,
                                                   uint32_t size);
/* Units that walk to their goals on the newest version of a map: <throng/crowd.hpp>.
 * Each throng_crowd_step moves all of them. Keeps the map alive; the map may be edited
 * between calls about the crowd. Units have numbers, which are used again. */
THRONG_C_API throng_code throng_crowd_create(throng_map* map,
                                             const throng_crowd_options* options,
                                             const throng_host* host, throng_crowd** crowd);
THRONG_C_API throng_code throng_crowd_destroy(throng_crowd* crowd);
/* All that later steps depend on. Save the map with it. Players of a lockstep game save in
 * the same frame, since fields that no longer fit the map are dropped. The bytes are valid
 * until the next call of this function on the crowd. */
THRONG_C_API throng_code throng_crowd_save(throng_crowd* crowd, const void** bytes,
                                           size_t* size);
/* Continues where a crowd was saved. map: restored from what was saved with the crowd;
 * THRONG_BAD_ARGUMENT if it has another size or topology, or other movement classes. */
THRONG_C_API throng_code throng_crowd_restore(const void* bytes, size_t size,
                                              throng_map* map, throng_workers* workers,
                                              const throng_host* host,
                                              throng_crowd** crowd);
/* A hash of what would be saved. Peers with equal histories have equal ones. */
THRONG_C_API throng_code throng_crowd_fingerprint(const throng_crowd* crowd,
                                                  uint64_t* hash);
/* Units; bytes of memory, without the map. */
THRONG_C_API throng_code throng_crowd_info(const throng_crowd* crowd, uint64_t* units,
                                           uint64_t* bytes);

typedef struct throng_crowd_unit {
  uint32_t size;
  uint32_t movement;  /* its class on the map */
  throng_position at; /* for large units, the top left cell */
  int32_t period;     /* steps of the crowd to the next cell: 1, the fastest, to 255 */
  int32_t idle;       /* THRONG_MAKES_ROOM */
} throng_crowd_unit;

THRONG_C_API throng_code throng_crowd_unit_init(throng_crowd_unit* unit, uint32_t size);
/* Places a unit, which has no order. It must fit there, on cells that no other unit
 * takes. */
THRONG_C_API throng_code throng_crowd_add(throng_crowd* crowd,
                                          const throng_crowd_unit* unit, uint32_t* number);
/* Places all units, in their order, or after an error none; they must not overlap each
 * other. All structs have the same size. Writes `count` numbers. */
THRONG_C_API throng_code throng_crowd_add_all(throng_crowd* crowd,
                                              const throng_crowd_unit* units, size_t count,
                                              uint32_t* numbers);
/* Sets `fits` to 1 if throng_crowd_add would place the unit now, else to 0. */
THRONG_C_API throng_code throng_crowd_fits(const throng_crowd* crowd,
                                           const throng_crowd_unit* unit, int32_t* fits);
/* Changes the steps that a unit takes to the next cell, from its next move on. */
THRONG_C_API throng_code throng_crowd_set_period(throng_crowd* crowd, uint32_t unit,
                                                 int32_t period);
/* THRONG_BAD_ARGUMENT if there is no such unit. */
THRONG_C_API throng_code throng_crowd_remove(throng_crowd* crowd, uint32_t unit);
/* Orders a unit to walk to the nearest of some goals. Units with equal goals share a field
 * of moves. Give the units of a group places of their own, see throng_promise_places. */
THRONG_C_API throng_code throng_crowd_order(throng_crowd* crowd, uint32_t unit,
                                            const throng_position* goals, size_t count);
/* Orders units[i] to places[i], all near one goal; a place of -1,-1 leaves a unit as it is.
 * Two units of a class exchange their places if one is in the way of the other. After an
 * error no unit has a new order. */
THRONG_C_API throng_code throng_crowd_order_group(throng_crowd* crowd,
                                                  const uint32_t* units, size_t count,
                                                  throng_position goal,
                                                  const throng_position* places);
/* Takes the order of a unit away. */
THRONG_C_API throng_code throng_crowd_stand(throng_crowd* crowd, uint32_t unit,
                                            int32_t idle);
/* Makes fields of a class avoid steps: lanes, one-way aisles. Units that make room still
 * use them. Replaces what was set for the class. */
THRONG_C_API throng_code throng_crowd_set_lanes(throng_crowd* crowd, uint32_t movement,
                                                const throng_closed_step* closed,
                                                size_t count);

typedef struct throng_crowd_budget {
  uint32_t size;
  uint64_t decisions;   /* units that may decide, about 0.1 us each; UINT64_MAX: all */
  uint64_t field_cells; /* open cells to compute fields over, 3 to 10 ns each; 1,000,000 */
} throng_crowd_budget;

THRONG_C_API throng_code throng_crowd_budget_init(throng_crowd_budget* budget,
                                                  uint32_t size);

/* A move that a unit began. It takes `period` steps, the present one included. */
typedef struct throng_stride {
  uint32_t unit;
  throng_position from;
  throng_move move;
  uint8_t period;
  uint8_t unused[2];
} throng_stride;

/* Lists are valid until the next step. */
typedef struct throng_crowd_report {
  uint32_t size;
  uint32_t step; /* 0, 1, 2, ... */
  const throng_stride* started;
  size_t started_count;
  const uint32_t* arrived; /* ended at their goals, each once for an order; see at_goal */
  size_t arrived_count;
  uint64_t decisions;     /* units that decided */
  uint64_t walking;       /* units on their way when they decided, not those cut off */
  uint64_t blocked;       /* of these, those that stand */
  uint64_t fields_made;   /* fields computed in this step */
  uint64_t fields_queued; /* fields left to compute */
  uint64_t escaping;      /* units on cells that an edit closed */
} throng_crowd_report;

/* Moves all units by one step. budget: NULL, or what it may take. report: NULL, or what it
 * did. After THRONG_OUT_OF_MEMORY and THRONG_HOST_FAILED no unit has moved; the next step
 * continues. */
THRONG_C_API throng_code throng_crowd_step(throng_crowd* crowd,
                                           const throng_crowd_budget* budget,
                                           throng_workers* workers,
                                           throng_crowd_report* report);

/* Where a unit is. */
typedef struct throng_unit_place {
  throng_position at; /* the cell in which it stands, or which it leaves */
  throng_move move;   /* THRONG_STAY: it stands */
  uint8_t steps_left; /* until it arrives */
  uint8_t at_goal;    /* 1: it has an order, and stands at a goal of it */
  uint8_t cut_off;    /* 1: no path leads to a goal, as far as is computed */
} throng_unit_place;

/* Writes where all units are. `units`: NULL, or where their numbers are written, in rising
 * order. Sets `count` to their number, also if capacity is too small. */
THRONG_C_API throng_code throng_crowd_places(const throng_crowd* crowd, uint32_t* units,
                                             throng_unit_place* places, size_t capacity,
                                             size_t* count);

typedef struct throng_unit_state {
  uint32_t size;
  uint32_t movement;
  throng_unit_place place;
  throng_position goal; /* its place in a group, or its goal if it has one alone; -1,-1 */
  int32_t has_order;
  int32_t period;
  int32_t idle;
} throng_unit_state;

THRONG_C_API throng_code throng_crowd_get(const throng_crowd* crowd, uint32_t unit,
                                          throng_unit_state* state);
/* The unit in a cell, or the one that enters it. */
#define THRONG_NO_UNIT UINT32_C(0xFFFFFFFF)
THRONG_C_API throng_code throng_crowd_unit_in(const throng_crowd* crowd,
                                              throng_position cell, uint32_t* unit);
/* Writes the units that stand in a rectangle or pass through it, in rising order: those on
 * which a building would be built. Sets `count` to their number, also if capacity is too
 * small. */
THRONG_C_API throng_code throng_crowd_units_in(const throng_crowd* crowd, throng_rect area,
                                               uint32_t* units, size_t capacity,
                                               size_t* count);

/* ---- Several saved objects in one string of bytes ------------------------------------ */

typedef struct throng_bytes {
  const void* data;
  size_t size;
} throng_bytes;

/* Joins strings of bytes to one: <throng/bundle.hpp>. Sets `size` to the bytes of the
 * bundle, also if capacity is too small. */
THRONG_C_API throng_code throng_bundle(const throng_bytes* parts, size_t count, void* bytes,
                                       size_t capacity, size_t* size);
/* Finds the parts of a bundle. They point into its bytes. `count` must be their number. */
THRONG_C_API throng_code throng_unbundle(const void* bytes, size_t size,
                                         throng_bytes* parts, size_t count);

#ifdef __cplusplus
}
#endif

#endif /* THRONG_H */
