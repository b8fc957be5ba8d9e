#include "../core/position_text.hpp"
#include "../core/saved_state.hpp"
#include "../core/version_pool.hpp"
#include "../core/workers.hpp"
#include "../grid/layers.hpp"
#include "edit_ground.hpp"
#include "living_index.hpp"
#include "living_state.hpp"
#include "version_history.hpp"

#include <throng/living_map.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng {
namespace {

constexpr SavedKind kSaved{.word = "throng living map",
                           .name = "a saved living map",
                           .oldest = kOldestFormat,
                           .newest = kFormat};
/// Less work is not worth waking threads: 0.1 ms.
constexpr std::size_t kLeastForThreads = 2'000;
/// More versions would need more memory than they are worth.
constexpr std::size_t kMaxHistory = 1'000'000;

/// The largest weight that a cell can have at first.
Weight heaviest(std::span<const LivingClass> classes, std::span<const Weight> weights) {
  Weight most = 1;
  for (const Weight weight : weights) most = std::max(most, weight);
  for (const LivingClass& movement : classes)
    for (int character = 0; character < 256; ++character)
      most = std::max(most, movement.rules.movement.weight(static_cast<char>(character)));
  return most;
}

Outcome check_topologies(std::span<const LivingClass> classes) {
  for (const LivingClass& movement : classes)
    if (movement.rules.topology != classes.front().rules.topology)
      return fail(Code::bad_argument,
                  "the classes of a living map have the topologies " +
                      std::string(name(classes.front().rules.topology)) + " and " +
                      std::string(name(movement.rules.topology)));
  return ok();
}

Outcome check_map(TerrainView terrain, std::span<const LivingClass> classes,
                  const LivingOptions& options) {
  if (classes.empty())
    return fail(Code::bad_argument, "a living map needs a movement class");
  if (Outcome same = check_topologies(classes); !same) return same;
  if (options.history > kMaxHistory)
    return fail(Code::bad_argument, "a history of " + std::to_string(options.history) +
                                        " versions is longer than the maximum " +
                                        std::to_string(kMaxHistory));
  if (!options.closed_steps.empty() && !options.steps)
    return fail(Code::bad_argument,
                "closed steps need a living map whose steps can be closed");
  if (options.max_weight > kMaxWeight)
    return fail(Code::bad_argument,
                "the largest weight " + std::to_string(options.max_weight) +
                    " is above the maximum " + std::to_string(kMaxWeight));
  const Weight heaviest_cell =
      std::max(options.max_weight, heaviest(classes, options.weights));
  for (const LivingClass& movement : classes)
    if (movement.max_danger > kMaxWeight - std::min(heaviest_cell, kMaxWeight))
      return fail(Code::bad_argument,
                  "a cell of the weight " + std::to_string(heaviest_cell) +
                      " and the danger " + std::to_string(movement.max_danger) +
                      " would weigh more than the maximum " + std::to_string(kMaxWeight));
  Outcome outcome = Terrain::check_size(terrain.width, terrain.height);
  if (outcome) outcome = check_layer("weights", options.weights.size(), terrain);
  if (outcome) outcome = check_layer("altitudes", options.altitude.size(), terrain);
  if (!outcome) return outcome;
  for (const ClosedStep& step : options.closed_steps)
    if (!terrain.contains(step.from))
      return fail(Code::bad_argument,
                  "the closed step from " + text(step.from) + " begins outside the map");
  return ok();
}

Result<LivingGround> copy_ground(TerrainView terrain, const LivingOptions& options) {
  std::string cells;
  for (std::int32_t y = 0; y < terrain.height; ++y) cells += terrain.row(y);
  auto copy = Terrain::make(terrain.width, terrain.height, std::move(cells));
  if (!copy) return copy.failure();
  LivingGround ground{
      .terrain = *std::move(copy),
      .weights = {options.weights.begin(), options.weights.end()},
      .altitude = {options.altitude.begin(), options.altitude.end()},
      .closed_steps = {},
      .links = {options.links.begin(), options.links.end()},
      .link_open = std::vector<std::uint8_t>(options.links.size(), std::uint8_t{1})};
  if (!options.steps) return ground;
  ground.closed_steps.resize(ground.terrain.cell_count());
  for (const ClosedStep& step : options.closed_steps) {
    std::uint8_t& closed = ground.closed_steps[ground.slot(step.from)];
    closed |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(step.move));
  }
  for (const std::uint8_t closed : ground.closed_steps)
    ground.closed_step_count += static_cast<std::size_t>(std::popcount(closed));
  return ground;
}

