#include "options.hpp"

#include <throng/lab.hpp>
#include <throng/line_review.hpp>

#include <cmath>
#include <limits>

namespace throng::c_interface {
namespace {

bool yes(std::int32_t value, const char* name) {
  if (value != 0 && value != 1)
    refuse(std::string(name) + " is " + std::to_string(value) + ", not 0 or 1");
  return value == 1;
}

Cost cost_limit(std::uint32_t value) {
  if (value == kUnreachable) refuse("max_cost is THRONG_NO_PATH");
  return value;
}

std::size_t bytes(std::uint64_t value) {
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(value, std::numeric_limits<std::size_t>::max()));
}

}  // namespace

// The constants of the interface are the enumerators.
static_assert(THRONG_TEX == static_cast<int>(Topology::tex));
static_assert(THRONG_ALWAYS_CUT == static_cast<int>(Corners::always));
static_assert(THRONG_COST_ENTER == static_cast<int>(CostModel::enter));
static_assert(THRONG_PLACE_COVERAGE == static_cast<int>(Placement::coverage));
static_assert(THRONG_METRIC_STEPS == static_cast<int>(FieldMetric::steps));
static_assert(THRONG_STORE_JUMP_POINTS == static_cast<int>(LandmarkStorage::jump_points));
static_assert(THRONG_CHECK_RANGES == static_cast<int>(IndexCheck::ranges));
static_assert(THRONG_ALGORITHM_FRONT == static_cast<int>(Algorithm::front));
static_assert(THRONG_ALGORITHM_HIERARCHY == static_cast<int>(kAlgorithms.back()));
static_assert(THRONG_HEURISTIC_HEX == static_cast<int>(kHeuristics.back()));
static_assert(THRONG_SHARE_GOALS == static_cast<int>(Sharing::goals));
static_assert(THRONG_VISIT_IN_TURN == static_cast<int>(Visit::in_turn));
static_assert(THRONG_TO_SOURCES == static_cast<int>(SweepDirection::to_sources));
static_assert(THRONG_LINE_LEGAL == static_cast<int>(LineState::legal));
static_assert(THRONG_LINE_BROKEN == static_cast<int>(LineState::broken));
static_assert(THRONG_SYNCHRONOUS == static_cast<int>(Bodies::synchronous));
static_assert(THRONG_HOLDS == static_cast<int>(Idle::holds));
static_assert(THRONG_CLOSED_OWN == MovementClass::kClosedOwn);
static_assert(THRONG_LOW == static_cast<int>(Priority::low));
static_assert(THRONG_NOT_RUN == static_cast<int>(Status::cancelled));
static_assert(THRONG_NO_PATH == kUnreachable && THRONG_NO_AGENT == std::uint32_t(kNoAgent));

template <>
throng_host defaults() {
  throng_host host{};
  host.size = sizeof host;
  return host;
}

template <>
throng_terrain defaults() {
  throng_terrain terrain{};
  terrain.size = sizeof terrain;
  return terrain;
}

template <>
throng_rules defaults() {
  const Rules rules;
  throng_rules options{};
  options.size = sizeof options;
  options.cost_straight = rules.costs.straight;
  options.cost_diagonal = rules.costs.diagonal;
  options.unit_size = rules.unit_size;
  options.climb = rules.climb;
  std::ranges::copy(rules.movement.weights(), options.weights);
  return options;
}

Rules rules_of(const throng_rules* options) {
  const throng_rules from = given(options, "rules");
  Rules rules;
  rules.topology = choice(from.topology, Topology::tex, "topology");
  rules.corners = choice(from.corners, Corners::always, "corners");
  rules.cost_model = choice(from.cost_model, CostModel::enter, "cost_model");
  rules.costs = {from.cost_straight, from.cost_diagonal};
  rules.unit_size = from.unit_size;
  rules.climb = from.climb;
  rules.movement = MovementClass(std::span<const Weight, 256>(from.weights));
  return rules;
}

