#pragma once

#include <throng/monitor.hpp>

#include <string>

namespace throng::cli {

/// Lets SIGINT (Ctrl-C), SIGTERM and SIGHUP end the program within a second. A signal
/// cancels the work of the current Cancellable. If the program has not ended soon after, or
/// if there is no such work, or at a second signal, a thread ends it: it removes unfinished
/// files and exits with 128 + the signal. Signals that are ignored stay ignored.
/// Pre: called once, before any thread is started, since threads inherit the signal mask.
void watch_signals();

/// The first signal that arrived; 0: none.
int received_signal();

/// Ends the program after a signal: removes unfinished files, prints `why` as one line on
/// standard error and exits with 128 + the signal. The first call is the only one that
/// prints. Pre: received_signal() != 0.
[[noreturn]] void end_interrupted(const std::string& why);

/// While it lives, a signal cancels the work that a monitor watches. Only one may exist at
/// a time.
class Cancellable {
 public:
  /// Pre: the monitor outlives this object.
  explicit Cancellable(Monitor& monitor);
  ~Cancellable();
  Cancellable(const Cancellable&) = delete;
  Cancellable& operator=(const Cancellable&) = delete;
};

}  // namespace throng::cli
