#include "../core/owned.hpp"
#include "../core/saved_state.hpp"
#include "../core/workers.hpp"
#include "route_reviewer.hpp"
#include "route_table.hpp"
#include "stored_route.hpp"

#include <throng/assert.hpp>
#include <throng/route_book.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng {

namespace {

constexpr SavedKind kSaved{
    .word = "throng route book", .name = "a saved route book", .oldest = 2, .newest = 2};
constexpr std::size_t kMostClasses = 1 << 16;

std::vector<std::shared_ptr<const Grid>> grids_of(const LivingMap& map) {
  std::vector<std::shared_ptr<const Grid>> grids;
  for (std::size_t k = 0; k < map.classes(); ++k) grids.push_back(map.grid(k));
  return grids;
}

bool equal_maps(const Grid& a, const Grid& b) noexcept {
  return a.width() == b.width() && a.height() == b.height() &&
         a.rules().topology == b.rules().topology;
}

std::string map_in_words(std::int32_t width, std::int32_t height, Topology topology) {
  return std::to_string(width) + " x " + std::to_string(height) + " (" +
         std::string(name(topology)) + ")";
}

/// An error unless a book can have these grids.
Outcome check_grids(std::span<const std::shared_ptr<const Grid>> grids) {
  if (grids.empty() || grids.size() > kMostClasses)
    return fail(Code::bad_argument,
                "a route book needs 1 to " + std::to_string(kMostClasses) + " grids");
  for (const auto& grid : grids) {
    if (grid == nullptr)
      return fail(Code::bad_argument, "a route book needs a grid, not null");
    if (!equal_maps(*grid, *grids.front()))
      return fail(Code::bad_argument,
                  "the grids of a route book differ in their size or topology");
  }
  return ok();
}

}  // namespace

struct RouteBook::Impl {
  Impl(std::span<const std::shared_ptr<const Grid>> grids, Memory memory)
      : table(grids, memory), reviewer(table, memory), paths(memory) {}

  RouteTable table;
  RouteReviewer reviewer;
  std::optional<LivingMap::Version> seen;        ///< of the map; nothing: unknown
  std::vector<MapChanges> changes;               ///< since then
  std::vector<std::shared_ptr<const Grid>> now;  ///< of the map; empty between reviews
  std::pmr::vector<NewPath> paths;               ///< of join() with answers
  AnsweredRoutes answered;
};

RouteBook::RouteBook(std::shared_ptr<const Grid> grid, std::pmr::memory_resource* memory)
    : RouteBook(std::span(&grid, 1), memory) {}

RouteBook::RouteBook(std::span<const std::shared_ptr<const Grid>> grids,
                     std::pmr::memory_resource* memory) {
  THRONG_ASSERT(check_grids(grids).has_value());
  impl_ = std::make_unique<Impl>(grids, memory);
}

RouteBook::RouteBook(const LivingMap& map, std::pmr::memory_resource* memory)
    : RouteBook(grids_of(map), memory) {
  impl_->seen = map.version();
}

RouteBook::~RouteBook() = default;
RouteBook::RouteBook(RouteBook&&) noexcept = default;
RouteBook& RouteBook::operator=(RouteBook&&) noexcept = default;

std::size_t RouteBook::classes() const noexcept { return owned(impl_).table.grids.size(); }

const std::shared_ptr<const Grid>& RouteBook::grid(std::size_t movement) const noexcept {
  const RouteTable& table = owned(impl_).table;
  THRONG_ASSERT(movement < table.grids.size());
  return table.grids[movement];
}

RouteId RouteBook::add(const PathView& path, Position goal, std::uint64_t user,
                       std::size_t movement) {
  Impl& own = owned(impl_);
  RouteTable& table = own.table;
  table.make_slot();
  own.reviewer.reserve(table.stored.capacity());
  const std::size_t i = table.add(path, goal, movement);
  table.users[i] = user;
  return static_cast<RouteId>(i);
}

RouteId RouteBook::add(Position unit, std::uint64_t user, std::size_t movement) {
  return add({owned(impl_).table.topology(), unit, {}}, unit, user, movement);
}

bool RouteBook::replace(RouteId id, const PathView& path, Position goal) {
  RouteTable& table = owned(impl_).table;
  const std::size_t i = table.index(id);
  const bool stays = path.start() == table.ends[i].at;
  table.put(i, path, goal);
  return stays;
}