template <>
throng_index_options defaults() {
  const IndexOptions index;
  throng_index_options options{};
  options.size = sizeof options;
  options.landmarks = index.landmarks.count;
  options.placement = static_cast<std::int32_t>(index.landmarks.placement);
  options.jump_graph = index.jump_graph ? 1 : 0;
  options.cell_labels = index.hub_labels.cells ? 1 : 0;
  options.hub_memory = index.hub_labels.memory;
  options.gate_memory = index.gates.memory;
  options.front_memory = index.fronts.memory;
  options.hierarchy_memory = index.hierarchy.memory;
  options.lines_memory = index.lines.memory;
  return options;
}

IndexOptions index_options_of(const throng_index_options* options, Monitor* monitor) {
  use_lab();
  const throng_index_options from = given(options, "the index options");
  IndexOptions index;
  index.landmarks.count = from.landmarks;
  index.landmarks.placement = choice(from.placement, Placement::coverage, "placement");
  index.landmarks.metric = choice(from.metric, FieldMetric::steps, "metric");
  index.landmarks.storage = choice(from.storage, LandmarkStorage::jump_points, "storage");
  if (from.storage == THRONG_STORE_COMPRESSED)
    refuse(parse_landmark_storage("compressed").error().what, THRONG_UNSUPPORTED);
  index.jump_graph = yes(from.jump_graph, "jump_graph");
  index.hub_labels.build = yes(from.hubs, "hubs");
  index.hub_labels.cells = yes(from.cell_labels, "cell_labels");
  index.areas = yes(from.areas, "areas");
  index.gates.build = yes(from.gates, "gates");
  index.hub_labels.memory = bytes(from.hub_memory);
  index.gates.memory = bytes(from.gate_memory);
  index.fronts.build = yes(from.fronts, "fronts");
  index.fronts.memory = bytes(from.front_memory);
  index.hierarchy.build = yes(from.hierarchy, "hierarchy");
  index.hierarchy.memory = bytes(from.hierarchy_memory);
  index.lines.build = yes(from.lines, "lines");
  index.lines.memory = bytes(from.lines_memory);
  index.landmarks.seed = from.seed;
  index.monitor = monitor;
  return index;
}

template <>
throng_load_options defaults() {
  throng_load_options options{};
  options.size = sizeof options;
  options.check = THRONG_CHECK_RANGES;
  return options;
}

IndexLoadOptions load_options_of(const throng_load_options* options) {
  const throng_load_options from = given(options, "the load options");
  if (from.check == THRONG_CHECK_VALUES)
    refuse("values are no longer checked: build the index again and compare the files",
           THRONG_UNSUPPORTED);
  return {choice(from.check, IndexCheck::ranges, "check"), yes(from.copy, "copy")};
}

template <>
throng_solver_options defaults() {
  const SolverOptions solver;
  throng_solver_options options{};
  options.size = sizeof options;
  options.weight_percent = solver.weight_percent;
  options.beam_width = solver.beam_width;
  options.reopen = solver.reopen ? 1 : 0;
  return options;
}

SolverOptions solver_options_of(const throng_solver_options* options) {
  use_lab();
  const throng_solver_options from = given(options, "the solver options");
  SolverOptions solver;
  solver.algorithm = choice(from.algorithm, kAlgorithms.back(), "algorithm");
  solver.heuristic = choice(from.heuristic, kHeuristics.back(), "heuristic");
  if (from.active_landmarks != 0)
    refuse("active_landmarks must be 0: queries use all landmarks, which was the fastest",
           THRONG_UNSUPPORTED);
  solver.weight_percent = from.weight_percent;
  solver.beam_width = from.beam_width;
  solver.reopen = yes(from.reopen, "reopen");
  solver.ties = choice(from.ties, kTies.back(), "ties");
  return solver;
}

template <>
throng_batch_options defaults() {
  const BatchOptions batch;
  throng_batch_options options{};
  options.size = sizeof options;
  options.paths = 1;
  options.max_moves = batch.max_moves;
  options.max_expansions = batch.max_expansions;
  options.max_cost = batch.max_cost;
  return options;
}

BatchOptions batch_options_of(const throng_batch_options* options, Monitor* monitor) {
  BatchOptions batch;
  batch.monitor = monitor;
  if (options == nullptr) return batch;
  const throng_batch_options from = given(options, "the batch options");
  batch.sharing = choice(from.sharing, Sharing::goals, "sharing");
  batch.paths = yes(from.paths, "paths");
  batch.latency = yes(from.latency, "latency");
  batch.max_moves = from.max_moves;
  batch.max_expansions = from.max_expansions;
  batch.max_cost = cost_limit(from.max_cost);
  return batch;
}

