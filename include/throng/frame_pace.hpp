#pragma once

#include <throng/export.hpp>
#include <throng/frame_scheduler.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace throng {

/// Proposes how many expansions fit into a time, from the reports of the last frames: for
/// games that need budgets which are equal on several machines, and short enough on each.
///
/// Pass each report of FrameScheduler::run to note(), and a budget of expansions() to the
/// next run.
///
/// A proposal depends on the clock, so peers of a lockstep game must agree on one number:
/// each sends its proposal with the orders of a frame, and all use the least of them from
/// the frame on in which these orders are carried out. Then frames are equal on all peers,
/// and fit into the time on the slowest one.
///
/// How a proposal is made:
/// - A report counts if the frame spent an eighth of the proposal, or kLeast in more than
///   the time. Idle frames, and frames with few requests, say little about what a full one
///   takes.
/// - Edits and repairs of a LivingMap do not count, neither their time nor what was
///   charged for them. Where edits take longer than they are charged, subtract the usual
///   difference from the time.
/// - What counts is the median of the last kFrames such frames, so that less than half of
///   them may be disturbed by other programs.
/// - After each such frame the proposal approaches that median: at most by a quarter if it
///   falls, by an eighth if it rises.
/// - At first it is kFirst expansions a microsecond, a low figure for one thread.
///
/// Results depend on the constructor and the reports only. A pace describes one machine.
/// Do not save it with the game. Make a new one on another machine, and for another number
/// of threads.
class FramePace {
 public:
  /// Frames that are remembered.
  static constexpr std::size_t kFrames = 15;
  /// The first proposal, in expansions a microsecond.
  static constexpr std::uint64_t kFirst = 2;
  /// Bounds of a proposal.
  static constexpr std::uint64_t kLeast = 1'000, kMost = 1'000'000'000;

  /// microseconds: what the searches of a frame may take, on this machine. Values are
  /// clamped to 1 to 10,000,000.
  THRONG_API explicit FramePace(std::uint64_t microseconds) noexcept;

  /// Notes the report of a frame with any budget. Cost: some 100 ns.
  THRONG_API void note(const FrameReport& report) noexcept;

  /// The proposal for the next frame: kLeast to kMost.
  std::uint64_t expansions() const noexcept { return proposal_; }
  std::uint64_t microseconds() const noexcept { return microseconds_; }

 private:
  std::uint64_t microseconds_;
  std::uint64_t proposal_;
  /// What would have fitted into the time in each of the last frames that count.
  std::array<std::uint64_t, kFrames> fitting_{};
  std::size_t noted_ = 0;  ///< frames that count, of all
};

}  // namespace throng
