#include "attacks.hpp"

#include <array>

namespace attack {

std::span<const Attack> attacks() {
  static constexpr std::array kAttacks{
      Attack{"games", "frame schedulers and living maps against the batch solver",
             attack_games},
  };
  return kAttacks;
}

}  // namespace attack
