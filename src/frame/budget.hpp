#pragma once

#include <throng/frame_scheduler.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace throng {

// What requests take besides the expansions of their searches, in expansions, as measured.
/// A slice of a search: to begin it, and to hand on what it found. It is 6 where expansions
/// are dear and 70 where they are cheap.
inline constexpr std::uint64_t kPerSlice = 16;
/// So many requests are taken in for one.
inline constexpr std::uint64_t kTakenInForOne = 4;

/// How many expansions are done in a microsecond, as far as was seen.
class Pace {
 public:
  void note(std::uint64_t expansions, double microseconds) noexcept {
    expansions_ = kMemory * expansions_ + static_cast<double>(expansions);
    microseconds_ = kMemory * microseconds_ + microseconds;
  }
  double per_microsecond() const noexcept {
    return microseconds_ > 0 ? expansions_ / microseconds_ : 1;
  }

 private:
  static constexpr double kMemory = 0.75;  // of what was noted before
  double expansions_ = 0;
  double microseconds_ = 0;
};

/// What is left of the work of a frame.
class Budget {
 public:
  Budget(FrameBudget work, Pace& pace)
      : work_(work), pace_(pace), begin_(Clock::now()), left_(work.amount()) {}

  bool unlimited() const noexcept { return work_.is_unlimited(); }

  /// In expansions; in a frame that is measured in time, an estimate. It allows a few even
  /// when the time is over before anything is done: else nothing might ever be.
  std::uint64_t left() const noexcept {
    if (!work_.is_time()) return left_;
    const double rest = static_cast<double>(work_.amount()) - elapsed();
    const double most = std::clamp(rest * pace_.per_microsecond(), 0.0, 1e15);
    return std::max(static_cast<std::uint64_t>(most), spent_ == 0 ? kLeast : 0);
  }

  /// Work that is no search. In a frame that is measured in time the clock counts it.
  void charge(std::uint64_t expansions) noexcept {
    if (work_.is_time()) return;
    spent_ += expansions;
    if (!unlimited()) left_ -= std::min(left_, expansions);
  }

  void spend(std::uint64_t expansions) noexcept {
    if (!work_.is_time()) return charge(expansions);
    spent_ += expansions;
    const double now = elapsed();
    pace_.note(expansions, now - noted_);
    noted_ = now;
  }

  std::uint64_t spent() const noexcept { return spent_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kLeast = 64;
  double elapsed() const noexcept {
    return std::chrono::duration<double, std::micro>(Clock::now() - begin_).count();
  }

  const FrameBudget work_;
  Pace& pace_;
  const Clock::time_point begin_;
  double noted_ = 0;
  std::uint64_t left_;
  std::uint64_t spent_ = 0;
};

}  // namespace throng
