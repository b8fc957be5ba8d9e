// The loop of a game: 5,000 units of three sizes receive group orders, chase each other,
// stop, and receive new orders while they walk and while they wait for a path.
#include "job_pool.hpp"

#include <throng/throng.hpp>

#include <array>
#include <cstdio>
#include <memory>
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t kUnits = 5000, kGroup = 100, kChasers = 100;
constexpr std::array kSizes{1, 2, 4};  // of the movement classes
constexpr std::size_t kLead = 8;       // moves that a unit may make while it waits

struct Unit {
  std::size_t movement = 0;
  throng::RouteId route{};  // in the book of its movement class
  throng::Position goal;    // of its latest request
  throng::Ticket ticket{};  // of its latest request
};

struct Game {
  std::vector<throng::RouteBook> books;  // of the movement classes
  throng::FrameScheduler scheduler;
  throng::Workers& workers;
  throng::Answers finished;
  std::vector<Unit> units;

  throng::RouteBook& book(const Unit& unit) { return books[unit.movement]; }
  throng::Position position(const Unit& unit) {
    return book(unit).route(unit.route).position();
  }
};

// Sends a unit to a new goal. It keeps walking while it waits: its new path will begin
// kLead moves ahead, and it does not walk farther than that.
void send(Game& game, std::uint32_t number, throng::Position goal) {
  Unit& unit = game.units[number];
  unit.goal = goal;
  throng::RouteBook& book = game.book(unit);
  book.truncate(unit.route, kLead);
  const throng::Position start = book.ahead(unit.route, kLead);
  unit.ticket = game.scheduler.submit({.start = start,
                                       .goals = {&goal, 1},
                                       .agent = throng::AgentId{number},
                                       .movement = unit.movement});
}

void stop(Game& game, std::uint32_t number) {
  Unit& unit = game.units[number];
  game.scheduler.cancel(unit.ticket);
  game.book(unit).truncate(unit.route, 0);
}

// A unit that chases another asks again whenever that one has moved on.
void chase(Game& game, std::uint32_t number, std::uint32_t prey) {
  const throng::Position there = game.position(game.units[prey]);
  if (game.units[number].goal != there) send(game, number, there);
}

