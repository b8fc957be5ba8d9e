#pragma once

#include "setup.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace throng::test::pairs {

/// What has happened in rows, so that a test can assert that it happens at all.
struct Tally {
  std::size_t answers = 0, found = 0, lost = 0;
  std::size_t swept = 0, copied = 0, paused = 0, repeated = 0;
  std::size_t confirmed = 0, outdated = 0, dropped = 0, restored = 0;
  std::size_t broken = 0, costlier = 0, may_shorten = 0;
  std::size_t lines = 0, lines_of_games = 0;
  std::size_t label_entries = 0, edges = 0;  ///< from which lines are found

  void add(const Tally& more);
};

/// What became of a row.
struct Played {
  std::optional<std::string> refusal;  ///< the message of the first call that failed
  std::vector<std::string> problems;   ///< wrong answers, one line each
  std::string record;  ///< everything that must not depend on the number of threads
  Tally tally;
};

/// Plays a combination on a small map that the seed determines, and compares each answer
/// with the oracle.
Played play(const Row& row, int threads, std::uint64_t seed);

}  // namespace throng::test::pairs
