#include "map_follower.hpp"

#include "../core/crew.hpp"
#include "../search/kernels.hpp"
#include "long_searches.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

namespace throng {
namespace {

/// Measured costs of an edit for each class, in expansions: of any, ...
constexpr std::uint64_t kPerEdit = 500;
/// ... and of each cell of its rectangle.
constexpr std::uint64_t kPerEditedCell = 2;

/// What an edit costs each class.
std::uint64_t price_of(const Edit& edit) {
  const auto area = [](const auto& one) -> std::uint64_t {
    if constexpr (requires { one.at.width; })
      return static_cast<std::uint64_t>(one.at.width) *
             static_cast<std::uint64_t>(one.at.height);
    else
      return 1;
  };
  return kPerEdit + kPerEditedCell * std::visit(area, edit);
}

/// A search that pauses over more changes is compared with the whole map at its end.
constexpr std::size_t kMostRects = 1024;

}  // namespace

Result<std::unique_ptr<MapFollower>> MapFollower::make(
    LivingMap& map, std::span<const SolverOptions> wanted, Schedule& schedule) {
  if (wanted.size() != 1 && wanted.size() != map.classes())
    return fail(Code::bad_argument, "a scheduler of a living map with " +
                                        std::to_string(map.classes()) +
                                        " classes needs 1 or as many solver options, not " +
                                        std::to_string(wanted.size()));
  std::unique_ptr<MapFollower> own(new MapFollower(map, schedule.memory));
  own->version_ = map.version();
  for (std::size_t k = 0; k < map.classes(); ++k) {
    own->options_.push_back(wanted[wanted.size() == 1 ? 0 : k]);
    auto first = own->served(k);
    if (!first) return first.failure();
    own->options_[k] = (*first)->problem.options;
    schedule.grid_of_class.push_back(
        schedule.outbox.add_grid((*first)->problem.owned_index.grid()));
    schedule.classes.push_back(*std::move(first));
  }
  return own;
}

/// Prepares a solver for the newest version of a class.
Result<std::shared_ptr<const ServedClass>> MapFollower::served(std::size_t movement) const {
  const Index& index = map_.index(movement);
  const Index::Parts& parts = index.contents();
  const auto options =
      resolve(options_[movement], *parts.grid, parts.jump_map.get(), &parts);
  if (!options) return options.failure();
  auto problem = pool_.make<const Problem>(index, *options, parts.jump_map);
  return pool_.make<const ServedClass>(std::move(problem));
}

Outcome MapFollower::edit(std::span<const Edit> edits) {
  if (map_.fits_always() || edits_.empty()) {
    if (Outcome sound = map_.check(edits); !sound) return sound;
    edits_.insert(edits_.end(), edits.begin(), edits.end());
    return ok();
  }
  // Together with those that wait, they may make paths too expensive.
  std::pmr::vector<Edit> all(edits_, edits_.get_allocator());
  all.insert(all.end(), edits.begin(), edits.end());
  Outcome together = map_.check(all);
  if (together) {
    edits_.swap(all);
    return together;
  }
  Outcome alone = map_.check(edits);  // numbers them from 1
  return alone ? together : alone;
}

MapFollower::News MapFollower::follow(Schedule& schedule, FrameBudget work,
                                      Workers& workers) {
  News news{.edits = edits_.size()};
  std::uint64_t price = 0;
  for (const Edit& edit : edits_) price += map_.classes() * price_of(edit);
  if (!edits_.empty()) {
    [[maybe_unused]] const StepTimer step("edit");
    // They were checked, but the program may have edited the map since.
    if (!map_.edit(edits_, workers)) std::swap(news.edits, news.refused_edits);
    edits_.clear();
  }
  std::uint64_t most = kNoLimit;
  if (!work.is_time()) {
    news.charged = std::min(price, work.amount() / 4);
    most = work.amount() / 2 - news.charged;
  }
  {
    [[maybe_unused]] const StepTimer step("settle");
    news.settled = map_.settle(
        static_cast<std::size_t>(std::min(schedule.options.settle_work, most)), workers);
  }
  if (!work.is_time()) news.charged += std::min(news.settled, most);
  if (map_.version() != version_) serve_newest(schedule);
  return news;
}

void MapFollower::serve_newest(Schedule& schedule) {
  for (std::size_t k = 0; k < map_.classes(); ++k) {
    const Problem& former = schedule.classes[k]->problem;
    if (former.owned_index == map_.index(k)) continue;
    auto next = served(k);
    if (!next) {  // links appeared that the options do not support
      options_[k] = {};
      next = served(k);
    }
    update_seats(schedule, k, *next);  // first: a seat that knows more changes does no harm
    if (schedule.classes[k]->has_sweep_space()) {
      const MapChanges changes = map_.changes(version_, k);
      schedule.serve(k, *std::move(next), &changes);
    } else {
      schedule.serve(k, *std::move(next));
    }
  }
  version_ = map_.version();
}

/// Searches in progress go on, on the version on which they began. The others begin on the
/// next one.
void MapFollower::update_seats(Schedule& schedule, std::size_t movement,
                               const std::shared_ptr<const ServedClass>& next) {
  const Grid& grid = next->problem.grid;
  MapChanges changes;
  for (const auto& seat : schedule.seats) {
    if (seat->holder == Seat::kFree) continue;
    if (schedule.backlog[seat->holder].movement != movement) continue;
    if (!seat->in_progress()) {
      seat->served = next;
      continue;
    }
    if (&seat->served->problem.grid == &grid) continue;
    if (changes.cheaper.empty()) changes = map_.changes(version_, movement);
    seat->cheaper.insert(seat->cheaper.end(), changes.cheaper.begin(),
                         changes.cheaper.end());
    if (seat->cheaper.size() > kMostRects)
      seat->cheaper.assign(1, {{0, 0}, grid.width(), grid.height()});
  }
}

}  // namespace throng
