#pragma once

#include <cstdint>
#include <span>

namespace attack {

/// An attack: a name, what it attacks, and the function that plays one seed. What a
/// seed does depends on the seed alone, except for threads and clocks. The function throws
/// Failure.
struct Attack {
  const char* name;
  const char* what;
  void (*play)(std::uint64_t seed);
};

std::span<const Attack> attacks();

void attack_games(std::uint64_t seed);
void attack_static_worlds(std::uint64_t seed);
void attack_living_worlds(std::uint64_t seed);
void attack_crowds(std::uint64_t seed);
void attack_large_worlds(std::uint64_t seed);
void attack_c_calls(std::uint64_t seed);
void attack_shortage(std::uint64_t seed);

}  // namespace attack
