#include "frame_run.hpp"
#include "long_searches.hpp"
#include "schedule.hpp"

#include <throng/assert.hpp>
#include <throng/frame_scheduler.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace throng {

struct FrameScheduler::Impl : Schedule {
  using Schedule::Schedule;
};

FrameScheduler::FrameScheduler(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
FrameScheduler::~FrameScheduler() = default;
FrameScheduler::FrameScheduler(FrameScheduler&&) noexcept = default;
FrameScheduler& FrameScheduler::operator=(FrameScheduler&&) noexcept = default;

Result<FrameScheduler> FrameScheduler::make(std::vector<Solver> solvers,
                                            const SchedulerOptions& options,
                                            std::pmr::memory_resource* memory) {
  if (solvers.empty()) return fail(Code::bad_argument, "a scheduler needs a solver");
  if (options.ageing < 1)
    return fail(Code::bad_argument, "ageing must be at least 1 frame, not 0");
  if (options.paused_searches < 1)
    return fail(Code::bad_argument, "a scheduler needs room for at least 1 paused search");
  const Topology topology = solvers.front().grid().rules().topology;
  auto impl = std::make_unique<Impl>(memory);
  impl->options = options;
  for (Solver& solver : solvers) {
    if (solver.grid().rules().topology != topology)
      return fail(Code::bad_argument, "all solvers of a scheduler must be of one topology");
    impl->classes.push_back(std::make_unique<ServedClass>(std::move(solver)));
    impl->grid_of_class.push_back(
        impl->outbox.add_grid(impl->classes.back()->problem.owned_grid));
  }
  return FrameScheduler(std::move(impl));
}

Ticket FrameScheduler::submit(const FrameRequest& request) {
  THRONG_ASSERT(impl_ != nullptr);
  THRONG_ASSERT(request.movement < impl_->classes.size());
  THRONG_ASSERT(static_cast<int>(request.priority) < kPriorities);
  FrameRequest served = request;
  served.priority = std::min(served.priority, Priority::low);
  if (request.movement >= impl_->classes.size()) {  // no solver, but an answer to poll
    served.movement = 0;
    served.request.start = {-1, -1};
  }
  return impl_->backlog.submit(served);
}

void FrameScheduler::cancel(Ticket ticket) { impl_->backlog.cancel(ticket); }

void FrameScheduler::replace_solver(std::size_t movement, Solver solver) {
  THRONG_ASSERT(impl_ != nullptr);
  THRONG_ASSERT(movement < impl_->classes.size());
  const auto topology_of = [](const auto& grid) { return grid.rules().topology; };
  const bool fits =
      movement < impl_->classes.size() &&
      topology_of(solver.grid()) == topology_of(impl_->classes[movement]->problem.grid);
  THRONG_ASSERT(fits);
  if (!fits) return;
  LongSearches(*impl_).leave_seats(static_cast<std::uint32_t>(movement));
  for (OrderField& field : impl_->fields)
    if (field.solver == impl_->classes[movement].get()) field.solver = nullptr;
  impl_->classes[movement] = std::make_unique<ServedClass>(std::move(solver));
  impl_->grid_of_class[movement] =
      impl_->outbox.add_grid(impl_->classes[movement]->problem.owned_grid);
}

FrameReport FrameScheduler::run(FrameBudget work, Workers& workers) {
  THRONG_ASSERT(impl_ != nullptr);
  const WorkersInUse own(workers);
  return serve_frame(*impl_, work, *own);
}

void FrameScheduler::poll(FinishedRequests& finished) {
  THRONG_ASSERT(impl_ != nullptr);
  Outbox& outbox = impl_->outbox;
  impl_->backlog.read_inbox(
      [&](std::span<const Waiting> newer) { outbox.supersede(newer); });
  if (!impl_->backlog.fetched().empty()) outbox.supersede(impl_->backlog.fetched());
  outbox.hand_over(finished);
  if (!outbox.empty() || outbox.grid_count() == impl_->classes.size()) return;
  outbox.forget_grids();
  for (std::size_t k = 0; k < impl_->classes.size(); ++k)
    impl_->grid_of_class[k] = outbox.add_grid(impl_->classes[k]->problem.owned_grid);
}

std::size_t FrameScheduler::waiting() const noexcept { return impl_->backlog.waiting(); }

std::size_t FrameScheduler::memory_bytes() const noexcept {
  return sizeof(Impl) + impl_->seats.size() * sizeof(Seat) + impl_->counter.bytes();
}

}  // namespace throng
