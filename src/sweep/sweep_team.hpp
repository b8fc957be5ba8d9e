#pragma once

#include "../core/crew.hpp"
#include "sweep_scratch.hpp"

#include <throng/monitor.hpp>

#include <cstddef>
#include <span>

namespace throng {

/// Who sweeps: threads, a scratch for each of them, and who watches (may be null).
struct SweepTeam {
  Crew& crew;
  std::span<SweepScratch* const> scratch;
  Monitor* monitor = nullptr;

  /// Tells the monitor of sweeps to come, and of one that is done.
  void announce(std::size_t sweeps) const noexcept {
    if (monitor != nullptr) monitor->total.fetch_add(sweeps, std::memory_order_relaxed);
  }
  void count_sweep() const noexcept {
    if (monitor != nullptr) monitor->done.fetch_add(1, std::memory_order_relaxed);
  }
  bool cancelled() const noexcept {
    return monitor != nullptr && monitor->cancel.load(std::memory_order_relaxed);
  }
};

}  // namespace throng
