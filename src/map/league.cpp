#include "league.hpp"

#include "../core/files.hpp"
#include "../core/text_lines.hpp"
#include "scenario_numbers.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace throng {
namespace {

Position read_cell(TextLines& in, std::string_view word, TerrainView terrain) {
  const std::int32_t cell = read_number(in, "a cell", word);
  const std::int64_t cells = std::int64_t{terrain.width} * terrain.height;
  if (cell < 0 || cell >= cells)
    in.fail(Code::bad_format, "a cell: " + std::to_string(cell) +
                                  " lies outside the map of " + std::to_string(cells) +
                                  " cells");
  if (in.failure()) return {};
  return {cell % terrain.width, cell / terrain.width};
}

/// The lines after the one with their number, each with the cells of one of `what`, `most`
/// at most.
std::vector<Errands> read_lines(TextLines& in, const std::string& what, std::size_t most,
                                TerrainView terrain) {
  std::vector<Errands> lines;
  const std::int32_t count = read_number(in, "the number of " + what, in.next_data());
  if (count < 1) in.fail(Code::bad_format, "there are no " + what);
  for (std::int32_t k = 0; k < count && !in.failure(); ++k) {
    std::string_view rest = in.next_data();
    if (rest.empty())
      in.fail(Code::bad_format, "expected " + std::to_string(count) + " " + what +
                                    ", found " + std::to_string(k));
    Errands& cells = lines.emplace_back();
    for (bool more = true; more && !in.failure();) {
      if (cells.size() == most)
        in.fail(Code::bad_format, "expected " + std::to_string(most) + " cell, found " +
                                      quoted(rest) + " behind it");
      const std::size_t comma = rest.find(',');
      cells.push_back(read_cell(in, trimmed(rest.substr(0, comma)), terrain));
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
auto read(const std::string& path, TerrainView terrain, const Parse& parse)
    -> decltype(parse("", terrain)) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.failure();
  auto parsed = parse(*text, terrain);
  if (!parsed) return in_file(path, parsed.error());
  return parsed;
}

}  // namespace

Result<std::vector<Position>> parse_agents(std::string_view text, TerrainView terrain) {
  TextLines in(text);
  std::vector<Position> starts;
  const std::vector<Errands> agents = read_lines(in, "agents", 1, terrain);
  if (in.failure()) return *in.failure();
  for (const Errands& cells : agents) starts.push_back(cells.front());
  return starts;
}

Result<std::vector<Position>> read_agents(const std::string& path, TerrainView terrain) {
  return read(path, terrain, parse_agents);
}

Result<std::vector<Errands>> parse_tasks(std::string_view text, TerrainView terrain) {
  TextLines in(text);
  std::vector<Errands> tasks =
      read_lines(in, "tasks", std::numeric_limits<std::size_t>::max(), terrain);
  if (in.failure()) return *in.failure();
  return tasks;
}

Result<std::vector<Errands>> read_tasks(const std::string& path, TerrainView terrain) {
  return read(path, terrain, parse_tasks);
}

}  // namespace throng