/// Adds the layers of danger of the classes that have one.
void add_danger(std::span<const LivingClass> classes, LivingGround& ground) {
  ground.danger.resize(classes.size());
  for (std::size_t k = 0; k < classes.size(); ++k)
    if (classes[k].max_danger != 0)
      ground.danger[k].cells.assign(ground.terrain.cell_count(), Weight{0});
}

/// Whether a restored ground has the layers of danger of these classes, and no more in them
/// than edits can set.
bool has_danger_of(const LivingGround& ground, std::span<const LivingClass> classes,
                   Weight max_weight) {
  for (std::size_t k = 0; k < classes.size(); ++k) {
    const Weight most = classes[k].max_danger;
    const std::span<const Weight> danger = ground.danger_of(k);
    if (most > kMaxWeight - max_weight || danger.empty() != (most == 0) ||
        std::ranges::any_of(danger, [&](Weight weight) { return weight > most; }))
      return false;
  }
  return ground.danger.size() == classes.size();
}

EditLimits limits_of(std::span<const LivingClass> classes, const LivingGround& ground,
                     Weight max_weight) {
  EditLimits limits{.max_weight = max_weight,
                    .weights = !ground.weights.empty(),
                    .steps = !ground.closed_steps.empty()};
  for (const LivingClass& movement : classes) {
    limits.max_danger.push_back(movement.max_danger);
    limits.own_characters += movement.rules.movement.own_characters();
  }
  return limits;
}

}  // namespace

struct LivingMap::Impl {
  Impl(LivingGround start, FirstCells made)
      : first(std::move(made)), ground(std::move(start)) {}

  bool always_fits() const noexcept {
    return std::ranges::all_of(classes, &LivingIndex::always_fits);
  }
  /// Whether all distances of an edited ground fit. kept: overwritten; see
  /// LivingIndex::keep_bound, by class.
  Outcome check_distances(const LivingGround& after, const EditedGround& where, int threads,
                          std::vector<std::uint64_t>& kept) const {
    kept.clear();
    for (const LivingIndex& index : classes) {
      const auto bound = index.check(after, where.cells, where.steps, threads);
      if (!bound)
        return fail(bound.error().code, "after these edits, " + bound.error().what);
      kept.push_back(*bound);
    }
    return ok();
  }
  /// Does the shares of all classes, of which `ends` has the numbers: calls
  /// share(class, number, scratch) for each. block: shares that one thread takes at a time.
  /// False: there are none.
  template <class Share>
  bool do_shares(Workers::Impl& own, std::size_t block, const Share& share) {
    std::inclusive_scan(ends.begin(), ends.end(), ends.begin());
    own.crew.for_each_block(
        ends.back(), block, [&](int thread, std::size_t i, std::size_t end) {
          for (; i < end; ++i) {
            const auto k =
                static_cast<std::size_t>(std::ranges::upper_bound(ends, i) - ends.begin());
            share(classes[k], i - (k == 0 ? 0 : ends[k - 1]), scratch_of(own, thread));
          }
        });
    return ends.back() != 0;
  }
  static PotentialScratch& scratch_of(Workers::Impl& own, int thread) {
    return own.scratch[static_cast<std::size_t>(thread)].of<PotentialScratch>();
  }

  FirstCells first;
  LivingGround ground;
  EditLimits limits;
  VersionPool pool;
  std::vector<LivingIndex> classes;
  VersionHistory history;
  std::uint64_t version = 0;
  EditedGround edited;                       ///< of edit()
  std::vector<std::uint64_t> bounds;         ///< of edit(), by class
  std::vector<LivingIndex::Settled> shares;  ///< of settle(), by class
  std::vector<std::size_t> ends;             ///< of the shares of a round, by class
};

