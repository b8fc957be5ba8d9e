#include "moving_bodies.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace attack {
namespace {

using throng::Position;

std::int32_t part(int move, bool vertical) {
  if (move < 0) return 0;
  const auto d = static_cast<std::size_t>(move);
  return vertical ? throng::kMoveY[d] : throng::kMoveX[d];
}

/// Where the left or upper side of a square is at the beginning and at the end of the step,
/// in parts of a cell.
struct Side {
  std::int64_t begin;
  std::int64_t end;
};

Side side_of(const MovingBody& body, bool vertical, std::int64_t parts) {
  const std::int64_t at = vertical ? body.at.y : body.at.x;
  const std::int64_t each = part(body.move, vertical) * parts / body.period;
  return {at * parts + each * body.done, at * parts + each * (body.done + 1)};
}

/// The moments, of `scale` in the step, at which a linear function is positive.
struct Moments {
  double from = 0;
  double to = 1;

  void keep_positive(std::int64_t begin, std::int64_t end) {
    if (begin > 0 && end > 0) return;
    const double share = static_cast<double>(begin) / static_cast<double>(begin - end);
    if (begin <= 0 && end <= 0)
      to = -1;
    else if (begin <= 0)
      from = std::max(from, share);
    else
      to = std::min(to, share);
  }
};

bool overlap(const MovingBody& a, const MovingBody& b) {
  const std::int64_t parts = std::int64_t{a.period} * b.period;
  Moments moments;
  for (const bool vertical : {false, true}) {
    const Side one = side_of(a, vertical, parts), other = side_of(b, vertical, parts);
    moments.keep_positive(one.begin + a.size * parts - other.begin,
                          one.end + a.size * parts - other.end);
    moments.keep_positive(other.begin + b.size * parts - one.begin,
                          other.end + b.size * parts - one.end);
  }
  // Squares that only touch may do so at one moment, computed twice.
  return moments.to - moments.from > 1e-9;
}

bool may_meet(const MovingBody& a, const MovingBody& b) {
  const std::int32_t reach = std::max(a.size, b.size) + 1;
  return std::abs(a.at.x - b.at.x) <= reach && std::abs(a.at.y - b.at.y) <= reach;
}

}  // namespace

Position MovingBody::end() const {
  return {at.x + part(move, false), at.y + part(move, true)};
}

void check_exact_bodies(const std::vector<MovingBody>& bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (may_meet(bodies[i], bodies[j]))
        check(!overlap(bodies[i], bodies[j]), "units ", bodies[i].unit, " at ",
              bodies[i].at, " and ", bodies[j].unit, " at ", bodies[j].at, " overlap");
}

void check_synchronous_bodies(const std::vector<MovingBody>& bodies) {
  const auto less = [](Position a, Position b) {
    return std::pair(a.y, a.x) < std::pair(b.y, b.x);
  };
  std::map<Position, const MovingBody*, decltype(less)> at(less), ends(less);
  for (const MovingBody& body : bodies) {
    check(at.emplace(body.at, &body).second, "two units at ", body.at);
    check(ends.emplace(body.end(), &body).second, "two units end at ", body.end());
  }
  for (const MovingBody& body : bodies) {
    if (body.move < 0) continue;
    const auto other = at.find(body.end());
    check(other == at.end() || other->second->end() != body.at, "units exchange ", body.at,
          " and ", body.end());
    // The cells beside a diagonal move.
    const auto beside = at.find({body.end().x, body.at.y});
    check(body.move < 4 || beside == at.end() ||
              beside->second->end() != Position{body.at.x, body.end().y},
          "units cross between ", body.at, " and ", body.end());
    const auto across = at.find({body.at.x, body.end().y});
    check(body.move < 4 || across == at.end() ||
              across->second->end() != Position{body.end().x, body.at.y},
          "units cross between ", body.at, " and ", body.end());
  }
}

}  // namespace attack
