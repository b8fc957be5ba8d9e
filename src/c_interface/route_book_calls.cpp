#include "handles.hpp"
#include "options.hpp"
#include "walk.hpp"

#include <algorithm>
#include <vector>

using namespace throng;
using namespace throng::c_interface;

namespace {

RouteBook& use_book(throng_route_book* book, std::uint32_t route) {
  RouteBook& mine = use(book, "book").book;
  if (!mine.contains(RouteId{route}))
    refuse("the book has no route " + std::to_string(route));
  return mine;
}

const RouteBook& use_book(const throng_route_book* book, std::uint32_t route) {
  const RouteBook& mine = use(book, "book").book;
  if (!mine.contains(RouteId{route}))
    refuse("the book has no route " + std::to_string(route));
  return mine;
}

/// A path of a batch. Refuses one that leaves the map of the book.
PathView path_for(const RouteBook& book, const throng_batch* batch, std::size_t slot) {
  const throng_batch& from = use(batch, "batch");
  const PathView path = from.path(slot);
  const Grid& grid = *book.grid();
  if (from.answers.topology != grid.rules().topology)
    refuse("the path is one of another topology");
  Position at = path.start();
  need_on_map(grid, at, "the start of the path");
  for (const Move move : path.moves()) {
    at = path.step(at, move);
    if (!grid.contains(at)) refuse("the path leaves the map of the book");
  }
  return path;
}

const std::uint32_t* numbers(const std::vector<RouteId>& list) noexcept {
  return reinterpret_cast<const std::uint32_t*>(list.data());
}

throng_review lists_of(const RouteReview& found) noexcept {
  throng_review all{};
  all.broken = numbers(found.broken);
  all.broken_count = found.broken.size();
  all.costlier = numbers(found.costlier);
  all.costlier_count = found.costlier.size();
  all.may_shorten = numbers(found.may_shorten);
  all.may_shorten_count = found.may_shorten.size();
  return all;
}

/// Refuses a grid that is no version of that of a class.
void need_version(const RouteBook& book, std::size_t movement, const Grid& now) {
  const Grid& before = *book.grid(movement);
  if (now.width() != before.width() || now.height() != before.height() ||
      now.rules().topology != before.rules().topology || !(now.costs() == before.costs()))
    refuse("the grid is no version of the book's: its size, topology or costs differ");
}

/// The paths of many routes. Refuses what one by one would be refused.
std::vector<NewPath> paths_for(throng_route_book* book, const throng_batch* batch,
                               const throng_new_path* paths, std::size_t count) {
  const auto given = array(paths, count, "paths");
  std::vector<NewPath> all;
  all.reserve(given.size());
  for (const throng_new_path& one : given)
    all.push_back({RouteId{one.route}, path_for(use_book(book, one.route), batch, one.slot),
                   to_position(one.goal)});
  return all;
}

}  // namespace

throng_code throng_route_book_create(const throng_grid* grid, const throng_host* host,
                                     throng_route_book** book) {
  return guarded([&] { create(book, "book", use(grid, "grid").get(), host); });
}

throng_code throng_route_book_create_on_map(throng_map* map, const throng_host* host,
                                            throng_route_book** book) {
  return guarded([&] {
    const LivingMap& living = use(map, "map").get();
    create(book, "book", living, host);
  });
}

throng_code throng_route_book_destroy(throng_route_book* book) {
  return destroy(book, "book");
}

throng_code throng_route_book_save(throng_route_book* book, const void** bytes,
                                   size_t* size) {
  return guarded([&] {
    throng_route_book& mine = use(book, "book");
    give_bytes(mine.saved, bytes, size, [&] { return mine.book.save(); });
  });
}

throng_code throng_route_book_restore(const void* bytes, size_t size,
                                      const throng_grid* grid, const throng_host* host,
                                      throng_route_book** book) {
  return guarded([&] {
    const std::string_view saved = bytes_of(bytes, size);
    create(book, "book", saved, use(grid, "grid").get(), host);
  });
}

