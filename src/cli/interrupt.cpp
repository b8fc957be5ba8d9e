#include "interrupt.hpp"

#include <atomic>
#include <csignal>

namespace throng::cli {
namespace {

/// The work that Ctrl-C cancels; null: none.
std::atomic<Monitor*> watched{nullptr};
static_assert(std::atomic<Monitor*>::is_always_lock_free, "a signal handler reads it");
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

extern "C" void cancel_watched(int signal) {
  std::signal(signal, SIG_DFL);
  if (Monitor* const monitor = watched.load()) monitor->cancel = true;
}

}  // namespace

Interrupt::Interrupt(Monitor& monitor) {
  watched = &monitor;
  if (std::signal(SIGINT, cancel_watched) == SIG_IGN) std::signal(SIGINT, SIG_IGN);
}

Interrupt::~Interrupt() {
  if (std::signal(SIGINT, SIG_DFL) == SIG_IGN) std::signal(SIGINT, SIG_IGN);
  watched = nullptr;
}

}  // namespace throng::cli
