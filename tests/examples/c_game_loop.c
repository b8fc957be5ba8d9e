/* A game loop in C99: units walk on a map that changes, on the game's own threads and
 * memory. Build: cc -std=c99 c_game_loop.c $(pkg-config --cflags --libs throng-c) -pthread
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <throng.h>

enum { kSide = 96, kUnits = 300, kFrames = 200, kThreads = 3, kBudget = 4000 };

#define TRY(call)                                              \
  do {                                                         \
    if ((call) != THRONG_OK) {                                 \
      fprintf(stderr, "%s: %s\n", #call, throng_last_error()); \
      exit(1);                                                 \
    }                                                          \
  } while (0)

/* ---- The game's job system: threads that take one index after the other. */

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t work, done;
  throng_body* run; /* NULL: no job */
  const void* context;
  size_t next, count, running;
  int ends;
  pthread_t threads[kThreads];
};

/* Runs bodies of the current job until none is left. The lock is held before and after. */
static void run_bodies(struct pool* pool) {
  while (pool->run != NULL && pool->next < pool->count) {
    throng_body* const run = pool->run;
    const void* const context = pool->context;
    const size_t i = pool->next++;
    ++pool->running;
    pthread_mutex_unlock(&pool->lock);
    run(context, i);
    pthread_mutex_lock(&pool->lock);
    --pool->running;
  }
  if (pool->running == 0) pthread_cond_broadcast(&pool->done);
}

static void* thread_main(void* argument) {
  struct pool* const pool = argument;
  pthread_mutex_lock(&pool->lock);
  while (!pool->ends) {
    run_bodies(pool);
    pthread_cond_wait(&pool->work, &pool->lock);
  }
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

/* throng_host: the calling thread runs bodies too, so it never waits for an idle pool. */
static void parallel_for(void* user, size_t count, throng_body* run, const void* context) {
  struct pool* const pool = user;
  pthread_mutex_lock(&pool->lock);
  pool->run = run;
  pool->context = context;
  pool->next = 0;
  pool->count = count;
  pthread_cond_broadcast(&pool->work);
  run_bodies(pool);
  while (pool->running != 0) pthread_cond_wait(&pool->done, &pool->lock);
  pool->run = NULL;
  pthread_mutex_unlock(&pool->lock);
}

static void begin(struct pool* pool) {
  int i;
  memset(pool, 0, sizeof *pool);
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->work, NULL);
  pthread_cond_init(&pool->done, NULL);
  for (i = 0; i < kThreads; ++i) pthread_create(&pool->threads[i], NULL, thread_main, pool);
}

static void end(struct pool* pool) {
  int i;
  pthread_mutex_lock(&pool->lock);
  pool->ends = 1;
  pthread_cond_broadcast(&pool->work);
  pthread_mutex_unlock(&pool->lock);
  for (i = 0; i < kThreads; ++i) pthread_join(pool->threads[i], NULL);
  pthread_cond_destroy(&pool->done);
  pthread_cond_destroy(&pool->work);
  pthread_mutex_destroy(&pool->lock);
}

/* ---- The game's memory: counted. `user` is the same for both parts of a host. */

static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;
static size_t memory_bytes;

static void count_memory(size_t more, size_t less) {
  pthread_mutex_lock(&memory_lock);
  memory_bytes += more - less;
  pthread_mutex_unlock(&memory_lock);
}

static void* allocate(void* user, size_t bytes, size_t alignment) {
  void* memory = NULL;
  (void)user;
  if (alignment < sizeof(void*)) alignment = sizeof(void*);
  if (posix_memalign(&memory, alignment, bytes) != 0) return NULL;
  count_memory(bytes, 0);
  return memory;
}

static void release(void* user, void* memory, size_t bytes, size_t alignment) {
  (void)user;
  (void)alignment;
  count_memory(0, bytes);
  free(memory);
}

/* ---- The game */

struct game {
  struct pool pool;
  throng_host host;
  throng_workers* workers;
  throng_map* map;
  throng_scheduler* scheduler;
  throng_batch* batch;
  throng_route_book* book; /* route i is unit i */
};

/* A town: blocks of 6 x 6 cells, streets 2 wide. */
static int is_street(int x, int y) { return x % 8 >= 6 || y % 8 >= 6; }

static throng_position random_street(unsigned* seed) {
  throng_position p = {0, 0};
  do {
    *seed = *seed * 1664525U + 1013904223U;
    p.x = (int32_t)(*seed >> 8) % kSide;
    p.y = (int32_t)(*seed >> 16) % kSide;
  } while (!is_street(p.x, p.y));
  return p;
}

