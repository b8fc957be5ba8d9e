#include "map_follower.hpp"

#include "../batch/slot_check.hpp"
#include "../core/crew.hpp"
#include "../living/living_state.hpp"
#include "../search/kernels.hpp"
#include "budget.hpp"
#include "long_searches.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>

namespace throng {
namespace {

/// Measured costs of an edit for each class, in expansions: of any, ...
constexpr std::uint64_t kPerEdit = 500;
/// ... and of each cell that changed.
constexpr std::uint64_t kPerEditedCell = 2;

/// What edits cost beside the cells that they change.
std::uint64_t price_of(std::span<const Edit> edits, std::size_t classes) {
  std::uint64_t price = 0;
  for (const Edit& edit : edits)
    price += kPerEdit * (std::holds_alternative<DangerEdit>(edit) ? 1 : classes);
  return price;
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
  for (std::size_t k = 0; k < map.classes(); ++k) {
    own->options_.push_back(wanted[wanted.size() == 1 ? 0 : k]);
    const auto first = own->served(k);
    if (!first) return first.failure();
    own->options_[k] = (*first)->problem.options;
    schedule.add_class(*first);
  }
  return own;
}

void MapFollower::write(ByteWriter& out) const {
  out.add(static_cast<std::uint64_t>(map_.version()));
  out.add_count(options_.size());
  for (const SolverOptions& options : options_) {
    out.add(static_cast<std::uint8_t>(options.algorithm));
    out.add(static_cast<std::uint8_t>(options.heuristic));
    out.add(std::int32_t{options.weight_percent});
    out.add(std::int32_t{options.beam_width});
    out.add(options.reopen);
    out.add(static_cast<std::uint8_t>(options.ties));
  }
  edits_.write(out);
}

Result<std::unique_ptr<MapFollower>> MapFollower::restore(LivingMap& map, ByteReader& in,
                                                          Schedule& schedule) {
  constexpr std::size_t kOptionBytes = 12;
  std::unique_ptr<MapFollower> own(new MapFollower(map, schedule.memory));
  const auto version = in.get<std::uint64_t>();
  own->options_.resize(in.get_count(kOptionBytes));
  for (SolverOptions& options : own->options_) {
    options.algorithm = in.get_word<Algorithm>(kAlgorithms.size());
    options.heuristic = in.get_word<Heuristic>(kHeuristics.size());
    options.weight_percent = in.get<std::int32_t>();
    options.beam_width = in.get<std::int32_t>();
    options.reopen = in.get_bool();
    options.ties = in.get_word<Ties>(kTies.size());
  }
  own->edits_.read(in);
  if (!in.good()) return own;  // the caller says so
  const auto now = static_cast<std::uint64_t>(map.version());
  if (version != now)
    return fail(Code::bad_argument,
                "the scheduler was saved with version " + std::to_string(version) +
                    " of its living map, not version " + std::to_string(now));
  if (own->options_.size() != map.classes())
    return fail(Code::bad_argument,
                "the scheduler was saved with another number of classes: " +
                    std::to_string(own->options_.size()) + ", not " +
                    std::to_string(map.classes()));
  for (std::size_t k = 0; k < map.classes(); ++k) schedule.add_class(own->served_anyway(k));
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

/// The same, with other options if links appeared that the options do not support. Ties
/// stay, unless the links lead one way only.
std::shared_ptr<const ServedClass> MapFollower::served_anyway(std::size_t movement) {
  auto newest = served(movement);
  if (newest) return *std::move(newest);
  Ties& ties = options_[movement].ties;
  if (ties == Ties::same_way_back) ties = Ties::canonical;
  options_[movement] = {.ties = ties};
  return *served(movement);
}

Outcome MapFollower::edit(std::span<const Edit> edits) {
  if (map_.fits_always() || edits_.empty()) {
    if (Outcome sound = map_.check(edits); !sound) return sound;
    edits_.add(edits);
    return ok();
  }
  // Together with those that wait, they may make paths too expensive.
  EditList all(edits_.memory());
  all.add(edits_.edits());
  all.add(edits);
  Outcome together = map_.check(all.edits());
  if (together) {
    edits_.swap(all);
    return together;
  }
  Outcome alone = map_.check(edits);  // numbers them from 1
  return alone ? together : alone;
}

MapFollower::News MapFollower::follow(Schedule& schedule, FrameBudget work,
                                      Workers& workers) {
  const Budget budget(work, schedule.pace);
  News news{.edits = edits_.size()};
  std::uint64_t price = price_of(edits_.edits(), map_.classes());
  if (!edits_.empty()) {
    [[maybe_unused]] const StepTimer step("edit");
    // They were checked, but the program may have edited the map since.
    if (map_.edit(edits_.edits(), workers))
      price += kPerEditedCell * map_.edited_cells();
    else
      std::swap(news.edits, news.refused_edits);
    edits_.clear();
  }
  if (!work.is_time()) news.charged = std::min(price, work.amount() / 4);
  const std::uint64_t most =
      work.is_time() ? budget.left() / 2 : work.amount() / 2 - news.charged;
  {
    [[maybe_unused]] const StepTimer step("settle");
    news.settled = map_.settle(
        static_cast<std::size_t>(std::min(schedule.options.settle_work, most)), workers);
  }
  if (!work.is_time()) news.charged += std::min(news.settled, most);
  catch_up(schedule);
  news.debt = map_.debt();
  return news;
}

void MapFollower::serve_newest(Schedule& schedule) {
  for (std::size_t k = 0; k < map_.classes(); ++k) {
    const Problem& former = schedule.classes[k]->problem;
    if (former.owned_index == map_.index(k)) continue;
    auto next = served_anyway(k);
    update_seats(schedule, k, next);  // first: a seat that knows more changes does no harm
    if (schedule.classes[k]->has_sweep_space()) {
      const MapChanges changes = map_.changes(version_, k);
      schedule.serve(k, next, &changes);
    } else {
      schedule.serve(k, next);
    }
  }
  version_ = map_.version();
}

/// Whether lines on the newest version of a class may hold it when the next one comes: not
/// where kMostVersions older ones are held, so that an edit does not copy much more.
bool MapFollower::lines_may_hold(const Schedule& schedule, std::size_t movement) {
  const Grid& newest = schedule.classes[movement]->problem.grid;
  std::array<const Grid*, LongSearches::kMostVersions> held{};
  std::size_t count = 0;
  for (const auto& seat : schedule.seats) {
    if (seat->holder == Seat::kFree || !seat->is_used()) continue;
    if (schedule.backlog[seat->holder].movement != movement) continue;
    const Grid* const grid = &seat->served->problem.grid;
    if (grid == &newest) {
      if (seat->in_progress()) return true;  // it is held in any case
    } else if (count < held.size() && std::ranges::find(held, grid) == held.end()) {
      held[count++] = grid;
    }
  }
  return count < held.size();
}

/// Searches in progress go on, on the version on which they began. The others begin on the
/// next one.
void MapFollower::update_seats(Schedule& schedule, std::size_t movement,
                               const std::shared_ptr<const ServedClass>& next) {
  const Grid& grid = next->problem.grid;
  const Grid& former = schedule.classes[movement]->problem.grid;
  const bool may_hold = &former == &grid || lines_may_hold(schedule, movement);
  // A line on another version holds it already.
  const auto goes_on = [&](const Seat& seat) {
    if (&former == &grid || &seat.served->problem.grid != &former) return true;
    const Waiting& one = schedule.backlog[seat.holder];
    return may_hold &&
           can_stay_right(next->problem, question_of(schedule.backlog, one, grid),
                          seat.line.answer);
  };
  MapChanges changes;
  for (const auto& seat : schedule.seats) {
    if (seat->holder == Seat::kFree) continue;
    if (schedule.backlog[seat->holder].movement != movement) continue;
    if (seat->line.waiting && !goes_on(*seat)) schedule.forget_line(*seat);
    if (!seat->is_used()) {
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
