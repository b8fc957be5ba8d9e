#include "path_points.hpp"

#include "path_runs.hpp"

#include <throng/path_points.hpp>

#include <cstddef>

namespace throng {
namespace {

/// A path takes about as long as a block costs.
constexpr std::size_t kPathsPerBlock = 64;

/// Calls body(i) for each slot, on all threads.
template <class Body>
void for_each_slot(const Answers& answers, Workers::Impl& team, const Body& body) {
  team.crew.for_each_block(answers.slots(), kPathsPerBlock,
                           [&](int, std::size_t first, std::size_t last) {
                             for (std::size_t i = first; i < last; ++i) body(i);
                           });
}

/// count(i): the number of items of a slot.
template <class Count>
std::uint64_t lay_out(const Answers& answers, Workers::Impl& team,
                      std::span<std::uint64_t> begin, const Count& count) {
  for_each_slot(answers, team, [&](std::size_t i) { begin[i + 1] = count(i); });
  begin[0] = 0;
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  return begin.back();
}

bool has_path(const Answers& answers, std::size_t slot) noexcept {
  return answers.status[slot] == Status::found || !answers.path(slot).moves().empty();
}

/// Steps on squares are two sums of integers: a processor waits longer for a Position that
/// it has just written as two halves, and then reads as a whole.
void write_points(const PathView& path, Topology topology, Position* to) {
  const bool squares = !is_hexagonal(topology);
  std::int32_t x = path.start().x, y = path.start().y;
  *to++ = {x, y};
  for_each_run(path.moves(), [&](Move move, std::size_t count) {
    const auto steps = static_cast<std::int32_t>(count);
    if (squares && !is_link(move)) {
      x += steps * kMoveX[static_cast<std::size_t>(move)];
      y += steps * kMoveY[static_cast<std::size_t>(move)];
    } else {
      const Position at =
          is_link(move) ? path.step({x, y}, move) : step(topology, {x, y}, move, steps);
      x = at.x;
      y = at.y;
    }
    *to++ = {x, y};
  });
}

/// Fills the arrays of a result by the two steps.
template <class Item, class Count, class Write>
void fill(const Answers& answers, Workers& workers, PathItems<Item>& result,
          const Count& count, const Write& write) {
  const WorkersInUse team(workers);
  try {
    result.begin.resize(answers.slots() + 1);
    result.items.resize(count(answers, *team, std::span(result.begin)));
    write(answers, *team, std::span<const std::uint64_t>(result.begin),
          result.items.data());
  } catch (...) {
    result.begin.clear();
    result.items.clear();
    throw;
  }
}

}  // namespace

std::uint64_t count_turning_points(const Answers& answers, Workers::Impl& team,
                                   std::span<std::uint64_t> begin) {
  return lay_out(answers, team, begin, [&](std::size_t i) {
    return has_path(answers, i) ? count_runs(answers.path(i).moves()) + 1 : 0;
  });
}

std::uint64_t count_runs(const Answers& answers, Workers::Impl& team,
                         std::span<std::uint64_t> begin) {
  return lay_out(answers, team, begin,
                 [&](std::size_t i) { return count_runs(answers.path(i).moves()); });
}

void write_turning_points(const Answers& answers, Workers::Impl& team,
                          std::span<const std::uint64_t> begin, Position* points) {
  for_each_slot(answers, team, [&](std::size_t i) {
    if (has_path(answers, i))
      write_points(answers.path(i), answers.topology, points + begin[i]);
  });
}

void write_runs(const Answers& answers, Workers::Impl& team,
                std::span<const std::uint64_t> begin, Run* runs) {
  for_each_slot(answers, team, [&](std::size_t i) {
    Run* to = runs + begin[i];
    for_each_run(answers.path(i).moves(), [&](Move move, std::size_t count) {
      *to++ = {move, static_cast<std::uint32_t>(count)};
    });
  });
}

void find_turning_points(const Answers& answers, Workers& workers, PathPoints& points) {
  fill(
      answers, workers, points, [](auto&&... all) { return count_turning_points(all...); },
      [](auto&&... all) { write_turning_points(all...); });
}

void find_runs(const Answers& answers, Workers& workers, PathRuns& runs) {
  fill(
      answers, workers, runs, [](auto&&... all) { return count_runs(all...); },
      [](auto&&... all) { write_runs(all...); });
}

}  // namespace throng