static void make_game(struct game* game) {
  static char cells[kSide * kSide];
  throng_terrain terrain;
  throng_map_class movement;
  const throng_map_class* const classes[] = {&movement};
  unsigned seed = 1;
  int i;

  memset(game, 0, sizeof *game);
  begin(&game->pool);
  TRY(throng_host_init(&game->host, sizeof game->host));
  game->host.user = &game->pool;
  game->host.concurrency = kThreads + 1;
  game->host.parallel_for = parallel_for;
  game->host.allocate = allocate;
  game->host.release = release;
  TRY(throng_workers_create(0, &game->host, &game->workers));

  for (i = 0; i < kSide * kSide; ++i)
    cells[i] = is_street(i % kSide, i / kSide) ? '.' : '@';
  TRY(throng_terrain_init(&terrain, sizeof terrain));
  terrain.width = terrain.height = kSide;
  terrain.cells = cells;
  TRY(throng_map_class_init(&movement, sizeof movement));
  movement.landmarks = 8;
  TRY(throng_map_create(&terrain, classes, 1, NULL, game->workers, &game->map));
  TRY(throng_scheduler_create_on_map(game->map, NULL, 0, NULL, &game->host,
                                     &game->scheduler));
  TRY(throng_batch_create(&game->host, &game->batch));
  TRY(throng_route_book_create_on_map(game->map, &game->host, &game->book));
  for (i = 0; i < kUnits; ++i) {
    uint32_t route;
    TRY(throng_route_book_add_unit(game->book, 0, random_street(&seed), 0, &route));
    TRY(throng_route_book_set_goal(game->book, route, random_street(&seed)));
  }
}

static void end_game(struct game* game) {
  TRY(throng_route_book_destroy(game->book));
  TRY(throng_batch_destroy(game->batch));
  TRY(throng_scheduler_destroy(game->scheduler));
  TRY(throng_map_destroy(game->map));
  TRY(throng_workers_destroy(game->workers));
  end(&game->pool);
}

/* A barrier closes a crossing, and opens again ten frames later. */
static void edit_map(struct game* game, int frame) {
  throng_edit edit;
  memset(&edit, 0, sizeof edit);
  edit.kind = THRONG_EDIT_TERRAIN;
  edit.at.x = 6 + 8 * (frame / 20 % 12);
  edit.at.y = 46;
  edit.at.width = edit.at.height = 2;
  edit.value = frame % 20 == 0 ? '@' : '.';
  if (frame % 10 == 0) TRY(throng_scheduler_edit(game->scheduler, &edit, 1));
}

/* A unit walks on while it waits for its path. */
static void ask(struct game* game, uint32_t route) {
  throng_frame_request request;
  uint64_t ticket = 0;
  request.size = sizeof request;
  TRY(throng_route_book_request(game->book, route, 4, &request));
  request.request.flags = THRONG_ESCAPE | THRONG_APPROACH;
  TRY(throng_scheduler_submit(game->scheduler, &request, &ticket));
}

/* Units ask again whose routes the barrier broke. The others get their paths. */
static void follow_map(struct game* game) {
  throng_review review;
  throng_answered_routes answered;
  size_t k;
  review.size = sizeof review;
  answered.size = sizeof answered;
  TRY(throng_route_book_review_map(game->book, game->map, THRONG_SKIP_SHORTER,
                                   game->workers, &review));
  for (k = 0; k < review.broken_count; ++k) ask(game, review.broken[k]);
  TRY(throng_scheduler_poll(game->scheduler, game->batch));
  TRY(throng_route_book_join_answers(game->book, game->batch, game->workers, &answered));
  for (k = 0; k < answered.missed_count; ++k) ask(game, answered.missed[k]);
}

/* One step for each unit. Now and then a unit asks again that stands where its way ended.
 * Returns how many have arrived. */
static int walk(struct game* game, int frame) {
  int i, arrived = 0;
  for (i = 0; i < kUnits; ++i) {
    throng_route_state unit;
    const uint32_t route = (uint32_t)i;
    unit.size = sizeof unit;
    TRY(throng_route_book_get(game->book, route, &unit));
    if (unit.moves > 0)
      TRY(throng_route_book_advance(game->book, route, 1, &unit.at));
    else if (unit.at.x == unit.goal.x && unit.at.y == unit.goal.y)
      ++arrived;
    else if (frame % 10 == 9)
      ask(game, route);
  }
  return arrived;
}

int main(void) {
  static struct game game;
  uint64_t fingerprint = 0;
  int frame, arrived = 0;
  uint32_t route;
  make_game(&game);
  for (route = 0; route < kUnits; ++route) ask(&game, route);
  for (frame = 0; frame < kFrames; ++frame) {
    edit_map(&game, frame);
    TRY(throng_scheduler_run(game.scheduler, THRONG_EXPANSIONS, kBudget, game.workers,
                             NULL));
    follow_map(&game);
    arrived = walk(&game, frame);
  }
  TRY(throng_map_fingerprint(game.map, &fingerprint));
  end_game(&game);
  printf("%d of %d units arrived, %lu bytes left\n", arrived, (int)kUnits,
         (unsigned long)memory_bytes);
  return arrived == kUnits && memory_bytes == 0 && fingerprint != 0 ? 0 : 1;
}