std::size_t RouteBook::replace(std::span<const NewPath> paths, Workers& workers) {
  [[maybe_unused]] const StepTimer step("replace routes");
  RouteTable& table = owned(impl_).table;
  const WorkersInUse team(workers);
  return table.put(paths, team->crew);
}

bool RouteBook::join(RouteId id, const PathView& path, Position goal) {
  RouteTable& table = owned(impl_).table;
  return table.join(table.index(id), path, goal);
}

std::span<const RouteId> RouteBook::join(std::span<const NewPath> paths, Workers& workers) {
  RouteTable& table = owned(impl_).table;
  const WorkersInUse team(workers);
  return table.join(paths, team->crew);
}

const AnsweredRoutes& RouteBook::join(const Answers& finished, Workers& workers) {
  Impl& own = owned(impl_);
  own.paths.clear();
  own.answered.no_path.clear();
  for (std::size_t i = 0; i < finished.agent.size(); ++i) {
    const auto id = static_cast<RouteId>(finished.agent[i]);
    const bool has_slot = finished.first[i] < finished.first[i + 1];
    if (finished.current[i] == 0 || !has_slot || !contains(id)) continue;
    const std::size_t slot = finished.slot(i);
    const Status status = finished.status[slot];
    if (status == Status::cancelled) continue;
    own.paths.push_back({id, finished.path(slot), goal(id)});
    if (status != Status::found) own.answered.no_path.push_back(id);
  }
  own.answered.missed.reserve(own.paths.size());  // after join() nothing can fail
  const std::span<const RouteId> missed = join(own.paths, workers);
  own.answered.missed.assign(missed.begin(), missed.end());
  std::ranges::sort(own.answered.no_path);
  std::erase_if(own.answered.no_path,
                [&](RouteId id) { return std::ranges::binary_search(missed, id); });
  return own.answered;
}

bool RouteBook::place(RouteId id, Position unit) {
  RouteTable& table = owned(impl_).table;
  const std::size_t i = table.index(id);
  THRONG_ASSERT(table.grid_of(i).contains(unit));
  const bool passed = throng::place(table.stored[i], table.topology(), unit);
  table.settle(i);
  return passed;
}

void RouteBook::truncate(RouteId id, std::size_t moves) {
  RouteTable& table = owned(impl_).table;
  const std::size_t i = table.index(id);
  throng::truncate(table.stored[i], moves);
  table.settle(i);
}

Position RouteBook::walk_on(RouteId id, std::size_t most) {
  truncate(id, route(id).walkable(*grid(movement(id)), most));
  return ahead(id, most);
}

Request RouteBook::request(RouteId id, std::size_t most) {
  const Position start = walk_on(id, most);
  const RouteTable& table = owned(impl_).table;
  return {.start = start,
          .goals = {&table.stored[table.index(id)].goal, 1},
          .agent = static_cast<AgentId>(id),
          .movement = movement(id)};
}

bool RouteBook::append(RouteId id, const PathView& more) {
  RouteTable& table = owned(impl_).table;
  const std::size_t i = table.index(id);
  const bool paths_meet = throng::append(table.stored[i], table.ends[i].last, more);
  if (paths_meet) table.settle(i);
  return paths_meet;
}

bool RouteBook::splice(RouteId id, std::size_t moves, const PathView& head) {
  RouteTable& table = owned(impl_).table;
  const std::size_t i = table.index(id);
  const bool paths_meet = throng::splice(table.stored[i], table.topology(), moves, head);
  if (paths_meet) table.settle(i);
  return paths_meet;
}

void RouteBook::remove(RouteId id) {
  RouteTable& table = owned(impl_).table;
  table.drop(table.index(id));
}

Position RouteBook::advance(RouteId id, std::size_t moves) {
  RouteTable& table = owned(impl_).table;
  const std::size_t i = table.index(id);
  StoredRoute& stored = table.stored[i];
  THRONG_ASSERT(moves <= stored.route.size());
  const Grid& grid = table.grid_of(i);
  std::uint64_t cost = 0;
  for (; moves != 0; --moves) cost += throng::advance(grid, stored);
  RouteTable::Ends& ends = table.ends[i];
  ends.at = stored.route.position();
  if (!table.has(i, RouteTable::kBroken)) ends.rest -= cost;
  return ends.at;
}

