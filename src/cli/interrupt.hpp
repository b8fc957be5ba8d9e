#pragma once

#include <throng/monitor.hpp>

namespace throng::cli {

/// While it lives, Ctrl-C (SIGINT) cancels the work that a monitor watches; a second one
/// ends the program at once, as one does otherwise. Does nothing where SIGINT is ignored.
/// One at a time.
class Interrupt {
 public:
  /// Pre: the monitor outlives this object.
  explicit Interrupt(Monitor& monitor);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
};

}  // namespace throng::cli