template <>
throng_field_options defaults() {
  throng_field_options options{};
  options.size = sizeof options;
  options.max_cost = THRONG_NO_COST_LIMIT;
  return options;
}

DistanceOptions field_options_of(const throng_field_options* options, Monitor* monitor) {
  const throng_field_options from = given(options, "the field options");
  DistanceOptions field;
  field.metric = choice(from.metric, FieldMetric::steps, "metric");
  field.direction = choice(from.direction, SweepDirection::to_sources, "direction");
  field.max_cost = cost_limit(from.max_cost);
  field.monitor = monitor;
  return field;
}

template <>
throng_frame_report defaults() {
  throng_frame_report report{};
  report.size = sizeof report;
  return report;
}

template <>
throng_scheduler_options defaults() {
  const SchedulerOptions scheduler;
  throng_scheduler_options options{};
  options.size = sizeof options;
  options.ageing = scheduler.ageing;
  options.paused_searches = static_cast<std::uint32_t>(scheduler.paused_searches);
  options.max_moves = scheduler.max_moves;
  options.settle_work = scheduler.settle_work;
  return options;
}

SchedulerOptions scheduler_options_of(const throng_scheduler_options* options) {
  const throng_scheduler_options from = given(options, "the scheduler options");
  SchedulerOptions scheduler;
  scheduler.ageing = from.ageing;
  scheduler.paused_searches = from.paused_searches;
  scheduler.sharing = choice(from.sharing, Sharing::goals, "sharing");
  scheduler.report_dropped = yes(from.report_dropped, "report_dropped");
  scheduler.settle_work = from.settle_work;
  scheduler.max_moves = from.max_moves;
  scheduler.lines = yes(from.lines, "lines");
  return scheduler;
}

Request request_of(const throng_request& from) {
  if ((from.flags & ~std::uint32_t{THRONG_APPROACH | THRONG_ESCAPE}) != 0)
    refuse("a request has unknown flags");
  if (!(from.radius >= 0) || std::isinf(from.radius))
    refuse("the radius of a request is negative or no number");
  Request request;
  request.start = {from.start.x, from.start.y};
  request.goals = array_as<Position>(from.goals, from.goal_count, "goals");
  request.visit = choice(from.visit, Visit::in_turn, "visit");
  request.radius = from.radius;
  request.approach = (from.flags & THRONG_APPROACH) != 0;
  request.escape_blocked_start = (from.flags & THRONG_ESCAPE) != 0;
  return request;
}

template <>
throng_frame_request defaults() {
  throng_frame_request request{};
  request.size = sizeof request;
  request.agent = THRONG_NO_AGENT;
  request.priority = THRONG_NORMAL;
  request.max_expansions = THRONG_NO_LIMIT;
  request.max_cost = THRONG_NO_COST_LIMIT;
  return request;
}

Request frame_request_of(const throng_frame_request* request, std::size_t classes) {
  const throng_frame_request from = given(&out(request, "request"), "request");
  if (from.movement >= classes)
    refuse("movement is " + std::to_string(from.movement) + ", but there are " +
           std::to_string(classes) + " classes");
  Request frame = request_of(from.request);
  frame.agent = static_cast<AgentId>(from.agent);
  frame.movement = from.movement;
  frame.priority = choice(from.priority, Priority::low, "priority");
  frame.max_expansions = from.max_expansions;
  frame.max_cost = cost_limit(from.max_cost);
  return frame;
}

template <>
throng_map_class defaults() {
  const LivingClass living;
  throng_map_class movement{};
  movement.size = sizeof movement;
  movement.landmarks = living.landmarks;
  movement.jump_graph = living.jump_graph ? 1 : 0;
  movement.front_memory = living.front_memory;
  return movement;
}

namespace {

Weight danger_of(std::uint32_t most) {
  if (most > kMaxWeight) refuse("max_danger is above " + std::to_string(kMaxWeight));
  return static_cast<Weight>(most);
}

}  // namespace

