#include <throng/frame_pace.hpp>

#include <algorithm>

namespace throng {
namespace {

constexpr std::uint64_t kMostMicroseconds = 10'000'000;
/// A frame counts if it spends at least 1 / kShare of the proposal.
constexpr std::uint64_t kShare = 8;
/// The largest changes of a proposal after one frame.
constexpr std::uint64_t kMostFall = 4, kMostRise = 8;

std::uint64_t rest(std::uint64_t all, std::uint64_t part) {
  return all - std::min(all, part);
}

}  // namespace

FramePace::FramePace(std::uint64_t microseconds) noexcept
    : microseconds_(std::clamp<std::uint64_t>(microseconds, 1, kMostMicroseconds)),
      proposal_(std::clamp(kFirst * microseconds_, kLeast, kMost)) {}

void FramePace::note(const FrameReport& report) noexcept {
  // More would be an error of the clock, or all that fits into the bounds.
  const std::uint64_t spent = std::min(rest(report.spent, report.map_spent), kMost);
  const std::uint64_t time =
      std::max<std::uint64_t>(rest(report.microseconds, report.map_microseconds), 1);
  const bool overran = time > microseconds_ && spent >= kLeast;
  if (spent < proposal_ / kShare && !overran) return;
  fitting_[noted_++ % kFrames] = std::clamp(spent * microseconds_ / time, kLeast, kMost);

  std::array<std::uint64_t, kFrames> sorted = fitting_;
  const std::size_t count = std::min(noted_, kFrames);
  std::uint64_t* const middle = sorted.data() + (count - 1) / 2;
  std::nth_element(sorted.data(), middle, sorted.data() + count);
  proposal_ = std::clamp(*middle, proposal_ - proposal_ / kMostFall,
                         proposal_ + proposal_ / kMostRise);
}

}  // namespace throng
