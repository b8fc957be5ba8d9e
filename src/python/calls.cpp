#include "calls.hpp"

namespace throng::python {
namespace {

/// Workers that no call uses. Never freed: threads may outlive the module.
struct FreeWorkers {
  std::mutex mutex;
  std::vector<std::unique_ptr<Workers>> list;
};

FreeWorkers& free_workers() {
  static auto* const all = new FreeWorkers;
  return *all;
}

}  // namespace

WorkersOfCall::WorkersOfCall(NamedWorkers* named) : named_(named) {
  if (named_ != nullptr) {
    named_->in_use.lock();
    return;
  }
  FreeWorkers& all = free_workers();
  {
    const std::lock_guard lock(all.mutex);
    if (!all.list.empty()) {
      free_ = std::move(all.list.back());
      all.list.pop_back();
    }
  }
  if (!free_) free_ = std::make_unique<Workers>();
}

WorkersOfCall::~WorkersOfCall() {
  if (named_ != nullptr) {
    named_->in_use.unlock();
    return;
  }
  FreeWorkers& all = free_workers();
  const std::lock_guard lock(all.mutex);
  all.list.push_back(std::move(free_));
}

bool in_main_thread() {
  static const auto main = py::module_::import("threading")
                               .attr("main_thread")()
                               .attr("ident")
                               .cast<unsigned long>();
  return PyThread_get_thread_ident() == main;
}

void raise_signals() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace throng::python