LivingClass class_of(const throng_map_class* movement) {
  const throng_map_class from = given(&out(movement, "a class"), "a class");
  const bool labels = yes(from.hub_labels, "hub_labels");
  return {.rules = rules_of(from.rules),
          .landmarks = from.landmarks,
          .jump_graph = yes(from.jump_graph, "jump_graph") || labels,
          .fronts = yes(from.fronts, "fronts"),
          .front_rows = yes(from.front_rows, "front_rows"),
          .front_memory = static_cast<std::size_t>(from.front_memory),
          .max_danger = danger_of(from.max_danger),
          .lines = yes(from.lines, "lines")};
}

template <>
throng_map_options defaults() {
  throng_map_options options{};
  options.size = sizeof options;
  options.history = static_cast<std::uint32_t>(LivingOptions{}.history);
  return options;
}

LivingOptions living_options_of(const throng_map_options* options, const Ground& ground) {
  const throng_map_options from = given(options, "the map options");
  if (from.max_weight > kMaxWeight)
    refuse("max_weight is above " + std::to_string(kMaxWeight));
  return {.weights = ground.weights,
          .altitude = ground.altitude,
          .steps = yes(from.steps, "steps"),
          .closed_steps = ground.closed_steps,
          .links = ground.links,
          .max_weight = static_cast<Weight>(from.max_weight),
          .history = from.history};
}

namespace {

/// Reads one edit. number: of it in the list, for messages.
class EditReader {
 public:
  EditReader(const throng_edit& edit, std::size_t number,
             std::span<const throng_block> blocks)
      : edit_(edit), number_(number), blocks_(blocks) {}

  Edit read() const {
    const Position corner{edit_.at.x, edit_.at.y};
    const MapRect rect{corner, edit_.at.width, edit_.at.height};
    constexpr int kMost = std::numeric_limits<int>::max();
    switch (edit_.kind) {
      case THRONG_EDIT_TERRAIN:
        return TerrainEdit{rect, static_cast<char>(value(127))};
      case THRONG_EDIT_WEIGHT:
        return WeightEdit{rect, static_cast<Weight>(value(kMaxWeight))};
      case THRONG_EDIT_STEP:
        return StepEdit{corner, static_cast<Move>(value(kMoves - 1)),
                        yes(edit_.open, "open")};
      case THRONG_EDIT_LINK:
        return LinkEdit{static_cast<std::size_t>(value(kMost)), yes(edit_.open, "open")};
      case THRONG_EDIT_RESTORE:
        return RestoreEdit{rect};
      case THRONG_EDIT_TERRAIN_BLOCK:
        return TerrainBlockEdit{corner,
                                {values(block().characters, "characters").data(),
                                 rect.width, rect.height, rect.width}};
      case THRONG_EDIT_WEIGHT_BLOCK:
        return WeightBlockEdit{rect, values(block().weights, "weights")};
      case THRONG_EDIT_DANGER:
        if (edit_.open < 0)
          refuse(name() + " has a class of " + std::to_string(edit_.open));
        return DangerEdit{static_cast<std::size_t>(edit_.open), rect,
                          values(block().weights, "weights")};
      default:
        refuse("the kind of " + name() + " is " + std::to_string(edit_.kind));
    }
  }

 private:
  std::string name() const { return "edit " + std::to_string(number_); }

  std::int32_t value(std::int32_t largest) const {
    if (edit_.value < 0 || edit_.value > largest)
      refuse("the value of " + name() + " is " + std::to_string(edit_.value) +
             ", not 0 to " + std::to_string(largest));
    return edit_.value;
  }

  const throng_block& block() const {
    if (edit_.value < 0 || static_cast<std::size_t>(edit_.value) >= blocks_.size())
      refuse(name() + " needs block " + std::to_string(edit_.value) + " of " +
             std::to_string(blocks_.size()));
    return blocks_[static_cast<std::size_t>(edit_.value)];
  }

  /// A value for each cell; none if the rectangle has none.
  template <class T>
  std::span<const T> values(const T* first, const char* what) const {
    if (first == nullptr) refuse("the block of " + name() + " has no " + what);
    if (edit_.at.width < 1 || edit_.at.height < 1) return {};
    return {first, static_cast<std::size_t>(edit_.at.width) *
                       static_cast<std::size_t>(edit_.at.height)};
  }

