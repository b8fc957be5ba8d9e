#include "league.hpp"

#include "../core/files.hpp"
#include "../core/position_text.hpp"
#include "../core/text_lines.hpp"
#include "scenario_numbers.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace throng {
namespace {

/// The ground of the robots of a file.
struct Ground {
  TerrainView terrain;
  const IsOpen& is_open;
};

Position read_cell(TextLines& in, std::string_view word, const Ground& ground) {
  const std::int32_t cell = read_number(in, "a cell", word);
  const auto [width, height] = std::pair(ground.terrain.width, ground.terrain.height);
  const std::int64_t cells = std::int64_t{width} * height;
  if (cell < 0 || cell >= cells)
    in.fail(Code::bad_format, "a cell: " + std::to_string(cell) +
                                  " lies outside the map of " + std::to_string(cells) +
                                  " cells");
  if (in.failure()) return {};
  const Position at{cell % width, cell / width};
  if (!ground.is_open(ground.terrain.at(at)))
    in.fail(Code::bad_format,
            "a cell: " + std::to_string(cell) + ", at " + text(at) + ", is closed");
  return at;
}

/// What a line is about, and its number.
struct Line {
  Errands cells;
  std::size_t number;
};

/// The lines after the one with their number, each with the cells of one of `what`, `most`
/// at most.
std::vector<Line> read_lines(TextLines& in, const std::string& what, std::size_t most,
                             const Ground& ground) {
  std::vector<Line> lines;
  const std::int32_t count = read_number(in, "the number of " + what, in.next_data());
  if (count < 1) in.fail(Code::bad_format, "there are no " + what);
  for (std::int32_t k = 0; k < count && !in.failure(); ++k) {
    std::string_view rest = in.next_data();
    if (rest.empty())
      in.fail(Code::bad_format, "expected " + std::to_string(count) + " " + what +
                                    ", found " + std::to_string(k));
    Errands& cells = lines.emplace_back(Line{{}, in.number()}).cells;
    for (bool more = true; more && !in.failure();) {
      if (cells.size() == most)
        in.fail(Code::bad_format, "expected " + std::to_string(most) + " cell, found " +
                                      quoted(rest) + " behind it");
      const std::size_t comma = rest.find(',');
      cells.push_back(read_cell(in, trimmed(rest.substr(0, comma)), ground));
      more = comma != std::string_view::npos;
      if (more) rest.remove_prefix(comma + 1);
    }
  }
  if (const std::string_view more = in.next_data(); !more.empty())
    in.fail(Code::bad_format, "expected nothing after the last of " +
                                  std::to_string(count) + " " + what + ", found " +
                                  quoted(more));
  return lines;
}

template <class Parse>
auto read(const std::string& path, TerrainView terrain, const IsOpen& is_open,
          const Parse& parse) -> decltype(parse("", terrain, is_open)) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.failure();
  auto parsed = parse(*text, terrain, is_open);
  if (!parsed) return in_file(path, parsed.error());
  return parsed;
}

}  // namespace

Result<std::vector<Agent>> parse_agents(std::string_view text, TerrainView terrain,
                                        const IsOpen& is_open) {
  TextLines in(text);
  std::vector<Agent> agents;
  const std::vector<Line> lines = read_lines(in, "agents", 1, {terrain, is_open});
  if (in.failure()) return *in.failure();
  for (const Line& line : lines) agents.push_back({line.cells.front(), line.number});
  return agents;
}

Result<std::vector<Agent>> read_agents(const std::string& path, TerrainView terrain,
                                       const IsOpen& is_open) {
  return read(path, terrain, is_open, parse_agents);
}

Result<std::vector<Errands>> parse_tasks(std::string_view text, TerrainView terrain,
                                         const IsOpen& is_open) {
  TextLines in(text);
  std::vector<Errands> tasks;
  std::vector<Line> lines =
      read_lines(in, "tasks", std::numeric_limits<std::size_t>::max(), {terrain, is_open});
  if (in.failure()) return *in.failure();
  for (Line& line : lines) tasks.push_back(std::move(line.cells));
  return tasks;
}

Result<std::vector<Errands>> read_tasks(const std::string& path, TerrainView terrain,
                                        const IsOpen& is_open) {
  return read(path, terrain, is_open, parse_tasks);
}

}  // namespace throng
