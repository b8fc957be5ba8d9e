#include "dense_front.hpp"

#include "front_lanes.hpp"

#include <algorithm>

namespace throng {

void DenseFront::open(std::uint32_t own, std::uint32_t columns, bool symmetric) {
  own_ = own;
  columns_ = columns;
  symmetric_ = symmetric;
  stride_ = columns + kLanePadding;
  const std::size_t size = stride_ * columns;
  costs_.assign(size, kUnreachable);
  middles_.assign(size, DenseMatrix::kNoMiddle);
  if (ways_.size() < size) ways_.resize(size);
}

void DenseFront::add(const Update& update, std::span<const std::uint16_t> places) noexcept {
  std::size_t next = 0;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = first_column(i); j < places.size(); ++j, ++next)
      add(places[i], places[j], update.costs[next], update.ways[next]);
}

void DenseFront::eliminate(const Front& front) {
  throng::eliminate({costs_.data(), middles_.data(), stride_, own_, columns_, symmetric_});
  find_ways(front);
}

/// The way from one column over an own column to another one.
FrontWay DenseFront::join(std::uint32_t from, std::uint32_t middle, std::uint32_t to,
                          const Front& front) const noexcept {
  const FrontWay there =
      symmetric_ ? ways_[middle * stride_ + from] : ways_[from * stride_ + middle];
  const FrontWay on = ways_[middle * stride_ + to];
  const unsigned moves = there.moves() + on.moves();
  if (there.moves() == 0 || on.moves() == 0 || moves > FrontWay::kMostMoves)
    return FrontWay::over(front.entry(middle, std::min(from, to)),
                          std::max(from, to) - std::min(from, to));
  return (symmetric_ ? there.reversed() : there).then(on);
}

/// Entries are final in this order: one with a middle needs entries of that column only.
void DenseFront::find_ways(const Front& front) {
  for (std::uint32_t i = 0; i < columns_; ++i)
    for (auto j = static_cast<std::uint32_t>(first_column(i)); j < columns_; ++j) {
      const std::size_t at = i * stride_ + j;
      if (middles_[at] != DenseMatrix::kNoMiddle)
        ways_[at] = join(i, middles_[at], j, front);
    }
}

void DenseFront::copy_update(Update& update) const {
  const std::size_t boundary = columns_ - own_;
  const std::size_t size =
      symmetric_ ? boundary * (boundary - (boundary > 0 ? 1 : 0)) / 2 : boundary * boundary;
  update.costs.clear();
  update.ways.clear();
  update.costs.reserve(size);
  update.ways.reserve(size);
  for (std::size_t i = 0; i < boundary; ++i) {
    const std::size_t row = (own_ + i) * stride_ + own_;
    const std::size_t begin = row + first_column(i), end = row + boundary;
    update.costs.insert(update.costs.end(), costs_.data() + begin, costs_.data() + end);
    update.ways.insert(update.ways.end(), ways_.data() + begin, ways_.data() + end);
  }
}

}  // namespace throng