void play_frame(Game& game) {
  game.scheduler.run(throng::FrameBudget::expansions(20'000), game.workers);
  game.scheduler.poll(game.finished);
  for (std::size_t i = 0; i < game.finished.size(); ++i) {
    if (!game.finished.current[i]) continue;  // the unit has a newer request
    Unit& unit = game.units[static_cast<std::size_t>(game.finished.agent[i])];
    const throng::PathView path = game.finished.path(game.finished.slot(i));
    game.book(unit).join(unit.route, path, unit.goal);  // false: it was pushed off its way
  }
  for (Unit& unit : game.units)
    if (!game.book(unit).route(unit.route).empty()) game.book(unit).advance(unit.route);
}

bool is_move(const throng::Grid& grid, throng::Position from, throng::Position to) {
  for (std::size_t d = 0; d < throng::kMoves; ++d)
    if ((grid.moves(from) >> d & 1U) != 0 &&
        grid.step(from, static_cast<throng::Move>(d)) == to)
      return true;
  return false;
}

// Plays a frame. Returns the number of units that walked, or -1 if one of them teleported.
int walk(Game& game) {
  std::vector<throng::Position> before;
  for (const Unit& unit : game.units) before.push_back(game.position(unit));
  play_frame(game);
  int walked = 0;
  for (std::size_t i = 0; i < game.units.size(); ++i) {
    const Unit& unit = game.units[i];
    const throng::Position now = game.position(unit);
    if (now == before[i]) continue;
    if (!is_move(*game.book(unit).grid(), before[i], now)) return -1;
    ++walked;
  }
  return walked;
}

// The cells on which units of every size can stand and meet: the largest component of the
// grid of the largest units.
std::vector<throng::Position> meeting_cells(const throng::Grid& grid) {
  std::vector<std::vector<throng::Position>> cells(grid.component_count());
  for (throng::Position p; p.y < grid.height(); ++p.y)
    for (p.x = 0; p.x < grid.width(); ++p.x)
      if (grid.open(p)) cells[grid.component(grid.cell(p))].push_back(p);
  std::size_t most = 0;
  for (std::size_t k = 1; k < cells.size(); ++k)
    if (cells[k].size() > cells[most].size()) most = k;
  return cells.empty() ? std::vector<throng::Position>() : cells[most];
}

}  // namespace

int main() {
  const auto terrain =
      throng::generate(throng::MapKind::caves, {.width = 160, .height = 160, .seed = 2});
  if (!terrain) return 1;
  const auto clearance = throng::Clearance::make(*terrain);
  if (!clearance) return 1;
  std::vector<std::shared_ptr<const throng::Grid>> grids;
  std::vector<throng::Solver> solvers;
  for (const int size : kSizes) {
    const auto grid =
        throng::Grid::make(*terrain, {.unit_size = size}, {.clearance = &*clearance});
    if (!grid) return 1;
    grids.push_back(*grid);
    solvers.push_back(*throng::Solver::make(*grid));
  }
  const std::vector<throng::Position> cells = meeting_cells(*grids.back());
  if (cells.size() < 1000) return 1;

  JobPool pool(3);
  std::pmr::synchronized_pool_resource memory;        // of searches, on several threads
  std::pmr::unsynchronized_pool_resource own_memory;  // of this thread
  throng::Workers workers(pool, &memory);
  auto scheduler = throng::FrameScheduler::make(
      std::move(solvers), {.sharing = throng::Sharing::goals}, &memory);
  if (!scheduler) return 1;
  Game game{{}, *std::move(scheduler), workers, throng::Answers(&own_memory), {}};
  for (const auto& grid : grids) game.books.emplace_back(grid, &own_memory);
  const auto cell = [&](std::size_t k) { return cells[k * 7919 % cells.size()]; };
  for (std::size_t i = 0; i < kUnits; ++i) {
    Unit& unit = game.units.emplace_back(
        Unit{.movement = i / kGroup % kSizes.size(), .goal = cell(i)});
    unit.route = game.book(unit).add(unit.goal);
  }

  // Units 0 to kChasers - 1 are small; each chases one of the largest units.
  const std::uint32_t first_prey = 2 * kGroup, first_stopped = kUnits - kGroup;
  std::vector<throng::Position> stopped;
  for (std::size_t frame = 0; frame < 5000; ++frame) {
    for (std::uint32_t i = kGroup; frame < 60 && i < kUnits; ++i)
      if ((frame + i / kGroup) % 50 == 0 || frame == 0)  // orders of whole groups
        send(game, i, cell(frame + i / kGroup));
    for (std::uint32_t i = 0; frame % 5 == 0 && i < kChasers; ++i)
      chase(game, i, first_prey + i);
    for (std::uint32_t i = first_stopped; frame == 52 && i < kUnits; ++i) {
      stop(game, i);
      stopped.push_back(game.position(game.units[i]));
    }
    const int walked = walk(game);
    if (walked < 0) return 1;
    if (walked == 0 && game.scheduler.waiting() == 0 && frame % 5 == 0) break;
  }

  std::size_t arrived = 0;
  for (std::size_t i = 0; i < first_stopped; ++i)
    arrived += game.position(game.units[i]) == game.units[i].goal ? 1 : 0;
  for (std::uint32_t i = 0; i < kChasers; ++i)
    if (game.units[i].goal != game.position(game.units[first_prey + i])) return 1;
  for (std::size_t i = 0; i < stopped.size(); ++i)
    if (game.position(game.units[first_stopped + i]) != stopped[i]) return 1;
  std::printf("%zu units arrived\n", arrived);
  return arrived == first_stopped && !stopped.empty() ? 0 : 1;
}
