#include "stop_editor.hpp"

#include "../grid/padded_position.hpp"
#include "open_lines.hpp"
#include "stop_words.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace throng {
namespace {

/// A large rectangle with few changed cells is not one window: it is cut into parts of this
/// many cells on a side.
constexpr std::int32_t kMostSide = 16;

}  // namespace

StopEditor::StopEditor(const Grid& grid, const JumpMap& map, Memory memory)
    : rows_(open_rows(grid, memory)),
      columns_(transposed(rows_, memory)),
      stops_{
          VersionedBitLines(map.stops(0), memory), VersionedBitLines(map.stops(1), memory),
          VersionedBitLines(map.stops(2), memory), VersionedBitLines(map.stops(3), memory)},
      states_(map.state_count()) {}

void StopEditor::find_windows(const Grid& after, const Rectangle& edited,
                              std::pmr::vector<CellBox>& windows) {
  THRONG_ASSERT(after.stride() == rows_.length());
  // In 64 bits: a rectangle may end beyond 32 bits.
  const auto last = [](std::int32_t corner, std::int32_t side, std::int32_t size) {
    return static_cast<std::int32_t>(
        std::min<std::int64_t>(std::int64_t{corner} + side, size));
  };
  const std::int32_t left = std::clamp(edited.corner.x, 0, after.width()) + 1;
  const std::int32_t top = std::clamp(edited.corner.y, 0, after.height()) + 1;
  const std::int32_t right = last(edited.corner.x, edited.width, after.width());
  const std::int32_t bottom = last(edited.corner.y, edited.height, after.height());
  for (std::int32_t y = top; y <= bottom; y += kMostSide)
    for (std::int32_t x = left; x <= right; x += kMostSide)
      find_window(
          after,
          {x, y, std::min(x + kMostSide - 1, right), std::min(y + kMostSide - 1, bottom)},
          windows);
}

void StopEditor::find_window(const Grid& after, const CellBox& box,
                             std::pmr::vector<CellBox>& windows) {
  CellBox changed;
  for (std::int32_t y = box.top; y <= box.bottom; ++y)
    for (std::int32_t x = box.left; x <= box.right; ++x) {
      const bool is_open =
          after.component(cell_at({x, y}, after.stride())) != Grid::kNoComponent;
      if (is_open == open(x, y)) continue;
      rows_.set(static_cast<std::size_t>(y), static_cast<std::size_t>(x), is_open);
      columns_.set(static_cast<std::size_t>(x), static_cast<std::size_t>(y), is_open);
      // A closed cell is a stop of each direction, but no jump point.
      states_ += is_open ? 4 : std::size_t{0} - 4;
      changed.add(x, y);
    }
  if (changed.empty()) return;
  windows.push_back({std::max(changed.left - 1, 1), std::max(changed.top - 1, 1),
                     std::min(changed.right + 1, after.width()),
                     std::min(changed.bottom + 1, after.height())});
}

void StopEditor::update(const CellBox& window) {
  const auto set = [&](unsigned direction, std::size_t i, std::size_t w,
                       std::uint64_t bits) {
    VersionedBitLines& stops = stops_[direction];
    states_ += static_cast<std::size_t>(std::popcount(bits));
    states_ -= static_cast<std::size_t>(std::popcount(stops.word(i, w)));
    stops.set_word(i, w, bits);
  };
  const auto lines = [&](const BitLines& open, std::int32_t first, std::int32_t last,
                         std::int32_t from, std::int32_t to, unsigned rising,
                         unsigned falling) {
    for (auto i = static_cast<std::size_t>(first); i <= static_cast<std::size_t>(last); ++i)
      for (auto w = static_cast<std::size_t>(from) / 64;
           w <= static_cast<std::size_t>(to) / 64; ++w) {
        set(rising, i, w, stops_of_word<Along::rising>(open, i, w));
        set(falling, i, w, stops_of_word<Along::falling>(open, i, w));
      }
  };
  lines(rows_, window.top, window.bottom, window.left, window.right, 1, 3);
  lines(columns_, window.left, window.right, window.top, window.bottom, 2, 0);
}

unsigned StopEditor::stops(std::int32_t x, std::int32_t y) const noexcept {
  unsigned found = 0;
  for (unsigned d = 0; d < 4; ++d) {
    const auto line = static_cast<std::size_t>(d % 2 == 0 ? x : y);
    const auto place = static_cast<std::size_t>(d % 2 == 0 ? y : x);
    found |= static_cast<unsigned>(stops_[d].word(line, place / 64) >> place % 64 & 1U)
             << d;
  }
  return found;
}

void StopEditor::edit(const Grid& after, std::span<const Rectangle> edited,
                      std::pmr::vector<CellBox>& windows) {
  windows.clear();
  for (const Rectangle& some : edited) find_windows(after, some, windows);
  for (const CellBox& window : windows) update(window);
}

JumpMap StopEditor::publish() noexcept {
  return {
      {stops_[0].publish(), stops_[1].publish(), stops_[2].publish(), stops_[3].publish()},
      states_};
}

std::size_t StopEditor::memory_bytes() const noexcept {
  std::size_t bytes = rows_.memory_bytes() + columns_.memory_bytes();
  for (const VersionedBitLines& stops : stops_) bytes += stops.memory_bytes();
  return bytes;
}

}  // namespace throng
