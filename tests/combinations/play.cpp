#include "play.hpp"

#include "../support/batches.hpp"
#include "answers.hpp"
#include "line_check.hpp"
#include "stage.hpp"

#include <throng/distances.hpp>
#include <throng/field.hpp>
#include <throng/route_book.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace throng::test::pairs {
namespace {

/// Frames after which a scheduler must have answered everything.
constexpr int kMostFrames = 3000;

void record(std::string& into, std::span<const Move> moves) {
  for (const Move move : moves)
    into += static_cast<char>('a' + static_cast<int>(move) % 26);
}

void record(std::string& into, const Answers& result) {
  for (std::size_t i = 0; i < result.slots(); ++i) {
    into += std::string(name(result.status[i])) + " " + std::to_string(result.cost[i]) +
            " " + std::to_string(result.upper[i]) + " " +
            std::to_string(result.expanded[i]) + " ";
    record(into, result.path(i).moves());
    into += '\n';
  }
}

void record(std::string& into, std::span<const Position> points) {
  for (const Position point : points)
    into += std::to_string(point.x) + "," + std::to_string(point.y) + " ";
}

void record(std::string& into, std::span<const Cost> costs) {
  for (const Cost cost : costs) into += std::to_string(cost) + " ";
}

/// Whether a result can be read at all.
bool is_whole(const Answers& answers) {
  const std::size_t slots = answers.slots();
  return answers.first.back() == slots && answers.end.size() == slots &&
         answers.end_cost.size() == slots && answers.path_begin.size() == slots + 1 &&
         std::ranges::is_sorted(answers.first) &&
         std::ranges::is_sorted(answers.path_begin) &&
         answers.path_begin.back() == answers.moves.size();
}

class Play {
 public:
  Play(const Row& row, int threads, std::uint64_t seed)
      : row_(row), setup_(setup_of(row)), workers_(threads), stage_(setup_, seed) {}

  Played play() {
    played_.refusal = stage_.make(workers_);
    if (!played_.refusal) check_parts();
    if (!played_.refusal) play_frames();
    if (!played_.refusal && setup_.holds) check_held();
    played_.tally.restored += stage_.restored();
    return std::move(played_);
  }

 private:
  void problem(const std::string& what) { played_.problems.push_back(what); }

  /// Whether the parts of the index that were skipped say why.
  void check_parts() {
    const Index index = stage_.index();
    played_.tally.label_entries += index.part(Part::lines).fact("label entries");
    played_.tally.edges += index.part(Part::lines).fact("edges");
    for (const Part part : {Part::hub_labels, Part::fronts, Part::hierarchy, Part::lines}) {
      std::string expected;
      for (const SkippedPart& skipped : skipped_parts())
        if (expected.empty() && skipped.part == part && skipped.applies_to(row_))
          expected = skipped.words;
      const std::string refusal = index.part(part).refusal;
      if (refusal == expected) continue;
      std::string said = "a part was skipped because \"";
      said += refusal;
      said += "\", expected \"";
      said += expected;
      problem(said += "\"");
    }
  }

  void play_frames() {
    switch (setup_.ask) {
      case Ask::queries:
        return each_version([&](const Solver& solver) { solve_queries(solver); });
      case Ask::requests:
        return each_version([&](const Solver& solver) { solve_requests(solver); });
      case Ask::frames:
        return play_game();
      case Ask::field:
        return each_version([&](const Solver&) { check_distances(); });
      case Ask::flow_field:
        return play_flow_field();
      case Ask::table:
        return each_version([&](const Solver&) { check_table(); });
      case Ask::matrix:
        return each_version([&](const Solver&) { check_matrix(); });
      case Ask::places:
        return play_places();
      case Ask::routes:
        return play_routes();
    }
  }

  std::optional<Solver> solver() {
    auto solver = stage_.solver();
    if (!solver) played_.refusal = solver.error().what;
    return solver ? std::optional(*solver) : std::nullopt;
  }

  /// Goes to the next version of the map. False: the last one, or refused.
  bool advance() {
    if (played_.refusal || stage_.at_end()) return false;
    played_.refusal = stage_.advance(workers_);
    return !played_.refusal;
  }

