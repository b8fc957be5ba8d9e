#include "plan.hpp"

#include "../core/crew.hpp"
#include "../core/files.hpp"
#include "../core/progress.hpp"
#include "../core/text_lines.hpp"
#include "estimate.hpp"
#include "job_text.hpp"
#include "sources.hpp"

#include <throng/map_io.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <new>
#include <span>
#include <utility>

namespace throng::farm {
namespace {

/// What becomes of one map: its outputs, whose jobs are numbered within `jobs`.
struct MapPlan {
  PlannedMap map;
  std::vector<PlannedOutput> outputs;
  std::vector<Job> jobs;
};

Outcome set_file(InputFile& file, const std::string& path) {
  file.path = path;
  Result<FileHash> hash = hash_file(path);
  if (!hash) return hash.failure();
  file.hash = std::move(hash->hash);
  return ok();
}

/// A message about a file, which then has the same text wherever the manifest stands.
std::string without_folder(const Manifest& manifest, const std::string& what) {
  const std::string folder = from_folder(manifest, "");
  return what.starts_with(folder) ? what.substr(folder.size()) : what;
}

std::string hash_of(const std::string& text) {
  WideHasher hasher;
  hasher.add(std::as_bytes(std::span(text)));
  return digits_of(hasher.result());
}

/// Plans the jobs of one map, class after class.
class MapPlanner {
 public:
  MapPlanner(const Manifest& manifest, const PlanOptions& options, std::string name)
      : manifest_(manifest), options_(options) {
    plan_.map.name = std::move(name);
  }

  MapPlan run(std::size_t number) {
    base_.map.path = from_folder(manifest_, plan_.map.name);
    const Outcome read = read_terrain();
    if (!read) plan_.map.error = without_folder(manifest_, read.error().what);
    for (std::size_t order = 0; order < manifest_.orders.size(); ++order)
      for (const std::size_t unit : manifest_.orders[order].classes)
        plan_output(
            {.map = number, .order = order, .unit = unit, .jobs = {}, .refusal = {}}, read);
    return std::move(plan_);
  }

 private:
  Outcome read_terrain() {
    if (Outcome hashed = set_file(base_.map, base_.map.path); !hashed) return hashed;
    std::string own_characters;
    for (const UnitClass& unit : manifest_.classes)
      own_characters += unit.rules.movement.own_characters();
    Result<Terrain> terrain = read_map(base_.map.path, nullptr, own_characters);
    if (!terrain) return terrain.failure();
    plan_.map.hash = base_.map.hash;
    plan_.map.width = terrain->width();
    plan_.map.height = terrain->height();
    size_.cells = terrain->cell_count();
    for (std::int32_t y = 0; y < terrain->height(); ++y)
      for (const char cell : terrain->row(y)) ++cells_of_[static_cast<unsigned char>(cell)];
    return ok();
  }

  void plan_output(PlannedOutput output, const Outcome& readable) {
    const std::size_t before = plan_.jobs.size();
    Outcome planned = readable;
    if (planned)
      planned = plan_jobs(manifest_.orders[output.order], manifest_.classes[output.unit]);
    if (!planned) {
      output.refusal = without_folder(manifest_, planned.error().what);
      plan_.jobs.resize(before);
    }
    for (std::size_t i = before; i < plan_.jobs.size(); ++i) output.jobs.push_back(i);
    plan_.outputs.push_back(std::move(output));
  }

  Outcome plan_jobs(const Order& order, const UnitClass& unit) {
    if (Outcome known = check_characters(unit); !known) return known;
    Job job = base_;
    job.kind = order.kind;
    job.rules = unit.rules;
    job.index = order.index;
    job.metric = order.metric;
    job.points = order.points;
    job.throughput = order.throughput;
    const std::array<std::pair<InputFile*, const std::string*>, 4> files{
        {{&job.weights, &unit.weights},
         {&job.links, &unit.links},
         {&job.list, &order.list},
         {&job.scenario, &order.scenario}}};
    for (const auto& [file, pattern] : files) {
      if (pattern->empty()) continue;
      const std::string name = file_for(*pattern, plan_.map.name);
      const std::string path = from_folder(manifest_, name);
      if (name != *pattern)
        if (Outcome regular = check_regular(path); !regular) return regular;
      if (Outcome hashed = set_file(*file, path); !hashed) return hashed;
    }
    MapSize size = size_;
    size.plain =
        job.rules.movement.plain() && job.weights.path.empty() && job.links.path.empty();
    size.open_cells = job.weights.path.empty() ? open_to(job.rules.movement) : size.cells;
    if (job.kind == JobKind::matrix) return plan_matrix(job, order, size);
    add(job, size);
    return ok();
  }

  /// A character that only other classes set.
  Outcome check_characters(const UnitClass& unit) const {
    const std::string own = unit.rules.movement.own_characters();
    for (std::size_t c = 0; c < cells_of_.size(); ++c) {
      const auto terrain = static_cast<char>(c);
      if (cells_of_[c] == 0 || kTerrains.find(terrain) != std::string_view::npos ||
          own.find(terrain) != std::string::npos)
        continue;
      return fail(Code::bad_format, base_.map.path + ": the terrain of class " +
                                        throng::quoted(unit.name) + " lacks " +
                                        throng::quoted({&terrain, 1}));
    }
    return ok();
  }

