#include "lab_door.hpp"

#include <array>
#include <atomic>
#include <cstddef>

namespace throng {
namespace {

using Searches = std::array<std::atomic<const LabSearch*>, kAlgorithms.size()>;

Searches& searches() noexcept {
  static Searches all{};
  return all;
}

}  // namespace

void set_lab_search(Algorithm algorithm, const LabSearch& search) noexcept {
  searches()[static_cast<std::size_t>(algorithm)].store(&search, std::memory_order_release);
}

const LabSearch* lab_search(Algorithm algorithm) noexcept {
  return searches()[static_cast<std::size_t>(algorithm)].load(std::memory_order_acquire);
}

}  // namespace throng
