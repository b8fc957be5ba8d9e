#pragma once

#include "../core/workers.hpp"

#include <throng/answers.hpp>

#include <cstdint>
#include <span>

namespace throng {

// Turning points and runs of all paths of a batch in two steps, so that callers of any
// language provide the memory: first where the items of each slot begin, then the items.

/// Writes slots() + 1 numbers, see PathItems::begin. Returns the last one, the number of
/// all items.
std::uint64_t count_turning_points(const Answers& answers, Workers::Impl& team,
                                   std::span<std::uint64_t> begin);
std::uint64_t count_runs(const Answers& answers, Workers::Impl& team,
                         std::span<std::uint64_t> begin);

/// Pre: `begin` is what counting wrote; there is room for all items.
void write_turning_points(const Answers& answers, Workers::Impl& team,
                          std::span<const std::uint64_t> begin, Position* points);
void write_runs(const Answers& answers, Workers::Impl& team,
                std::span<const std::uint64_t> begin, Run* runs);

}  // namespace throng
