#include "answer_columns.hpp"

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

std::vector<Position> PathView::cells() const {
  std::vector<Position> cells;
  cells.reserve(moves_.size() + 1);
  cells.push_back(start_);
  for (const Move move : moves_) cells.push_back(step(cells.back(), move));
  return cells;
}

std::vector<Position> PathView::turning_points() const {
  std::vector<Position> points{start_};
  for (const Run run : runs())
    points.push_back(is_link(run.move)
                         ? step(points.back(), run.move)
                         : throng::step(topology_, points.back(), run.move,
                                        static_cast<std::int32_t>(run.count)));
  return points;
}

std::vector<Run> PathView::runs() const {
  std::vector<Run> runs;
  for (const Move move : moves_) {
    if (runs.empty() || runs.back().move != move || is_link(move))
      runs.push_back({move, 0});
    ++runs.back().count;
  }
  return runs;
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
