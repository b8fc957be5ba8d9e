#pragma once

#include "../core/crew.hpp"
#include "../core/progress.hpp"
#include "sweep_scratch.hpp"

#include <cstddef>
#include <span>

namespace throng {

/// The resources of parallel sweeps: threads, a scratch for each of them, and a monitor.
struct SweepTeam {
  Crew& crew;
  std::span<SweepScratch* const> scratch;
  Monitor* monitor = nullptr;  ///< counts sweeps; may be null

  Progress progress() const noexcept { return Progress(monitor); }
  bool cancelled() const noexcept { return throng::cancelled(monitor); }
};

}  // namespace throng
