#include <throng/throng.hpp>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

// All that a game needs to go on elsewhere. Its own state, such as the seed, goes with it.
struct SavedGame {
  std::string map, scheduler, routes;
  std::uint64_t seed = 0;
};

// A lockstep game: each player computes all of it.
class Game {
 public:
  Game(throng::TerrainView terrain, int units, int threads)
      : workers_(threads),
        map_(*throng::LivingMap::make(terrain, std::vector(1, throng::LivingClass()), {},
                                      workers_)),
        scheduler_(*throng::FrameScheduler::make(map_, {&kAutomatic, 1})),
        routes_(map_.grid(0)),
        seen_(map_.version()) {
    for (int i = 0; i < units; ++i) ask(routes_.add(any_cell()));
  }

  SavedGame save();
  Game(const SavedGame& saved, int threads);

  void play_frame(throng::FrameBudget work) {
    const throng::MapRect site{any_cell(), 1, 1};
    const char what = seed_ % 2 == 0 ? '@' : '.';  // somebody builds, or a building burns
    const throng::Edit edit = throng::TerrainEdit{site, what};
    if (!scheduler_.edit({&edit, 1})) return;
    scheduler_.run(work, workers_);
    const auto changes = map_.changes(seen_, 0);
    seen_ = map_.version();
    for (const throng::RouteId id :
         routes_.review(map_.grid(0), changes, workers_).broken) {
      routes_.truncate(id, 0);
      ask(id);
    }
    scheduler_.poll(finished_);
    std::vector<throng::NewPath> paths;
    for (std::size_t i = 0; i < finished_.size(); ++i) {
      const auto id = static_cast<throng::RouteId>(finished_.agent[i]);
      const std::size_t slot = finished_.slot(i);
      if (finished_.current[i] != 0)
        paths.push_back({id, finished_.path(slot), finished_.end[slot]});
    }
    routes_.join(paths, workers_);
    for (std::uint32_t unit = 0; unit < routes_.size(); ++unit) walk(throng::RouteId{unit});
  }

  // What the players compare.
  std::uint64_t hash() const {
    std::uint64_t hash = map_.fingerprint();
    for (std::uint32_t unit = 0; unit < routes_.size(); ++unit) {
      const throng::Route& route = routes_.route(throng::RouteId{unit});
      for (const std::int32_t number : {route.position().x, route.position().y,
                                        static_cast<std::int32_t>(route.size())})
        hash = hash * 1099511628211U + static_cast<std::uint32_t>(number);
    }
    return hash;
  }

 private:
  static constexpr throng::SolverOptions kAutomatic{};

  std::int32_t any(std::int32_t below) {
    seed_ = seed_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::int32_t>((seed_ >> 33) % static_cast<std::uint64_t>(below));
  }
  throng::Position any_cell() {
    const std::int32_t x = any(map_.terrain().width);
    return {x, any(map_.terrain().height)};
  }

  void ask(throng::RouteId id) {
    const throng::Position goal = any_cell();
    scheduler_.submit({.start = routes_.route(id).position(),
                       .goals = {&goal, 1},
                       .agent = static_cast<throng::AgentId>(id)});
  }

  void walk(throng::RouteId id) {
    if (!routes_.route(id).empty() && !routes_.broken(id)) routes_.advance(id);
    if (routes_.route(id).empty() && any(8) == 0) ask(id);  // there, or nowhere to go
  }

  throng::Workers workers_;
  throng::LivingMap map_;
  throng::FrameScheduler scheduler_;
  throng::RouteBook routes_;
  throng::LivingMap::Version seen_;  // by the routes
  throng::Answers finished_;
  std::uint64_t seed_ = 1;
};

SavedGame Game::save() {
  return {.map = *map_.save(),
          .scheduler = *scheduler_.save(),
          .routes = routes_.save(),
          .seed = seed_};
}

Game::Game(const SavedGame& saved, int threads)
    : workers_(threads),
      map_(*throng::LivingMap::restore(saved.map, workers_)),
      scheduler_(*throng::FrameScheduler::restore(saved.scheduler, map_)),
      routes_(*throng::RouteBook::restore(saved.routes, map_.grid(0))),
      seen_(map_.version()),
      seed_(saved.seed) {}

}  // namespace

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  constexpr int kUnits = 500, kSavedAt = 50, kFrames = 200;
  for (const std::uint64_t expansions : {3'000U, 20'000U}) {
    const auto work = throng::FrameBudget::expansions(expansions);
    // Both save in the same frame, and a third player joins from the bytes of the first.
    Game host(*terrain, kUnits, 1), guest(*terrain, kUnits, 7);
    std::optional<Game> late;
    for (int frame = 0; frame < kFrames; ++frame) {
      if (frame == kSavedAt) {
        const SavedGame saved = host.save();
        static_cast<void>(guest.save());
        late.emplace(saved, 3);
        std::printf("saved %zu + %zu + %zu bytes\n", saved.map.size(),
                    saved.scheduler.size(), saved.routes.size());
      }
      host.play_frame(work);
      guest.play_frame(work);
      if (late) late->play_frame(work);
    }
    std::printf("after %d frames: %016llx\n", kFrames,
                static_cast<unsigned long long>(host.hash()));
    if (guest.hash() != host.hash() || late->hash() != host.hash()) return 1;
  }
  return 0;
}
