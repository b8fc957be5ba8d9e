#include "../core/megabytes.hpp"
#include "../lines/line_board_editor.hpp"
#include "../lines/line_graph.hpp"
#include "../lines/line_labels.hpp"
#include "check_lines.hpp"
#include "index_part.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng {
namespace {

constexpr std::array kLineOptions{
    rarely(flag_row<&IndexOptions::lines, &LineOptions::build>(
        "lines", "", "Where straight lines run and turn, for exact any-angle paths")),
    bytes_row<&IndexOptions::lines, &LineOptions::memory>(
        "lines_memory", "lines",
        "Memory limit of labels from which lines are read, or of edges to search along; 0: "
        "neither, searches scan the map",
        0)};

/// An error of TautGraph::build() or LineGraph::build() with its message.
Error why_no_edges(const Error& error, const LineCorners& corners, std::size_t most) {
  if (error.code == Code::cancelled)
    return {error.code, "the building of edges of lines was cancelled"};
  return {error.code, "the edges between " + std::to_string(corners.size()) +
                          " corners need more than the " + in_megabytes(most) +
                          " allowed, and labels even more"};
}

void write_labels(const LineLabels::Arrays& labels, SectionWriter& sections) {
  sections.add_optional(SectionId::line_begin, labels.begin.values());
  sections.add_optional(SectionId::line_hubs, labels.hubs.values());
  sections.add_optional(SectionId::line_first_steps, labels.step_of.values());
  sections.add_optional(SectionId::line_steps, labels.steps.values());
  sections.add_optional(SectionId::line_tiles, labels.tiles.values());
  sections.add_optional(SectionId::line_vias, labels.vias.values());
  sections.add_optional(SectionId::line_keys, labels.keys.values());
  sections.add_optional(SectionId::line_cells, labels.cells.values());
  sections.add_optional(SectionId::line_costs, labels.costs.values());
}

Outcome read_labels(const PartFile& file, Index::Parts& parts) {
  LineLabels::Arrays labels;
  for (const Outcome& done : {file.get(SectionId::line_begin, labels.begin),
                              file.get(SectionId::line_hubs, labels.hubs),
                              file.get(SectionId::line_first_steps, labels.step_of),
                              file.get(SectionId::line_steps, labels.steps),
                              file.get(SectionId::line_tiles, labels.tiles),
                              file.get(SectionId::line_vias, labels.vias),
                              file.get(SectionId::line_keys, labels.keys),
                              file.get(SectionId::line_cells, labels.cells),
                              file.get(SectionId::line_costs, labels.costs)})
    if (!done) return done;
  if (labels.begin.empty()) return ok();
  LineCorners corners(*parts.lines);
  if (Outcome good = check_line_sizes(*parts.lines, corners, labels); !good) return good;
  if (file.checks_ranges())
    if (Outcome good = check_line_ranges(corners, labels); !good) return good;
  parts.line_labels = std::make_shared<const LineLabels>(*parts.lines, std::move(corners),
                                                         std::move(labels));
  return ok();
}

void write_graph(const LineGraph::Arrays& graph, SectionWriter& sections) {
  sections.add_optional(SectionId::line_edge_begin, graph.begin.values());
  sections.add_optional(SectionId::line_edges, graph.edges.values());
  sections.add_optional(SectionId::line_landmarks, graph.landmarks.values());
  sections.add_optional(SectionId::line_landmark_rows, graph.rows.values());
}

Outcome read_graph(const PartFile& file, Index::Parts& parts) {
  LineGraph::Arrays graph;
  for (const Outcome& done : {file.get(SectionId::line_edge_begin, graph.begin),
                              file.get(SectionId::line_edges, graph.edges),
                              file.get(SectionId::line_landmarks, graph.landmarks),
                              file.get(SectionId::line_landmark_rows, graph.rows)})
    if (!done) return done;
  if (graph.begin.empty()) return ok();
  graph.shift = file.header().line_row_shift;
  LineCorners corners(*parts.lines);
  if (Outcome good = check_line_sizes(corners, graph); !good) return good;
  if (file.checks_ranges())
    if (Outcome good = check_line_ranges(corners, graph); !good) return good;
  parts.line_graph =
      std::make_shared<const LineGraph>(*parts.lines, std::move(corners), std::move(graph));
  return ok();
}

/// The board of straight lines; and the labels from which they are read or, if these are
/// too large, the graph in which they are searched for. The board is computed faster than
/// read, so files have no section of it, nor of why there is none.
class LinePart final : public IndexPart {
 public:
  LinePart()
      : IndexPart(Part::lines,
                  {.name = "lines", .noun = "lines", .limit = "lines_memory"}) {}

