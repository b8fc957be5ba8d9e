#include "../batch/reserve_scratch.hpp"
#include "../core/saved_state.hpp"
#include "../lines/line_board_editor.hpp"
#include "../lines/line_path.hpp"
#include "frame_run.hpp"
#include "map_follower.hpp"
#include "round.hpp"
#include "schedule.hpp"

#include <throng/assert.hpp>
#include <throng/frame_scheduler.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>

namespace throng {

struct FrameScheduler::Impl : Schedule {
  explicit Impl(std::pmr::memory_resource* from) : Schedule(from), round(memory) {}

  /// Reads what save() returned. living: null for a scheduler of solvers, whose classes are
  /// there.
  Outcome restore(std::string_view saved, LivingMap* living);

  Round round;
  std::unique_ptr<MapFollower> map;  ///< null: made from solvers
};

namespace {

constexpr std::uint8_t kWithoutLines = 1, kWithLines = 2;

constexpr SavedKind saved_kind(std::uint8_t format) {
  return {.word = "throng frame scheduler",
          .name = "a saved frame scheduler",
          .oldest = kWithoutLines,
          .newest = format};
}
constexpr SavedKind kSaved = saved_kind(kWithLines);

std::shared_ptr<const ServedClass> served(const Solver& solver) {
  const auto owner = std::make_shared<const Solver>(solver);
  return std::make_shared<const ServedClass>(
      std::shared_ptr<const Problem>(owner, &owner->problem()));
}

/// The solvers of a scheduler.
Outcome check(std::span<const Solver> solvers) {
  if (solvers.empty()) return fail(Code::bad_argument, "a scheduler needs a solver");
  for (const Solver& solver : solvers)
    if (solver.grid().rules().topology != solvers.front().grid().rules().topology)
      return fail(Code::bad_argument, "all solvers of a scheduler must be of one topology");
  return ok();
}

/// Whether lines can be found where they are asked for.
Outcome check_lines(const Schedule& schedule) {
  const auto has_lines = [](const auto& one) { return one->lines.board != nullptr; };
  if (!schedule.options.lines || std::ranges::any_of(schedule.classes, has_lines))
    return ok();
  for (const auto& one : schedule.classes)
    if (one->problem.owned_index.part(Part::lines).refusal.empty() &&
        check_lines(*one->problem.owned_index.grid()))
      return fail(Code::bad_argument,
                  "a scheduler with lines needs a class whose index has lines "
                  "(IndexOptions::lines or LivingClass::lines)");
  const Index& first = schedule.classes.front()->problem.owned_index;
  const std::string refusal = first.part(Part::lines).refusal;
  return fail(Code::unsupported,
              refusal.empty() ? check_lines(*first.grid()).error().what : refusal);
}

Outcome check(const SchedulerOptions& options) {
  if (options.ageing < 1)
    return fail(Code::bad_argument, "ageing must be at least 1 frame, not 0");
  if (options.paused_searches < 1)
    return fail(Code::bad_argument, "a scheduler needs room for at least 1 paused search");
  return ok();
}

/// What is left of the budget of a frame after the map was brought up to date.
FrameBudget rest_of(FrameBudget work, const MapFollower::News& news,
                    std::uint64_t microseconds) {
  if (work.is_unlimited()) return work;
  if (!work.is_time()) return FrameBudget::expansions(work.amount() - news.charged);
  return FrameBudget::microseconds(work.amount() - std::min(work.amount(), microseconds));
}

/// At most all work.
std::uint64_t times(std::uint64_t work, std::size_t classes) {
  constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
  return work <= kAll / classes ? work * classes : kAll;
}

}  // namespace

Outcome FrameScheduler::Impl::restore(std::string_view saved, LivingMap* living) {
  Result<OpenState> state = open_state(kSaved, saved);
  if (!state) return state.failure();
  ByteReader& in = state->in;
  const bool had_map = in.get_bool();
  const auto movements = in.get<std::uint64_t>();
  if (in.good() && had_map != (living != nullptr))
    return fail(Code::bad_argument, std::string("the scheduler was saved with ") +
                                        (had_map ? "a living map" : "solvers") +
                                        ", not with " +
                                        (had_map ? "solvers" : "a living map"));
  if (in.good() && living == nullptr && movements != classes.size())
    return fail(Code::bad_argument,
                "the scheduler was saved with another number of solvers: " +
                    std::to_string(movements) + ", not " + std::to_string(classes.size()));
  if (living != nullptr) {
    auto follower = MapFollower::restore(*living, in, *this);
    if (!follower) return follower.failure();
    map = *std::move(follower);
  }
  if (in.good()) read(in, state->format == kWithLines);
  if (!in.good()) return impossible_state(kSaved, "contains an impossible state");
  if (!in.at_end()) return impossible_state(kSaved, "has more bytes than it should");
  return ok();
}

FrameScheduler::FrameScheduler(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
FrameScheduler::~FrameScheduler() = default;
FrameScheduler::FrameScheduler(FrameScheduler&&) noexcept = default;
FrameScheduler& FrameScheduler::operator=(FrameScheduler&&) noexcept = default;

Result<FrameScheduler> FrameScheduler::make(std::vector<Solver> solvers,
                                            const SchedulerOptions& options,
                                            std::pmr::memory_resource* memory) {
  if (const Outcome sound = check(solvers); !sound) return sound.failure();
  if (const Outcome sound = check(options); !sound) return sound.failure();
  auto impl = std::make_unique<Impl>(memory);
  impl->options = options;
  for (const Solver& solver : solvers) impl->add_class(served(solver));
  if (const Outcome sound = check_lines(*impl); !sound) return sound.failure();
  if (options.lines) impl->outbox.add_lines();
  return FrameScheduler(std::move(impl));
}

Result<FrameScheduler> FrameScheduler::make(LivingMap& map,
                                            std::span<const SolverOptions> solvers,
                                            const SchedulerOptions& options,
                                            std::pmr::memory_resource* memory) {
  if (const Outcome sound = check(options); !sound) return sound.failure();
  auto impl = std::make_unique<Impl>(memory);
  impl->options = options;
  impl->options.settle_work = times(options.settle_work, map.classes());
  auto follower = MapFollower::make(map, solvers, *impl);
  if (!follower) return follower.failure();
  impl->map = *std::move(follower);
  if (const Outcome sound = check_lines(*impl); !sound) return sound.failure();
  if (options.lines) impl->outbox.add_lines();
  return FrameScheduler(std::move(impl));
}

Ticket FrameScheduler::submit(const Request& request) {
  return submit_all(std::span(&request, 1));
}

Ticket FrameScheduler::submit_all(std::span<const Request> requests) {
  THRONG_ASSERT(impl_ != nullptr);
  return impl_->backlog.submit(requests, impl_->classes.size());
}

void FrameScheduler::cancel(Ticket ticket) { impl_->backlog.cancel(ticket); }

void FrameScheduler::replace_solver(std::size_t movement, const Solver& solver) {
  THRONG_ASSERT(impl_ != nullptr);
  THRONG_ASSERT(movement < impl_->classes.size());
  const auto topology_of = [](const auto& grid) { return grid.rules().topology; };
  const bool fits =
      impl_->map == nullptr && movement < impl_->classes.size() &&
      topology_of(solver.grid()) == topology_of(impl_->classes[movement]->problem.grid);
  THRONG_ASSERT(fits);
  if (!fits) return;
  impl_->serve(movement, served(solver));
  impl_->leave_seats(static_cast<std::uint32_t>(movement));
}

Outcome FrameScheduler::edit(std::span<const Edit> edits) {
  THRONG_ASSERT(impl_ != nullptr);
  if (impl_->map != nullptr) return impl_->map->edit(edits);
  return fail(Code::bad_argument, "this scheduler was made without a living map");
}

void FrameScheduler::reserve(Workers& workers) {
  THRONG_ASSERT(impl_ != nullptr);
  const WorkersInUse own(workers);
  auto& seats = impl_->seats;
  seats.reserve(impl_->options.paused_searches);
  std::vector<Scratch*> all;
  for (Scratch& one : own->scratch) all.push_back(&one);
  for (std::size_t k = 0; k < impl_->options.paused_searches; ++k) {
    if (k == seats.size()) seats.push_back(std::make_unique<Seat>(impl_->memory));
    if (!seats[k]->is_used()) all.push_back(&seats[k]->scratch);
  }
  for (const auto& one : impl_->classes) {
    reserve_scratch(one->problem, all, own->crew);
    if (!impl_->options.lines || one->lines.board == nullptr) continue;
    for (Scratch* const scratch : all)
      reserve_lines(one->lines, scratch->of<LinesScratch>());
  }
}

FrameReport FrameScheduler::run(FrameBudget work, Workers& workers) {
  THRONG_ASSERT(impl_ != nullptr);
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const auto elapsed = [&] {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin)
            .count());
  };
  MapFollower::News news;
  std::uint64_t map_time = 0;
  if (impl_->map != nullptr) {
    news = impl_->map->follow(*impl_, work, workers);
    map_time = elapsed();
  }
  const WorkersInUse own(workers);
  FrameReport report =
      serve_frame(*impl_, impl_->round, rest_of(work, news, map_time), *own);
  report.edits = news.edits;
  report.refused_edits = news.refused_edits;
  report.settled = news.settled;
  report.debt = news.debt;
  report.map_spent = news.charged;
  report.map_microseconds = map_time;
  report.spent += news.charged;
  report.microseconds = elapsed();
  return report;
}

