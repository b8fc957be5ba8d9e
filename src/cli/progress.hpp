#pragma once

#include "signals.hpp"

#include <throng/monitor.hpp>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace throng::cli {

/// "[###---]  12.3 %". Pre: part <= whole, whole > 0.
std::string bar(std::size_t part, std::size_t whole);

/// A progress bar on standard error during the object's lifetime. Shown only if standard
/// error is a terminal and the work takes more than half a second. A separate thread draws
/// it ten times a second; the destructor erases it.
class Progress {
 public:
  /// monitor: other threads count in it and may also raise its total; must outlive this
  /// object.
  Progress(std::string what, const Monitor& monitor);
  /// line: the bar, from a thread of its own. Where standard error is no terminal, the line
  /// is printed once a minute.
  explicit Progress(std::function<std::string()> line);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  bool pause(const std::stop_token& stop, std::chrono::milliseconds time);
  void draw_often(const std::stop_token& stop);
  void print_seldom(const std::stop_token& stop);

  std::function<std::string()> line_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  ///< last, so that the other members exist when it starts
};

/// Long work with a progress bar. It cannot be cancelled; a signal ends the program.
class ShownWork {
 public:
  explicit ShownWork(std::string what) : progress_(std::move(what), monitor) {}

  Monitor monitor;

 private:
  Progress progress_;
};

/// Long work with a progress bar; a signal cancels it.
class WatchedWork {
 public:
  explicit WatchedWork(const std::string& what)
      : cancellable_(monitor), progress_(what, monitor) {}

  Monitor monitor;

 private:
  Cancellable cancellable_;
  Progress progress_;
};

}  // namespace throng::cli