  template <class Visit>
  void each_version(const Visit& visit) {
    do {
      const auto now = solver();
      if (!now) return;
      visit(*now);
    } while (advance());
  }

  Limits limits() {
    Limits limits{.max_expansions = setup_.max_expansions};
    if (setup_.max_steps >= 0)
      limits.max_cost = stage_.grid()->cost_of_steps(setup_.max_steps);
    return limits;
  }

  BatchOptions batch_options() {
    const Limits within = limits();
    return {.sharing = setup_.sharing,
            .max_expansions = within.max_expansions,
            .max_cost = within.max_cost};
  }

  void count(const Answers& result) {
    for (const Status status : result.status) {
      ++played_.tally.answers;
      ++(status == Status::found ? played_.tally.found : played_.tally.lost);
    }
  }

  /// The straight lines of the queries of a row, if it has lines and the ground has.
  void solve_lines() {
    const Index index = stage_.index();
    if (!index.has(Part::lines)) return;
    const std::vector<Query> queries = this->queries();
    AnyAnglePaths lines;
    if (!throng::solve_lines(index, queries, workers_, lines))
      return problem("an index with lines finds none");
    LineCheck check(played_.problems, workers_);
    check.add(stage_.truth(), stage_.grid(), queries, lines);
    played_.tally.lines += check.finish();
    record(played_.record, lines.points);
  }

  std::vector<Query> queries() const {
    std::vector<Query> all;
    for (const Demand::One& one : stage_.demand().all)
      all.push_back({one.start, one.goals.front()});
    return all;
  }

  void solve_queries(const Solver& solver) {
    const std::vector<Query> queries = this->queries();
    const Answers result = solver.solve(queries, workers_, batch_options());
    AnswerCheck check(played_.problems);
    for (std::size_t i = 0; i < queries.size(); ++i)
      check.query(stage_.truth(), *stage_.grid(), solver, queries[i], result, i, limits());
    check.finish();
    count(result);
    record(played_.record, result);
    solve_lines();
  }

  static Request request_of(const Demand::One& one) {
    return {.start = one.start,
            .goals = one.goals,
            .visit = one.visit,
            .radius = one.radius,
            .approach = one.approach,
            .escape_blocked_start = one.escape};
  }

  void solve_requests(const Solver& solver) {
    std::vector<Request> requests;
    for (const Demand::One& one : stage_.demand().all) requests.push_back(request_of(one));
    const Answers result = solver.solve(requests, workers_, batch_options());
    AnswerCheck check(played_.problems);
    for (std::size_t i = 0; i < requests.size(); ++i)
      check.request(stage_.truth(), *stage_.grid(), solver, requests[i], result, i,
                    limits());
    check.finish();
    count(result);
    record(played_.record, result);
    solve_lines();
  }

  // A game with a scheduler

  /// A request of the game.
  struct Asked {
    const Demand::One* one = nullptr;
    int reports = 0;
    bool cancelled = false;
  };

  void play_game() {
    const int waves = setup_.saves ? 2 : 1;
    for (int wave = 0; wave < waves && !played_.refusal; ++wave) {
      if (wave > 0 && !advance()) return;  // restores the map
      play_wave();
    }
  }

  void play_wave() {
    auto made = stage_.scheduler({.ageing = 3,
                                  .paused_searches = 3,
                                  .sharing = setup_.sharing,
                                  .report_dropped = true,
                                  .lines = setup_.lines});
    if (!made) {
      played_.refusal = made.error().what;
      return;
    }
    FrameScheduler scheduler = *std::move(made);
    const auto now = solver();
    if (!now) return;
    std::vector<Asked> asked;
    std::size_t next = 0;
    const std::vector<Demand::One>& all = stage_.demand().all;
    for (int frame = 0;; ++frame) {
      if (frame == kMostFrames)
        return problem("the scheduler has not answered " +
                       std::to_string(scheduler.waiting()) + " requests after " +
                       std::to_string(frame) + " frames");
      const std::size_t end =
          all.size() * std::min<std::size_t>(frame + 1, setup_.waves) / setup_.waves;
      while (next < end) submit(scheduler, all[next++], asked);
      if (frame % 2 == 1 && setup_.living && frame < 8) stage_.edit(scheduler, workers_);
      const FrameReport report = scheduler.run(setup_.budget, workers_);
      stage_.follow();
      count(report);
      if (report.waiting != scheduler.waiting() || report.waiting > asked.size())
        return problem("waiting() is " + std::to_string(scheduler.waiting()) + " of " +
                       std::to_string(asked.size()) + " requests");
      if (!check_finished(scheduler, frame, report, asked, *now)) return;
      // Before the first edit: saved slots report the newest grid.
      if (const auto wrong =
              frame == 0 && setup_.saves ? stage_.restore(scheduler) : std::nullopt)
        return problem(*wrong);
      if (frame >= 8 && scheduler.waiting() == 0) break;
    }
    for (std::size_t t = 0; t < asked.size(); ++t)
      if (asked[t].reports != 1)
        problem("ticket " + std::to_string(t) + " was reported " +
                std::to_string(asked[t].reports) + " times");
  }

