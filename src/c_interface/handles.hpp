#pragma once

#include "boundary.hpp"
#include "host.hpp"

#include <throng/answers.hpp>
#include <throng/any_angle.hpp>
#include <throng/crowd.hpp>
#include <throng/field.hpp>
#include <throng/frame_pace.hpp>
#include <throng/frame_scheduler.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/monitor.hpp>
#include <throng/route.hpp>
#include <throng/route_book.hpp>
#include <throng/solver.hpp>
#include <throng/step_field.hpp>
#include <throng/taken_cells.hpp>
#include <throng/workers.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The objects behind the handles of the interface.

namespace throng::c_interface {

/// What a handle is.
enum class Kind : std::uint32_t {
  grid = 0x7447'5201,
  index,
  solver,
  workers,
  monitor,
  batch,
  flow_field,
  places,
  map,
  scheduler,
  route,
  route_book,
  frame_pace,
  taken_cells,
  step_field,
  crowd,
  lines,
};

/// The first bytes of each handle say what it is, so that another one is refused.
template <Kind kKind>
class Handle {
 public:
  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { kind_ = Kind{}; }

  bool is_valid() const noexcept { return kind_ == kKind; }

 private:
  volatile Kind kind_ = kKind;  // volatile: written for whoever uses it too late
};

template <class T>
T& use(T* handle, const char* name) {
  const bool aligned = reinterpret_cast<std::uintptr_t>(handle) % alignof(T) == 0;
  if (handle == nullptr) refuse(std::string(name) + " is null");
  if (!aligned || !handle->is_valid())
    refuse(std::string(name) + " is not a handle of this type");
  return *handle;
}

/// Creates the object behind a handle.
template <class T, class... Arguments>
void create(T** handle, const char* name, Arguments&&... arguments) {
  out(handle, name);
  *handle = new T(std::forward<Arguments>(arguments)...);
}

template <class T>
throng_code destroy(T* handle, const char* name) noexcept {
  return guarded([&] {
    if (handle != nullptr) delete &use(handle, name);
  });
}

/// An immutable object with several owners: a pointer to a Grid, or an Index.
template <class Object, Kind kKind>
class Shared : public Handle<kKind> {
 public:
  explicit Shared(Object object) : object_(std::move(object)) {}

  const Object& get() const noexcept { return object_; }
  const auto& operator*() const noexcept { return *object_; }
  const auto* operator->() const noexcept { return &*object_; }

  void retain() const noexcept { owners_.fetch_add(1, std::memory_order_relaxed); }
  /// Whether that was the last owner.
  bool release() const noexcept {
    return owners_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

 private:
  Object object_;
  mutable std::atomic<std::size_t> owners_{1};
};

/// A LivingMap, shared with its schedulers. A call that throws leaves it half changed.
struct SharedMap {
  explicit SharedMap(LivingMap&& made) : map(std::move(made)) {}

  LivingMap map;
  bool broken = false;
};

/// Runs `change`; if it throws, `broken` remains set.
template <class Change>
auto changing(bool& broken, const char* name, const Change& change) {
  if (broken) refuse(std::string(name) + " is broken by a call that failed", THRONG_BROKEN);
  broken = true;
  auto result = change();
  broken = false;
  return result;
}

}  // namespace throng::c_interface

struct throng_grid : throng::c_interface::Shared<std::shared_ptr<const throng::Grid>,
                                                 throng::c_interface::Kind::grid> {
  using Shared::Shared;
};

struct throng_index
    : throng::c_interface::Shared<throng::Index, throng::c_interface::Kind::index> {
  using Shared::Shared;
};

struct throng_solver : throng::c_interface::Handle<throng::c_interface::Kind::solver> {
  explicit throng_solver(const throng::Solver& made) : solver(made) {}

  throng::Solver solver;
};

struct throng_workers : throng::c_interface::Handle<throng::c_interface::Kind::workers> {
  throng_workers(int threads, const throng_host* given)
      : host(given),
        workers(host.has_jobs() ? throng::Workers(host, host.memory())
                                : throng::Workers(threads, host.memory())) {}

  throng::c_interface::Host host;
  throng::Workers workers;
  std::atomic<bool> busy{false};
};

struct throng_monitor : throng::c_interface::Handle<throng::c_interface::Kind::monitor> {
  throng::Monitor monitor;
};

struct throng_batch : throng::c_interface::Handle<throng::c_interface::Kind::batch> {
  explicit throng_batch(const throng_host* given) : host(given), answers(host.memory()) {}

  /// Refuses a slot that the batch does not have.
  throng::PathView path(std::size_t slot) const;

  throng::c_interface::Host host;
  throng::Answers answers;
};

struct throng_lines : throng::c_interface::Handle<throng::c_interface::Kind::lines> {
  explicit throng_lines(const throng_host* given) : host(given), paths(host.memory()) {}

  throng::c_interface::Host host;
  throng::AnyAnglePaths paths;
};

struct throng_flow_field
    : throng::c_interface::Handle<throng::c_interface::Kind::flow_field> {
  explicit throng_flow_field(const throng::Index& on) : field(on) {}

  throng::Field field;
};

struct throng_places : throng::c_interface::Handle<throng::c_interface::Kind::places> {
  explicit throng_places(const throng::Index& on) : places(on) {}

