#pragma once

#include "crew.hpp"

#include <throng/monitor.hpp>

#include <atomic>
#include <cstddef>

namespace throng {

/// What a long search looks at to see whether it is cancelled; null: it cannot be.
/// monitor: may be null.
inline const std::atomic<bool>* cancel_flag(const Monitor* monitor) noexcept {
  return monitor != nullptr ? &monitor->cancel : nullptr;
}

/// Whether to skip work that has not started yet. monitor: may be null.
inline bool cancelled(const Monitor* monitor) noexcept {
  return monitor != nullptr && monitor->cancel.load(std::memory_order_relaxed);
}

/// Reports to a Monitor, which may be null.
class Progress {
 public:
  explicit Progress(Monitor* monitor) noexcept : monitor_(monitor), watched_(monitor) {}
  /// Of work that is not counted: it can only be cancelled.
  static Progress uncounted(const Monitor* monitor) noexcept {
    Progress progress(nullptr);
    progress.watched_ = monitor;
    return progress;
  }

  /// The work consists of `total` items.
  Progress(Monitor* monitor, std::size_t total) noexcept : Progress(monitor) {
    if (monitor_ != nullptr) monitor_->total.store(total, std::memory_order_relaxed);
  }

  /// Adds `more` items to the total.
  void expect(std::size_t more) const noexcept {
    if (monitor_ != nullptr) monitor_->total.fetch_add(more, std::memory_order_relaxed);
  }
  /// `more` items are done.
  void operator()(std::size_t more) const noexcept {
    if (monitor_ != nullptr) monitor_->done.fetch_add(more, std::memory_order_relaxed);
  }
  bool cancelled() const noexcept { return throng::cancelled(watched_); }

 private:
  Monitor* monitor_;
  const Monitor* watched_;
};

/// Calls body(thread, i, cancelled) for each i below count; the threads take the indices
/// one by one.
template <class Body>
void for_each_monitored(std::size_t count, Crew& crew, const Progress& progress,
                        const Body& body) {
  crew.for_each_block(count, 1, [&](int thread, std::size_t i, std::size_t) {
    const bool skip = progress.cancelled();
    body(static_cast<std::size_t>(thread), i, skip);
    if (!skip) progress(1);
  });
}

}  // namespace throng
