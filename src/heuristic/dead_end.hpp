#pragma once

#include "../areas/dead_ends.hpp"
#include "bound.hpp"

#include <cstdint>

namespace throng {

/// The spans of areas, by the search's numbers of cells.
struct AreaSpans {
  const std::uint32_t* area_of;
  const DeadEnds::Span* spans;  ///< by area

  DeadEnds::Span operator()(std::uint32_t at) const noexcept { return spans[area_of[at]]; }
};

/// Adds to the bound H a test for the nodes that can be on an optimal path. Use it only if
/// DeadEnds::allowed(). Source: see DeadEnds.
template <Bound H>
class DeadEndBound : public H {
 public:
  static constexpr bool kPrunes = true;

  /// path: between the areas of the query's start and goal.
  DeadEndBound(const H& bound, AreaSpans span_of, DeadEnds::Path path)
      : H(bound), span_of_(span_of), path_(path) {}

  /// Whether a search should consider a node at all. Pre: it is an open cell.
  bool relevant(std::uint32_t at) const noexcept { return path_.passes(span_of_(at)); }

 private:
  AreaSpans span_of_;
  DeadEnds::Path path_;
};

}  // namespace throng
