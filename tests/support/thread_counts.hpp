#pragma once

#include <array>

namespace throng::test {

/// The numbers of threads on which results must be equal: few, odd ones, and more than
/// there are processors or parts of the work.
inline constexpr std::array kThreadCounts{1, 2, 3, 7, 16, 64};

}  // namespace throng::test
