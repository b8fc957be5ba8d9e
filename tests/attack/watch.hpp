#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

namespace attack {

/// What a process that attacks tells the one that watches it, in memory that both share: a
/// crash or a hang leaves no other trace.
struct Watched {
  std::atomic<std::uint64_t> seed{0};
  std::array<char, 120> stage{};

  void set_stage(std::string_view name) noexcept;
  /// Of this process. Without a watcher: memory of its own.
  static Watched& here() noexcept;
  static void use(Watched& shared) noexcept;
};

}  // namespace attack
