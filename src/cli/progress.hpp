#pragma once

#include "interrupt.hpp"

#include <throng/monitor.hpp>

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace throng::cli {

/// A progress bar on standard error, for as long as the object lives. Shown only when
/// standard error is a terminal and the work goes on for more than half a second; drawn by
/// a thread of its own, ten times a second; erased at the end.
class Progress {
 public:
  /// monitor: counts while others work, who may also raise its total; must outlive this
  /// object.
  Progress(std::string what, const Monitor& monitor);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void run(const std::stop_token& stop);
  std::string line() const;

  std::string what_;
  const Monitor& monitor_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  ///< last, so that it sees the others complete
};

/// Long work that a person watches: it has a progress bar, and Ctrl-C cancels it.
class WatchedWork {
 public:
  explicit WatchedWork(const std::string& what)
      : interrupt_(monitor), progress_(what, monitor) {}

  Monitor monitor;

 private:
  Interrupt interrupt_;
  Progress progress_;
};

}  // namespace throng::cli
