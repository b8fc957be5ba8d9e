#include "axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <string>

namespace throng::cli {
namespace {

constexpr double kDecades = 100;     // values above 0 that span more need a log scale
constexpr double kZeroShare = 0.12;  // of a log axis, before its lowest value
constexpr double kTolerance = 1e-9;  // of quotients that should be whole

double power_of_ten(double value) { return std::pow(10, std::floor(std::log10(value))); }

/// The nearest of 1, 2 and 5 times a power of ten that is not above, or not below, `value`.
double round_down(double value) {
  const double decade = power_of_ten(value), digits = value / decade * (1 + kTolerance);
  return (digits >= 5 ? 5 : digits >= 2 ? 2 : 1) * decade;
}
double round_up(double value) {
  const double decade = power_of_ten(value), digits = value / decade * (1 - kTolerance);
  return (digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10) * decade;
}

Scale linear_scale(double low, double high) {
  constexpr double kSteps = 5;
  const double step = round_up((high - low) / kSteps);
  return {.low = step * std::floor(low / step + kTolerance),
          .high = step * std::ceil(high / step - kTolerance)};
}

/// Each of `digits` times each power of ten within the scale.
std::vector<double> in_decades(const Scale& scale, std::span<const int> digits) {
  std::vector<double> values;
  const int first = static_cast<int>(std::floor(std::log10(scale.low)));
  for (int power = first; std::pow(10, power) <= scale.high * (1 + kTolerance); ++power)
    for (const int digit : digits) {
      const double value = digit * std::pow(10, power);
      if (value >= scale.low * (1 - kTolerance) && value <= scale.high * (1 + kTolerance))
        values.push_back(value);
    }
  return values;
}

std::vector<double> log_ticks(const Scale& scale, std::size_t most) {
  std::vector<double> values = in_decades(scale, std::array{1, 2, 5});
  if (values.size() > most) values = in_decades(scale, std::array{1});
  std::vector<double> some;
  const std::size_t every = (values.size() + most - 1) / most;
  for (std::size_t i = 0; i < values.size(); i += every) some.push_back(values[i]);
  if (scale.has_zero) some.insert(some.begin(), 0);
  return some;
}

std::vector<double> linear_ticks(const Scale& scale, int most) {
  std::vector<double> values;
  const double step = round_up((scale.high - scale.low) / most);
  const double last = std::floor(scale.high / step + kTolerance);
  for (double i = std::ceil(scale.low / step - kTolerance); i <= last; ++i)
    values.push_back(i * step + 0.0);  // not -0
  return values;
}

bool labels_fit(const Scale& scale, const std::vector<double>& values, double length,
                const Measure& measure) {
  const double blank = measure("00");
  double end = -std::numeric_limits<double>::max();
  return std::ranges::all_of(values, [&](double value) {
    const double half = measure(tick_label(value, scale.high)) / 2,
                 at = scale.at(value) * length;
    const bool fits = at - half >= end;
    end = at + half + blank;
    return fits;
  });
}

}  // namespace

double Scale::at(double value) const {
  if (!logarithmic) return (value - low) / (high - low);
  const double begin = has_zero ? kZeroShare : 0;
  if (value <= 0) return 0;
  return begin + (1 - begin) * std::log(value / low) / std::log(high / low);
}

Scale fit_scale(std::span<const double> values, bool includes_one) {
  double low = std::numeric_limits<double>::max(), high = 0;
  bool has_zero = false;
  const auto include = [&](double value) {
    has_zero |= value <= 0;
    if (value <= 0) return;
    low = std::min(low, value);
    high = std::max(high, value);
  };
  std::ranges::for_each(values, include);
  if (includes_one) include(1);
  if (high == 0) return {};
  if (high > kDecades * low)
    return {.logarithmic = true,
            .low = round_down(low),
            .high = round_up(high),
            .has_zero = has_zero};
  const bool upper_half = !has_zero && 2 * low > high && low < high;
  return linear_scale(upper_half ? low : 0, high);
}

std::vector<double> ticks(const Scale& scale, int most) {
  if (scale.logarithmic) return log_ticks(scale, static_cast<std::size_t>(most));
  return linear_ticks(scale, most);
}

std::vector<double> minor_ticks(const Scale& scale) {
  if (!scale.logarithmic) return {};
  return in_decades(scale, std::array{1, 2, 3, 4, 5, 6, 7, 8, 9});
}

std::string tick_label(double value, double high) {
  constexpr double kGrouped = 1e3, kMostGrouped = 1e6;
  if (value >= kGrouped && high > kMostGrouped) {
    const double exponent = std::floor(std::log10(value) + kTolerance);
    return fmt::format("{:g}e{:g}", value / std::pow(10, exponent), exponent);
  }
  const double whole = std::round(value);
  if (kGrouped <= whole && std::abs(value - whole) <= kTolerance * whole)
    return fmt::format("{}", fmt::group_digits(static_cast<std::uint64_t>(whole)));
  std::string label = fmt::format("{:g}", value);
  // An exponent without leading zeros: 5e-5.
  if (const std::size_t e = label.find('e'); e != std::string::npos)
    label.replace(e + 1, std::string::npos, std::to_string(std::stoi(label.substr(e + 1))));
  return label;
}

std::vector<double> ticks_that_fit(const Scale& scale, double length,
                                   const Measure& measure) {
  constexpr int kMost = 10, kLeast = 2;
  for (int most = kMost; most > kLeast; --most)
    if (std::vector<double> values = ticks(scale, most);
        labels_fit(scale, values, length, measure))
      return values;
  return ticks(scale, kLeast);
}

}  // namespace throng::cli
