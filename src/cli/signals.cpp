#include "signals.hpp"

#include "../core/files.hpp"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>

namespace throng::cli {
namespace {

/// How long cancelled work may take to end by itself.
constexpr timespec kGrace{0, 600'000'000};

constexpr int kFirstSignalCode = 128;  // shells add the signal to it

std::atomic<int> received{0};

/// The work that a signal cancels.
struct Work {
  std::mutex mutex;
  Monitor* monitor = nullptr;  ///< null: none
};

Work& work() {
  // Never destroyed: the watching thread outlives main().
  static auto* const work = new Work;  // NOLINT(cppcoreguidelines-owning-memory)
  return *work;
}

/// Whether there was work to cancel.
bool cancel_work() {
  const std::scoped_lock lock(work().mutex);
  if (work().monitor == nullptr) return false;
  work().monitor->cancel = true;
  return true;
}

void watch(const sigset_t& signals) {
  int signal = 0;
  if (sigwait(&signals, &signal) != 0) return;
  received = signal;
  if (cancel_work()) sigtimedwait(&signals, nullptr, &kGrace);
  end_interrupted("interrupted by signal " + std::to_string(signal));
}

bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void watch_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (!is_ignored(signal)) sigaddset(&signals, signal);
  if (pthread_sigmask(SIG_BLOCK, &signals, nullptr) == 0)
    std::thread(watch, signals).detach();
}

int received_signal() { return received; }

void end_interrupted(const std::string& why) {
  // Never released: whichever thread comes first has the last word. Leaked, so that it
  // outlives main().
  static auto* const last_word = new std::mutex;  // NOLINT(cppcoreguidelines-owning-memory)
  last_word->lock();
  abandon_all_files();
  if (isatty(STDERR_FILENO) != 0) std::fputs("\n", stderr);  // below a progress bar
  std::fprintf(stderr, "throng: %s\n", why.c_str());
  _exit(kFirstSignalCode + received);
}

Cancellable::Cancellable(Monitor& monitor) {
  const std::scoped_lock lock(work().mutex);
  work().monitor = &monitor;
  if (received != 0) monitor.cancel = true;  // it came between two pieces of work
}

Cancellable::~Cancellable() {
  const std::scoped_lock lock(work().mutex);
  work().monitor = nullptr;
}

}  // namespace throng::cli
