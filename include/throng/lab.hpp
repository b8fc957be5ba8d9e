#pragma once

// For programs that link throng_lab beside throng (in CMake throng::lab).

namespace throng {

/// Lets solvers and indexes use what research needs and games do not: the algorithms
/// textbook, idastar, fringe, bidirectional, wastar, pxwd, pxwu, xdp, xup, greedy and beam,
/// and the placements random, avoid and coverage. Without this call, these are errors
/// (Code::unsupported). The C interface, the Python module and the program have made it.
///
/// Call it once, before the first solver or index is made. Further calls do nothing.
/// Thread-safe.
void use_lab() noexcept;

}  // namespace throng
