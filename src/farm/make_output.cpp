#include "make_output.hpp"

#include "../areas/gate_matrix.hpp"
#include "../core/files.hpp"
#include "../core/npy.hpp"
#include "../core/workers.hpp"
#include "../field/count_joined.hpp"
#include "json_reader.hpp"
#include "make_throughput.hpp"
#include "row_blocks.hpp"
#include "sources.hpp"

#include <throng/column.hpp>
#include <throng/distances.hpp>

#include <algorithm>
#include <utility>

namespace throng::farm {
namespace {

/// The sources of a job, compiled.
struct Compiled {
  SourceMap map;
  std::shared_ptr<const Grid> grid;
};

Result<Compiled> compile(const Job& job) {
  Result<SourceMap> map = read_sources(job);
  if (!map) return map.failure();
  auto grid = make_grid(job, *map);
  if (!grid) return grid.failure();
  return Compiled{*std::move(map), *std::move(grid)};
}

Failure cancelled(const Job& job) {
  return fail(Code::cancelled, job.map.path + ": cancelled");
}

Result<Facts> make_index(const Job& job, const std::string& path, Workers& workers,
                         Monitor& monitor) {
  const Result<Compiled> compiled = compile(job);
  if (!compiled) return compiled.failure();
  IndexOptions options = job.index;
  options.monitor = &monitor;
  const auto index = Index::build(compiled->grid, options, workers);
  if (!index) return in_file(job.map.path, index.error());
  if (Outcome saved = index->save(path); !saved) return saved.failure();
  Json facts{{"open_cells", compiled->grid->open_cells()},
             {"components", compiled->grid->component_count()},
             {"landmarks", index->options().landmarks.count},
             {"jump_graph", index->has(Part::jump_graph)},
             {"hubs", index->part(Part::hub_labels).fact("corners")},
             {"fronts", index->has(Part::fronts)},
             {"hierarchy", index->has(Part::hierarchy)},
             {"lines", index->has(Part::lines)}};
  if (!index->part(Part::hub_labels).refusal.empty())
    facts["hubs_skipped_because"] = index->part(Part::hub_labels).refusal;
  if (!index->part(Part::fronts).refusal.empty())
    facts["fronts_skipped_because"] = index->part(Part::fronts).refusal;
  if (!index->part(Part::hierarchy).refusal.empty())
    facts["hierarchy_skipped_because"] = index->part(Part::hierarchy).refusal;
  if (!index->part(Part::lines).refusal.empty())
    facts["lines_skipped_because"] = index->part(Part::lines).refusal;
  if (!index->part(Part::lines).lack.empty())
    facts["lines_lack_because"] = index->part(Part::lines).lack;
  if (index->part(Part::areas).fact("areas") > 0)
    facts["areas"] = index->part(Part::areas).fact("areas");
  if (index->part(Part::gates).fact("gates") > 0)
    facts["gates"] = index->part(Part::gates).fact("gates");
  return facts.dump();
}

Result<Facts> make_points(const Job& job, const std::string& path) {
  const Result<Compiled> compiled = compile(job);
  if (!compiled) return compiled.failure();
  const Result<MatrixPoints> points =
      find_points(job, *compiled->grid, compiled->map.terrain);
  if (!points) return points.failure();
  if (Outcome written = write_file(path, to_text(*points)); !written)
    return written.failure();
  return Json{{"points", points->count()}}.dump();
}

/// Writes rows of numbers as they come, and counts the pairs that a path joins.
class RowFile {
 public:
  static Result<RowFile> create(const std::string& path, const std::string& header) {
    Result<FileWriter> writer = FileWriter::create(path);
    if (!writer) return writer.failure();
    if (Outcome begun = writer->write(header); !begun) return begun.failure();
    return RowFile(*std::move(writer));
  }

  Outcome write(std::span<const Cost> values, Workers& workers) {
    joined_ += count_joined(values, workers);
    return writer_.write(npy_bytes(values, converted_));
  }

  Outcome finish() { return writer_.finish(); }
  std::size_t joined() const noexcept { return joined_; }

 private:
  explicit RowFile(FileWriter writer) : writer_(std::move(writer)) {}

