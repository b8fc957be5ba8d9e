#pragma once

#include "counting_resource.hpp"
#include "crew.hpp"
#include "memory.hpp"
#include "scratch.hpp"

#include <throng/workers.hpp>

#include <atomic>
#include <cstddef>
#include <memory_resource>
#include <vector>

namespace throng {

struct Workers::Impl {
  /// threads: their number, or an executor.
  template <class Threads>
  Impl(Threads& threads, std::pmr::memory_resource* from)
      : counter(from),
        memory(&counter),
        crew(threads),
        common(memory),
        scratch(static_cast<std::size_t>(crew.size()), memory) {}

  std::atomic<bool> busy{false};  ///< see WorkersInUse
  CountingResource counter;       ///< counts all allocations from `memory`
  Memory memory;
  Crew crew;
  Scratch common;                     ///< of whole batches, used by the calling thread
  std::pmr::vector<Scratch> scratch;  ///< by thread
};

/// The Workers of one public call, while it runs. Stops the program, in every build, if
/// another call is using them: both would write to the same scratch memory. Costs an atomic
/// exchange.
class WorkersInUse {
 public:
  explicit WorkersInUse(Workers& workers) noexcept;
  ~WorkersInUse() { own_.busy.store(false, std::memory_order_release); }
  WorkersInUse(const WorkersInUse&) = delete;
  WorkersInUse& operator=(const WorkersInUse&) = delete;

  Workers::Impl& operator*() const noexcept { return own_; }
  Workers::Impl* operator->() const noexcept { return &own_; }

 private:
  Workers::Impl& own_;
};

}  // namespace throng
