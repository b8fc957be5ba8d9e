#pragma once

#include <cstdint>

namespace throng::test {

/// Which share of its random maps, seeds or files a test visits: every n-th one.
struct Share {
  std::uint64_t normal = 1;     ///< by default
  std::uint64_t sanitized = 1;  ///< under sanitizers, which take about ten times as long
};

/// The step through the seeds of a test. With THRONG_TEST_LONG=1 in the environment it is
/// 1, under sanitizers `share.normal`.
std::uint64_t every(Share share);

}  // namespace throng::test
