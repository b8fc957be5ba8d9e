#include "lab.hpp"

#include <throng/lab.hpp>

namespace throng {

void use_lab() noexcept {
  add_lab_searches();
  set_lab_placement(Placement::random, place_random);
  set_lab_placement(Placement::avoid, place_avoid);
  set_lab_placement(Placement::coverage, place_coverage);
}

}  // namespace throng
