#pragma once

#include <throng/monitor.hpp>
#include <throng/workers.hpp>

#include <pybind11/pybind11.h>

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

// Calls of the library without the GIL: several Python threads may work at once, each with
// its own Workers, and Ctrl-C cancels.

namespace throng::python {

namespace py = pybind11;

/// Workers that Python names. Calls that use them at once wait for each other.
struct NamedWorkers {
  explicit NamedWorkers(int threads) : workers(threads) {}

  Workers workers;
  std::mutex in_use;
};

/// Workers for one call: the named ones, or free ones with all processors.
class WorkersOfCall {
 public:
  /// To be called without the GIL.
  explicit WorkersOfCall(NamedWorkers* named);
  ~WorkersOfCall();
  WorkersOfCall(const WorkersOfCall&) = delete;
  WorkersOfCall& operator=(const WorkersOfCall&) = delete;

  Workers& operator*() const noexcept { return named_ ? named_->workers : *free_; }

 private:
  NamedWorkers* named_;
  std::unique_ptr<Workers> free_;
};

/// Whether the caller is the thread that receives Ctrl-C. With the GIL.
bool in_main_thread();

/// Raises KeyboardInterrupt, or what else a signal handler raises. With the GIL.
void raise_signals();

/// Longer work is run so that Ctrl-C cancels it. About a millisecond; handing it to another
/// thread takes 20 us.
inline constexpr std::size_t kShortWork = 200'000;

/// Runs work(workers, monitor) without the GIL. cells: about the number of cells that it
/// may visit.
template <class Work>
void run(NamedWorkers* named, std::size_t cells, const Work& work) {
  Monitor monitor;
  if (cells < kShortWork || !in_main_thread()) {
    const py::gil_scoped_release release;
    const WorkersOfCall workers(named);
    work(*workers, monitor);
    return;
  }
  // Only this thread can notice a signal, so another one works.
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::exception_ptr failure;
  std::exception_ptr interrupt;
  {
    const py::gil_scoped_release release;
    std::thread worker([&] {
      try {
        const WorkersOfCall workers(named);
        work(*workers, monitor);
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      done = true;
      ended.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, std::chrono::milliseconds(20), [&] { return done; })) {
      if (monitor.cancel) continue;
      lock.unlock();
      try {
        const py::gil_scoped_acquire acquire;
        raise_signals();
      } catch (...) {
        interrupt = std::current_exception();
        monitor.cancel = true;
      }
      lock.lock();
    }
    lock.unlock();
    worker.join();
  }
  if (interrupt) std::rethrow_exception(interrupt);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace throng::python
