#include "open_cells.hpp"

#include <algorithm>
#include <span>

namespace throng {

OpenCells::OpenCells(TerrainView terrain, const MovementClass& movement,
                     std::span<const Weight> weights) noexcept
    : width_(terrain.width), height_(terrain.height), terrain_(terrain), weights_(weights) {
  for (unsigned c = 0; c < table_.size(); ++c) {
    table_[c] = movement.open(static_cast<char>(c)) ? 1 : 0;
    if (table_[c] == 0) continue;
    if (characters_ < first_.size()) first_[characters_] = static_cast<char>(c);
    ++characters_;
  }
}

OpenCells::OpenCells(const Clearance& clearance, std::int32_t unit_size) noexcept
    : width_(clearance.width()),
      height_(clearance.height()),
      clearance_(&clearance),
      unit_size_(static_cast<std::uint8_t>(unit_size)) {
  THRONG_ASSERT(1 <= unit_size && unit_size <= kMaxUnitSize);
}

std::uint8_t OpenCells::at(Position p) const noexcept {
  if (clearance_ != nullptr) return clearance_->at(p) >= unit_size_ ? 1 : 0;
  const std::uint8_t open = table_[static_cast<unsigned char>(terrain_.at(p))];
  if (weights_.empty()) return open;
  const auto slot = static_cast<std::size_t>(p.y) * static_cast<std::size_t>(width_) +
                    static_cast<std::size_t>(p.x);
  return weights_[slot] != 0 ? open : 0;
}

void OpenCells::fill_row(std::int32_t y, std::uint8_t* out) const noexcept {
  const auto width = static_cast<std::size_t>(width_);
  if (clearance_ != nullptr) {
    const std::uint8_t* const sides = clearance_->row(y).data();
    for (std::size_t x = 0; x < width; ++x) out[x] = sides[x] >= unit_size_ ? 1 : 0;
    return;
  }
  const std::string_view row = terrain_.row(y);
  if (characters_ <= first_.size()) {  // comparisons are vectors, reads of a table are not
    std::fill_n(out, width, std::uint8_t{0});
    for (const char open : std::span(first_).first(characters_))
      for (std::size_t x = 0; x < width; ++x)
        out[x] = static_cast<std::uint8_t>(out[x] | (row[x] == open ? 1 : 0));
  } else {
    for (std::size_t x = 0; x < width; ++x)
      out[x] = table_[static_cast<unsigned char>(row[x])];
  }
  if (weights_.empty()) return;
  const Weight* const weights = &weights_[static_cast<std::size_t>(y) * width];
  for (std::size_t x = 0; x < width; ++x)
    out[x] = static_cast<std::uint8_t>(out[x] & (weights[x] != 0));
}

}  // namespace throng