  void submit(FrameScheduler& scheduler, const Demand::One& one,
              std::vector<Asked>& asked) {
    const Limits within = limits();
    Request request = request_of(one);
    request.agent = one.agent;
    request.max_expansions = within.max_expansions;
    request.max_cost = within.max_cost;
    request.priority = static_cast<Priority>(asked.size() % kPriorities);
    if (setup_.waves == 2)
      request.priority =
          asked.size() * 2 < stage_.demand().all.size() ? Priority::low : Priority::urgent;
    const Ticket ticket = scheduler.submit(request);
    if (static_cast<std::size_t>(ticket) != asked.size()) problem("the number of a ticket");
    asked.push_back({&one});
    if (!one.cancel || asked.size() < 4) return;
    // One that may be new, waiting, paused or finished.
    const std::size_t victim = asked.size() - 1 - asked.size() % 4;
    asked[victim].cancelled = true;
    scheduler.cancel(static_cast<Ticket>(victim));
  }

  void count(const FrameReport& report) {
    Tally& tally = played_.tally;
    tally.swept += report.answered_by_sweep;
    tally.copied += report.copied;
    tally.paused += report.paused;
    tally.repeated += report.repeated > 0 ? 1 : 0;
    tally.confirmed += report.confirmed;
    tally.outdated += report.outdated;
    tally.dropped += report.dropped;
    played_.record += std::to_string(report.spent) + " " + std::to_string(report.finished) +
                      " " + std::to_string(report.waiting) + "\n";
  }

  bool is_newest(const std::vector<Asked>& asked, std::size_t ticket) const {
    const AgentId agent = asked[ticket].one->agent;
    if (agent == kNoAgent) return true;
    return std::none_of(asked.begin() + static_cast<std::ptrdiff_t>(ticket) + 1,
                        asked.end(),
                        [&](const Asked& later) { return later.one->agent == agent; });
  }

  bool check_finished(FrameScheduler& scheduler, int frame, const FrameReport& report,
                      std::vector<Asked>& asked, const Solver& solver) {
    Answers finished;
    scheduler.poll(finished);
    if (!is_whole(finished) || finished.ticket.size() != finished.size()) {
      problem("finished requests have no whole answers");
      return false;
    }
    AnswerCheck check(played_.problems);
    LineCheck lines(played_.problems, workers_);
    for (std::size_t i = 0; i < finished.size(); ++i) {
      const auto ticket = static_cast<std::size_t>(finished.ticket[i]);
      if (ticket >= asked.size()) {
        problem("an unknown ticket");
        return false;
      }
      ++asked[ticket].reports;
      const bool newest = is_newest(asked, ticket);
      if (finished.current[i] != newest)
        problem("ticket " + std::to_string(ticket) + " is " +
                (newest ? "not current, without a newer one"
                        : "current, in spite of a newer one"));
      check_answer(finished, i, asked[ticket], newest, frame == int(report.frame), check,
                   solver);
      if (setup_.lines) add_lines(finished, i, lines);
      played_.record += std::to_string(ticket) + " in " + std::to_string(frame) + "\n";
    }
    check.finish();
    count(finished);
    record(played_.record, finished);
    played_.tally.lines_of_games += lines.finish();
    record(played_.record, finished.points);
    return true;
  }

