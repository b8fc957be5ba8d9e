#pragma once

#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/map_changes.hpp>
#include <throng/route.hpp>
#include <throng/route_book.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace throng::experiment {

/// The routes of the units of a simulated game, by unit. On a map that changes, a RouteBook
/// holds them.
class UnitRoutes {
 public:
  /// changing: the first grid of a map that changes; null: the map stays as it is.
  /// memory: of the moves.
  UnitRoutes(std::size_t units, std::shared_ptr<const Grid> changing,
             std::pmr::memory_resource* memory)
      : memory_(memory) {
    if (changing != nullptr)
      book_.emplace(std::move(changing), memory);
    else
      routes_.reserve(units);
  }

  /// Adds a unit that stands still.
  void add(const Grid& grid, Position at) {
    const PathView still(grid.rules().topology, at, {});
    if (book_)
      book_->add(still, at);
    else
      routes_.emplace_back(memory_).assign(still);
  }

  const Route& operator[](std::size_t i) const {
    return book_ ? book_->route(id(i)) : routes_[i];
  }
  void assign(std::size_t i, const PathView& path, Position goal) {
    if (book_)
      book_->replace(id(i), path, goal);
    else
      routes_[i].assign(path);
  }
  /// The same for many units, whose numbers are those of the routes.
  void assign(std::span<const NewPath> paths, Workers& workers) {
    if (book_) return book_->replace(paths, workers);
    for (const NewPath& one : paths)
      routes_[static_cast<std::size_t>(one.route)].assign(one.path);
  }
  /// Ends the route where the unit is.
  void stop(std::size_t i) {
    if (book_)
      assign(i, {book_->grid()->rules().topology, (*this)[i].position(), {}},
             book_->goal(id(i)));
    else
      routes_[i].clear();
  }
  void append(std::size_t i, const PathView& more) {
    if (book_)
      book_->append(id(i), more);
    else
      routes_[i].append(more);
  }
  void splice(std::size_t i, std::size_t moves, const PathView& head) {
    if (book_)
      book_->splice(id(i), moves, head);
    else
      routes_[i].splice(moves, head);
  }
  void advance(std::size_t i, const Grid& grid) {
    if (book_)
      book_->advance(id(i));
    else
      routes_[i].advance(grid);
  }

  /// The units whose routes an edit broke. Pre: the map changes.
  const std::vector<RouteId>& review(std::shared_ptr<const Grid> now,
                                     const MapChanges& changes, Workers& workers) {
    return book_->review(std::move(now), changes, workers, {.may_shorten = false}).broken;
  }

  std::size_t memory_bytes() const noexcept {
    if (book_) return book_->memory_bytes();
    std::size_t bytes = routes_.capacity() * sizeof(Route);
    for (const Route& route : routes_) bytes += route.memory_bytes();
    return bytes;
  }

 private:
  static RouteId id(std::size_t i) { return static_cast<RouteId>(i); }

  std::pmr::memory_resource* memory_;
  std::vector<Route> routes_;
  std::optional<RouteBook> book_;  ///< its numbers are those of the units
};

}  // namespace throng::experiment