  throng::Field places;
};

struct throng_map : throng::c_interface::Handle<throng::c_interface::Kind::map> {
  explicit throng_map(throng::LivingMap&& made)
      : shared(std::make_shared<throng::c_interface::SharedMap>(std::move(made))) {}

  /// The map. Refuses a broken one.
  throng::LivingMap& get() const;

  std::shared_ptr<throng::c_interface::SharedMap> shared;
  throng::MapChanges changes;  ///< those reported last
  std::string saved;           ///< as throng_map_save returned it
};

struct throng_scheduler
    : throng::c_interface::Handle<throng::c_interface::Kind::scheduler> {
  /// map: null for a scheduler of solvers.
  throng_scheduler(const throng_host* given,
                   std::shared_ptr<throng::c_interface::SharedMap> served)
      : host(given), map(std::move(served)) {}

  throng::c_interface::Host host;
  std::shared_ptr<throng::c_interface::SharedMap> map;
  std::optional<throng::FrameScheduler> scheduler;  ///< never empty once created
  std::size_t classes = 0;
  throng::Topology topology = throng::Topology::octile;
  bool broken = false;
  std::string saved;  ///< as throng_scheduler_save returned it
};

struct throng_frame_pace
    : throng::c_interface::Handle<throng::c_interface::Kind::frame_pace> {
  explicit throng_frame_pace(std::uint64_t microseconds) : pace(microseconds) {}

  throng::FramePace pace;
};

struct throng_route : throng::c_interface::Handle<throng::c_interface::Kind::route> {
  explicit throng_route(const throng_host* given) : host(given), route(host.memory()) {}

  throng::c_interface::Host host;
  throng::Route route;
};

struct throng_route_book
    : throng::c_interface::Handle<throng::c_interface::Kind::route_book> {
  throng_route_book(std::shared_ptr<const throng::Grid> grid, const throng_host* given)
      : host(given), book(std::move(grid), host.memory()) {}
  throng_route_book(const throng::LivingMap& map, const throng_host* given)
      : host(given), book(map, host.memory()) {}
  /// on: a grid, or a map.
  template <class Ground>
  throng_route_book(std::string_view bytes, const Ground& on, const throng_host* given)
      : host(given),
        book(throng::c_interface::take(
            throng::RouteBook::restore(bytes, on, host.memory()))) {}

  throng::c_interface::Host host;
  throng::RouteBook book;
  std::string saved;  ///< as throng_route_book_save returned it
};

struct throng_taken_cells
    : throng::c_interface::Handle<throng::c_interface::Kind::taken_cells> {
  explicit throng_taken_cells(throng::TakenCells&& made) : cells(std::move(made)) {}

  throng::TakenCells cells;
};

struct throng_step_field
    : throng::c_interface::Handle<throng::c_interface::Kind::step_field> {
  explicit throng_step_field(const std::shared_ptr<const throng::Grid>& grid)
      : field(grid) {}

  throng::StepField field;
};

struct throng_crowd : throng::c_interface::Handle<throng::c_interface::Kind::crowd> {
  /// Refuses what Crowd::make() does.
  throng_crowd(std::shared_ptr<throng::c_interface::SharedMap> served,
               const throng::CrowdOptions& options, const throng_host* given)
      : host(given),
        map(std::move(served)),
        crowd(throng::c_interface::take(
            throng::Crowd::make(map->map, options, host.memory()))) {}
  /// Refuses what Crowd::restore() does.
  throng_crowd(std::string_view bytes,
               std::shared_ptr<throng::c_interface::SharedMap> served,
               throng::Workers& workers, const throng_host* given)
      : host(given),
        map(std::move(served)),
        crowd(throng::c_interface::take(
            throng::Crowd::restore(bytes, map->map, workers, host.memory()))) {}

  throng::c_interface::Host host;
  std::shared_ptr<throng::c_interface::SharedMap> map;
  throng::Crowd crowd;
  std::string saved;  ///< as throng_crowd_save returned it
};

namespace throng::c_interface {

/// Workers for one call. Refuses those that another call uses.
class WorkersOfCall {
 public:
  explicit WorkersOfCall(throng_workers* workers) : workers_(use(workers, "workers")) {
    if (workers_.busy.exchange(true, std::memory_order_acquire))
      refuse("the workers are in use by another call", THRONG_BUSY);
  }
  ~WorkersOfCall() { workers_.busy.store(false, std::memory_order_release); }
  WorkersOfCall(const WorkersOfCall&) = delete;
  WorkersOfCall& operator=(const WorkersOfCall&) = delete;

  Workers& operator*() const noexcept { return workers_.workers; }

 private:
  throng_workers& workers_;
};

inline Monitor* monitor_of(throng_monitor* monitor) {
  return monitor != nullptr ? &use(monitor, "monitor").monitor : nullptr;
}

}  // namespace throng::c_interface
