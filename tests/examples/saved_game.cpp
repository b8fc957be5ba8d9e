#include <throng/throng.hpp>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

const std::vector<throng::LivingClass> kClasses{{.rules = {}},  // infantry, tanks
                                                {.rules = {.unit_size = 2}}};

// A lockstep game: each player computes all of it.
class Game {
 public:
  Game(throng::TerrainView terrain, int units, int threads)
      : workers_(threads),
        map_(*throng::LivingMap::make(terrain, kClasses, {}, workers_)),
        scheduler_(*throng::FrameScheduler::make(map_, {&kAutomatic, 1})),
        routes_(map_) {
    for (int i = 0; i < units; ++i) order(routes_.add(any_cell(), 0, i % kClasses.size()));
  }

  std::string save();
  Game(const std::vector<std::string_view>& saved, int threads);

  void play_frame(throng::FrameBudget work) {
    const throng::MapRect site{any_cell(), 1, 1};
    const char what = seed_ % 2 == 0 ? '@' : '.';  // somebody builds, or a building burns
    const throng::Edit edit = throng::TerrainEdit{site, what};
    if (!scheduler_.edit({&edit, 1})) return;
    scheduler_.run(work, workers_);
    for (const throng::RouteId id : routes_.review(map_, workers_).broken) order(id);
    scheduler_.poll(finished_);
    for (const throng::RouteId id : routes_.join(finished_, workers_).missed) order(id);
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

  void order(throng::RouteId id) {
    routes_.set_goal(id, any_cell());
    scheduler_.submit(routes_.request(id, 4));
  }

  void walk(throng::RouteId id) {
    if (!routes_.route(id).empty()) routes_.advance(id);
    if (routes_.route(id).empty() && any(8) == 0) order(id);  // there, or nowhere to go
  }

  throng::Workers workers_;
  throng::LivingMap map_;
  throng::FrameScheduler scheduler_;
  throng::RouteBook routes_;
  throng::Answers finished_;
  std::uint64_t seed_ = 1;
};

std::string Game::save() {
  const std::string own = std::to_string(seed_);
  return throng::bundle({*map_.save(), *scheduler_.save(), routes_.save(), own});
}

Game::Game(const std::vector<std::string_view>& saved, int threads)
    : workers_(threads),
      map_(*throng::LivingMap::restore(saved[0], workers_)),
      scheduler_(*throng::FrameScheduler::restore(saved[1], map_)),
      routes_(*throng::RouteBook::restore(saved[2], map_)),
      seed_(std::stoull(std::string(saved[3]))) {}

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
        const std::string saved = host.save();
        static_cast<void>(guest.save());
        const auto parts = throng::unbundle(saved, 4);
        if (!parts) return 1;  // damaged on its way
        late.emplace(*parts, 3);
        std::printf("saved %zu bytes\n", saved.size());
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
