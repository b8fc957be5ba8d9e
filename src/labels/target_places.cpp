#include "target_places.hpp"

#include "../core/processor.hpp"

#include <cstring>

namespace throng {
namespace {

constexpr std::size_t kLanes = TargetPlaces::kLanes;

/// Eight numbers at a time; without registers that wide the compiler splits the operations.
using Lanes = std::int32_t __attribute__((vector_size(kLanes * sizeof(std::int32_t))));

// Lanes are passed by reference: passing them by value depends on the processor.
[[gnu::always_inline]] inline void load(Lanes& lanes, const std::int32_t* from) {
  std::memcpy(&lanes, from, sizeof lanes);
}

struct Scan {
  const std::int32_t* x;  ///< of the targets
  const std::int32_t* y;
  const std::int32_t* costs;
  std::size_t size;
  PaddedPosition from;
  DiagonalRuns runs;
  StepCosts steps;
  std::uint32_t* found;
};

[[gnu::always_inline]] inline std::size_t find(const Scan& scan) {
  const auto straight = static_cast<std::int32_t>(scan.steps.straight);
  const auto across = static_cast<std::int32_t>(scan.steps.diagonal) - straight;
  std::uint32_t* out = scan.found;
  for (std::size_t i = 0; i < scan.size; i += kLanes) {
    Lanes x, y, known;
    load(x, scan.x + i);
    load(y, scan.y + i);
    load(known, scan.costs + i);
    const Lanes dx = x - scan.from.x, dy = y - scan.from.y;
    const Lanes wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy;
    const Lanes less = wide < high ? wide : high, more = wide < high ? high : wide;
    const Lanes cost = more * straight + less * across;
    // Runs go clockwise from north-east.
    const Lanes north = dx > 0 ? scan.runs[0] : scan.runs[3] + Lanes{};
    const Lanes south = dx > 0 ? scan.runs[1] : scan.runs[2] + Lanes{};
    const Lanes hit = (cost < known) & (less <= (dy > 0 ? south : north));
    std::array<std::uint64_t, kLanes / 2> pairs;
    std::memcpy(pairs.data(), &hit, sizeof hit);
    if ((pairs[0] | pairs[1] | pairs[2] | pairs[3]) == 0) continue;
    for (std::size_t k = 0; k < kLanes; ++k) {
      *out = static_cast<std::uint32_t>(i + k);
      out -= hit[k];
    }
  }
  return static_cast<std::size_t>(out - scan.found);
}

using Find = std::size_t (*)(const Scan&) noexcept;

std::size_t find_portably(const Scan& scan) noexcept { return find(scan); }

#if defined(__x86_64__)
[[gnu::target("avx2")]] std::size_t find_avx2(const Scan& scan) noexcept {
  return find(scan);
}
#endif

Find best_find() noexcept {
#if defined(__x86_64__)
  if (has_avx2()) return find_avx2;
#endif
  return find_portably;
}

}  // namespace

std::size_t TargetPlaces::find_cheaper(PaddedPosition from, const DiagonalRuns& runs,
                                       StepCosts steps, const std::int32_t* costs,
                                       std::uint32_t* found) const noexcept {
  static const Find chosen = best_find();
  return chosen({x_.data(), y_.data(), costs, padded_size(), from, runs, steps, found});
}

std::size_t TargetPlaces::find_cheaper_portably(PaddedPosition from,
                                                const DiagonalRuns& runs, StepCosts steps,
                                                const std::int32_t* costs,
                                                std::uint32_t* found) const noexcept {
  return find_portably(
      {x_.data(), y_.data(), costs, padded_size(), from, runs, steps, found});
}

}  // namespace throng