void FrameScheduler::poll(Answers& finished) {
  THRONG_ASSERT(impl_ != nullptr);
  [[maybe_unused]] const StepTimer step("poll");
  Outbox& outbox = impl_->outbox;
  finished.clear();
  impl_->backlog.read_inbox(
      [&](std::span<const Waiting> newer) { outbox.supersede(newer); });
  if (impl_->backlog.to_take_in() > 0) outbox.supersede(impl_->backlog.last_fetched());
  outbox.hand_over(finished);
}

Result<std::string> FrameScheduler::save() {
  THRONG_ASSERT(impl_ != nullptr);
  Outbox& outbox = impl_->outbox;
  if (const std::size_t left = outbox.complete(); left > 0)
    return fail(Code::bad_argument, "poll the " + std::to_string(left) +
                                        " finished requests before the scheduler is saved");
  Answers none;
  outbox.hand_over(none);  // forgets the answers of dropped requests
  if (impl_->map != nullptr) impl_->map->catch_up(*impl_);
  if (!outbox.fits(impl_->grid_of_class))
    return fail(Code::unsupported,
                "a request that is answered in part has a path that the newest grid cannot "
                "show, such as one along a link that is gone; save in a later frame");
  impl_->forget_work(impl_->round);
  ByteWriter out =
      begin_state(saved_kind(impl_->options.lines ? kWithLines : kWithoutLines));
  out.add(impl_->map != nullptr);
  out.add_count(impl_->classes.size());
  if (impl_->map != nullptr) impl_->map->write(out);
  impl_->write(out);
  return end_state(std::move(out));
}

Result<FrameScheduler> FrameScheduler::restore(std::string_view saved,
                                               std::vector<Solver> solvers,
                                               std::pmr::memory_resource* memory) {
  if (const Outcome sound = check(solvers); !sound) return sound.failure();
  auto impl = std::make_unique<Impl>(memory);
  for (const Solver& solver : solvers) impl->add_class(served(solver));
  if (const Outcome good = impl->restore(saved, nullptr); !good) return good.failure();
  return FrameScheduler(std::move(impl));
}

Result<FrameScheduler> FrameScheduler::restore(std::string_view saved, LivingMap& map,
                                               std::pmr::memory_resource* memory) {
  auto impl = std::make_unique<Impl>(memory);
  if (const Outcome good = impl->restore(saved, &map); !good) return good.failure();
  return FrameScheduler(std::move(impl));
}

std::size_t FrameScheduler::waiting() const noexcept { return impl_->backlog.waiting(); }

std::size_t FrameScheduler::memory_bytes() const noexcept {
  return sizeof(Impl) + impl_->seats.size() * sizeof(Seat) + impl_->counter.bytes() +
         impl_->outbox.bytes_of_answers();
}

}  // namespace throng