const Route& RouteBook::route(RouteId id) const noexcept {
  const RouteTable& table = owned(impl_).table;
  return table.stored[table.index(id)].route;
}

Position RouteBook::ahead(RouteId id, std::size_t moves) const noexcept {
  const RouteTable& table = owned(impl_).table;
  return throng::ahead(table.stored[table.index(id)], table.topology(), moves);
}

std::size_t RouteBook::next_cells(RouteId id, std::span<Position> cells) const noexcept {
  const RouteTable& table = owned(impl_).table;
  return throng::next_cells(table.stored[table.index(id)], table.topology(), cells);
}

std::size_t RouteBook::movement(RouteId id) const noexcept {
  const RouteTable& table = owned(impl_).table;
  return table.movements[table.index(id)];
}

std::uint64_t RouteBook::user(RouteId id) const noexcept {
  const RouteTable& table = owned(impl_).table;
  return table.users[table.index(id)];
}

void RouteBook::set_user(RouteId id, std::uint64_t user) noexcept {
  RouteTable& table = owned(impl_).table;
  table.users[table.index(id)] = user;
}

Position RouteBook::goal(RouteId id) const noexcept {
  const RouteTable& table = owned(impl_).table;
  return table.stored[table.index(id)].goal;
}

void RouteBook::set_goal(RouteId id, Position goal) noexcept {
  RouteTable& table = owned(impl_).table;
  table.set_goal(table.index(id), goal);
}

Cost RouteBook::remaining_cost(RouteId id) const noexcept {
  const RouteTable& table = owned(impl_).table;
  const std::size_t i = table.index(id);
  if (table.has(i, RouteTable::kBroken)) return kUnreachable;
  return static_cast<Cost>(std::min<std::uint64_t>(table.ends[i].rest, kUnreachable));
}

bool RouteBook::broken(RouteId id) const noexcept {
  const RouteTable& table = owned(impl_).table;
  return table.has(table.index(id), RouteTable::kBroken);
}

bool RouteBook::contains(RouteId id) const noexcept {
  const RouteTable& table = owned(impl_).table;
  const auto i = static_cast<std::size_t>(id);
  return i < table.marks.size() && table.has(i, RouteTable::kUsed);
}

std::size_t RouteBook::size() const noexcept { return owned(impl_).table.count; }

std::vector<RouteId> RouteBook::routes() const {
  std::vector<RouteId> all;
  all.reserve(size());
  for (std::uint32_t i = 0; all.size() < size(); ++i)
    if (contains(RouteId{i})) all.push_back(RouteId{i});
  return all;
}

const RouteReview& RouteBook::review(std::shared_ptr<const Grid> now,
                                     const MapChanges& changes, Workers& workers,
                                     const ReviewOptions& options) {
  return review(std::span(&now, 1), std::span(&changes, 1), workers, options);
}

const RouteReview& RouteBook::review(std::span<const std::shared_ptr<const Grid>> now,
                                     std::span<const MapChanges> changes, Workers& workers,
                                     const ReviewOptions& options) {
  [[maybe_unused]] const StepTimer step("review");
  Impl& own = owned(impl_);
  THRONG_ASSERT(now.size() == classes() && changes.size() == classes());
  for (std::size_t k = 0; k < now.size(); ++k) {
    THRONG_ASSERT(now[k] != nullptr && equal_maps(*now[k], *grid(k)) &&
                  now[k]->costs() == grid(k)->costs());
  }
  const WorkersInUse team(workers);
  const RouteReview& result = own.reviewer.review(now, changes, options, team->crew,
                                                  team->scratch.front().of<SweepScratch>());
  own.seen.reset();
  return result;
}

const RouteReview& RouteBook::review(const LivingMap& map, Workers& workers,
                                     const ReviewOptions& options) {
  Impl& own = owned(impl_);
  THRONG_ASSERT(map.classes() == classes());
  own.changes.resize(classes());
  own.now.reserve(classes());
  const struct Release {  // a version of the map must not outlive its use here
    ~Release() { grids.clear(); }
    std::vector<std::shared_ptr<const Grid>>& grids;
  } release{own.now};
  for (std::size_t k = 0; k < classes(); ++k) {
    own.now.push_back(map.grid(k));
    if (own.seen && *own.seen <= map.version()) {
      map.changes(*own.seen, k, own.changes[k]);
    } else {
      const MapRect all{{0, 0}, grid(k)->width(), grid(k)->height()};
      own.changes[k] = {{all}, {all}};
    }
  }
  const RouteReview& result = review(own.now, own.changes, workers, options);
  own.seen = map.version();
  return result;
}