throng_code throng_route_book_restore_on_map(const void* bytes, size_t size,
                                             throng_map* map, const throng_host* host,
                                             throng_route_book** book) {
  return guarded([&] {
    const std::string_view saved = bytes_of(bytes, size);
    const LivingMap& living = use(map, "map").get();
    create(book, "book", saved, living, host);
  });
}

throng_code throng_route_book_info(const throng_route_book* book, uint64_t* routes,
                                   uint64_t* bytes) {
  return guarded([&] {
    const RouteBook& mine = use(book, "book").book;
    out(routes, "routes");
    out(bytes, "bytes") = mine.memory_bytes();
    *routes = mine.size();
  });
}

throng_code throng_route_book_add_unit(throng_route_book* book, uint32_t movement,
                                       throng_position at, uint64_t user, uint32_t* route) {
  return guarded([&] {
    RouteBook& mine = use(book, "book").book;
    if (movement >= mine.classes())
      refuse("the book has " + std::to_string(mine.classes()) + " classes");
    need_on_map(*mine.grid(), to_position(at), "the cell");
    std::uint32_t& id = out(route, "route");  // before anything changes
    id = static_cast<std::uint32_t>(mine.add(to_position(at), user, movement));
  });
}

throng_code throng_route_book_add(throng_route_book* book, const throng_batch* batch,
                                  size_t slot, throng_position goal, uint32_t* route) {
  return guarded([&] {
    RouteBook& mine = use(book, "book").book;
    std::uint32_t& id = out(route, "route");  // before anything changes
    id = static_cast<std::uint32_t>(
        mine.add(path_for(mine, batch, slot), to_position(goal)));
  });
}

throng_code throng_route_book_replace(throng_route_book* book, uint32_t route,
                                      const throng_batch* batch, size_t slot,
                                      throng_position goal) {
  return guarded([&] {
    RouteBook& mine = use_book(book, route);
    mine.replace(RouteId{route}, path_for(mine, batch, slot), to_position(goal));
  });
}

throng_code throng_route_book_replace_all(throng_route_book* book,
                                          const throng_batch* batch,
                                          const throng_new_path* paths, size_t count,
                                          throng_workers* workers) {
  return guarded([&] {
    RouteBook& mine = use(book, "book").book;
    const std::vector<NewPath> all = paths_for(book, batch, paths, count);
    const WorkersOfCall threads(workers);
    mine.replace(all, *threads);
  });
}

throng_code throng_route_book_join(throng_route_book* book, uint32_t route,
                                   const throng_batch* batch, size_t slot,
                                   throng_position goal, int32_t* passes) {
  return guarded([&] {
    RouteBook& mine = use_book(book, route);
    const PathView path = path_for(mine, batch, slot);
    std::int32_t& joined = out(passes, "passes");  // before anything changes
    joined = mine.join(RouteId{route}, path, to_position(goal)) ? 1 : 0;
  });
}

throng_code throng_route_book_join_all(throng_route_book* book, const throng_batch* batch,
                                       const throng_new_path* paths, size_t count,
                                       throng_workers* workers, const uint32_t** missed,
                                       size_t* missed_count) {
  return guarded([&] {
    RouteBook& mine = use(book, "book").book;
    const std::vector<NewPath> all = paths_for(book, batch, paths, count);
    out(missed, "missed");
    out(missed_count, "missed_count");
    const WorkersOfCall threads(workers);
    const auto routes = mine.join(all, *threads);
    *missed = reinterpret_cast<const std::uint32_t*>(routes.data());
    *missed_count = routes.size();
  });
}

