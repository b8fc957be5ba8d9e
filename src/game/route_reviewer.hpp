#pragma once

#include "../core/crew.hpp"
#include "../core/memory.hpp"
#include "../grid/map_boxes.hpp"
#include "../sweep/sweep.hpp"
#include "opening_sweep.hpp"
#include "openings.hpp"
#include "route_table.hpp"
#include "stored_route.hpp"
#include "tile_signatures.hpp"

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>
#include <throng/route_book.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// Finds what an edit of the map did to the routes of a table.
class RouteReviewer {
 public:
  RouteReviewer(RouteTable& table, Memory memory);

  /// Makes room for so many routes, so that reviews allocate nothing.
  void reserve(std::size_t routes);

  /// See RouteBook::review(). Moves the table on to `now`, a grid for each class. If an
  /// allocation or a thread fails, the exception leaves the table unchanged; its lists are
  /// then meaningless.
  const RouteReview& review(std::span<const std::shared_ptr<const Grid>> now,
                            std::span<const MapChanges> changes,
                            const ReviewOptions& options, Crew& crew,
                            SweepScratch& scratch);

  std::size_t memory_bytes() const noexcept;

 private:
  /// The farthest that sweeps must go.
  struct Radius {
    std::uint64_t to = 0;
    std::uint64_t from = 0;
  };

  /// What a review finds out for a movement class.
  struct ClassReview {
    explicit ClassReview(Memory memory) : openings(memory) {}

    void find_boxes(const SignatureTiles& map, const Grid& now, const MapChanges& changes);
    bool has_openings(bool wanted) const noexcept { return wanted && !openings.empty(); }

    MapBoxes boxes;                                              ///< around the changes
    std::array<SignatureTiles::Mask, MapBoxes::kMost> of_box{};  ///< their tiles
    SignatureTiles::Mask tiles{};                                ///< of all changes
    std::uint8_t always = 0;            ///< the marks of routes that are walked whole
    bool components_are_exact = false;  ///< no step was or is closed
    Openings openings;
    std::optional<OpeningSweep> sweep;  ///< from the first opening on
    Radius radius;
    bool swept = false;  ///< some of the survivors are of this class
  };

  void find_changes(std::span<const MapChanges> changes, bool shorter);
  void find_candidates();
  RouteWalk walk_candidate(std::size_t i);
  void walk_candidates(Crew& crew);
  void prefetch(std::size_t k) const noexcept;
  void take_in_walks();
  void swap_walk(std::size_t i, RouteWalk& walk) noexcept;
  void go_back(bool taken_in);
  void mark_partial(bool shorter);
  void find_shorter(Crew& crew, SweepScratch& scratch);
  bool survives(std::size_t i, const Openings& openings, Radius& radius) const noexcept;
  void find_survivors();
  bool may_shorten(std::size_t i) const noexcept;
  void list_shorter(bool wanted);

  RouteTable& table_;
  /// The grids of the next version; once it is taken in, of the former one. Empty between
  /// reviews.
  std::pmr::vector<std::shared_ptr<const Grid>> other_;
  std::pmr::vector<ClassReview> classes_;
  std::pmr::vector<std::uint32_t> candidates_;
  std::pmr::vector<std::uint32_t> survivors_;
  /// Of the candidates: on the new version; once taken in, on the old one.
  std::pmr::vector<RouteWalk> walks_;
  RouteReview review_;
};

}  // namespace throng