std::string RouteBook::save() const {
  const Impl& own = owned(impl_);
  const Grid& grid = *own.table.grids.front();
  ByteWriter out = begin_state(kSaved);
  out.add(grid.width());
  out.add(grid.height());
  out.add(static_cast<std::uint8_t>(own.table.topology()));
  out.add(static_cast<std::uint32_t>(classes()));
  out.add(own.seen.has_value());
  out.add(static_cast<std::uint64_t>(own.seen.value_or(LivingMap::Version{})));
  own.table.write(out);
  return end_state(std::move(out));
}

Result<RouteBook> RouteBook::restore(std::string_view saved,
                                     std::shared_ptr<const Grid> grid,
                                     std::pmr::memory_resource* memory) {
  return restore(saved, std::span(&grid, 1), memory);
}

Result<RouteBook> RouteBook::restore(std::string_view saved, const LivingMap& map,
                                     std::pmr::memory_resource* memory) {
  Result<RouteBook> book = read(saved, grids_of(map), memory);
  if (!book) return book;
  std::optional<LivingMap::Version>& seen = book->impl_->seen;
  if (seen && *seen != map.version())
    return fail(Code::bad_argument,
                "the route book was saved on version " +
                    std::to_string(static_cast<std::uint64_t>(*seen)) +
                    " of its map, not on version " +
                    std::to_string(static_cast<std::uint64_t>(map.version())) +
                    ": review the book on the newest version before both are saved");
  seen = map.version();
  return book;
}

Result<RouteBook> RouteBook::restore(std::string_view saved,
                                     std::span<const std::shared_ptr<const Grid>> grids,
                                     std::pmr::memory_resource* memory) {
  Result<RouteBook> book = read(saved, grids, memory);
  if (book) book->impl_->seen.reset();  // nothing is known of the map
  return book;
}

Result<RouteBook> RouteBook::read(std::string_view saved,
                                  std::span<const std::shared_ptr<const Grid>> grids,
                                  std::pmr::memory_resource* memory) {
  const Outcome fits = check_grids(grids);
  if (!fits) return fits.failure();
  Result<OpenState> state = open_state(kSaved, saved);
  if (!state) return state.failure();
  ByteReader& in = state->in;
  const auto width = in.get<std::int32_t>(), height = in.get<std::int32_t>();
  const auto topology = in.get_word<Topology>(kTopologies.size());
  const auto classes = in.get<std::uint32_t>();
  const bool has_seen = in.get_bool();
  const auto seen = in.get<std::uint64_t>();
  const Grid& grid = *grids.front();
  if (in.good() && (width != grid.width() || height != grid.height() ||
                    topology != grid.rules().topology))
    return fail(Code::bad_argument,
                "the route book was saved with a map of " +
                    map_in_words(width, height, topology) + ", not of " +
                    map_in_words(grid.width(), grid.height(), grid.rules().topology));
  if (in.good() && classes != grids.size())
    return fail(Code::bad_argument,
                "the route book was saved with " + std::to_string(classes) +
                    " movement classes, not " + std::to_string(grids.size()));
  RouteBook book(grids, memory);
  if (has_seen) book.impl_->seen = LivingMap::Version{seen};
  if (in.good()) book.impl_->table.read(in);
  if (!in.good()) return impossible_state(kSaved, "contains an impossible state");
  if (!in.at_end()) return impossible_state(kSaved, "has more bytes than it should");
  book.impl_->reviewer.reserve(book.impl_->table.stored.capacity());
  return book;
}

std::size_t RouteBook::memory_bytes() const noexcept {
  const Impl& own = owned(impl_);
  return sizeof(Impl) + own.table.memory_bytes() + own.reviewer.memory_bytes() +
         own.paths.capacity() * sizeof(NewPath) +
         (own.answered.missed.capacity() + own.answered.no_path.capacity()) *
             sizeof(RouteId);
}

}  // namespace throng
