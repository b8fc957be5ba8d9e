#include "frame_run.hpp"
#include "map_follower.hpp"
#include "round.hpp"
#include "schedule.hpp"

#include <throng/assert.hpp>
#include <throng/frame_scheduler.hpp>

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <utility>

namespace throng {

struct FrameScheduler::Impl : Schedule {
  explicit Impl(std::pmr::memory_resource* from) : Schedule(from), round(memory) {}

  Round round;
  std::unique_ptr<MapFollower> map;  ///< null: made from solvers
};

namespace {

std::shared_ptr<const ServedClass> served(const Solver& solver) {
  const auto owner = std::make_shared<const Solver>(solver);
  return std::make_shared<const ServedClass>(
      std::shared_ptr<const Problem>(owner, &owner->problem()));
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

}  // namespace

FrameScheduler::FrameScheduler(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
FrameScheduler::~FrameScheduler() = default;
FrameScheduler::FrameScheduler(FrameScheduler&&) noexcept = default;
FrameScheduler& FrameScheduler::operator=(FrameScheduler&&) noexcept = default;

Result<FrameScheduler> FrameScheduler::make(std::vector<Solver> solvers,
                                            const SchedulerOptions& options,
                                            std::pmr::memory_resource* memory) {
  if (solvers.empty()) return fail(Code::bad_argument, "a scheduler needs a solver");
  if (const Outcome sound = check(options); !sound) return sound.failure();
  const Topology topology = solvers.front().grid().rules().topology;
  auto impl = std::make_unique<Impl>(memory);
  impl->options = options;
  for (const Solver& solver : solvers) {
    if (solver.grid().rules().topology != topology)
      return fail(Code::bad_argument, "all solvers of a scheduler must be of one topology");
    impl->classes.push_back(served(solver));
    impl->grid_of_class.push_back(
        impl->outbox.add_grid(impl->classes.back()->problem.owned_index.grid()));
  }
  return FrameScheduler(std::move(impl));
}

Result<FrameScheduler> FrameScheduler::make(LivingMap& map,
                                            std::span<const SolverOptions> solvers,
                                            const SchedulerOptions& options,
                                            std::pmr::memory_resource* memory) {
  if (const Outcome sound = check(options); !sound) return sound.failure();
  auto impl = std::make_unique<Impl>(memory);
  impl->options = options;
  auto follower = MapFollower::make(map, solvers, *impl);
  if (!follower) return follower.failure();
  impl->map = *std::move(follower);
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

FrameReport FrameScheduler::run(FrameBudget work, Workers& workers) {
  THRONG_ASSERT(impl_ != nullptr);
  if (impl_->map == nullptr) {
    const WorkersInUse own(workers);
    return serve_frame(*impl_, impl_->round, work, *own);
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const MapFollower::News news = impl_->map->follow(*impl_, work, workers);
  const auto time =
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
  const FrameBudget rest = rest_of(work, news, static_cast<std::uint64_t>(time.count()));
  const WorkersInUse own(workers);
  FrameReport report = serve_frame(*impl_, impl_->round, rest, *own);
  report.edits = news.edits;
  report.refused_edits = news.refused_edits;
  report.settled = news.settled;
  report.map_microseconds = static_cast<std::uint64_t>(time.count());
  report.spent += news.charged;
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

std::size_t FrameScheduler::waiting() const noexcept { return impl_->backlog.waiting(); }

std::size_t FrameScheduler::memory_bytes() const noexcept {
  return sizeof(Impl) + impl_->seats.size() * sizeof(Seat) + impl_->counter.bytes() +
         impl_->outbox.bytes_of_answers();
}

}  // namespace throng
