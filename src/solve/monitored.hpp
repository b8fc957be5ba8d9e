#pragma once

#include "workers.hpp"

#include <throng/monitor.hpp>

#include <atomic>
#include <cstddef>

namespace throng {

/// Tells the monitor, which may be null, how much there is to do.
inline void announce(Monitor* monitor, std::size_t total) noexcept {
  if (monitor != nullptr) monitor->total.store(total, std::memory_order_relaxed);
}

/// body(thread, i, cancelled) for each i below count, shared out one by one among the
/// threads; `cancelled` once the monitor says so. It is told of each that is done.
template <class Body>
void for_each_monitored(std::size_t count, Workers& workers, Monitor* monitor,
                        const Body& body) {
  workers.impl().crew.for_each_block(count, 1, [&](int thread, std::size_t i, std::size_t) {
    const bool cancelled =
        monitor != nullptr && monitor->cancel.load(std::memory_order_relaxed);
    body(static_cast<std::size_t>(thread), i, cancelled);
    if (monitor != nullptr && !cancelled)
      monitor->done.fetch_add(1, std::memory_order_relaxed);
  });
}

}  // namespace throng
