#pragma once

#include "../core/bytes.hpp"

#include <throng/frame_scheduler.hpp>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>

namespace throng {

// Measured costs of requests apart from the expansions of their searches, in expansions.
/// A slice of a search: to start it, and to store its result. Measured: 6 where expansions
/// are expensive, 70 where they are cheap.
inline constexpr std::uint64_t kPerSlice = 16;
/// Taking in this number of requests costs one expansion.
inline constexpr std::uint64_t kTakenInForOne = 4;

/// The observed number of expansions per microsecond.
class Pace {
 public:
  void note(std::uint64_t expansions, double microseconds) noexcept {
    expansions_ = kMemory * expansions_ + static_cast<double>(expansions);
    microseconds_ = kMemory * microseconds_ + microseconds;
  }
  double per_microsecond() const noexcept {
    return microseconds_ > 0 ? expansions_ / microseconds_ : 1;
  }
  void write(ByteWriter& out) const {
    for (const double number : {expansions_, microseconds_})
      out.add(std::bit_cast<std::uint64_t>(number));
  }
  void read(ByteReader& in) {
    for (double* const number : {&expansions_, &microseconds_})
      *number = std::bit_cast<double>(in.get<std::uint64_t>());
    constexpr double kMost = 1e18;
    const bool sound = expansions_ >= 0 && expansions_ <= kMost && microseconds_ >= 0 &&
                       microseconds_ <= kMost;
    if (!sound) in.fail();
  }

 private:
  static constexpr double kMemory = 0.75;  // weight of earlier observations
  double expansions_ = 0;
  double microseconds_ = 0;
};

/// The remaining work of a frame.
class Budget {
 public:
  Budget(FrameBudget work, Pace& pace)
      : work_(work), pace_(pace), begin_(Clock::now()), left_(work.amount()) {}

  bool unlimited() const noexcept { return work_.is_unlimited(); }
  bool is_time() const noexcept { return work_.is_time(); }
  /// Pre: is_time().
  bool half_over() const noexcept {
    return 2 * elapsed() >= static_cast<double>(work_.amount());
  }

  /// In expansions; an estimate if the budget of the frame is a time. Until something was
  /// spent it is never zero, even if the time is over: otherwise a scheduler might make no
  /// progress at all.
  std::uint64_t left() const noexcept {
    if (!work_.is_time()) return left_;
    const double rest = static_cast<double>(work_.amount()) - elapsed();
    const double most = rest <= 0 ? 0 : std::min(rest * pace_.per_microsecond(), 1e15);
    return std::max(static_cast<std::uint64_t>(most), spent_ == 0 ? kLeast : 0);
  }

  /// The work that a round may do. If the budget is a time, it is half of what is left,
  /// since estimates may be wrong.
  std::uint64_t share() const noexcept {
    return work_.is_time() ? (left() + 1) / 2 : left_;
  }

  /// Call this before the searches that spend() charges.
  void begin_round() noexcept {
    if (work_.is_time()) noted_ = elapsed();
  }

  /// Charges work other than searches. If the budget is a time, the clock already includes
  /// it.
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
