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

struct Game {
  throng::RouteBook book;  // of all movement classes; route k is unit k
  throng::FrameScheduler scheduler;
  throng::Workers& workers;
  throng::Answers finished;
  std::vector<throng::Ticket> tickets = {};  // of the latest requests of the units

  throng::Position position(std::uint32_t unit) const {
    return book.route(throng::RouteId{unit}).position();
  }
};

// Sends a unit to a new goal. It keeps walking while it waits: its new path will begin
// kLead moves ahead, and it does not walk farther than that.
void send(Game& game, std::uint32_t unit, throng::Position goal) {
  const throng::RouteId id{unit};
  game.book.set_goal(id, goal);
  game.tickets[unit] = game.scheduler.submit(game.book.request(id, kLead));
}

void stop(Game& game, std::uint32_t unit) {
  game.scheduler.cancel(game.tickets[unit]);
  game.book.truncate(throng::RouteId{unit}, 0);
}

// A unit that chases another asks again whenever that one has moved on.
void chase(Game& game, std::uint32_t unit, std::uint32_t prey) {
  const throng::Position there = game.position(prey);
  if (game.book.goal(throng::RouteId{unit}) != there) send(game, unit, there);
}

void play_frame(Game& game) {
  game.scheduler.run(throng::FrameBudget::expansions(20'000), game.workers);
  game.scheduler.poll(game.finished);
  game.book.join(game.finished, game.workers);  // nobody is pushed: none has to ask again
  for (std::uint32_t unit = 0; unit < kUnits; ++unit)
    if (const throng::RouteId id{unit}; !game.book.route(id).empty()) game.book.advance(id);
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
  for (std::uint32_t unit = 0; unit < kUnits; ++unit) before.push_back(game.position(unit));
  play_frame(game);
  int walked = 0;
  for (std::uint32_t unit = 0; unit < kUnits; ++unit) {
    const throng::Position now = game.position(unit);
    if (now == before[unit]) continue;
    const std::size_t movement = game.book.movement(throng::RouteId{unit});
    if (!is_move(*game.book.grid(movement), before[unit], now)) return -1;
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
  Game game{throng::RouteBook(grids, &own_memory), *std::move(scheduler), workers,
            throng::Answers(&own_memory)};
  const auto cell = [&](std::size_t k) { return cells[k * 7919 % cells.size()]; };
  for (std::size_t i = 0; i < kUnits; ++i)
    game.book.add(cell(i), 0, i / kGroup % kSizes.size());
  game.tickets.resize(kUnits);

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
      stopped.push_back(game.position(i));
    }
    const int walked = walk(game);
    if (walked < 0) return 1;
    if (walked == 0 && game.scheduler.waiting() == 0 && frame % 5 == 0) break;
  }

  std::size_t arrived = 0;
  for (std::uint32_t i = 0; i < first_stopped; ++i)
    arrived += game.position(i) == game.book.goal(throng::RouteId{i}) ? 1 : 0;
  for (std::uint32_t i = 0; i < kChasers; ++i)
    if (game.book.goal(throng::RouteId{i}) != game.position(first_prey + i)) return 1;
  for (std::uint32_t i = 0; i < stopped.size(); ++i)
    if (game.position(first_stopped + i) != stopped[i]) return 1;
  std::printf("%zu units arrived\n", arrived);
  return arrived == first_stopped && !stopped.empty() ? 0 : 1;
}