  void add_lines(const Answers& finished, std::size_t i, LineCheck& lines) {
    for (std::size_t slot = finished.first[i]; slot < finished.first[i + 1]; ++slot)
      if (Truth* const truth = stage_.truth_of(finished.grid(slot)))
        lines.add(*truth, finished, slot);
  }

  void check_answer(const Answers& finished, std::size_t i, const Asked& asked, bool newest,
                    bool now, AnswerCheck& check, const Solver& solver) {
    const Request request = request_of(*asked.one);
    const Answers& result = finished;
    const std::size_t first = result.first[i], slots = result.first[i + 1] - first;
    if (slots != (request.visit == Visit::any ? 1 : request.goals.size()))
      return problem("the number of slots: " + std::to_string(slots));
    std::optional<Position> start;
    for (std::size_t k = 0; k < slots; ++k) {
      const std::size_t slot = first + k;
      if (result.status[slot] == Status::cancelled) {
        if (newest && !asked.cancelled) problem("an answer is missing");
        return;
      }
      const Grid& grid = finished.grid(slot);
      Truth* const truth = stage_.truth_of(grid);
      if (truth == nullptr) return problem("an answer on an unknown version of the map");
      if (now && k + 1 == slots && &grid != stage_.grid().get())
        problem("an answer on an older version of the map");
      // A patrol goes on from the end of its last path, where a building may stand now.
      Request from_here = request;
      if (request.visit == Visit::in_turn) from_here.start = start.value_or(request.start);
      start = AnswerCheck::start_of(*truth, grid, from_here);
      const auto goals =
          request.visit == Visit::any ? request.goals : request.goals.subspan(k, 1);
      check.slot(*truth, grid, solver, request, *start, goals, result, slot,
                 finished.path(slot), limits());
      start = result.end[slot];
    }
  }

  // Fields

  /// The cost from a cell to the nearest of some goals.
  Cost nearest(Position from, std::span<const Position> goals) {
    std::uint64_t least = Truth::kNone;
    for (const Position goal : goals)
      least = std::min(least, stage_.truth().cost(from, goal));
    return least == Truth::kNone ? kUnreachable : static_cast<Cost>(least);
  }

  void compare(const char* what, Position from, Position to, Cost is, Cost expected) {
    ++played_.tally.answers;
    ++(expected == kUnreachable ? played_.tally.lost : played_.tally.found);
    if (is != expected)
      problem(std::string(what) + " from " + coordinates(from) + " to " + coordinates(to) +
              " is " + std::to_string(is) + ", expected " + std::to_string(expected));
  }

  void check_distances() {
    const std::span<const Position> goals = stage_.demand().goals;
    const std::span<const Position> sources = goals.first(3);
    const World& world = stage_.truth().world();
    for (const SweepDirection direction :
         {SweepDirection::from_sources, SweepDirection::to_sources}) {
      const std::vector<Cost> field =
          distances(stage_.index(), sources, workers_,
                    {.direction = direction, .nearest_source = true});
      record(played_.record, field);
      const bool to = direction == SweepDirection::to_sources;
      for (const Position cell : world.cells()) {
        if (!world.open(cell))
          compare("a field at a closed cell", cell, cell, field[world.slot(cell)],
                  kUnreachable);
        else if (!to)
          compare("a field", sources[0], cell, field[world.slot(cell)],
                  nearest_to(sources, cell));
      }
      if (!to) continue;
      for (const Position start : stage_.demand().starts)
        if (world.terrain.contains(start))
          compare("a field to its sources", start, sources[0], field[world.slot(start)],
                  nearest(start, sources));
    }
    const std::vector<Cost> fields = distances(stage_.index(), sources, workers_);
    const std::size_t cells = world.terrain.cell_count();
    for (std::size_t k = 0; k < sources.size(); ++k)
      for (const Position cell : world.cells())
        compare("one of several fields", sources[k], cell,
                fields[k * cells + world.slot(cell)],
                nearest_to(sources.subspan(k, 1), cell));
  }

  /// The cost from the nearest of some sources to a cell.
  Cost nearest_to(std::span<const Position> sources, Position cell) {
    std::uint64_t least = Truth::kNone;
    for (const Position from : sources)
      least = std::min(least, stage_.truth().cost(from, cell));
    return least == Truth::kNone ? kUnreachable : static_cast<Cost>(least);
  }

