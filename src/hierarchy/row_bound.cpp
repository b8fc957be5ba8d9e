#include "row_bound.hpp"

#include "../core/processor.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace throng {
namespace {

constexpr std::size_t kLanes = 8;
/// Without registers that wide the compiler splits the operations.
using Lanes = Cost __attribute__((vector_size(kLanes * sizeof(Cost))));

[[gnu::always_inline]] inline Cost bound_by_lanes(const Cost* row, const Cost* to_goal,
                                                  std::size_t count, Cost least) noexcept {
  const std::size_t whole = count / kLanes * kLanes;
  Lanes most = Lanes{} + least;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    Lanes here, there;
    std::memcpy(&here, row + i, sizeof here);
    std::memcpy(&there, to_goal + i, sizeof there);
    const Lanes high = here > there ? here : there, low = here > there ? there : here;
    const Lanes apart = high - low;
    most = apart > most ? apart : most;
  }
  std::array<Cost, kLanes> all;
  std::memcpy(all.data(), &most, sizeof most);
  for (const Cost one : all) least = std::max(least, one);
  for (std::size_t i = whole; i < count; ++i)
    least = std::max(least, std::max(row[i], to_goal[i]) - std::min(row[i], to_goal[i]));
  return least;
}

Cost bound_portably(const Cost* row, const Cost* to_goal, std::size_t count,
                    Cost least) noexcept {
  return bound_by_lanes(row, to_goal, count, least);
}
#if defined(__x86_64__)
[[gnu::target("avx2")]] Cost bound_avx2(const Cost* row, const Cost* to_goal,
                                        std::size_t count, Cost least) noexcept {
  return bound_by_lanes(row, to_goal, count, least);
}
#endif

constexpr std::array kRowBounds {
  RowBound{bound_portably},
#if defined(__x86_64__)
      RowBound{bound_avx2},
#endif
};

}  // namespace

std::span<const RowBound> row_bounds() noexcept {
  return std::span(kRowBounds).first(has_avx2() ? kRowBounds.size() : 1);
}

Cost row_bound(const Cost* row, const Cost* to_goal, std::size_t count,
               Cost least) noexcept {
  static const RowBound bound = row_bounds().back();
  return bound(row, to_goal, count, least);
}

}  // namespace throng
