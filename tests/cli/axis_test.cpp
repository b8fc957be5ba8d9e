#include "../../src/cli/picture/axis.hpp"

#include "../support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace throng::axis_test {
namespace {

using cli::Scale;

Scale scale_of(const std::vector<double>& values, bool includes_one = false) {
  return cli::fit_scale(values, includes_one);
}

std::vector<std::string> labels(const std::vector<double>& values) {
  const double high = *std::ranges::max_element(values);
  std::vector<std::string> labels;
  for (const double value : values) labels.push_back(cli::tick_label(value, high));
  return labels;
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("a linear axis ends at round values around the data") {
  const Scale scale = scale_of({3, 41});
  CHECK_FALSE(scale.logarithmic);
  CHECK(scale.low == 0);
  CHECK(scale.high == 50);
  CHECK(labels(cli::ticks(scale, 5)) == Labels{"0", "10", "20", "30", "40", "50"});
}

TEST_CASE("values in the upper half of an axis take all of it") {
  const Scale scale = scale_of({0.81, 0.83}, true);
  CHECK(scale.low == Approx(0.8));
  CHECK(scale.high == Approx(1));
  CHECK(scale.at(0.8) == Approx(0).margin(1e-9));
  CHECK(scale.at(1) == Approx(1));
}

TEST_CASE("an axis is logarithmic from two decades on") {
  CHECK_FALSE(scale_of({1, 100}).logarithmic);
  CHECK(scale_of({1, 101}).logarithmic);
  const Scale scale = scale_of({0.03, 40});
  CHECK(scale.logarithmic);
  CHECK(scale.low == Approx(0.02));
  CHECK(scale.high == Approx(50));
  CHECK(scale.at(0.02) == Approx(0).margin(1e-9));
  CHECK(scale.at(1) == Approx(0.5));
  CHECK(scale.at(50) == Approx(1));
  CHECK(labels(cli::ticks(scale, 12)) ==
        Labels{"0.02", "0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "50"});
  CHECK(labels(cli::ticks(scale, 5)) == Labels{"0.1", "1", "10"});
  CHECK(labels(cli::ticks(scale, 2)) == Labels{"0.1", "10"});
  CHECK(cli::minor_ticks(scale).size() == 8 + 9 + 9 + 5);
}

TEST_CASE("zeros have a place of their own on a logarithmic axis") {
  const Scale scale = scale_of({0, 1, 1000});
  REQUIRE(scale.logarithmic);
  CHECK(scale.at(0) == 0);
  CHECK(scale.at(1) > 0.1);
  CHECK(scale.at(1000) == Approx(1));
  CHECK(labels(cli::ticks(scale, 4)) == Labels{"0", "1", "10", "100", "1,000"});
}

TEST_CASE("equal, tiny, missing and zero values have an axis") {
  for (const std::vector<double>& values : std::vector<std::vector<double>>{
           {}, {0}, {0, 0}, {7}, {7, 7}, {1e-9}, {3e12, 3e12}}) {
    const Scale scale = scale_of(values);
    CHECK(scale.low < scale.high);
    CHECK(cli::ticks(scale, 5).size() >= 2);
    for (const double value : values) {
      CHECK(scale.at(value) >= 0);
      CHECK(scale.at(value) <= Approx(1));
    }
  }
  CHECK(scale_of({7, 7}).low == 0);
}

TEST_CASE("labels of ticks are short, and alike on one axis") {
  CHECK(labels({0, 0.1 + 0.2, 250, 123456, 1e6, 5e-5}) ==
        Labels{"0", "0.3", "250", "123,456", "1,000,000", "5e-5"});
  CHECK(labels({0, 1e6, 2e6}) == Labels{"0", "1e6", "2e6"});
  CHECK(labels({500, 1000, 5e5, 1.5e6, 1e10}) ==
        Labels{"500", "1e3", "5e5", "1.5e6", "1e10"});
  CHECK(labels(cli::ticks(scale_of({0, 3}), 4)).front() == "0");  // not -0
}

TEST_CASE("the labels of ticks never overlap") {
  const auto width = [](const std::string& text) {
    return 8 * static_cast<double>(text.size());
  };
  const std::vector<double> ends{1e-6, 0.5, 1, 99, 1234, 7e8};
  for (const double length : {80, 150, 400})
    for (const double from : ends)
      for (const double to : ends) {
        const Scale scale = scale_of({from, to}, true);
        double end = -length;
        for (const double tick : cli::ticks_that_fit(scale, length, width)) {
          const double half = width(cli::tick_label(tick, scale.high)) / 2;
          CHECK(scale.at(tick) * length - half >= end);
          end = scale.at(tick) * length + half;
        }
      }
}

}  // namespace throng::axis_test