  void check_table() {
    const std::span<const Position> sources = stage_.demand().starts;
    const std::span<const Position> targets = stage_.demand().goals;
    for (const bool back : {false, true}) {
      const DistanceOptions options{.direction = back ? SweepDirection::to_sources
                                                      : SweepDirection::from_sources};
      const std::vector<Cost> table =
          distances(stage_.index(), sources, targets, workers_, options);
      record(played_.record, table);
      for (std::size_t s = 0; s < sources.size(); ++s)
        for (std::size_t t = 0; t < targets.size(); ++t) {
          const Position from = back ? targets[t] : sources[s];
          const Position to = back ? sources[s] : targets[t];
          compare("a table", from, to, table[s * targets.size() + t],
                  nearest(from, {&to, 1}));
        }
    }
  }

  void check_matrix() {
    const std::span<const Position> points = stage_.demand().goals;
    const std::vector<Cost> matrix = distances(stage_.index(), points, points, workers_);
    record(played_.record, matrix);
    for (std::size_t s = 0; s < points.size(); ++s)
      for (std::size_t t = 0; t < points.size(); ++t)
        compare("a matrix", points[s], points[t], matrix[s * points.size() + t],
                nearest(points[s], points.subspan(t, 1)));
  }

  void play_flow_field() {
    const std::span<const Position> goals =
        std::span<const Position>(stage_.demand().goals).first(3);
    throng::Field far(stage_.index()), near(stage_.index());
    const Cost limit = stage_.grid()->cost_of_steps(6);
    far.set_goals(goals, workers_);
    near.set_goals(goals, workers_, limit);
    for (;;) {
      check_flow_field(far, goals, kUnreachable - 1);
      check_flow_field(near, goals, limit);
      const LivingMap::Version since = stage_.version();
      if (!advance()) return;
      far.follow(stage_.index(), stage_.changes(since), workers_);
      near.follow(stage_.index(), stage_.changes(since), workers_);
      if (static_cast<std::uint64_t>(since) % 3 == 0) continue;
      check_flow_field(far, goals, kUnreachable - 1);
      check_flow_field(near, goals, limit);
      far.set_goals(goals, workers_);
      near.set_goals(goals, workers_, limit);
    }
  }

  void check_flow_field(const throng::Field& field, std::span<const Position> goals,
                        Cost limit) {
    const World& world = stage_.truth().world();
    const Grid& grid = *stage_.grid();
    for (const Position cell : world.cells()) {
      if (world.open(cell)) continue;
      compare("a flow field at a closed cell", cell, goals[0], field.distance(cell),
              kUnreachable);
      if (field.next(cell))
        problem("a flow field leads on from the closed " + coordinates(cell));
    }
    AnswerCheck check(played_.problems);
    for (const Position start : stage_.demand().starts) {
      Cost expected = nearest(start, goals);
      if (expected > limit) expected = kUnreachable;
      compare("a flow field", start, goals[0], field.distance(start), expected);
      if (expected == kUnreachable || field.distance(start) != expected) continue;
      std::vector<Move> moves;
      const AgentId agent{static_cast<std::uint32_t>(played_.tally.answers)};
      field.append_path(start, {setup_.solver.ties, agent}, workers_, moves);
      record(played_.record, moves);
      const PathView path(grid.rules().topology, start, moves, grid.links().get());
      const Position end = path.cells().back();
      if (std::ranges::find(goals, end) == goals.end())
        problem("a flow field leads from " + coordinates(start) + " to " +
                coordinates(end));
      else if (!path_is_sound(grid, path, end, expected))
        problem("a flow field leads from " + coordinates(start) +
                " by a path that costs more");
      else
        check.path(stage_.truth(), path, end, path_length(grid, path));
    }
    check.finish();
  }