  FileWriter writer_;
  std::string converted_;  ///< see npy_bytes
  std::size_t joined_ = 0;
};

/// Rows between gates, with the columns in the order of the rows. Returns false if the
/// monitor cancelled.
bool measure_gate_rows(const Grid& grid, const MatrixPoints& points, std::size_t first,
                       std::span<Cost> rows, Workers& workers, Monitor& monitor) {
  const WorkersInUse use(workers);
  std::vector<SweepScratch*> scratch;
  for (Scratch& one : use->scratch) scratch.push_back(&one.of<SweepScratch>());
  const Gates& gates = *points.gates;
  if (!fill_gate_rows(grid, *points.areas, gates, first, {use->crew, scratch, &monitor},
                      rows))
    return false;
  std::vector<Cost> by_column(gates.count());
  for (std::size_t row = 0; row < rows.size(); row += gates.count()) {
    const std::span<Cost> costs = rows.subspan(row, gates.count());
    std::ranges::copy(costs, by_column.begin());
    for (std::uint32_t column = 0; column < by_column.size(); ++column)
      costs[gates.row_of(column)] = by_column[column];
  }
  return true;
}

/// Some rows of a matrix. Returns false if the monitor cancelled.
bool measure_rows(const Job& job, const Index& index, const MatrixPoints& points,
                  std::size_t first, std::span<Cost> rows, Workers& workers,
                  Monitor& monitor) {
  if (points.gates)
    return measure_gate_rows(*index.grid(), points, first, rows, workers, monitor);
  const std::size_t count = rows.size() / points.points.size();
  fill_distances(index, std::span(points.points).subspan(first, count), points.points, rows,
                 workers, {.metric = job.metric, .monitor = &monitor});
  return !monitor.cancel;
}

Result<Facts> make_matrix(const Job& job, const std::string& path, Workers& workers,
                          Monitor& monitor) {
  const Result<Compiled> compiled = compile(job);
  if (!compiled) return compiled.failure();
  const Result<MatrixPoints> points =
      find_points(job, *compiled->grid, compiled->map.terrain);
  if (!points) return points.failure();
  const std::size_t columns = points->count();
  auto file = RowFile::create(path, npy_header({job.last_row - job.first_row, columns}));
  if (!file) return file.failure();
  Column<Cost> rows;
  const std::size_t most = rows_at_a_time(columns, workers.threads());
  for (std::size_t row = job.first_row; row < job.last_row;) {
    const std::size_t count = std::min(most, job.last_row - row);
    rows.resize(count * columns);
    if (!measure_rows(job, compiled->grid, *points, row, rows, workers, monitor))
      return cancelled(job);
    if (Outcome written = file->write(rows, workers); !written) return written.failure();
    row += count;
  }
  if (Outcome finished = file->finish(); !finished) return finished.failure();
  return Json{{"joined", file->joined()}}.dump();
}

/// A field for each slot: the distances from the landmarks that the components have in it.
Result<Facts> make_fields(const Job& job, const std::string& path, Workers& workers,
                          Monitor& monitor) {
  const Result<Compiled> compiled = compile(job);
  if (!compiled) return compiled.failure();
  const Grid& grid = *compiled->grid;
  IndexOptions options = job.index;
  options.monitor = &monitor;
  const auto index = Index::build(compiled->grid, options, workers);
  if (!index) return in_file(job.map.path, index.error());
  const auto slots = static_cast<std::size_t>(options.landmarks.count);
  std::vector<std::vector<Position>> sources(slots);
  for (std::uint32_t c = 0; c < grid.component_count(); ++c) {
    const std::vector<Position> landmarks = index->landmarks(c);
    for (std::size_t slot = 0; slot < slots; ++slot)
      sources[slot].push_back(landmarks[slot]);
  }
  const auto height = static_cast<std::size_t>(grid.height());
  const auto width = static_cast<std::size_t>(grid.width());
  auto file = RowFile::create(path, npy_header({slots, height, width}));
  if (!file) return file.failure();
  Json cells = Json::array();
  for (const std::vector<Position>& at : sources) {
    const auto field =
        distances(compiled->grid, at, workers,
                  {.metric = options.landmarks.metric, .nearest_source = true});
    if (monitor.cancel) return cancelled(job);
    if (Outcome written = file->write(field, workers); !written) return written.failure();
    Json list = Json::array();
    for (const Position cell : at) list.push_back({cell.x, cell.y});
    cells.push_back(std::move(list));
  }
  if (Outcome finished = file->finish(); !finished) return finished.failure();
  return Json{{"landmarks", std::move(cells)}}.dump();
}

}  // namespace

Result<Facts> make_output(const Job& job, const OutputFolder& folder, Workers& workers,
                          Monitor& monitor) {
  const std::string path = folder.output(job.file);
  switch (job.kind) {
    case JobKind::index:
      return make_index(job, path, workers, monitor);
    case JobKind::points:
      return make_points(job, path);
    case JobKind::matrix:
      return make_matrix(job, path, workers, monitor);
    case JobKind::fields:
      return make_fields(job, path, workers, monitor);
    case JobKind::throughput:
      return make_throughput(job, folder, workers, monitor);
  }
  return fail(Code::bad_argument, "an unknown kind of job");
}

}  // namespace throng::farm
