#pragma once

#include <algorithm>
#include <chrono>
#include <compare>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>
#include <vector>

namespace throng {

/// What the loops of Crew at one place in the sources did. Times are in seconds.
struct LoopFigures {
  std::size_t calls = 0;
  std::size_t alone = 0;   ///< of the calls had one block, and ran on the calling thread
  std::size_t blocks = 0;  ///< of all calls
  double wall = 0;         ///< of all calls
  double work = 0;         ///< of all blocks
  double longest = 0;      ///< the sum over calls of their longest blocks
  /// What the calls would take on LoopProfile::cores() idle cores: each block, in turn,
  /// goes to the core that is free first.
  double on_cores = 0;
};

/// Times the loops of the process while it is on, for benchmarks. Only builds with
/// THRONG_PROFILE contain it. Not thread-safe: one crew at a time may run loops.
class LoopProfile {
 public:
  using Clock = std::chrono::steady_clock;

  struct Place {
    std::string_view file;
    int line = 0;
    auto operator<=>(const Place&) const = default;
  };

  static LoopProfile& of_process() {
    static LoopProfile profile;
    return profile;
  }

  /// Forgets all loops. Pre: cores > 0.
  void begin(std::size_t cores) {
    loops_.clear();
    recording_ = 0;
    cores_ = cores;
  }
  void turn(bool on) noexcept { on_ = on; }
  bool on() const noexcept { return on_; }
  std::size_t cores() const noexcept { return cores_; }

  const std::map<Place, LoopFigures>& loops() const noexcept { return loops_; }
  /// Seconds between loops that went into this class itself.
  double recording() const noexcept { return recording_; }

 private:
  friend class LoopTimer;

  std::map<Place, LoopFigures> loops_;
  double recording_ = 0;
  std::size_t cores_ = 1;
  bool on_ = false;
  std::vector<double> blocks_;   ///< seconds of the blocks of the current call
  std::vector<double> free_at_;  ///< a heap: when each core is free, the first one on top
};

/// Times one call of Crew::for_each_block.
class LoopTimer {
 public:
  LoopTimer(LoopProfile::Place place, std::size_t blocks)
      : profile_(LoopProfile::of_process()), place_(place), on_(profile_.on()) {
    if (!on_) return;
    const auto called = Clock::now();
    profile_.blocks_.assign(blocks, 0);
    begin_ = Clock::now();
    profile_.recording_ += seconds(begin_ - called);
  }
  LoopTimer(const LoopTimer&) = delete;
  LoopTimer& operator=(const LoopTimer&) = delete;

  ~LoopTimer() {
    if (!on_) return;
    const auto end = Clock::now();
    record(seconds(end - begin_));
    profile_.recording_ += seconds(Clock::now() - end);
  }

  /// Runs a block, and times it.
  template <class Body>
  void time(std::size_t block, const Body& body) {
    if (!on_) return body();
    const auto begin = Clock::now();
    body();
    profile_.blocks_[block] = seconds(Clock::now() - begin);
  }

 private:
  using Clock = LoopProfile::Clock;

  static double seconds(Clock::duration time) {
    return std::chrono::duration<double>(time).count();
  }

  void record(double wall) {
    const std::vector<double>& blocks = profile_.blocks_;
    if (blocks.empty()) return;
    LoopFigures& loop = profile_.loops_[place_];
    ++loop.calls;
    if (blocks.size() == 1) ++loop.alone;
    loop.blocks += blocks.size();
    loop.wall += wall;
    loop.work += std::accumulate(blocks.begin(), blocks.end(), 0.0);
    loop.longest += *std::ranges::max_element(blocks);
    loop.on_cores += on_cores(blocks);
  }

  double on_cores(const std::vector<double>& blocks) {
    std::vector<double>& free_at = profile_.free_at_;
    free_at.assign(profile_.cores_, 0);
    for (const double block : blocks) {
      std::ranges::pop_heap(free_at, std::greater{});
      free_at.back() += block;
      std::ranges::push_heap(free_at, std::greater{});
    }
    return *std::ranges::max_element(free_at);
  }

  LoopProfile& profile_;
  LoopProfile::Place place_;
  bool on_;
  Clock::time_point begin_;
};

}  // namespace throng
