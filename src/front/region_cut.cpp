#include "region_cut.hpp"

#include "../grid/move_bit.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace throng {
namespace {

constexpr std::uint8_t kFirst = kMoves;  ///< entered_by_ of the first node of a chain
constexpr std::uint32_t kNotPaid = std::numeric_limits<std::uint32_t>::max();

/// The share of a region on either side of a band.
constexpr std::size_t kPercentBeside = 30;

}  // namespace

RegionCutter::Local RegionCutter::local(Node node) const noexcept {
  return static_cast<Local>((lattice_.y(node) - top_) * width_ + lattice_.x(node) - left_);
}

void RegionCutter::open_box(std::span<const Node> region) {
  std::int32_t right = 0, bottom = 0;
  left_ = top_ = std::numeric_limits<std::int32_t>::max();
  for (const Node node : region) {
    const std::int32_t x = lattice_.x(node), y = lattice_.y(node);
    left_ = std::min(left_, x), right = std::max(right, x);
    top_ = std::min(top_, y), bottom = std::max(bottom, y);
  }
  --left_, --top_;
  width_ = right - left_ + 2;
  height_ = bottom - top_ + 2;
  for (std::size_t d = 0; d < kMoves; ++d)
    offset_[d] = static_cast<Local>(kMoveY[d] * width_ + kMoveX[d]);
  const std::size_t size =
      static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  joined_.assign(size, 0);
  for (const Node node : region) joined_[local(node)] = lattice_.joined(node);
}

std::int32_t RegionCutter::coordinate(Across across, Local at) const noexcept {
  const auto x = static_cast<std::int32_t>(at) % width_;
  const auto y = static_cast<std::int32_t>(at) / width_;
  switch (across) {
    case Across::x:
      return x;
    case Across::y:
      return y;
    case Across::sum:
      return x + y;
    default:
      return x - y + height_;
  }
}

RegionCutter::Band RegionCutter::find_band(Across across, std::span<const Node> region) {
  histogram_.assign(static_cast<std::size_t>(width_ + height_), 0);
  for (const Node node : region)
    ++histogram_[static_cast<std::size_t>(coordinate(across, local(node)))];
  const std::size_t beside = region.size() * kPercentBeside / 100;
  std::size_t low = 0, high = histogram_.size() - 1;
  for (std::size_t count = histogram_[low]; count <= beside; count += histogram_[low])
    ++low;
  for (std::size_t count = histogram_[high]; count <= beside; count += histogram_[high])
    --high;
  if (low > high) std::swap(low, high);
  return {static_cast<std::int32_t>(low), static_cast<std::int32_t>(high)};
}

/// Chains lead from the left or upper sides of the box to the opposite ones, or from the
/// lower left to the upper right where the sum of the coordinates grows across them.
bool RegionCutter::is_begin(Across across, Local at) const noexcept {
  const auto x = static_cast<std::int32_t>(at) % width_;
  const auto y = static_cast<std::int32_t>(at) / width_;
  switch (across) {
    case Across::x:
      return y == 0;
    case Across::y:
      return x == 0;
    case Across::sum:
      return (x == 0 && y > 0) || (y == height_ - 1 && x < width_ - 1);
    default:
      return (x == 0 && y < height_ - 1) || (y == 0 && x < width_ - 1);
  }
}

bool RegionCutter::is_end(Across across, Local at) const noexcept {
  const auto x = static_cast<std::int32_t>(at) % width_;
  const auto y = static_cast<std::int32_t>(at) / width_;
  switch (across) {
    case Across::x:
      return y == height_ - 1;
    case Across::y:
      return x == width_ - 1;
    case Across::sum:
      return (x == width_ - 1 && y < height_ - 1) || (y == 0 && x > 0);
    default:
      return (x == width_ - 1 && y > 0) || (y == height_ - 1 && x > 0);
  }
}

/// Whether a diagonal step of a chain crosses an edge of the region.
bool RegionCutter::crosses_edge(Local from, std::size_t move) const noexcept {
  if (!is_diagonal(static_cast<Move>(move))) return false;
  const std::int32_t dx = kMoveX[move], dy = kMoveY[move];
  const Local beside = from + static_cast<Local>(dx);
  const Local above = from + static_cast<Local>(dy * width_);
  return (joined_[beside] & bit_of_move(-dx, dy)) != 0 && joined_[above] != 0;
}

