#include "dense_front.hpp"

#include "front_lanes.hpp"
#include "way_lanes.hpp"

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

void DenseFront::find_ways(const Front& front) {
  entries_.resize(own_);
  for (std::uint32_t p = 0; p < own_; ++p) entries_[p] = front.entry(p, p + 1) - (p + 1);
  if (symmetric_) back_.resize(std::max(back_.size(), own_ * stride_ + WayMatrix::kLanes));
  join_ways({ways_.data(), back_.data(), middles_.data(), stride_, entries_.data(), own_,
             columns_, symmetric_});
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
