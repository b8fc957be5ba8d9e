#pragma once

#include "counting_resource.hpp"
#include "crew.hpp"
#include "memory.hpp"
#include "scratch.hpp"

#include <throng/workers.hpp>

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

  CountingResource counter;  ///< counts all allocations from `memory`
  Memory memory;
  Crew crew;
  Scratch common;                     ///< of whole batches, used by the calling thread
  std::pmr::vector<Scratch> scratch;  ///< by thread
};

}  // namespace throng