  void play_places() {
    const std::span<const Position> places = stage_.demand().goals;
    const std::span<const Position> starts = stage_.demand().starts;
    throng::Field field(stage_.index());
    field.set_goals(places, workers_);
    for (;;) {
      std::vector<Nearest> found(starts.size());
      field.find_nearest(starts, found);
      for (std::size_t k = 0; k < starts.size(); ++k) {
        Nearest expected;
        for (std::size_t j = 0; j < places.size(); ++j) {
          const std::uint64_t cost = stage_.truth().cost(starts[k], places[j]);
          if (cost < expected.cost)
            expected = {static_cast<std::uint32_t>(j), static_cast<Cost>(cost)};
        }
        compare("the nearest place", starts[k], places[0], found[k].cost, expected.cost);
        if (found[k].goal != expected.goal)
          problem("the nearest place of " + coordinates(starts[k]) + " is " +
                  std::to_string(found[k].goal) + ", expected " +
                  std::to_string(expected.goal));
      }
      const LivingMap::Version since = stage_.version();
      if (!advance()) return;
      field.follow(stage_.index(), stage_.changes(since), workers_);
    }
  }

  // Routes

  /// A route of the book, as the game remembers it.
  struct Walk {
    RouteId id;
    std::vector<Position> cells;  ///< still to go; the unit is on the first
    Cost cost = kUnreachable;     ///< kUnreachable: broken
    bool cheapest = false;
  };

  void play_routes() {
    RouteBook book(stage_.grid());
    std::vector<Walk> walks;
    add_routes(book, walks);
    for (;;) {
      for (Walk& walk : walks) check_route(book, walk);
      const LivingMap::Version since = stage_.version();
      if (played_.refusal || !advance()) break;
      review(book, since, walks);
    }
    for (const Walk& walk : walks) {
      if (book.broken(walk.id)) continue;
      for (std::size_t k = 1; k < walk.cells.size(); ++k)
        if (book.advance(walk.id) != walk.cells[k])
          return problem("a route leaves its path at " + coordinates(walk.cells[k]));
    }
  }

  void add_routes(RouteBook& book, std::vector<Walk>& walks) {
    const auto now = solver();
    if (!now) return;
    const std::vector<Query> queries = this->queries();
    const Answers result = now->solve(queries, workers_, batch_options());
    record(played_.record, result);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (result.status[i] != Status::found || result.cost[i] == 0) continue;
      const PathView path = result.path(i);
      walks.push_back({.id = book.add(path, queries[i].goal),
                       .cells = path.cells(),
                       .cost = result.cost[i],
                       .cheapest = result.cost[i] ==
                                   stage_.truth().cost(queries[i].start, queries[i].goal)});
    }
  }

  PathView view(const RouteBook& book, const Walk& walk, std::vector<Move>& moves) const {
    const Route& route = book.route(walk.id);
    moves.assign(route.reversed().rbegin(), route.reversed().rend());
    return {stage_.grid()->rules().topology, route.position(), moves,
            stage_.grid()->links().get()};
  }

  void check_route(RouteBook& book, Walk& walk) {
    ++played_.tally.answers;
    if (book.broken(walk.id)) return;
    std::vector<Move> moves;
    const PathView path = view(book, walk, moves);
    const Position end = walk.cells.back();
    const std::string what =
        "the route from " + coordinates(walk.cells.front()) + " to " + coordinates(end);
    if (path.cells() != walk.cells) return problem(what + " is another path");
    if (!path_is_sound(*stage_.grid(), path, end, book.remaining_cost(walk.id)))
      return problem(what + " does not cost " +
                     std::to_string(book.remaining_cost(walk.id)));
    if (book.route(walk.id).ahead(*stage_.grid(), walk.cells.size() / 2) !=
        walk.cells[walk.cells.size() / 2])
      problem(what + " leads elsewhere");
    if (walk.cells.size() < 3) return;
    if (book.advance(walk.id) != walk.cells[1]) problem(what + " advances elsewhere");
    walk.cells.erase(walk.cells.begin());
    walk.cost = book.remaining_cost(walk.id);
  }

