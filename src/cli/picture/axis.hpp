#pragma once

#include "text_layout.hpp"

#include <span>
#include <string>
#include <vector>

namespace throng::cli {

/// The range of an axis, and where values stand on it.
struct Scale {
  bool logarithmic = false;
  double low = 0, high = 1;  ///< low < high; logarithmic: 0 < low
  /// Logarithmic: zeros stand at the beginning, in front of `low`.
  bool has_zero = false;

  /// The place of a value, from 0 to 1 for values in range.
  double at(double value) const;
};

/// A scale for values of at least 0: logarithmic if those above 0 span more than two
/// decades. It ends at round values just outside of the data. A linear scale begins at 0,
/// unless all values lie in its upper half. includes_one: the data includes the value 1.
Scale fit_scale(std::span<const double> values, bool includes_one);

/// About `most` round values or fewer, in order: multiples of 1, 2 or 5 times a power of
/// ten. Logarithmic: 1, 2 and 5 of each decade, or each decade, or every few decades; and 0
/// if the scale has it. Pre: most >= 2.
std::vector<double> ticks(const Scale& scale, int most);

/// Values for ticks without a label: 1 to 9 of each decade. None on linear scales.
std::vector<double> minor_ticks(const Scale& scale);

/// The label of a tick on an axis that ends at `high`: "0.5", "200,000", "5e-5". If that is
/// beyond 1,000,000, all labels from 1,000 on have an exponent, to look alike: "5e5",
/// "2e6".
std::string tick_label(double value, double high);

/// As many ticks as have room for their labels on an axis of this length.
std::vector<double> ticks_that_fit(const Scale& scale, double length,
                                   const Measure& measure);

}  // namespace throng::cli