throng_code throng_route_book_join_answers(throng_route_book* book,
                                           const throng_batch* batch,
                                           throng_workers* workers,
                                           throng_answered_routes* answered) {
  return guarded([&] {
    RouteBook& mine = use(book, "book").book;
    const Answers& finished = use(batch, "batch").answers;
    for (std::size_t i = 0; i < finished.agent.size(); ++i) {
      const auto id = static_cast<RouteId>(finished.agent[i]);
      const bool has_slot = finished.first[i] < finished.first[i + 1];
      if (finished.current[i] == 0 || !has_slot || !mine.contains(id)) continue;
      // A start outside of the map has no path, and no route passes it.
      const std::size_t slot = finished.first[i];
      if (!finished.path(slot).moves().empty()) path_for(mine, batch, slot);
    }
    fill(answered, throng_answered_routes{}, "answered");
    const WorkersOfCall threads(workers);
    const AnsweredRoutes& found = mine.join(finished, *threads);
    throng_answered_routes all{};
    all.missed = numbers(found.missed);
    all.missed_count = found.missed.size();
    all.no_path = numbers(found.no_path);
    all.no_path_count = found.no_path.size();
    fill(answered, all, "answered");
  });
}

throng_code throng_route_book_place(throng_route_book* book, uint32_t route,
                                    throng_position at, int32_t* passes) {
  return guarded([&] {
    RouteBook& mine = use_book(book, route);
    need_on_map(*mine.grid(), to_position(at), "the cell");
    std::int32_t& stays = out(passes, "passes");  // before anything changes
    stays = mine.place(RouteId{route}, to_position(at)) ? 1 : 0;
  });
}

throng_code throng_route_book_truncate(throng_route_book* book, uint32_t route,
                                       size_t moves) {
  return guarded([&] { use_book(book, route).truncate(RouteId{route}, moves); });
}

throng_code throng_route_book_walk_on(throng_route_book* book, uint32_t route, size_t most,
                                      throng_position* end) {
  return guarded([&] {
    RouteBook& mine = use_book(book, route);
    throng_position& last = out(end, "end");  // before anything changes
    last = to_position(mine.walk_on(RouteId{route}, most));
  });
}

throng_code throng_route_book_ahead(const throng_route_book* book, uint32_t route,
                                    size_t moves, throng_position* at) {
  return guarded([&] {
    out(at, "at") = to_position(use_book(book, route).ahead(RouteId{route}, moves));
  });
}

throng_code throng_route_book_set_goal(throng_route_book* book, uint32_t route,
                                       throng_position goal) {
  return guarded(
      [&] { use_book(book, route).set_goal(RouteId{route}, to_position(goal)); });
}

throng_code throng_route_book_request(throng_route_book* book, uint32_t route, size_t most,
                                      throng_frame_request* request) {
  return guarded([&] {
    RouteBook& mine = use_book(book, route);
    throng_frame_request wanted{};
    if (throng_frame_request_init(&wanted, sizeof wanted) != THRONG_OK)
      refuse("the request has no defaults");
    fill(request, wanted, "request");  // before anything changes
    const Request made = mine.request(RouteId{route}, most);
    wanted.agent = route;
    wanted.movement = static_cast<std::uint32_t>(made.movement);
    wanted.request.start = to_position(made.start);
    wanted.request.goals = reinterpret_cast<const throng_position*>(made.goals.data());
    wanted.request.goal_count = made.goals.size();
    fill(request, wanted, "request");
  });
}

throng_code throng_route_book_moves(const throng_route_book* book, uint32_t route,
                                    throng_move* moves, size_t capacity, size_t* count) {
  return guarded([&] {
    const std::span<const Move> reversed =
        use_book(book, route).route(RouteId{route}).reversed();
    write_moves(reversed, moves, capacity, count);
  });
}

throng_code throng_route_book_cells(const throng_route_book* book, uint32_t route,
                                    throng_position* cells, size_t capacity,
                                    size_t* count) {
  return guarded([&] {
    const RouteBook& mine = use_book(book, route);
    const std::span<throng_position> room = array(cells, capacity, "cells");
    std::size_t& written = out(count, "count");
    const std::size_t moves = mine.route(RouteId{route}).size();
    std::vector<Position> next(std::min(moves, room.size()));
    written = mine.next_cells(RouteId{route}, next);
    std::ranges::transform(next, room.begin(), [](Position p) { return to_position(p); });
  });
}

