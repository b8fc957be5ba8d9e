#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>

namespace throng {

/// Every search has a parameter Trace, to which it reports what it does. By default it is
/// empty, and the search is compiled as if there were no reports. Cells are named as the
/// search names them: padded cells, or nodes of jumps. A*, whose state just fits into
/// registers, takes it by value: with a reference, g++ 12 made 2 % more instructions.
struct NoTrace {
  /// Whether the reports matter, for reports that need to be computed.
  static constexpr bool kOn = false;

  /// A cell is expanded. h: its lower bound. The cells reported until the next one are its
  /// neighbours.
  void expanded(CellIndex /*cell*/, Cost /*g*/, Cost /*h*/) const noexcept {}
  /// The cells reported from now on are neighbours of a cell that was expanded before the
  /// last one: a search in depth has come back to it.
  void resumed(CellIndex /*cell*/) const noexcept {}
  /// A cell is reached, or reached at a lower cost than before. reopened: it had been
  /// expanded.
  void generated(CellIndex /*cell*/, Cost /*g*/, Cost /*h*/,
                 bool /*reopened*/) const noexcept {}
  /// A cell is left out, since no better path than the best one known leads through it.
  void pruned(CellIndex /*cell*/, Cost /*g*/) const noexcept {}
};

}  // namespace throng
