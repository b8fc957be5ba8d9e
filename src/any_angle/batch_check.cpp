#include "batch_check.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace throng {
namespace {

/// Whether the moves are legal from `start`. A legal step leads to an open cell, so only
/// the first cell can lie outside the map.
bool is_legal(const Grid& grid, Position start, std::span<const Move> moves) {
  if (!grid.contains(start) || !grid.open(start)) return false;
  CellIndex cell = grid.cell(start);
  for (const Move move : moves) {
    if (is_link(move) || (grid.moves()[cell] >> static_cast<unsigned>(move) & 1U) == 0)
      return false;
    cell += grid.offset(move);
  }
  return true;
}

}  // namespace

Outcome check_batch(const Grid& grid, const Answers& batch) {
  if (!grid.uniform()) return ok();
  for (std::size_t i = 0; i < batch.slots(); ++i) {
    if (batch.status[i] != Status::found) continue;
    const PathView path = batch.path(i);
    if (path.moves().empty() && batch.cost[i] != 0)
      return fail(Code::bad_argument, "slot " + std::to_string(i) +
                                          " of the batch has no path: it was solved for "
                                          "costs only");
    if (!is_legal(grid, path.start(), path.moves()))
      return fail(Code::bad_argument, "the path in slot " + std::to_string(i) +
                                          " of the batch is not legal on this grid");
  }
  return ok();
}

Outcome check_lines_of(const Index& index) {
  if (index.has(Part::lines)) return ok();
  const PartInfo lines = index.part(Part::lines);
  if (!lines.refusal.empty()) return fail(Code::unsupported, lines.refusal);
  return fail(Code::bad_argument,
              "exact any-angle paths need an index with lines (IndexOptions::lines or "
              "LivingClass::lines)");
}

}  // namespace throng
