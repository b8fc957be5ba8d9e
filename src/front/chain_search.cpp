#include "chain_search.hpp"

#include "../grid/move_bit.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace throng {
namespace {

// States of nodes. Below kFirst: the direction in which a chain entered.
constexpr std::uint8_t kFirst = kMoves;       ///< a chain begins here
constexpr std::uint8_t kClosed = kFirst + 1;  ///< out of the band
constexpr std::uint8_t kOpen = kClosed + 1;   ///< not entered yet; so is kEnd
constexpr std::uint8_t kEnd = kOpen + 1;      ///< a chain may end here

constexpr RegionBox::Local kNoEnd = 0;  // of the margin

// Chains lead from the left or upper sides of the frame to the opposite ones, or from the
// lower left to the upper right where the sum of the coordinates grows across them.

bool is_begin(const RegionBox& box, Across across, std::int32_t x, std::int32_t y) {
  switch (across) {
    case Across::x:
      return y == 0;
    case Across::y:
      return x == 0;
    case Across::sum:
      return (x == 0 && y > 0) || (y == box.height() - 1 && x < box.width() - 1);
    default:
      return (x == 0 && y < box.height() - 1) || (y == 0 && x < box.width() - 1);
  }
}

bool is_end(const RegionBox& box, Across across, std::int32_t x, std::int32_t y) {
  switch (across) {
    case Across::x:
      return y == box.height() - 1;
    case Across::y:
      return x == box.width() - 1;
    case Across::sum:
      return (x == box.width() - 1 && y < box.height() - 1) || (y == 0 && x > 0);
    default:
      return (x == box.width() - 1 && y > 0) || (y == box.height() - 1 && x > 0);
  }
}

/// Calls visit(x, y) for each node of the frame.
template <class Visit>
void for_each_of_frame(const RegionBox& box, const Visit& visit) {
  const std::int32_t right = box.width() - 1, bottom = box.height() - 1;
  for (std::int32_t x = 0; x <= right; ++x) visit(x, 0), visit(x, bottom);
  for (std::int32_t y = 1; y < bottom; ++y) visit(0, y), visit(right, y);
}

}  // namespace

void ChainSearch::open_band(const RegionBox& box, Across across) {
  state_.assign(box.size(), kClosed);
  for (std::int32_t y = 0; y < box.height(); ++y) {
    const auto [low, high] = box.row_of_band(across, y);
    if (low <= high)
      std::fill(&state_[box.at(low, y)], &state_[box.at(high, y)] + 1, kOpen);
  }
  now_.clear();
  next_.clear();
  for_each_of_frame(box, [&](std::int32_t x, std::int32_t y) {
    const Local at = box.at(x, y);
    if (state_[at] != kOpen) return;
    if (is_begin(box, across, x, y)) {
      state_[at] = kFirst;
      now_.push_back(at);
    } else if (is_end(box, across, x, y)) {
      state_[at] = kEnd;
    }
  });
}

/// Extends the chains that paid as much by all nodes that cost nothing, and by one more.
/// Returns the end of the first chain that reaches the other side, or kNoEnd.
RegionBox::Local ChainSearch::extend(const RegionBox& box) {
  // Copies: the compiler must assume that a write to a state changes what lies in memory.
  const std::array<Local, kMoves> offsets = box.offsets();
  const std::uint8_t* const joined = box.joined();
  std::uint8_t* const states = state_.data();
  const auto crosses_edge = [&](Local from, std::size_t d) {
    if (!is_diagonal(static_cast<Move>(d))) return false;
    const auto beside = static_cast<Local>(kMoveX[d]);
    return (joined[from + beside] & bit_of_move(-kMoveX[d], kMoveY[d])) != 0 &&
           joined[from + offsets[d] - beside] != 0;
  };
  for (std::size_t i = 0; i < now_.size(); ++i) {  // grows
    const Local from = now_[i];
    for (std::size_t d = 0; d < kMoves; ++d) {
      const Local to = from + offsets[d];
      const std::uint8_t state = states[to];
      if (state < kOpen || crosses_edge(from, d)) continue;
      states[to] = static_cast<std::uint8_t>(d);
      if (state == kEnd) return to;
      if (joined[to] != 0)
        next_.push_back(to);
      else
        now_.push_back(to);
    }
  }
  return kNoEnd;
}

/// A 0-1 breadth-first search.
void ChainSearch::find(const RegionBox& box, Across across, LeastChain& least,
                       std::vector<Local>& chain) {
  open_band(box, across);
  for (std::size_t paid = 0; least.is_beaten_by(paid, across) && !now_.empty(); ++paid) {
    const Local end = extend(box);
    if (end != kNoEnd) {
      read_chain(box, end, chain);
      if (!chain.empty()) least.add(chain.size(), across);
      return;
    }
    std::swap(now_, next_);
    next_.clear();
  }
}

void ChainSearch::read_chain(const RegionBox& box, Local end,
                             std::vector<Local>& chain) const {
  chain.clear();
  for (Local at = end;; at -= box.offsets()[state_[at]]) {
    if (box.joined()[at] != 0) chain.push_back(at);
    if (state_[at] == kFirst) return;
  }
}

}  // namespace throng
