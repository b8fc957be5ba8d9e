#pragma once

#include <throng/answers.hpp>
#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/living_map.hpp>
#include <throng/map_changes.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/route.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

/// A route of a RouteBook. The number of a removed route is used again.
enum class RouteId : std::uint32_t {};

/// What an edit of the map did to the routes of a RouteBook. Each list is in rising order.
struct RouteReview {
  /// The routes that contain a move that is not legal now. Exact. A route stays in this
  /// list at every review until it is replaced or removed, or its moves are legal again.
  std::vector<RouteId> broken;
  /// The routes whose rest costs more than before. Exact. Without the broken ones. A
  /// cheaper way may exist anywhere.
  std::vector<RouteId> costlier;
  /// The routes for which a strictly cheaper way may exist that uses the cells where
  /// something became cheaper; see RouteBook. Without the broken ones; may contain costlier
  /// ones.
  std::vector<RouteId> may_shorten;
};

/// A path for a route of a RouteBook.
struct NewPath {
  RouteId route{};
  PathView path;
  Position goal;
};

/// What the answers of a frame mean for the routes of a RouteBook. Each list is in rising
/// order; no route is in both.
struct AnsweredRoutes {
  /// The routes that do not pass the start of their path: the unit was pushed off its way.
  /// Request another path.
  std::vector<RouteId> missed;
  /// The routes whose answer is not Status::found: no path exists, or a limit stopped the
  /// search. They end at the start of their request or, with Request::approach, as near to
  /// the goal as possible.
  std::vector<RouteId> no_path;
};

/// What RouteBook::review() looks for.
struct ReviewOptions {
  /// False: RouteReview::may_shorten is empty, which saves most of the time of a review
  /// after openings. Later reviews do not catch up: they compare two versions of the map.
  bool may_shorten = true;
};

