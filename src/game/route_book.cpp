#include "../core/owned.hpp"
#include "../core/saved_state.hpp"
#include "../core/workers.hpp"
#include "route_reviewer.hpp"
#include "route_table.hpp"
#include "stored_route.hpp"

#include <throng/assert.hpp>
#include <throng/route_book.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace throng {

namespace {

constexpr SavedKind kSaved{
    .word = "throng route book", .name = "a saved route book", .oldest = 1, .newest = 1};

}  // namespace

struct RouteBook::Impl {
  Impl(std::shared_ptr<const Grid> grid, Memory memory)
      : table(std::move(grid), memory), reviewer(table, memory) {}

  RouteTable table;
  RouteReviewer reviewer;
};

RouteBook::RouteBook(std::shared_ptr<const Grid> grid, std::pmr::memory_resource* memory) {
  THRONG_ASSERT(grid != nullptr);
  impl_ = std::make_unique<Impl>(std::move(grid), memory);
}

RouteBook::~RouteBook() = default;
RouteBook::RouteBook(RouteBook&&) noexcept = default;
RouteBook& RouteBook::operator=(RouteBook&&) noexcept = default;

const std::shared_ptr<const Grid>& RouteBook::grid() const noexcept {
  return owned(impl_).table.grid;
}

RouteId RouteBook::add(const PathView& path, Position goal, std::uint64_t user) {
  auto& [table, reviewer] = owned(impl_);
  table.make_slot();
  reviewer.reserve(table.stored.capacity());
  const std::size_t i = table.add(path, goal);
  table.users[i] = user;
  return static_cast<RouteId>(i);
}

RouteId RouteBook::add(Position unit, std::uint64_t user) {
  return add({grid()->rules().topology, unit, {}}, unit, user);
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

bool RouteBook::place(RouteId id, Position unit) {
  RouteTable& table = owned(impl_).table;
  const std::size_t i = table.index(id);
  THRONG_ASSERT(table.grid->contains(unit));
  const bool passed = throng::place(table.stored[i], table.grid->rules().topology, unit);
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
  truncate(id, route(id).walkable(*grid(), most));
  return ahead(id, most);
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
  const Topology topology = table.grid->rules().topology;
  const bool paths_meet = throng::splice(table.stored[i], topology, moves, head);
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
  std::uint64_t cost = 0;
  for (; moves != 0; --moves) cost += throng::advance(*table.grid, stored);
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
  return throng::ahead(table.stored[table.index(id)], table.grid->rules().topology, moves);
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

const RouteReview& RouteBook::review(std::shared_ptr<const Grid> now,
                                     const MapChanges& changes, Workers& workers,
                                     const ReviewOptions& options) {
  [[maybe_unused]] const StepTimer step("review");
  Impl& own = owned(impl_);
  const Grid& before = *own.table.grid;
  THRONG_ASSERT(now != nullptr && now->width() == before.width() &&
                now->height() == before.height() &&
                now->rules().topology == before.rules().topology &&
                now->costs() == before.costs());
  const WorkersInUse team(workers);
  return own.reviewer.review(std::move(now), changes, options, team->crew,
                             team->scratch.front().of<SweepScratch>());
}

std::string RouteBook::save() const {
  const RouteTable& table = owned(impl_).table;
  ByteWriter out = begin_state(kSaved);
  out.add(table.grid->width());
  out.add(table.grid->height());
  out.add(static_cast<std::uint8_t>(table.grid->rules().topology));
  table.write(out);
  return end_state(std::move(out));
}

Result<RouteBook> RouteBook::restore(std::string_view saved,
                                     std::shared_ptr<const Grid> grid,
                                     std::pmr::memory_resource* memory) {
  if (grid == nullptr)
    return fail(Code::bad_argument, "a route book needs a grid, not null");
  Result<OpenState> state = open_state(kSaved, saved);
  if (!state) return state.failure();
  ByteReader& in = state->in;
  const auto width = in.get<std::int32_t>(), height = in.get<std::int32_t>();
  const auto topology = in.get_word<Topology>(kTopologies.size());
  if (in.good() && (width != grid->width() || height != grid->height() ||
                    topology != grid->rules().topology))
    return fail(Code::bad_argument,
                "the route book was saved with a grid of " + std::to_string(width) + " x " +
                    std::to_string(height) + " cells (" + std::string(name(topology)) +
                    "), not of " + std::to_string(grid->width()) + " x " +
                    std::to_string(grid->height()) + " (" +
                    std::string(name(grid->rules().topology)) + ")");
  RouteBook book(std::move(grid), memory);
  if (in.good()) book.impl_->table.read(in);
  if (!in.good()) return impossible_state(kSaved, "contains an impossible state");
  if (!in.at_end()) return impossible_state(kSaved, "has more bytes than it should");
  book.impl_->reviewer.reserve(book.impl_->table.stored.capacity());
  return book;
}

std::size_t RouteBook::memory_bytes() const noexcept {
  const Impl& own = owned(impl_);
  return sizeof(Impl) + own.table.memory_bytes() + own.reviewer.memory_bytes();
}

}  // namespace throng