  /// The routes whose cells no longer make a legal path, and the lengths of the others.
  std::set<std::size_t> illegal(const RouteBook& book, const std::vector<Walk>& walks) {
    const World& world = stage_.truth().world();
    Scenario scenario;
    PathList paths;
    for (const Walk& walk : walks) {
      scenario.queries.push_back({walk.cells.front(), walk.cells.back()});
      paths.cells.insert(paths.cells.end(), walk.cells.begin(), walk.cells.end());
      paths.begin.push_back(paths.cells.size());
    }
    std::set<std::size_t> all;
    for (const PathError& error : validate_paths(world.terrain, stage_.truth().rules(),
                                                 scenario, paths, world.options()))
      all.insert(error.query);
    // The cheapest of several links counts.
    for (std::size_t i = 0; i < walks.size(); ++i) {
      scenario.lengths.push_back(0);
      std::vector<Move> moves;
      if (!book.broken(walks[i].id) && !all.contains(i))
        scenario.lengths.back() = path_length(*stage_.grid(), view(book, walks[i], moves));
    }
    for (const PathError& error : validate_paths(world.terrain, stage_.truth().rules(),
                                                 scenario, paths, world.options()))
      if (!all.contains(error.query) && !book.broken(walks[error.query].id))
        problem("a route: " + error.what);
    return all;
  }

  void review(RouteBook& book, LivingMap::Version since, std::vector<Walk>& walks) {
    const RouteReview& found = book.review(stage_.grid(), stage_.changes(since), workers_);
    played_.tally.broken += found.broken.size();
    played_.tally.costlier += found.costlier.size();
    played_.tally.may_shorten += found.may_shorten.size();
    const auto has = [](const std::vector<RouteId>& list, RouteId id) {
      return std::ranges::find(list, id) != list.end();
    };
    const std::set<std::size_t> broken = illegal(book, walks);
    for (std::size_t i = 0; i < walks.size(); ++i) {
      Walk& walk = walks[i];
      const std::string what = "the route from " + coordinates(walk.cells.front()) +
                               " to " + coordinates(walk.cells.back());
      if (book.broken(walk.id) != broken.contains(i) ||
          has(found.broken, walk.id) != broken.contains(i)) {
        problem(what + (broken.contains(i) ? " is broken, and not reported"
                                           : " is reported as broken"));
        continue;
      }
      const Cost before = std::exchange(walk.cost, book.remaining_cost(walk.id));
      const bool cheapest =
          walk.cost == stage_.truth().cost(walk.cells.front(), walk.cells.back());
      if (broken.contains(i)) {
        walk.cheapest = false;
        continue;
      }
      if (before != kUnreachable && has(found.costlier, walk.id) != (walk.cost > before))
        problem(what + " costs " + std::to_string(walk.cost) + " after " +
                std::to_string(before) + ", but the review says otherwise");
      if (walk.cheapest && !cheapest && !has(found.costlier, walk.id) &&
          !has(found.may_shorten, walk.id))
        problem(what + " could be cheaper, which no review says");
      walk.cheapest = cheapest;
    }
  }

  /// Queries on the first version, whatever has happened since.
  void check_held() {
    const auto solver = Solver::make(*stage_.first_index(), setup_.solver);
    if (!solver) return problem("the first version: " + solver.error().what);
    std::vector<Query> queries;
    for (const Position start : stage_.demand().starts)
      queries.push_back({start, stage_.demand().goals.front()});
    const Answers result = solver->solve(queries, workers_);
    const Grid& grid = *stage_.first_index()->grid();
    AnswerCheck check(played_.problems);
    for (std::size_t i = 0; i < queries.size(); ++i)
      check.query(*stage_.truth_of(grid), grid, *solver, queries[i], result, i, {});
    check.finish();
  }

  const Row& row_;
  Setup setup_;
  Workers workers_;
  Stage stage_;
  Played played_;
};

}  // namespace

void Tally::add(const Tally& more) {
  answers += more.answers;
  found += more.found;
  lost += more.lost;
  swept += more.swept;
  copied += more.copied;
  paused += more.paused;
  repeated += more.repeated;
  confirmed += more.confirmed;
  outdated += more.outdated;
  dropped += more.dropped;
  restored += more.restored;
  broken += more.broken;
  costlier += more.costlier;
  may_shorten += more.may_shorten;
  lines += more.lines;
  lines_of_games += more.lines_of_games;
  label_entries += more.label_entries;
  edges += more.edges;
}

Played play(const Row& row, int threads, std::uint64_t seed) {
  return Play(row, threads, seed).play();
}

}  // namespace throng::test::pairs
