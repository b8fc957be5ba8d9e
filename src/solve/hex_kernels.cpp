#include "astar_engine.hpp"
#include "engines.hpp"

namespace throng {

Kernel hex_kernel(const Problem& problem) {
  return with_hex_bound(problem,
                        []<class Maker>() { return plain_astar<SearchSpace, Maker>(); });
}

}  // namespace throng