  /// The cells whose characters are open to a class of units.
  std::size_t open_to(const MovementClass& movement) const {
    std::size_t open = 0;
    for (std::size_t c = 0; c < cells_of_.size(); ++c)
      if (movement.open(static_cast<char>(c))) open += cells_of_[c];
    return open;
  }

  void add(Job& job, const MapSize& size) {
    estimate(job, size, options_.job_threads);
    set_names(job);
    plan_.jobs.push_back(job);
  }

  /// The points, and the rows in files of about equal size.
  Outcome plan_matrix(Job& job, const Order& order, MapSize size) {
    const Result<SourceMap> map = read_sources(job);
    if (!map) return map.failure();
    const auto grid = make_grid(job, *map);
    if (!grid) return grid.failure();
    const Result<MatrixPoints> points = find_points(job, **grid, map->terrain);
    if (!points) return points.failure();
    job.point_count = points->count();
    if (job.point_count == 0)
      return fail(Code::bad_argument,
                  job.map.path + ": there is no " + (points->gates ? "gate" : "open cell"));
    job.points_hash = hash_of(to_text(*points));
    size.open_cells = (*grid)->open_cells();
    Job list = job;
    list.kind = JobKind::points;
    add(list, size);
    const std::size_t rows =
        std::max<std::size_t>(1, order.shard_bytes / (job.point_count * sizeof(Cost)));
    for (std::size_t row = 0; row < job.point_count; row += rows) {
      job.first_row = row;
      job.last_row = std::min(row + rows, job.point_count);
      add(job, size);
    }
    return ok();
  }

  const Manifest& manifest_;
  const PlanOptions& options_;
  MapPlan plan_;
  Job base_;
  MapSize size_;
  std::array<std::size_t, 256> cells_of_{};  ///< by character
};

MapPlan plan_map(const Manifest& manifest, const PlanOptions& options,
                 const std::string& name, std::size_t number) {
  try {
    return MapPlanner(manifest, options, name).run(number);
  } catch (const std::bad_alloc&) {
    MapPlan plan;
    plan.map.name = name;
    plan.map.error = name + ": out of memory";
    for (std::size_t order = 0; order < manifest.orders.size(); ++order)
      for (const std::size_t unit : manifest.orders[order].classes)
        plan.outputs.push_back({number, order, unit, {}, plan.map.error});
    return plan;
  }
}

/// Experiments come last, since other jobs would disturb them; else the dearest first, so
/// that no thread is left with a long one at the end.
bool comes_before(const Job& a, const Job& b) {
  const bool a_last = a.kind == JobKind::throughput, b_last = b.kind == JobKind::throughput;
  if (a_last != b_last) return b_last;
  if (a.seconds != b.seconds) return a.seconds > b.seconds;
  return a.file < b.file;
}

/// Each output once, in the order of comes_before().
void gather(std::vector<MapPlan>& parts, Plan& plan) {
  std::vector<Job> all;
  for (MapPlan& part : parts)
    for (Job& job : part.jobs) all.push_back(std::move(job));
  std::vector<std::size_t> order(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    if (comes_before(all[a], all[b])) return true;
    return !comes_before(all[b], all[a]) && a < b;
  });
  std::map<std::string, std::size_t> number_of;
  std::vector<std::size_t> place(all.size());
  for (const std::size_t i : order) {
    const auto [found, fresh] = number_of.emplace(all[i].file, plan.jobs.size());
    place[i] = found->second;
    if (fresh) plan.jobs.push_back(std::move(all[i]));
  }
  std::size_t first = 0;
  for (MapPlan& part : parts) {
    for (PlannedOutput& output : part.outputs) {
      for (std::size_t& job : output.jobs) job = place[first + job];
      plan.outputs.push_back(std::move(output));
    }
    first += part.jobs.size();
    plan.maps.push_back(std::move(part.map));
  }
}

std::string megabytes(std::size_t bytes) {
  return std::to_string((bytes >> 20) + 1) + " MB";
}

}  // namespace

Result<Plan> make_plan(const Manifest& manifest, const PlanOptions& options,
                       Monitor& monitor) {
  const auto names = find_maps(manifest);
  if (!names) return names.failure();
  std::vector<MapPlan> parts(names->size());
  Crew crew(options.threads);
  for_each_monitored(names->size(), crew, Progress(&monitor, names->size()),
                     [&](std::size_t, std::size_t i, bool cancelled) {
                       if (!cancelled)
                         parts[i] = plan_map(manifest, options, (*names)[i], i);
                     });
  if (monitor.cancel) return fail(Code::cancelled, "the farm was cancelled");
  Plan plan;
  gather(parts, plan);
  for (const Job& job : plan.jobs)
    plan.refusals.push_back(job.memory <= options.memory
                                ? std::string()
                                : without_folder(manifest, job.map.path) +
                                      ": needs about " + megabytes(job.memory) +
                                      " of memory; the limit is " +
                                      std::to_string(options.memory >> 20) + " MB");
  return plan;
}

}  // namespace throng::farm
