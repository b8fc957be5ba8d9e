#pragma once

#include "bindings.hpp"

#include <throng/answers.hpp>
#include <throng/frame_scheduler.hpp>
#include <throng/living_map.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

// The objects of a game, which several threads of Python may use.

namespace throng::python {

/// Whether edits may set weights. It depends on how the map was made.
inline bool has_weights(const LivingMap& map) {
  const std::vector<Edit> weight{WeightEdit{{{0, 0}, 1, 1}, 1}};
  return map.check(weight).has_value();
}

/// A map that changes. Calls that change it have it alone.
struct Living {
  explicit Living(LivingMap&& made) : map(std::move(made)), weighted(has_weights(map)) {}

  LivingMap map;
  const bool weighted;  ///< weights of cells can change; else they are all 0 or 1
  std::mutex in_use;
};

/// A scheduler, and the map that it serves.
struct Scheduler {
  Scheduler(FrameScheduler&& made, std::shared_ptr<Living> served, std::size_t count)
      : map(std::move(served)), scheduler(std::move(made)), classes(count) {}

  std::shared_ptr<Living> map;
  FrameScheduler scheduler;
  std::size_t classes;
  std::mutex in_use;
};

/// Locks without holding the GIL meanwhile: the thread that has the lock may need it.
class Locked {
 public:
  explicit Locked(std::mutex& mutex) : mutex_(mutex) {
    const py::gil_scoped_release release;
    mutex_.lock();
  }
  ~Locked() { mutex_.unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  std::mutex& mutex_;
};

/// A request without its start and goals. Raises for values that cannot be.
Request request_of(const Scheduler& own, std::size_t movement, const std::string& priority,
                   const std::string& visit, double radius, bool approach, bool escape,
                   std::uint32_t max_expansions, Cost max_cost);

/// What a scheduler finished, copied: a request may have several slots.
struct Finished {
  Answers requests;
};

template <class T, class Vector>
py::array_t<T> copy_of(const Vector& values) {
  py::array_t<T> array(static_cast<py::ssize_t>(values.size()));
  T* to = array.mutable_data();
  for (const auto value : values) *to++ = static_cast<T>(value);
  return array;
}

}  // namespace throng::python
