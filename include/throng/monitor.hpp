#pragma once

#include <atomic>
#include <cstddef>

namespace throng {

/// A window on long work, for another thread: a progress bar, a cancel button. Serves one
/// call at a time; set it back by hand before it is used again.
struct Monitor {
  /// What is done so far, and what it will come to: queries of a batch, sweeps of an index.
  std::atomic<std::size_t> done{0};
  std::atomic<std::size_t> total{0};
  std::atomic<bool> cancel{false};  ///< set it: what has not begun yet is not done
};

}  // namespace throng
