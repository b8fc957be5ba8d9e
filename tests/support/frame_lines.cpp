#include "frame_lines.hpp"

#include <throng/workers.hpp>

#include <span>

namespace throng::test {

ToldLine told_line(const Answers& answers, std::size_t slot) {
  const auto points = answers.line(slot);
  return {{points.begin(), points.end()}, answers.length[slot], answers.scale[slot]};
}

std::vector<ToldLine> told_lines(const Answers& answers, std::size_t i) {
  std::vector<ToldLine> all;
  if (answers.point_begin.empty()) return all;
  for (std::size_t slot = answers.first[i]; slot < answers.first[i + 1]; ++slot)
    all.push_back(told_line(answers, slot));
  return all;
}

std::size_t LineTruth::wrong(const Answers& answers, std::size_t& lines,
                             Workers& workers) const {
  std::size_t wrong = 0;
  AnyAnglePaths paths;
  for (std::size_t slot = 0; slot < answers.slots(); ++slot) {
    const Position start = answers.start[slot], end = answers.end[slot];
    const bool has_path = answers.status[slot] == Status::found || start != end;
    const Index& index = indexes_.at(&answers.grid(slot));
    const bool point = index.grid()->rules().topology == Topology::octile &&
                       index.grid()->rules().corners == Corners::cut_one;
    ToldLine expected;
    expected.scale = point ? 2 : 1;
    if (has_path && index.has(Part::lines)) {
      const Query query{start, end};
      if (!solve_lines(index, std::span(&query, 1), workers, paths)) return ~std::size_t{0};
      const auto points = paths.path(0);
      expected = {{points.begin(), points.end()},
                  paths.length[0],
                  static_cast<std::uint8_t>(paths.scale)};
      lines += paths.status[0] == Status::found;
    }
    wrong += told_line(answers, slot) != expected;
  }
  return wrong;
}

}  // namespace throng::test
