#include "../../src/cli/picture/chart.hpp"

#include "../support/catch.hpp"

#include <string>

namespace throng::chart_test {
namespace {

using namespace cli;

Chart chart(const std::string& name, std::size_t rows) {
  Chart chart{.title = name,
              .notes = {},
              .series = {"ours"},
              .quantities = {{.name = "time (µs)"}},
              .groups = {{name, {}}}};
  for (std::size_t i = 0; i < rows; ++i)
    chart.groups[0].rows.push_back({name, {{{1.5, Interval{1, 9}, "1.50"}}}});
  return chart;
}

bool begins_with(const Result<std::string>& bytes, const std::string& begin) {
  return bytes && bytes->starts_with(begin);
}

}  // namespace

TEST_CASE("the ending of its name selects the format of a picture") {
  CHECK(*picture_format("a/b.c/x.svg") == PictureFormat::svg);
  CHECK(*picture_format("x.y.png") == PictureFormat::png);
  CHECK(*picture_format("-") == PictureFormat::png);
  for (const char* path : {"x", "x.pdf", "svg", ".svg", "x.svg.gz", "x.svg/y", ""})
    CHECK(picture_format(path).error().code == Code::bad_argument);
}

TEST_CASE("a chart is drawn in both formats, whatever its names are") {
  for (const std::string name : {"x", "", "Über 地図", "\xFF\xC3\x01 <&>"}) {
    CHECK(begins_with(draw(chart(name, 3), PictureFormat::png), "\x89PNG"));
    const Result<std::string> svg = draw(chart(name, 3), PictureFormat::svg);
    REQUIRE(begins_with(svg, "<?xml"));
    CHECK(svg->ends_with("</svg>\n"));
  }
  CHECK(*draw(chart("x", 3), PictureFormat::png) ==
        *draw(chart("x", 3), PictureFormat::png));
}

TEST_CASE("only a PNG limits the height of a chart") {
  const Result<std::string> png = draw(chart("x", 1000), PictureFormat::png);
  REQUIRE_FALSE(png);
  CHECK(png.error().what.find("an SVG has no limit") != std::string::npos);
  CHECK(draw(chart("x", 1000), PictureFormat::svg));
}

}  // namespace throng::chart_test
