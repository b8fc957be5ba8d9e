#include "crew.hpp"

namespace throng {

Executor& current_arena() noexcept {
  static CurrentArena arena;
  return arena;
}

}  // namespace throng