throng_code throng_route_book_positions(const throng_route_book* book, uint32_t* routes,
                                        throng_position* at, size_t capacity,
                                        size_t* count) {
  return guarded([&] {
    const RouteBook& mine = use(book, "book").book;
    out(count, "count") = mine.size();
    need_room(capacity, mine.size());
    array(at, mine.size(), "at");
    std::size_t k = 0;
    for (std::uint32_t i = 0; k < mine.size(); ++i) {
      if (!mine.contains(RouteId{i})) continue;
      at[k] = to_position(mine.route(RouteId{i}).position());
      if (routes != nullptr) routes[k] = i;
      ++k;
    }
  });
}

throng_code throng_route_book_set_user(throng_route_book* book, uint32_t route,
                                       uint64_t user) {
  return guarded([&] { use_book(book, route).set_user(RouteId{route}, user); });
}

throng_code throng_route_book_remove(throng_route_book* book, uint32_t route) {
  return guarded([&] { use_book(book, route).remove(RouteId{route}); });
}

throng_code throng_route_book_append(throng_route_book* book, uint32_t route,
                                     const throng_batch* batch, size_t slot) {
  return guarded([&] {
    RouteBook& mine = use_book(book, route);
    if (!mine.append(RouteId{route}, path_for(mine, batch, slot)))
      refuse("the path does not begin where the route ends");
  });
}

throng_code throng_route_book_splice(throng_route_book* book, uint32_t route, size_t moves,
                                     const throng_batch* batch, size_t slot) {
  return guarded([&] {
    RouteBook& mine = use_book(book, route);
    if (!mine.splice(RouteId{route}, moves, path_for(mine, batch, slot)))
      refuse("the path does not join the ends of the moves that it replaces");
  });
}

throng_code throng_route_book_advance(throng_route_book* book, uint32_t route, size_t moves,
                                      throng_position* at) {
  return guarded([&] {
    RouteBook& mine = use_book(book, route);
    out(at, "at");
    *at = to_position(
        mine.advance(RouteId{route}, std::min(moves, mine.route(RouteId{route}).size())));
  });
}

throng_code throng_route_book_get(const throng_route_book* book, uint32_t route,
                                  throng_route_state* state) {
  return guarded([&] {
    const RouteBook& mine = use_book(book, route);
    const RouteId id{route};
    throng_route_state now{};
    now.broken = mine.broken(id) ? 1 : 0;
    now.at = to_position(mine.route(id).position());
    now.goal = to_position(mine.goal(id));
    now.moves = mine.route(id).size();
    now.cost = mine.remaining_cost(id);
    now.movement = static_cast<std::uint32_t>(mine.movement(id));
    now.user = mine.user(id);
    fill(state, now, "state");
  });
}

throng_code throng_route_book_review(throng_route_book* book, const throng_grid* grid,
                                     const throng_changes* changes, throng_workers* workers,
                                     throng_review* review) {
  return guarded([&] {
    RouteBook& mine = use(book, "book").book;
    const auto& now = use(grid, "grid").get();
    if (mine.classes() != 1) refuse("the book has several classes: review it with its map");
    need_version(mine, 0, *now);
    const MapChanges where = changes_of(changes);
    fill(review, throng_review{}, "review");
    const WorkersOfCall threads(workers);
    fill(review, lists_of(mine.review(now, where, *threads)), "review");
  });
}

throng_code throng_route_book_review_map(throng_route_book* book, throng_map* map,
                                         uint32_t flags, throng_workers* workers,
                                         throng_review* review) {
  return guarded([&] {
    RouteBook& mine = use(book, "book").book;
    const LivingMap& living = use(map, "map").get();
    if (flags > THRONG_SKIP_SHORTER) refuse("the flags of a review are unknown");
    if (mine.classes() != living.classes())
      refuse("the map has another number of classes than the book");
    for (std::size_t k = 0; k < living.classes(); ++k)
      need_version(mine, k, *living.grid(k));
    fill(review, throng_review{}, "review");
    const WorkersOfCall threads(workers);
    const ReviewOptions options{.may_shorten = flags == 0};
    fill(review, lists_of(mine.review(living, *threads, options)), "review");
  });
}
