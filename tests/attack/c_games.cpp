#include "c_calls.hpp"

#include <algorithm>
#include <array>
#include <limits>

// Calls about maps that change, schedulers and routes.

namespace attack {

void CCalls::call_map() {
  const auto drawn = terrain();
  std::vector<throng_rules> drawn_rules;
  std::vector<throng_map_class> classes;
  const std::uint32_t count = random_.one_in(20) ? 0 : 1 + random_.below(3);
  drawn_rules.reserve(count);
  classes.reserve(count);
  const std::int32_t topology = random_.one_in(2) ? THRONG_OCTILE : random_.range(0, 3);
  std::vector<const throng_map_class*> list;
  for (std::uint32_t k = 0; k < count; ++k) {
    throng_rules one_rules = rules();
    if (!random_.one_in(20)) one_rules.topology = topology;
    if (topology >= THRONG_HEX) one_rules.unit_size = 1;
    drawn_rules.push_back(one_rules);
    throng_map_class one;
    throng_map_class_init(&one, sizeof one);
    one.landmarks = random_.range(0, 4);
    one.jump_graph = random_.range(0, 1);
    one.hub_labels = random_.one_in(4);
    one.fronts = random_.one_in(3);
    one.front_rows = random_.range(0, 1);
    if (random_.one_in(10)) one.front_memory = random_.below(20'000);
    if (random_.one_in(3)) one.max_danger = random_.below(random_.one_in(20) ? 20'000 : 9);
    if (random_.one_in(40)) one.size = random_.below(sizeof one + 1);
    if (topology != THRONG_OCTILE || !random_.one_in(3)) one.rules = &drawn_rules.back();
    classes.push_back(one);
    list.push_back(&classes.back());
  }
  throng_map_options options;
  throng_map_options_init(&options, sizeof options);
  options.steps = drawn->terrain.closed_step_count > 0 || random_.one_in(3);
  options.max_weight = random_.one_in(2) ? 9 : 0;
  if (random_.one_in(3)) options.history = random_.below(4);
  if (random_.one_in(40)) options.history = static_cast<std::uint32_t>(random_.next());
  if (random_.one_in(40)) options.max_weight = static_cast<std::uint32_t>(random_.next());
  throng_map* map = nullptr;
  CALL(throng_map_create, &drawn->terrain, list.data(), list.size(),
       random_.one_in(5) ? nullptr : &options, pick(workers_), &map);
  keep(maps_, map);
  CALL_INIT(throng_map_class_init, odd_size(sizeof(throng_map_class)));
  CALL_INIT(throng_map_options_init, odd_size(sizeof options));
}

void CCalls::call_map_edit() {
  const std::vector<throng_edit> drawn = edits();
  std::uint64_t version = 0;
  CALL(throng_map_edit, pick(maps_), drawn.data(), drawn.size(), pick(workers_),
       random_.one_in(3) ? nullptr : &version);
  const std::vector<throng_block> filled = blocks();
  CALL(throng_map_edit_blocks, pick(maps_), drawn.data(), drawn.size(), filled.data(),
       filled.size(), pick(workers_), random_.one_in(3) ? nullptr : &version);
  std::size_t done = 0;
  if (random_.one_in(2)) {
    CALL(throng_map_settle, pick(maps_),
         random_.one_in(2) ? std::numeric_limits<std::size_t>::max() : random_.below(200),
         pick(workers_), &done);
  }
}

void CCalls::call_map_labels() {
  if (random_.one_in(2)) {
    CALL(throng_map_begin_labels, pick(maps_), std::size_t{random_.below(2)},
         random_.range(-1, 3));
  } else {
    CALL(throng_map_adopt_labels, pick(maps_), std::size_t{random_.below(2)}, nullptr);
  }
}

void CCalls::call_map_queries() {
  throng_map_info info{};
  info.size = odd_size(sizeof info);
  info.size = std::min<std::uint32_t>(info.size, sizeof info);
  CALL(throng_map_get_info, pick(maps_), &info);
  throng_grid* grid = nullptr;
  CALL(throng_map_grid, pick(maps_), std::size_t{random_.below(3)}, &grid);
  keep(grids_, static_cast<const throng_grid*>(grid));
  throng_index* index = nullptr;
  CALL(throng_map_index, pick(maps_), std::size_t{random_.below(3)}, &index);
  keep(indexes_, static_cast<const throng_index*>(index));
  std::uint64_t hash = 0;
  CALL(throng_map_fingerprint, pick(maps_), &hash);
}

void CCalls::call_map_changes() {
  throng_changes changes{};
  changes.size = sizeof changes;
  const std::uint64_t since = random_.one_in(8) ? random_.next() : random_.below(20);
  if (CALL(throng_map_changes, pick(maps_), since, std::size_t{random_.below(2)},
           &changes) == THRONG_OK) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < changes.costlier_count; ++i) sum += changes.costlier[i].x;
    for (std::size_t i = 0; i < changes.cheaper_count; ++i) sum += changes.cheaper[i].x;
    use(static_cast<std::uint64_t>(sum));
  }
  Buffer<throng_position> points(random_.below(9));
  fill(points);
  Buffer<throng_held_line> lines(random_.below(4));
  for (throng_held_line& line : lines)
    line = {points.data(), random_.below(points.size() + 1), random_.below(3)};
  Buffer<throng_line_review> reviews(lines.size());
  if (CALL(throng_map_review_lines, pick(maps_), since, lines.data(), lines.size(),
           pick(workers_), reviews.data()) == THRONG_OK) {
    for (std::size_t i = 0; i < reviews.size(); ++i)
      check(reviews[i].state <= THRONG_LINE_BROKEN &&
                (reviews[i].leg == 0 || reviews[i].leg < lines[i].count),
            "the state of line ", i, " is ", reviews[i].state);
    counts().compared("lines reviewed");
  }
  throng_terrain terrain{};
  CALL_INIT(throng_terrain_init, odd_size(sizeof terrain));
  throng_terrain_init(&terrain, sizeof terrain);
  if (CALL(throng_map_terrain, pick(maps_), &terrain) != THRONG_OK) return;
  std::int64_t sum = 0;
  for (std::int32_t y = 0; y < terrain.height; ++y) {
    for (std::int32_t x = 0; x < terrain.width; ++x) {
      sum += terrain.cells[y * terrain.pitch + x];
    }
  }
  use(static_cast<std::uint64_t>(sum));
}

/// A copy of saved bytes, which may be cut off or damaged.
std::vector<unsigned char> CCalls::copy_of(const void* bytes, std::size_t size) {
  const auto* const first = static_cast<const unsigned char*>(bytes);
  std::vector<unsigned char> copy(first, first + size);
  if (random_.one_in(6)) {
    copy[random_.below(copy.size())] ^= static_cast<unsigned char>(1U << random_.below(8));
  }
  if (random_.one_in(6)) copy.resize(random_.below(copy.size()));
  return copy;
}

std::vector<const throng_solver*> CCalls::some_solvers() {
  std::vector<const throng_solver*> solvers(random_.below(4));
  for (const throng_solver*& one : solvers) one = pick(solvers_);
  return solvers;
}

void CCalls::call_map_save() {
  const void* bytes = nullptr;
  std::size_t size = 0;
  if (CALL(throng_map_save, pick(maps_), &bytes, &size) != THRONG_OK) return;
  const auto copy = copy_of(bytes, size);
  throng_map* map = nullptr;
  CALL(throng_map_restore, static_cast<const void*>(copy.data()), copy.size(),
       pick(workers_), &map);
  keep(maps_, map);
}

void CCalls::call_scheduler_save() {
  const void* bytes = nullptr;
  std::size_t size = 0;
  if (CALL(throng_scheduler_save, pick(schedulers_), &bytes, &size) != THRONG_OK) return;
  const auto copy = copy_of(bytes, size);
  const void* const saved = copy.data();
  const throng_host lent = host(false);
  const auto* const given_host = random_.one_in(2) ? nullptr : &lent;
  throng_scheduler* scheduler = nullptr;
  if (random_.one_in(2)) {
    const std::vector<const throng_solver*> solvers = some_solvers();
    CALL(throng_scheduler_restore, saved, copy.size(), solvers.data(), solvers.size(),
         given_host, &scheduler);
  } else {
    CALL(throng_scheduler_restore_on_map, saved, copy.size(), pick(maps_), given_host,
         &scheduler);
  }
  keep(schedulers_, scheduler);
}

void CCalls::call_book_save() {
  const void* bytes = nullptr;
  std::size_t size = 0;
  if (CALL(throng_route_book_save, pick(books_), &bytes, &size) != THRONG_OK) return;
  call_bundle(bytes, size);  // before the book, which owns the bytes, may be destroyed
  const auto copy = copy_of(bytes, size);
  const throng_host lent = host(false);
  const void* const saved = copy.data();
  const auto* const given_host = random_.one_in(2) ? nullptr : &lent;
  throng_route_book* book = nullptr;
  if (random_.one_in(2)) {
    CALL(throng_route_book_restore, saved, copy.size(), pick(grids_), given_host, &book);
  } else {
    CALL(throng_route_book_restore_on_map, saved, copy.size(), pick(maps_), given_host,
         &book);
  }
  keep(books_, book);
}

/// Joins bytes with others, damages them, and looks for the parts.
void CCalls::call_bundle(const void* bytes, std::size_t size) {
  std::vector<throng_bytes> parts(1 + random_.below(3), throng_bytes{bytes, size});
  if (random_.one_in(3)) parts.front() = {nullptr, random_.below(2)};
  std::size_t whole = 0;
  CALL(throng_bundle, parts.data(), parts.size(), static_cast<void*>(nullptr),
       std::size_t{0}, &whole);
  Buffer<unsigned char> joined(random_.one_in(6) ? random_.below(99) : whole);
  if (CALL(throng_bundle, parts.data(), parts.size(), static_cast<void*>(joined.data()),
           joined.size(), &whole) != THRONG_OK)
    return;
  const auto copy = copy_of(joined.data(), whole);
  const void* const saved = copy.data();
  Buffer<throng_bytes> found(1 + random_.below(3));
  if (CALL(throng_unbundle, saved, copy.size(), found.data(), found.size()) != THRONG_OK)
    return;
  std::size_t sum = 0;
  for (std::size_t k = 0; k < found.size(); ++k) sum += found.data()[k].size;
  check(sum < copy.size(), "the parts are longer than their bundle");
}

void CCalls::call_scheduler() {
  throng_scheduler_options options;
  CALL_INIT(throng_scheduler_options_init, odd_size(sizeof options));
  throng_scheduler_options_init(&options, sizeof options);
  options.ageing = random_.below(5);
  options.paused_searches = random_.below(4);
  options.sharing = random_.range(0, 2);
  options.report_dropped = random_.range(0, 1);
  options.lines = random_.one_in(3) ? 1 : 0;
  if (random_.one_in(4)) options.max_moves = random_.below(4);
  if (random_.one_in(40)) options.size = random_.below(sizeof options + 1);
  const auto* const given = random_.one_in(4) ? nullptr : &options;
  const throng_host lent = host(false);
  const auto* const given_host = random_.one_in(2) ? nullptr : &lent;
  throng_scheduler* scheduler = nullptr;
  if (random_.one_in(2)) {
    const std::vector<const throng_solver*> solvers = some_solvers();
    CALL(throng_scheduler_create, solvers.data(), solvers.size(), given, given_host,
         &scheduler);
  } else {
    const throng_solver_options first = solver_options(), second = solver_options();
    const std::array<const throng_solver_options*, 2> list{&first, &second};
    CALL(throng_scheduler_create_on_map, pick(maps_), list.data(),
         std::size_t{random_.below(3)}, given, given_host, &scheduler);
  }
  keep(schedulers_, scheduler);
}

void CCalls::call_submit() {
  throng_scheduler* const scheduler = pick(schedulers_);
  for (std::uint32_t k = 1 + random_.below(5); k > 0; --k) {
    const DrawnRequests drawn = requests(3);
    throng_frame_request frame;
    CALL_INIT(throng_frame_request_init, odd_size(sizeof frame));
    throng_frame_request_init(&frame, sizeof frame);
    if (!drawn.requests.empty()) frame.request = drawn.requests[0];
    frame.agent = random_.one_in(2) ? THRONG_NO_AGENT : random_.below(5);
    frame.priority = random_.range(0, 3);
    frame.movement = random_.below(2);
    if (random_.one_in(20)) frame.priority = static_cast<std::int32_t>(random_.next());
    if (random_.one_in(20)) frame.movement = static_cast<std::uint32_t>(random_.next());
    if (random_.one_in(6)) frame.max_expansions = random_.below(40);
    if (random_.one_in(6)) frame.max_cost = random_.below(20'000);
    if (random_.one_in(60)) frame.size = random_.below(sizeof frame + 1);
    std::uint64_t ticket = 0;
    if (random_.one_in(2)) {
      CALL(throng_scheduler_submit, scheduler, &frame, &ticket);
      continue;
    }
    const std::array<throng_frame_request, 3> frames{frame, frame, frame};
    CALL(throng_scheduler_submit_all, scheduler, frames.data(),
         std::size_t{random_.below(4)}, &ticket);
  }
  if (random_.one_in(3)) {
    CALL(throng_scheduler_cancel, pick(schedulers_),
         random_.one_in(5) ? random_.next() : std::uint64_t{random_.below(30)});
  }
}

void CCalls::call_run() {
  throng_frame_report report{};
  report.size = sizeof report;
  std::int32_t unit = random_.one_in(4) ? THRONG_MICROSECONDS : THRONG_EXPANSIONS;
  if (random_.one_in(30)) unit = 9;
  const std::uint64_t amount = random_.one_in(4) ? THRONG_ALL_WORK : random_.below(300);
  throng_scheduler* const scheduler = pick(schedulers_);
  CALL(throng_scheduler_run, scheduler, unit, amount, pick(workers_),
       random_.one_in(2) ? nullptr : &report);
  CALL(throng_scheduler_poll, random_.one_in(2) ? scheduler : pick(schedulers_),
       pick(batches_));
  std::uint64_t waiting = 0, bytes = 0;
  CALL(throng_scheduler_info, pick(schedulers_), &waiting, &bytes);
  if (random_.one_in(8)) CALL(throng_scheduler_reserve, pick(schedulers_), pick(workers_));
  call_pace(report);
}

void CCalls::call_pace(throng_frame_report report) {
  throng_frame_pace* pace = nullptr;
  CALL(throng_frame_pace_create, random_.below(10'000),
       random_.one_in(9) ? nullptr : &pace);
  // A larger report would have more bytes than this one.
  report.size = std::min<std::uint32_t>(odd_size(sizeof report), sizeof report);
  if (random_.one_in(4)) report.microseconds = random_.next();
  if (random_.one_in(4)) report.spent = random_.next();
  CALL(throng_frame_pace_note, pace, random_.one_in(9) ? nullptr : &report);
  std::uint64_t expansions = 0;
  if (CALL(throng_frame_pace_expansions, pace, &expansions) == THRONG_OK)
    check(expansions >= 1'000 && expansions <= 1'000'000'000, "a pace proposes ",
          expansions);
  CALL(throng_frame_pace_destroy, pace);
}

void CCalls::call_scheduler_edit() {
  CALL(throng_scheduler_replace_solver, pick(schedulers_), std::size_t{random_.below(3)},
       pick(solvers_));
  const std::vector<throng_edit> drawn = edits();
  CALL(throng_scheduler_edit, pick(schedulers_), drawn.data(), drawn.size());
  const std::vector<throng_block> filled = blocks();
  CALL(throng_scheduler_edit_blocks, pick(schedulers_), drawn.data(), drawn.size(),
       filled.data(), filled.size());
}

void CCalls::call_route() {
  const throng_host lent = host(false);
  throng_route* route = nullptr;
  CALL(throng_route_create, random_.one_in(2) ? nullptr : &lent, &route);
  keep(routes_, route);
  CALL(throng_route_assign, pick(routes_), pick(batches_), std::size_t{random_.below(6)});
}

void CCalls::call_route_walk() {
  throng_route* const route = pick(routes_);
  std::int32_t passes = 0;
  throng_position at{};
  std::size_t count = 0;
  switch (random_.below(6)) {
    case 0:
      CALL(throng_route_place, route, pick(grids_), position(), &passes);
      break;
    case 1:
      CALL(throng_route_info, route, &at, &count);
      break;
    case 2:
      CALL(throng_route_advance, route, pick(grids_), odd_count(5), &at);
      break;
    case 3:
      CALL(throng_route_ahead, route, pick(grids_), odd_count(8), &at);
      break;
    case 4:
      CALL(throng_route_walkable, route, pick(grids_), odd_count(8), &count);
      break;
    default: {
      Buffer<throng_move> moves(random_.below(20));
      CALL(throng_route_moves, route, moves.data(), moves.size(), &count);
    }
  }
}

void CCalls::call_route_change() {
  throng_route* const route = pick(routes_);
  const throng_batch* const batch = pick(batches_);
  const std::size_t slot = random_.below(8);
  std::int32_t passes = 0;
  switch (random_.below(4)) {
    case 0:
      CALL(throng_route_splice, route, odd_count(8), batch, slot);
      break;
    case 1:
      CALL(throng_route_append, route, batch, slot);
      break;
    case 2:
      CALL(throng_route_truncate, route, std::size_t{random_.below(8)});
      break;
    default:
      CALL(throng_route_join, route, pick(grids_), batch, slot, &passes);
  }
}

void CCalls::call_book() {
  const throng_host lent = host(false);
  throng_route_book* book = nullptr;
  const auto* const given_host = random_.one_in(2) ? nullptr : &lent;
  if (random_.one_in(2)) {
    CALL(throng_route_book_create, pick(grids_), given_host, &book);
  } else {
    CALL(throng_route_book_create_on_map, pick(maps_), given_host, &book);
  }
  keep(books_, book);
}

/// Units with goals, and requests for their paths, which a scheduler may then answer.
void CCalls::call_book_orders() {
  std::uint32_t route = 0;
  throng_route_book* const book = pick(books_);
  CALL(throng_route_book_add_unit, book, random_.below(4), position(), random_.next(),
       &route);
  CALL(throng_route_book_set_goal, book, random_.below(6), position());
  throng_frame_request request;
  CALL_INIT(throng_frame_request_init, odd_size(sizeof request));
  throng_frame_request_init(&request, sizeof request);
  std::uint64_t ticket = 0;
  if (CALL(throng_route_book_request, book, random_.below(6), odd_count(8), &request) ==
      THRONG_OK)
    CALL(throng_scheduler_submit, pick(schedulers_), &request, &ticket);
  throng_review review{};
  review.size = sizeof review;
  CALL(throng_route_book_review_map, book, pick(maps_), random_.below(3), pick(workers_),
       &review);
}

/// What a book says of its units.
void CCalls::call_book_read() {
  std::uint64_t routes = 0, bytes = 0;
  std::size_t count = 0;
  throng_route_book* const book = pick(books_);
  CALL(throng_route_book_info, book, &routes, &bytes);
  Buffer<throng_move> moves(random_.below(20));
  CALL(throng_route_book_moves, book, random_.below(6), moves.data(), moves.size(), &count);
  Buffer<throng_position> cells(random_.below(20));
  CALL(throng_route_book_cells, book, random_.below(6), cells.data(), cells.size(), &count);
  Buffer<std::uint32_t> numbers(cells.size());
  CALL(throng_route_book_positions, book, random_.one_in(2) ? nullptr : numbers.data(),
       cells.data(), cells.size(), &count);
}

void CCalls::call_book_paths() {
  std::uint32_t route = 0;
  const throng_batch* const batch = pick(batches_);
  CALL(throng_route_book_add, pick(books_), batch, std::size_t{random_.below(12)},
       position(), &route);
  CALL(throng_route_book_replace, pick(books_), random_.below(6), batch,
       std::size_t{random_.below(12)}, position());
  std::vector<throng_new_path> paths(random_.below(5));
  for (throng_new_path& one : paths) {
    one = {position(), random_.below(12), random_.below(5), 0};
  }
  CALL(throng_route_book_replace_all, pick(books_), batch, paths.data(), paths.size(),
       pick(workers_));
  const std::uint32_t* missed = nullptr;
  std::size_t count = 0;
  if (CALL(throng_route_book_join_all, pick(books_), batch, paths.data(), paths.size(),
           pick(workers_), &missed, &count) == THRONG_OK)
    check(count <= paths.size(), "more routes missed their paths than there are");
  throng_answered_routes answered{};
  answered.size = sizeof answered;
  if (CALL(throng_route_book_join_answers, pick(books_), batch, pick(workers_),
           &answered) == THRONG_OK) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < answered.missed_count; ++i) sum += answered.missed[i];
    for (std::size_t i = 0; i < answered.no_path_count; ++i) sum += answered.no_path[i];
    use(sum);
  }
}

void CCalls::call_book_walk() {
  if (random_.one_in(4)) CALL(throng_route_book_remove, pick(books_), random_.below(8));
  const throng_batch* const batch = pick(batches_);
  const std::size_t slot = random_.below(8);
  CALL(throng_route_book_append, pick(books_), random_.below(6), batch, slot);
  CALL(throng_route_book_splice, pick(books_), random_.below(6), odd_count(6), batch, slot);
  throng_position at{};
  CALL(throng_route_book_advance, pick(books_), random_.below(6), odd_count(4), &at);
  std::int32_t passes = 0;
  CALL(throng_route_book_join, pick(books_), random_.below(6), batch, slot, position(),
       &passes);
  CALL(throng_route_book_place, pick(books_), random_.below(6), position(), &passes);
  CALL(throng_route_book_truncate, pick(books_), random_.below(6), odd_count(6));
  CALL(throng_route_book_walk_on, pick(books_), random_.below(6), odd_count(6), &at);
  CALL(throng_route_book_ahead, pick(books_), random_.below(6), odd_count(6), &at);
  CALL(throng_route_book_set_user, pick(books_), random_.below(6), random_.next());
  throng_route_state state{};
  state.size = sizeof state;
  CALL(throng_route_book_get, pick(books_), random_.below(6), &state);
}

void CCalls::call_book_review() {
  const throng_changes changes = any_changes();
  throng_review review{};
  review.size = sizeof review;
  if (CALL(throng_route_book_review, pick(books_), pick(grids_), &changes, pick(workers_),
           &review) != THRONG_OK) {
    return;
  }
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < review.broken_count; ++i) sum += review.broken[i];
  for (std::size_t i = 0; i < review.costlier_count; ++i) sum += review.costlier[i];
  for (std::size_t i = 0; i < review.may_shorten_count; ++i) sum += review.may_shorten[i];
  use(sum);
}

}  // namespace attack
