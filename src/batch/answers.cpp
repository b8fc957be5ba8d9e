#include "answer_columns.hpp"
#include "path_runs.hpp"

#include <throng/answers.hpp>
#include <throng/links.hpp>

#include <array>

#define XXH_INLINE_ALL  // header only: no library for users to link
// g++ 12 inlines it for five bytes and then doubts a branch that needs 32.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#include <xxhash.h>
#pragma GCC diagnostic pop

namespace throng {
namespace {

static_assert(sizeof(Move) == 1, "moves are hashed as bytes");

void put_little_endian(std::uint64_t value, std::span<std::uint8_t> out) {
  for (std::uint8_t& byte : out) {
    byte = static_cast<std::uint8_t>(value);
    value >>= 8;
  }
}

/// Adds the status and the cost of a slot to a hash.
void add_answer(const Answers& result, std::size_t i, XXH64_state_t& state) {
  std::array<std::uint8_t, 5> answer{static_cast<std::uint8_t>(result.status[i])};
  put_little_endian(result.cost[i], std::span(answer).subspan(1, 4));
  XXH64_update(&state, answer.data(), answer.size());
}

}  // namespace

Position PathView::step(Position from, Move move) const noexcept {
  THRONG_ASSERT(!is_link(move) || links_ != nullptr);
  return is_link(move) ? links_->end(from, move) : throng::step(topology_, from, move);
}

void PathView::cells(std::vector<Position>& cells) const {
  cells.resize(moves_.size() + 1);
  cells[0] = start_;
  for (std::size_t i = 0; i < moves_.size(); ++i) cells[i + 1] = step(cells[i], moves_[i]);
}

void PathView::turning_points(std::vector<Position>& points) const {
  points.clear();
  points.push_back(start_);
  for_each_run(moves_, [&](Move move, std::size_t count) {
    points.push_back(is_link(move) ? step(points.back(), move)
                                   : throng::step(topology_, points.back(), move,
                                                  static_cast<std::int32_t>(count)));
  });
}

void PathView::runs(std::vector<Run>& runs) const {
  runs.clear();
  for_each_run(moves_, [&](Move move, std::size_t count) {
    runs.push_back({move, static_cast<std::uint32_t>(count)});
  });
}

std::vector<Position> PathView::cells() const {
  std::vector<Position> all;
  cells(all);
  return all;
}

std::vector<Position> PathView::turning_points() const {
  std::vector<Position> points;
  turning_points(points);
  return points;
}

std::vector<Run> PathView::runs() const {
  std::vector<Run> all;
  runs(all);
  return all;
}

void Answers::clear() noexcept {
  for_each_column([](auto& column) { column.clear(); }, *this);
  links.reset();
}

std::uint64_t Answers::hash() const {
  XXH64_state_t state;
  XXH64_reset(&state, 0);
  for (std::size_t i = 0; i < slots(); ++i) {
    const std::span<const Move> path_moves = path(i).moves();
    std::array<std::uint8_t, 8> moves_in_path{};
    put_little_endian(path_moves.size(), moves_in_path);
    add_answer(*this, i, state);
    XXH64_update(&state, moves_in_path.data(), moves_in_path.size());
    XXH64_update(&state, path_moves.data(), path_moves.size());
  }
  return XXH64_digest(&state);
}

std::uint64_t Answers::cost_hash() const {
  XXH64_state_t state;
  XXH64_reset(&state, 0);
  for (std::size_t i = 0; i < slots(); ++i) add_answer(*this, i, state);
  return XXH64_digest(&state);
}

}  // namespace throng
