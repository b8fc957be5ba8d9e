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

/// What one step of a piece of work did, in loops and between them. Times are in seconds.
struct StepFigures {
  double calls = 0;
  double serial = 0;    ///< between loops
  double work = 0;      ///< of the blocks of all loops
  double on_cores = 0;  ///< of the loops, see LoopFigures
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
    steps_.clear();
    recording_ = 0;
    all_ = {};
    cores_ = cores;
  }
  void turn(bool on) noexcept { on_ = on; }
  bool on() const noexcept { return on_; }
  std::size_t cores() const noexcept { return cores_; }

  const std::map<Place, LoopFigures>& loops() const noexcept { return loops_; }
  const std::map<std::string_view, StepFigures>& steps() const noexcept { return steps_; }
  /// Seconds between loops that went into this class itself.
  double recording() const noexcept { return recording_; }

 private:
  friend class LoopTimer;
  friend class StepTimer;

  std::map<Place, LoopFigures> loops_;
  std::map<std::string_view, StepFigures> steps_;
  LoopFigures all_;  ///< the loops of all places: wall, work and on_cores alone
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
    const double work = std::accumulate(blocks.begin(), blocks.end(), 0.0);
    const double on_cores = time_on_cores(blocks);
    loop.longest += *std::ranges::max_element(blocks);
    for (LoopFigures* const figures : {&loop, &profile_.all_}) {
      figures->wall += wall;
      figures->work += work;
      figures->on_cores += on_cores;
    }
  }

  double time_on_cores(const std::vector<double>& blocks) {
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

/// Times a step of a piece of work. Steps do not contain each other.
class StepTimer {
 public:
  /// name: must outlive the profile.
  explicit StepTimer(std::string_view name)
      : profile_(LoopProfile::of_process()),
        name_(name),
        before_(profile_.all_),
        recorded_(profile_.recording_),
        begin_(LoopProfile::Clock::now()) {}
  StepTimer(const StepTimer&) = delete;
  StepTimer& operator=(const StepTimer&) = delete;

  ~StepTimer() {
    if (!profile_.on_) return;
    const std::chrono::duration<double> time = LoopProfile::Clock::now() - begin_;
    StepFigures& step = profile_.steps_[name_];
    ++step.calls;
    step.serial += time.count() - (profile_.recording_ - recorded_) -
                   (profile_.all_.wall - before_.wall);
    step.work += profile_.all_.work - before_.work;
    step.on_cores += profile_.all_.on_cores - before_.on_cores;
  }

 private:
  LoopProfile& profile_;
  std::string_view name_;
  LoopFigures before_;
  double recorded_;
  LoopProfile::Clock::time_point begin_;
};

}  // namespace throng