  std::span<const IndexOption> options() const noexcept override { return kLineOptions; }

  bool wanted(const IndexOptions& options) const noexcept override {
    return options.lines.build;
  }

  Outcome build(Index::Parts& parts, Workers::Impl& workers,
                Monitor* monitor) const override {
    if (Outcome made = make_board(parts); !made) return made;
    const std::size_t most = parts.options.lines.memory;
    if (parts.lines == nullptr || most == 0) return ok();
    const LineBoard& board = *parts.lines;
    const LineCorners corners(board);
    // Labels need more than 4 bytes an edge, too.
    const Result<TautGraph> taut =
        TautGraph::build(board, corners, most / 4, workers.crew, monitor);
    if (!taut)
      return parts.record(id()).do_without(why_no_edges(taut.error(), corners, most));
    Result<LineLabels> labels =
        LineLabels::build(board, corners, *taut, most, workers.crew, monitor);
    if (labels) {
      parts.line_labels = std::make_shared<const LineLabels>(*std::move(labels));
      return ok();
    }
    if (Outcome noted = parts.record(id()).do_without(labels.error()); !noted) return noted;
    Result<LineGraph> graph =
        LineGraph::build(board, corners, *taut, most, workers.crew, monitor);
    if (graph)
      parts.line_graph = std::make_shared<const LineGraph>(*std::move(graph));
    else if (graph.error().code == Code::cancelled)
      return Failure{why_no_edges(graph.error(), corners, most)};
    return ok();
  }

  bool present(const Index::Parts& parts) const noexcept override {
    return parts.lines != nullptr;
  }
  void add_facts(const Index::Parts& parts, std::vector<PartFact>& facts) const override {
    facts.push_back({"turns", parts.lines->count_corners()});
    facts.push_back(
        {"label entries", parts.line_labels ? parts.line_labels->arrays().keys.size() : 0});
    facts.push_back(
        {"edges", parts.line_graph ? parts.line_graph->arrays().edges.size() : 0});
  }
  std::size_t bytes(const Index::Parts& parts) const noexcept override {
    return (parts.lines ? parts.lines->memory_bytes() : 0) +
           (parts.line_labels ? parts.line_labels->memory_bytes() : 0) +
           (parts.line_graph ? parts.line_graph->memory_bytes() : 0);
  }

  void write(const Index::Parts& parts, IndexImage& image) const override {
    const PartRecord& record = parts.record(id());
    image.header.line_memory_exceeded = record.memory_exceeded ? 1 : 0;
    SectionWriter& sections = image.sections;
    sections.add_optional(SectionId::line_labels_lack_because,
                          std::span<const char>(record.lack));
    if (parts.line_labels != nullptr) write_labels(parts.line_labels->arrays(), sections);
    if (parts.line_graph != nullptr) {
      image.header.line_row_shift = parts.line_graph->arrays().shift;
      write_graph(parts.line_graph->arrays(), sections);
    }
  }

  Outcome read(const PartFile& file, Index::Parts& parts) const override {
    if (Outcome made = make_board(parts); !made || parts.lines == nullptr) return made;
    PartRecord& record = parts.record(id());
    record.memory_exceeded = file.header().line_memory_exceeded != 0;
    SharedArray<char> lack;
    if (Outcome read = file.get(SectionId::line_labels_lack_because, lack); !read)
      return read;
    record.lack.assign(lack.values().begin(), lack.values().end());
    if (Outcome read = read_labels(file, parts); !read) return read;
    return read_graph(file, parts);
  }

 private:
  Outcome make_board(Index::Parts& parts) const {
    if (const Outcome fits = check_lines(*parts.grid); !fits)
      return parts.record(id()).skip(fits.error());
    parts.lines = std::make_shared<const LineBoard>(LineBoardEditor(*parts.grid).publish());
    return ok();
  }
};

}  // namespace

const IndexPart& line_part() noexcept {
  static const LinePart part;
  return part;
}

}  // namespace throng