LivingMap::LivingMap(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
LivingMap::~LivingMap() = default;
LivingMap::LivingMap(LivingMap&&) noexcept = default;
LivingMap& LivingMap::operator=(LivingMap&&) noexcept = default;

Result<LivingMap> LivingMap::make(TerrainView terrain, std::span<const LivingClass> classes,
                                  const LivingOptions& options, Workers& workers) {
  if (const Outcome sound = check_map(terrain, classes, options); !sound)
    return sound.failure();
  auto ground = copy_ground(terrain, options);
  if (!ground) return ground.failure();
  add_danger(classes, *ground);
  FirstCells first{ground->terrain, ground->weights};
  auto impl = std::make_unique<Impl>(*std::move(ground), std::move(first));
  impl->limits =
      limits_of(classes, impl->ground,
                std::max(options.max_weight, heaviest(classes, options.weights)));
  impl->history = VersionHistory(classes.size(), options.history);
  for (const LivingClass& movement : classes) {
    auto index = LivingIndex::make(impl->ground, movement,
                                   {impl->classes.size(), impl->limits.max_weight},
                                   impl->pool, workers);
    if (!index) return index.failure();
    impl->classes.push_back(*std::move(index));
  }
  return LivingMap(std::move(impl));
}

Outcome LivingMap::check(std::span<const Edit> edits) const {
  const Impl& map = *impl_;
  if (Outcome sound = check_edits(edits, map.ground, map.limits);
      !sound || map.always_fits())
    return sound;
  LivingGround after = map.ground;
  EditedGround where;
  apply_edits(edits, map.first, after, where);
  std::vector<std::uint64_t> bounds;
  return map.check_distances(after, where, 1, bounds);
}

bool LivingMap::fits_always() const noexcept { return impl_->always_fits(); }

Result<LivingMap::Version> LivingMap::edit(std::span<const Edit> edits, Workers& workers) {
  const WorkersInUse own(workers);
  Impl& map = *impl_;
  if (const Outcome sound = check_edits(edits, map.ground, map.limits); !sound)
    return sound.failure();
  if (map.always_fits()) {
    apply_edits(edits, map.first, map.ground, map.edited);
  } else {
    const FormerGround former(edits, map.ground);
    apply_edits(edits, map.first, map.ground, map.edited);
    if (const Outcome fits =
            map.check_distances(map.ground, map.edited, workers.threads(), map.bounds);
        !fits) {
      former.restore(map.ground);
      map.edited = {};
      return fits.failure();
    }
    for (std::size_t k = 0; k < map.classes.size(); ++k)
      map.classes[k].keep_bound(map.bounds[k]);
  }
  ++map.version;
  map.history.begin(map.version);
  const std::size_t classes = map.classes.size();
  map.ends.resize(classes);
  own->crew.for_each_block(classes, 1, [&](int, std::size_t k, std::size_t) {
    map.history.add(k, map.classes[k].edit_grid(map.ground, map.edited.cells,
                                                map.edited.steps, map.edited.danger[k]));
    map.ends[k] = map.classes[k].edit_alone();
  });
  while (map.do_shares(*own, 1, [](LivingIndex& index, std::size_t share, auto& scratch) {
    index.edit_share(share, scratch);
  }))
    own->crew.for_each_block(classes, 1, [&](int, std::size_t k, std::size_t) {
      map.ends[k] = map.classes[k].edit_alone();
    });
  return version();
}

std::size_t LivingMap::edited_cells() const noexcept {
  const EditedGround& edited = impl_->edited;
  return edited.cell_count * classes() + edited.danger_count;
}

std::size_t LivingMap::settle(std::size_t work, Workers& workers) {
  const WorkersInUse own(workers);
  Impl& map = *impl_;
  const auto unsettled = static_cast<std::size_t>(std::ranges::count_if(
      map.classes, [](const LivingIndex& index) { return !index.settled(); }));
  if (unsettled == 0 || work == 0) return 0;
  const std::size_t share = work == kAll ? kAll : (work + unsettled - 1) / unsettled;
  const std::size_t classes = map.classes.size();
  for (LivingIndex& index : map.classes) index.begin_settle(share);
  map.ends.resize(classes);
  const std::size_t block = work < kLeastForThreads ? kAll : 1;
  do {
    own->crew.for_each_block(classes, 1, [&](int thread, std::size_t k, std::size_t) {
      map.ends[k] = map.classes[k].settle_alone(Impl::scratch_of(*own, thread));
    });
  } while (
      map.do_shares(*own, block, [](LivingIndex& index, std::size_t part, auto& scratch) {
        index.settle_share(part, scratch);
      }));
  map.shares.assign(classes, {});
  own->crew.for_each_block(classes, 1, [&](int, std::size_t k, std::size_t) {
    map.shares[k] = map.classes[k].finish_settle();
  });
  std::size_t done = 0;
  bool changed = false;
  for (const LivingIndex::Settled& one : map.shares) {
    done += one.work;
    changed = changed || one.changed;
  }
  if (!changed) return done;
  ++map.version;
  map.history.begin(map.version);
  return done;
}

bool LivingMap::settled() const noexcept {
  return std::ranges::all_of(impl_->classes,
                             [](const LivingIndex& index) { return index.settled(); });
}

std::size_t LivingMap::debt() const noexcept {
  std::size_t work = 0;
  for (const LivingIndex& index : impl_->classes) work += index.debt();
  return work;
}

LivingMap::Version LivingMap::version() const noexcept { return Version{impl_->version}; }
std::size_t LivingMap::classes() const noexcept { return impl_->classes.size(); }

const Index& LivingMap::index(std::size_t movement) const noexcept {
  THRONG_ASSERT(movement < classes());
  return impl_->classes[movement].index();
}

const std::shared_ptr<const Grid>& LivingMap::grid(std::size_t movement) const noexcept {
  return index(movement).grid();
}

MapChanges LivingMap::changes(Version since, std::size_t movement) const {
  MapChanges found;
  changes(since, movement, found);
  return found;
}

void LivingMap::changes(Version since, std::size_t movement, MapChanges& changes) const {
  THRONG_ASSERT(movement < classes());
  changes.costlier.clear();
  changes.cheaper.clear();
  if (impl_->history.collect(static_cast<std::uint64_t>(since), movement, changes)) return;
  const MapRect all{{0, 0}, impl_->ground.terrain.width(), impl_->ground.terrain.height()};
  changes.costlier.assign(1, all);
  changes.cheaper.assign(1, all);
}

TerrainView LivingMap::terrain() const noexcept { return impl_->ground.terrain; }

std::uint64_t LivingMap::fingerprint() const {
  ByteWriter out;
  write(impl_->ground, out);
  write(impl_->first, impl_->ground, out);
  for (const LivingIndex& index : impl_->classes) index.fingerprint(out);
  return hash_of_state(out.bytes());
}

Result<std::string> LivingMap::save() const {
  const Impl& map = *impl_;
  ByteWriter out = begin_state(kSaved);
  out.add(map.version);
  out.add(std::uint64_t{map.history.length()});
  out.add(map.limits.max_weight);
  out.add_count(map.classes.size());
  for (const LivingIndex& index : map.classes) write(index.made_of(), out);
  write(map.ground, out);
  write(map.first, map.ground, out);
  for (const LivingIndex& index : map.classes) index.save(out);
  return end_state(std::move(out));
}

Result<LivingMap> LivingMap::restore(std::string_view saved, Workers& workers) {
  const auto broken = [](std::string_view how) { return impossible_state(kSaved, how); };
  Result<OpenState> state = open_state(kSaved, saved);
  if (!state) return state.failure();
  auto& [in, format] = *state;
  const auto version = in.get<std::uint64_t>();
  const auto history = in.get<std::uint64_t>();
  const auto max_weight = in.get<Weight>();
  std::vector<LivingClass> classes(in.get_count(1));
  for (LivingClass& movement : classes) movement = read_class(in, format);
  std::optional<LivingGround> ground = read_ground(in, format);
  if (!ground || !in.good()) return broken("contains an impossible map");
  if (format == kOldestFormat) add_danger(classes, *ground);
  const bool sound = !classes.empty() && max_weight <= kMaxWeight &&
                     max_weight >= heaviest(classes, ground->weights) &&
                     history <= kMaxHistory && check_topologies(classes) &&
                     has_danger_of(*ground, classes, max_weight);
  if (!sound) return broken("contains impossible options");
  std::optional<FirstCells> first = read_first_cells(*ground, in, format);
  if (!first) return broken("contains an impossible map");

  auto impl = std::make_unique<Impl>(*std::move(ground), *std::move(first));
  impl->limits = limits_of(classes, impl->ground, max_weight);
  impl->version = version;
  impl->history =
      VersionHistory(classes.size(), static_cast<std::size_t>(history), version);
  for (const LivingClass& movement : classes) {
    const std::string renewed =
        format == kOldestFormat ? renewed_parts(movement, in) : std::string();
    ByteReader of_class(renewed);
    auto index =
        LivingIndex::restore(impl->ground, movement, {impl->classes.size(), max_weight},
                             format == kOldestFormat ? of_class : in, impl->pool, workers);
    if (!in.good()) return broken("contains an impossible state");
    if (!index) return index.failure();
    impl->classes.push_back(*std::move(index));
  }
  if (!in.at_end()) return broken("has more bytes than it should");
  return LivingMap(std::move(impl));
}

std::size_t LivingMap::memory_bytes() const noexcept {
  const LivingGround& ground = impl_->ground;
  std::size_t bytes = sizeof(Impl) + 2 * ground.terrain.cell_count() +
                      impl_->first.weights.capacity() * sizeof(Weight) +
                      ground.weights.capacity() * sizeof(Weight) +
                      ground.altitude.capacity() * sizeof(std::int16_t) +
                      ground.closed_steps.capacity() +
                      ground.links.capacity() * sizeof(Link) + ground.link_open.capacity() +
                      impl_->history.memory_bytes();
  for (const DangerLayer& layer : ground.danger)
    bytes += layer.cells.capacity() * sizeof(Weight);
  for (const LivingIndex& index : impl_->classes) bytes += index.memory_bytes();
  return bytes;
}

}  // namespace throng
