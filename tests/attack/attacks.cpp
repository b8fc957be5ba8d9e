#include "attacks.hpp"

#include <array>

namespace attack {

std::span<const Attack> attacks() {
  static constexpr std::array kAttacks {
    Attack{"games", "frame schedulers and living maps against the batch solver",
           attack_games},
        Attack{"static", "small worlds with every option against Dijkstra's algorithm",
               attack_static_worlds},
        Attack{"living", "maps that change, what follows them, saved and old versions",
               attack_living_worlds},
        Attack{"crowds", "units that walk at once, in continuous time", attack_crowds},
        Attack{"large", "larger worlds with every fast engine", attack_large_worlds},
#if THRONG_ATTACKS_C
        Attack{"calls", "random calls of throng.h", attack_c_calls},
        Attack{"shortage", "calls of throng.h whose n-th allocation fails",
               attack_shortage},
#endif
  };
  return kAttacks;
}

}  // namespace attack
