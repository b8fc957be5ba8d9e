#pragma once

#include <throng/monitor.hpp>

namespace throng::cli {

/// While it lives, Ctrl-C (SIGINT) cancels the work that a monitor watches; a second Ctrl-C
/// ends the program at once, as by default. Does nothing where SIGINT is ignored. Only one
/// may exist at a time.
class Interrupt {
 public:
  /// Pre: the monitor outlives this object.
  explicit Interrupt(Monitor& monitor);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
};

}  // namespace throng::cli