/// The routes of walking units, of one movement class or several. Has all that a unit needs
/// to walk, stop, be pushed and receive new paths while it walks. On a map that changes,
/// review() reports which routes an edit broke, and for which it may have opened a cheaper
/// way.
///
/// A frame of a game on a LivingMap, with one book for all of its classes:
///
///     scheduler.run(budget, workers);
///     for (RouteId id : book.review(map, workers).broken) {
///       scheduler.submit(book.request(id, 4));
///     }
///     scheduler.poll(finished);
///     for (RouteId id : book.join(finished, workers).missed)
///       scheduler.submit(book.request(id, 4));
///
/// RouteId is one number over all classes: use it as the agent of requests.
///
/// The book belongs to one version of the grid of each class, grid(), and keeps it alive.
/// After each edit of the map, call review() before adding paths found on it. The book
/// owns the routes, so no move is stored twice: units walk by advance(), and games read
/// route().
///
/// A link counts as legal while some link joins the same two cells. A route follows the
/// cheapest of them. If that link has another number on the new grid, review() changes the
/// move.
///
/// A route that does not end at its goal is partial. review() treats it as a route to its
/// last cell. In addition it is in may_shorten if a way to the goal may have appeared: the
/// unit and the goal are in one component and were not before. On grids that are not
/// plain(), where components ignore closed steps, it is in may_shorten at every review with
/// cheaper cells while both are in one component.
///
/// If a route was a cheapest one before review() and is not now, then it is in one of the
/// three lists. may_shorten is not exact. It contains the routes for which
///   distance(unit, R) + distance(R, goal) < cost of the rest,
/// where R is the set of cells at which something became cheaper, and the two nearest cells
/// of R may differ. It omits those for which distances on an open map exclude each cell of
/// R; with more than 64 cells, each rectangle. A route that was broken and is legal again
/// is always in may_shorten.
///
/// If an allocation fails, the exception leaves the book unchanged. The lists of the last
/// review() and join() are then empty or incomplete.
///
/// Time:   advance() O(moves made). Other changes O(moves of the route). review(): about
///         10 ns per route, 0.1 us per route that passes a tile with changes (the map has
///         256 tiles), and if anything became cheaper, a sweep around it (two on grids that
///         are not symmetric()). The sweep goes no farther than the routes that could be
///         shorter on an open map; over all of a map of 512 x 512 cells it takes 0.3 ms.
/// Memory: about 220 bytes per route and 1.3 per move. Sweeps, in each class: 9 bytes per
///         padded cell, 13 on grids that are not symmetric(), from the first review with
///         cheaper cells on.
///         Reviews allocate nothing once they have had as many routes and changes.
/// Thread safety: one call at a time; const members may be called concurrently.
/// Source: C. Roberts, "Partial-Match Retrieval via the Method of Superimposed Codes",
///         Proceedings of the IEEE 67(12), 1979 (signatures; here a bit for each tile).
class RouteBook {
 public:
  /// A book of one class.
  /// memory: used for everything but the lists that calls return and what review() reads of
  /// a LivingMap; must outlive the book. Pre: grid is not null.
  THRONG_API explicit RouteBook(
      std::shared_ptr<const Grid> grid,
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  /// A book of all classes of a map, on its newest version.
  THRONG_API explicit RouteBook(const LivingMap& map, std::pmr::memory_resource* memory =
                                                          std::pmr::get_default_resource());
  /// A book of a class for each grid. Pre: 1 to 65,536 grids of one size and topology; none
  /// is null.
  THRONG_API explicit RouteBook(
      std::span<const std::shared_ptr<const Grid>> grids,
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  THRONG_API ~RouteBook();
  THRONG_API RouteBook(RouteBook&&) noexcept;
  THRONG_API RouteBook& operator=(RouteBook&&) noexcept;

  THRONG_API std::size_t classes() const noexcept;
  /// Pre: movement < classes().
  THRONG_API const std::shared_ptr<const Grid>& grid(
      std::size_t movement = 0) const noexcept;

  /// Adds a unit and its path to `goal`. The path may end elsewhere (a partial path), may
  /// be empty, and may have been found on another version of the grid. If a move is not
  /// legal on the grid of the class, the route is broken at once; see broken(). Pre: the
  /// path begins on the map; movement < classes().
  THRONG_API RouteId add(const PathView& path, Position goal, std::uint64_t user = 0,
                         std::size_t movement = 0);
  /// Adds a unit that stands still; the cell is its goal. Pre: the cell lies in the map;
  /// movement < classes().
  THRONG_API RouteId add(Position unit, std::uint64_t user = 0, std::size_t movement = 0);
  THRONG_API void remove(RouteId id);

  /// Replaces what follows the start of `path` by `path`, if the route still passes that
  /// start, at the unit or ahead of it. Otherwise the route is unchanged: the unit was
  /// pushed off its way, so request another path. Returns whether it passes it. See
  /// walk_on().
  THRONG_API bool join(RouteId id, const PathView& path, Position goal);
  /// The same for many routes on all threads of `workers`: for the answers of a frame. Of
  /// several paths of a route the last counts. Returns the routes that do not pass the
  /// start of their path, in rising order; valid until the next call.
  THRONG_API std::span<const RouteId> join(std::span<const NewPath> paths,
                                           Workers& workers);
  /// The same for what FrameScheduler::poll() returned, of requests as request() makes
  /// them: the agent is the number of the route, and the path of the first slot leads to
  /// goal(). Leaves out cancelled answers, those that are not current, and agents that are
  /// no routes of the book. Cancel the ticket of a unit that shall stop: its answer would
  /// be joined. The result is valid until the next call.
  THRONG_API const AnsweredRoutes& join(const Answers& finished, Workers& workers);
  /// Replaces a route: as if it were removed and added under the same number, with the same
  /// user(). Wherever the unit is, it then stands at the start of the path. Returns whether
  /// it stood there.
  THRONG_API bool replace(RouteId id, const PathView& path, Position goal);
  /// The same for many routes, as if one after the other, on all threads of `workers`.
  /// Returns how many units did not stand at the start of their path. Allocates nothing on
  /// other threads than the caller's.
  THRONG_API std::size_t replace(std::span<const NewPath> paths, Workers& workers);
  /// Puts the unit at a cell, for example where another unit pushed it. If the route passes
  /// the cell, the unit continues from there. Otherwise the route becomes empty, since no
  /// legal move need lead back to it. The goal stays. Returns whether the route passes the
  /// cell. Pre: the cell lies in the map.
  THRONG_API bool place(RouteId id, Position unit);
  /// Keeps only the next moves; 0: the unit stops.
  THRONG_API void truncate(RouteId id, std::size_t moves);
  /// For a unit that walks on while it waits for a path: keeps at most the next `most`
  /// moves, and of these only those before the first that is not legal on grid(). Returns
  /// the end of the route. Request the path from there: the unit cannot walk past it, and
  /// join() finds it on the route. Choose `most` to last for the frames that answers take.
  THRONG_API Position walk_on(RouteId id, std::size_t most);
  /// The request for a new path of a unit that walks on while it waits: from walk_on() to
  /// goal(). Its agent is the number of the route, its movement class that of the route.
  /// The goal is in the memory of the book: submit the request before the next change of
  /// the book.
  THRONG_API Request request(RouteId id, std::size_t most);
  /// Appends a path to a route: the rest of a path of which only the first moves were kept.
  /// Returns whether `more` begins at the last cell of the route; else it is unchanged.
  THRONG_API bool append(RouteId id, const PathView& more);
  /// Replaces the next moves by another path to the same cell: a detour. Returns whether
  /// `head` begins where the unit is, and ends where the moves lead unless it replaces all
  /// of them. Otherwise the route is unchanged.
  THRONG_API bool splice(RouteId id, std::size_t moves, const PathView& head);

  /// Makes the next moves, even where they are not legal. Returns the unit's new position.
  /// Pre: the route has that many moves.
  THRONG_API Position advance(RouteId id, std::size_t moves = 1);

  // Pre of all functions with a RouteId but contains(): the book contains the route.

  /// On grid(). If the route is broken, a link among its moves may no longer exist: such a
  /// move cannot be decoded.
  THRONG_API const Route& route(RouteId id) const noexcept;
  /// The unit's position after `moves` moves, or at the end of the route. Also for broken
  /// routes with links.
  THRONG_API Position ahead(RouteId id, std::size_t moves) const noexcept;
  /// Writes the cells after the next moves, as many as there are elements and moves.
  /// Returns their number. Also for broken routes with links.
  THRONG_API std::size_t next_cells(RouteId id, std::span<Position> cells) const noexcept;
  THRONG_API std::size_t movement(RouteId id) const noexcept;  ///< its class
  THRONG_API Position goal(RouteId id) const noexcept;
  /// Changes the goal, but not the moves: an order, before its path is requested.
  THRONG_API void set_goal(RouteId id, Position goal) noexcept;
  /// A word that belongs to the game, such as the number of the unit.
  THRONG_API std::uint64_t user(RouteId id) const noexcept;
  THRONG_API void set_user(RouteId id, std::uint64_t user) noexcept;
  /// The cost of the moves to go; kUnreachable if the route is broken or costs at least
  /// that much.
  THRONG_API Cost remaining_cost(RouteId id) const noexcept;
  THRONG_API bool broken(RouteId id) const noexcept;

  THRONG_API bool contains(RouteId id) const noexcept;
  THRONG_API std::size_t size() const noexcept;    ///< routes
  THRONG_API std::vector<RouteId> routes() const;  ///< all, in rising order

  /// Moves the book on to the newest version of its map, and reports what that means for
  /// the routes of all classes. The result is valid until the next review. It does not
  /// depend on the number of threads. The book knows the version that it has seen; if it
  /// was not made or restored with the map, the first review compares all cells.
  /// Pre: the grids of the book are earlier versions of those of the map.
  THRONG_API const RouteReview& review(const LivingMap& map, Workers& workers,
                                       const ReviewOptions& options = {});
  /// The same for a book of one class on any grid. changes: from grid() to `now`.
  /// Pre: `now` is not null and has the size, rules and costs() of grid().
  THRONG_API const RouteReview& review(std::shared_ptr<const Grid> now,
                                       const MapChanges& changes, Workers& workers,
                                       const ReviewOptions& options = {});
  /// The same for all classes. Pre: as above for each class; classes() elements.
  THRONG_API const RouteReview& review(std::span<const std::shared_ptr<const Grid>> now,
                                       std::span<const MapChanges> changes,
                                       Workers& workers, const ReviewOptions& options = {});

  /// Writes the routes with their numbers, classes, goals and words of the user, and which
  /// numbers are free. Cost: O(moves); a byte for each, and about 50 for each route.
  THRONG_API std::string save() const;
  /// A book that continues where save() was called: equal calls have equal results. map:
  /// restored from what was saved with the book. review() the book before both are saved.
  /// memory: as in the constructor. Cost: O(moves).
  /// Errors: bad_format if the bytes are damaged or those of something else; bad_argument
  /// if the map has another version, size, topology or number of classes.
  THRONG_API static Result<RouteBook> restore(
      std::string_view saved, const LivingMap& map,
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  /// The same on the grid of a book of one class, or on those of all classes. Errors: also
  /// bad_argument if a grid is null.
  THRONG_API static Result<RouteBook> restore(
      std::string_view saved, std::shared_ptr<const Grid> grid,
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  THRONG_API static Result<RouteBook> restore(
      std::string_view saved, std::span<const std::shared_ptr<const Grid>> grids,
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());

  THRONG_API std::size_t memory_bytes() const noexcept;

 private:
  static Result<RouteBook> read(std::string_view saved,
                                std::span<const std::shared_ptr<const Grid>> grids,
                                std::pmr::memory_resource* memory);

  struct Impl;
  std::unique_ptr<Impl> impl_;  ///< null: moved from
};

}  // namespace throng
