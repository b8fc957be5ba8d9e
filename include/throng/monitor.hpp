#pragma once

#include <atomic>
#include <cstddef>

namespace throng {

/// Progress and cancellation of a long call, for another thread (a progress bar, a cancel
/// button). Serves one call at a time. Reset it before you reuse it.
struct Monitor {
  /// Work done so far, and total work: queries of a batch, sweeps of an index.
  std::atomic<std::size_t> done{0};
  std::atomic<std::size_t> total{0};
  /// Set it to skip work that has not started, and to stop searches within some
  /// milliseconds; sweeps are finished.
  std::atomic<bool> cancel{false};
};

}  // namespace throng