void RegionCutter::extend_chain(Across across, Band band, Local from) {
  const auto x = static_cast<std::int32_t>(from) % width_;
  const auto y = static_cast<std::int32_t>(from) / width_;
  for (std::size_t d = 0; d < kMoves; ++d) {
    const std::int32_t to_x = x + kMoveX[d], to_y = y + kMoveY[d];
    if (to_x < 0 || to_y < 0 || to_x >= width_ || to_y >= height_) continue;
    const Local to = from + offset_[d];
    const std::int32_t at = coordinate(across, to);
    if (at < band.low || at > band.high) continue;
    const bool pays = joined_[to] != 0;
    const std::uint32_t paid = paid_[from] + (pays ? 1 : 0);
    if (paid_[to] <= paid || crosses_edge(from, d)) continue;
    paid_[to] = paid;
    entered_by_[to] = static_cast<std::uint8_t>(d);
    (pays ? next_ : now_).push_back(to);
  }
}

/// A 0-1 breadth-first search. False if no chain pays for less than `limit` nodes.
bool RegionCutter::find_chain(Across across, Band band, std::size_t limit) {
  paid_.assign(joined_.size(), kNotPaid);
  entered_by_.resize(joined_.size());
  now_.clear();
  next_.clear();
  const auto begin_at = [&](std::int32_t x, std::int32_t y) {
    const auto at = static_cast<Local>(y * width_ + x);
    const std::int32_t where = coordinate(across, at);
    if (where < band.low || where > band.high || !is_begin(across, at)) return;
    paid_[at] = 0;
    entered_by_[at] = kFirst;
    now_.push_back(at);
  };
  for (std::int32_t x = 0; x < width_; ++x) begin_at(x, 0), begin_at(x, height_ - 1);
  for (std::int32_t y = 1; y + 1 < height_; ++y) begin_at(0, y), begin_at(width_ - 1, y);
  for (std::uint32_t paid = 0; paid < limit && !now_.empty(); ++paid) {
    for (std::size_t i = 0; i < now_.size(); ++i) {  // grows
      const Local at = now_[i];
      if (paid_[at] != paid) continue;
      if (is_end(across, at)) {
        read_chain(at);
        return true;
      }
      extend_chain(across, band, at);
    }
    std::swap(now_, next_);
    next_.clear();
  }
  return false;
}

void RegionCutter::read_chain(Local end) {
  chain_.clear();
  for (Local at = end;; at -= offset_[entered_by_[at]]) {
    if (joined_[at] != 0) chain_.push_back(at);
    if (entered_by_[at] == kFirst) return;
  }
}

/// Writes the parts that the region falls into without the nodes of best_, then these.
void RegionCutter::separate(std::span<Node> region, std::vector<std::uint32_t>& parts) {
  const auto node_at = [&](Local at) {
    const auto x = static_cast<std::int32_t>(at) % width_ + left_;
    const auto y = static_cast<std::int32_t>(at) / width_ + top_;
    return static_cast<Node>(y * lattice_.pitch() + x);
  };
  // paid_ becomes a mark of the nodes that no part has yet.
  paid_.assign(joined_.size(), 0);
  for (const Node node : region) paid_[local(node)] = 1;
  for (const Local at : best_) paid_[at] = 0;
  sorted_.clear();
  for (const Node first : region) {
    if (paid_[local(first)] == 0) continue;
    const std::size_t begin = sorted_.size();
    now_.assign(1, local(first));
    paid_[now_[0]] = 0;
    for (std::size_t i = 0; i < now_.size(); ++i) {  // grows
      sorted_.push_back(node_at(now_[i]));
      for (unsigned left = joined_[now_[i]]; left != 0; left &= left - 1) {
        const Local to = now_[i] + offset_[static_cast<unsigned>(std::countr_zero(left))];
        if (paid_[to] == 0) continue;
        paid_[to] = 0;
        now_.push_back(to);
      }
    }
    parts.push_back(static_cast<std::uint32_t>(sorted_.size() - begin));
  }
  // The ends of the chain first, from both sides in turn.
  for (std::size_t i = 0, low = 0, high = best_.size(); low < high; ++i)
    sorted_.push_back(node_at(i % 2 == 0 ? best_[low++] : best_[--high]));
  THRONG_ASSERT(sorted_.size() == region.size());
  std::copy(sorted_.begin(), sorted_.end(), region.begin());
}

void RegionCutter::cut(std::span<Node> region, std::vector<std::uint32_t>& parts) {
  open_box(region);
  best_.clear();
  for (const Across across : {Across::x, Across::y, Across::sum, Across::difference}) {
    const std::size_t limit = best_.empty() ? region.size() : best_.size();
    if (find_chain(across, find_band(across, region), limit) && !chain_.empty())
      std::swap(best_, chain_);
  }
  if (best_.empty()) best_.push_back(local(region[region.size() / 2]));
  separate(region, parts);
}

void RegionCutter::split(std::span<Node> nodes, std::vector<std::uint32_t>& parts) {
  open_box(nodes);
  best_.clear();
  separate(nodes, parts);
}

}  // namespace throng
