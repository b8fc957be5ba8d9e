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

}  // namespace

namespace {

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
    const Grid& before = *mine.grid();
    if (now->width() != before.width() || now->height() != before.height() ||
        now->rules().topology != before.rules().topology ||
        !(now->costs() == before.costs()))
      refuse("the grid is no version of the book's: its size, topology or costs differ");
    const MapChanges where = changes_of(changes);
    fill(review, throng_review{}, "review");
    const WorkersOfCall threads(workers);
    const RouteReview& found = mine.review(now, where, *threads);
    const auto routes = [](const std::vector<RouteId>& list) {
      return reinterpret_cast<const std::uint32_t*>(list.data());
    };
    throng_review all{};
    all.broken = routes(found.broken);
    all.broken_count = found.broken.size();
    all.costlier = routes(found.costlier);
    all.costlier_count = found.costlier.size();
    all.may_shorten = routes(found.may_shorten);
    all.may_shorten_count = found.may_shorten.size();
    fill(review, all, "review");
  });
}
