#include "count_joined.hpp"

#include "../core/workers.hpp"

#include <algorithm>
#include <atomic>

namespace throng {

std::size_t count_joined(std::span<const Cost> distances, Workers& workers) {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  const WorkersInUse own(workers);
  std::atomic<std::size_t> joined = 0;
  own->crew.for_each_block(
      distances.size(), kBlock, [&](int /*thread*/, std::size_t begin, std::size_t end) {
        const auto block = distances.subspan(begin, end - begin);
        const auto unreachable =
            static_cast<std::size_t>(std::ranges::count(block, kUnreachable));
        joined.fetch_add(block.size() - unreachable, std::memory_order_relaxed);
      });
  return joined;
}

}  // namespace throng
