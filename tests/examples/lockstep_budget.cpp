#include <throng/throng.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <span>
#include <utility>
#include <vector>

namespace {

// What a peer sends to all others, and to itself, for a later frame.
struct Message {
  std::vector<throng::Request> orders;
  std::uint64_t budget = 0;  // its proposal
};

// Stands for the clock of a machine, so that the example is a test: expansions in a
// millisecond, and other programs that disturb every so many frames.
struct Machine {
  std::uint64_t speed = 0;
  std::uint32_t disturbed = 0;

  std::uint64_t microseconds(const throng::FrameReport& report) const {
    const std::uint64_t time = 30 + report.spent * 1000 / speed;
    return report.frame % disturbed == 0 ? 10 * time : time;
  }
};

// A player's machine computes all of the game.
class Peer {
 public:
  Peer(const throng::Solver& solver, int threads, Machine machine)
      : workers_(threads),
        scheduler_(*throng::FrameScheduler::make({solver})),
        machine_(machine) {}

  void play_frame(std::span<const Message> messages);

  std::uint64_t proposal() const { return pace_.expansions(); }
  std::uint64_t budget() const { return budget_; }
  std::uint64_t milliseconds() const { return spent_ / machine_.speed; }
  std::uint64_t hash() const { return hash_; }

 private:
  throng::Workers workers_;
  throng::FrameScheduler scheduler_;
  Machine machine_;
  throng::FramePace pace_{4'000};  // a frame may search for 4 ms
  throng::Answers finished_;
  std::uint64_t budget_ = 0, spent_ = 0, hash_ = 0;
};

void Peer::play_frame(std::span<const Message> messages) {
  std::uint64_t agreed = throng::FramePace::kMost;
  for (const Message& message : messages) {
    scheduler_.submit_all(message.orders);
    agreed = std::min(agreed, message.budget);
  }
  throng::FrameReport report =
      scheduler_.run(throng::FrameBudget::expansions(agreed), workers_);
  report.microseconds = machine_.microseconds(report);  // a game leaves this line out
  pace_.note(report);
  scheduler_.poll(finished_);
  budget_ = agreed;
  spent_ = report.spent;
  hash_ = hash_ * 31 + finished_.hash() + report.spent + scheduler_.waiting();
}

// Units of a player that ask for paths. Each goal is kept: requests refer to it.
std::vector<throng::Request> orders_of(std::uint32_t player, std::uint32_t frame,
                                       const throng::Grid& grid,
                                       std::deque<throng::Position>& goals) {
  std::uint64_t seed = frame * 3 + player + 1;
  const auto any_cell = [&] {
    throng::Position cell;
    do {
      seed = seed * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
      cell.x = static_cast<std::int32_t>((seed >> 33) % grid.width());
      cell.y = static_cast<std::int32_t>((seed >> 45) % grid.height());
    } while (!grid.open(cell));
    return cell;
  };
  std::vector<throng::Request> orders(frame % 16 < 12 ? 60 : 1);  // then the game is quiet
  for (std::uint32_t unit = 0; unit < orders.size(); ++unit) {
    goals.push_back(any_cell());
    orders[unit] = {.start = any_cell(),
                    .goals = {&goals.back(), 1},
                    .agent = throng::AgentId{player * 1000 + unit}};
  }
  return orders;
}

}  // namespace

int main() {
  const auto terrain = throng::read_map("maps/caves.map");
  if (!terrain) return 1;
  const auto grid = throng::Grid::make(*terrain);
  if (!grid) return 1;
  const auto solver = throng::Solver::make(*grid, {.algorithm = throng::Algorithm::astar});
  if (!solver) return 1;
  std::vector<Peer> peers;
  peers.emplace_back(*solver, 1, Machine{.speed = 9'000, .disturbed = 5});
  peers.emplace_back(*solver, 2, Machine{.speed = 4'000, .disturbed = 7});  // the slowest
  peers.emplace_back(*solver, 4, Machine{.speed = 20'000, .disturbed = 3});

  constexpr std::uint32_t kDelay = 2;  // frames until a message has reached all peers
  std::deque<throng::Position> goals;
  std::deque<std::vector<Message>> under_way;
  for (std::uint32_t frame = 0; frame < 120; ++frame) {
    std::vector<Message> sent;
    for (std::uint32_t player = 0; player < peers.size(); ++player)
      sent.push_back({orders_of(player, frame, **grid, goals), peers[player].proposal()});
    under_way.push_back(std::move(sent));
    if (under_way.size() <= kDelay) continue;
    for (Peer& peer : peers) peer.play_frame(under_way.front());
    under_way.pop_front();
    for (const Peer& peer : peers)
      if (peer.hash() != peers.front().hash()) return 1;  // the games are no longer equal
    if (peers[1].milliseconds() > 4) return 1;  // too much for the slowest machine
  }
  std::printf("a budget of %llu expansions\n",
              static_cast<unsigned long long>(peers.front().budget()));
  return peers.front().budget() > 14'000 ? 0 : 1;  // of 16,000 that fit into 4 ms
}