  const throng_edit& edit_;
  std::size_t number_;
  std::span<const throng_block> blocks_;
};

}  // namespace

std::vector<Edit> edits_of(const throng_edit* edits, std::size_t count,
                           std::span<const throng_block> blocks) {
  std::vector<Edit> list;
  list.reserve(count);
  for (const throng_edit& edit : array(edits, count, "edits"))
    list.push_back(EditReader(edit, list.size(), blocks).read());
  return list;
}

MapChanges changes_of(const throng_changes* changes) {
  const throng_changes from = given(&out(changes, "changes"), "changes");
  const auto costlier = array_as<MapRect>(from.costlier, from.costlier_count, "costlier");
  const auto cheaper = array_as<MapRect>(from.cheaper, from.cheaper_count, "cheaper");
  return {{costlier.begin(), costlier.end()}, {cheaper.begin(), cheaper.end()}};
}

template <>
throng_changes defaults() {
  throng_changes changes{};
  changes.size = sizeof changes;
  return changes;
}

template <>
throng_crowd_options defaults() {
  const CrowdOptions crowd;
  throng_crowd_options options{};
  options.size = sizeof options;
  options.bodies = static_cast<std::int32_t>(crowd.bodies);
  options.spare_fields = crowd.spare_fields;
  options.window = crowd.window;
  return options;
}

CrowdOptions crowd_options_of(const throng_crowd_options* options) {
  const throng_crowd_options from = given(options, "the crowd options");
  return {.bodies = choice(from.bodies, Bodies::synchronous, "bodies"),
          .spare_fields = bytes(from.spare_fields),
          .window = from.window};
}

template <>
throng_crowd_unit defaults() {
  const CrowdUnit one;
  throng_crowd_unit unit{};
  unit.size = sizeof unit;
  unit.period = one.period;
  unit.idle = static_cast<std::int32_t>(one.idle);
  return unit;
}

std::uint8_t period_of(std::int32_t period) {
  if (period < 1 || period > 255)
    refuse("period is " + std::to_string(period) + ", not 1 to 255");
  return static_cast<std::uint8_t>(period);
}

CrowdUnit crowd_unit_of(const throng_crowd_unit* unit) {
  const throng_crowd_unit from = given(&out(unit, "unit"), "unit");
  return {.at = {from.at.x, from.at.y},
          .movement = from.movement,
          .period = period_of(from.period),
          .idle = choice(from.idle, Idle::holds, "idle")};
}

template <>
throng_crowd_budget defaults() {
  const CrowdBudget crowd;
  throng_crowd_budget budget{};
  budget.size = sizeof budget;
  budget.decisions = crowd.decisions;
  budget.field_cells = crowd.field_cells;
  return budget;
}

CrowdBudget crowd_budget_of(const throng_crowd_budget* budget) {
  const throng_crowd_budget from = given(budget, "the budget");
  return {.decisions = bytes(from.decisions), .field_cells = bytes(from.field_cells)};
}

std::span<const ClosedStep> closed_steps_of(const throng_closed_step* steps,
                                            std::size_t count) {
  const auto all = array_as<ClosedStep>(steps, count, "closed_steps");
  for (const ClosedStep& step : all)
    if (is_link(step.move)) refuse("the move of a closed step is none");
  return all;
}

Ground::Ground(const throng_terrain* options) {
  const throng_terrain from = given(&out(options, "terrain"), "terrain");
  take(Terrain::check_size(from.width, from.height));
  if (from.cells == nullptr) refuse("the terrain has no cells");
  if (from.pitch != 0 && from.pitch < from.width)
    refuse("pitch is " + std::to_string(from.pitch) + ", less than the width");
  terrain = {from.cells, from.width, from.height,
             from.pitch != 0 ? from.pitch : from.width};
  const std::size_t cells =
      static_cast<std::size_t>(from.width) * static_cast<std::size_t>(from.height);
  if (from.weights != nullptr) weights = {from.weights, cells};
  if (from.altitude != nullptr) altitude = {from.altitude, cells};
  closed_steps = closed_steps_of(from.closed_steps, from.closed_step_count);
  links = array_as<Link>(from.links, from.link_count, "links");
}

}  // namespace throng::c_interface
