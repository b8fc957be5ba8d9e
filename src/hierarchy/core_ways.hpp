#pragma once

#include "../core/shared_array.hpp"
#include "hierarchy_arc.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace throng {

/// The moves of all arcs between nodes of the core of a hierarchy, as runs of equal moves.
/// Most of a long path leads through the core, where a shortcut stands for a hundred edges
/// or more. Without them, paths in mazes of 4096 x 4096 take 3.5 times as long, in terrain
/// and rooms 1.2 times.
///
/// Immutable. Bytes: 8 an arc of the core, 2 a run; 1 to 9 % of most hierarchies.
class CoreWays {
 public:
  /// A number of equal moves.
  class Run {
   public:
    static constexpr std::int32_t kMost = (1 << 13) - 1;

    Run(unsigned move, std::int32_t count) noexcept
        : bits_(static_cast<std::uint16_t>(static_cast<unsigned>(count) << 3 | move)) {}

    unsigned move() const noexcept { return bits_ & 7U; }
    std::int32_t count() const noexcept { return bits_ >> 3; }

   private:
    std::uint16_t bits_;
  };

  /// The runs of an arc. Both directions of a shortcut share them.
  class Way {
   public:
    Way(std::uint32_t first, std::uint32_t count) noexcept
        : first_(first), bits_(count << 1) {}

    std::uint32_t first() const noexcept { return first_; }
    std::uint32_t count() const noexcept { return bits_ >> 1; }
    /// Whether the runs lead the other way.
    bool turned() const noexcept { return (bits_ & 1U) != 0; }
    Way back() const noexcept {
      Way back = *this;
      back.bits_ ^= 1U;
      return back;
    }

   private:
    std::uint32_t first_;
    std::uint32_t bits_;
  };

  CoreWays() = default;
  /// Computes the ways.
  /// first: the first arc of each node of the core, and the end of the last one's. arcs: of
  /// the whole hierarchy.
  /// Cost: unpacks each shortcut of the core in one of its directions, 50 ns an edge.
  CoreWays(std::span<const std::uint32_t> first, std::span<const HierarchyArc> arcs);
  /// From a file.
  CoreWays(SharedArray<Way> ways, SharedArray<Run> runs) noexcept
      : ways_(std::move(ways)), runs_(std::move(runs)) {}

  const SharedArray<Way>& ways() const noexcept { return ways_; }
  const SharedArray<Run>& runs() const noexcept { return runs_; }

  /// Whether an arc is one of the core.
  bool has(std::uint32_t arc) const noexcept { return arc < ways_.size(); }
  void prefetch(std::uint32_t arc) const noexcept {
    __builtin_prefetch(ways_.data() + arc);
  }
  /// Calls visit(move, count) for the runs of an arc in order. back: from its end to its
  /// node. Pre: has(arc).
  template <class Visit>
  void for_each_run(std::uint32_t arc, bool back, const Visit& visit) const {
    const Way way = ways_[arc];
    const std::span<const Run> runs = runs_.values().subspan(way.first(), way.count());
    if (back == way.turned())
      for (const Run run : runs) visit(run.move(), run.count());
    else
      for (std::size_t i = runs.size(); i-- > 0;)
        visit(turned(runs[i].move()), runs[i].count());
  }

  std::size_t memory_bytes() const noexcept {
    return ways_.size_bytes() + runs_.size_bytes();
  }

 private:
  /// The opposite of a Move.
  static constexpr unsigned turned(unsigned move) noexcept { return move ^ 2U; }

  SharedArray<Way> ways_;  ///< by arc
  SharedArray<Run> runs_;
};

}  // namespace throng
