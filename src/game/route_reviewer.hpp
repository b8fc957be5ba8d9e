#pragma once

#include "../core/crew.hpp"
#include "../core/memory.hpp"
#include "../sweep/sweep.hpp"
#include "opening_sweep.hpp"
#include "openings.hpp"
#include "route_table.hpp"
#include "stored_route.hpp"

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>
#include <throng/route_book.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace throng {

/// Finds what an edit of the map did to the routes of a table.
class RouteReviewer {
 public:
  RouteReviewer(RouteTable& table, Memory memory)
      : table_(table),
        candidates_(memory),
        survivors_(memory),
        walks_(memory),
        openings_(memory) {}

  /// Makes room for so many routes, so that reviews allocate nothing.
  void reserve(std::size_t routes);

  /// See RouteBook::review(). Moves the table on to `now`. If an allocation or a thread
  /// fails, the exception leaves the table unchanged; its lists are then meaningless.
  const RouteReview& review(std::shared_ptr<const Grid> now, const MapChanges& changes,
                            const ReviewOptions& options, Crew& crew,
                            SweepScratch& scratch);

  std::size_t memory_bytes() const noexcept;

 private:
  /// The farthest that sweeps must go.
  struct Radius {
    std::uint64_t to = 0;
    std::uint64_t from = 0;
  };

  void find_candidates(const Grid& now, const MapChanges& changes);
  void walk_candidates(const Grid& now, const MapChanges& changes, Crew& crew);
  void prefetch(std::size_t k) const noexcept;
  void take_in_walks();
  void swap_walk(std::size_t i, RouteWalk& walk) noexcept;
  void go_back(const std::shared_ptr<const Grid>& before, bool taken_in);
  void mark_partial(bool cheaper, bool components_are_exact);
  void find_shorter(Crew& crew, SweepScratch& scratch);
  Radius find_survivors();
  bool may_shorten(std::size_t i) const noexcept;
  void list_shorter(bool wanted);

  RouteTable& table_;
  std::pmr::vector<std::uint32_t> candidates_;
  std::pmr::vector<std::uint32_t> survivors_;
  /// Of the candidates: on the new version; once taken in, on the old one.
  std::pmr::vector<RouteWalk> walks_;
  Openings openings_;
  std::optional<OpeningSweep> sweep_;  ///< from the first opening on
  RouteReview review_;
};

}  // namespace throng
