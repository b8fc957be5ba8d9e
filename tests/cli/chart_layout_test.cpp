#include "../../src/cli/picture/chart_layout.hpp"

#include "../support/catch.hpp"

#include <string>
#include <vector>

namespace throng::chart_layout_test {
namespace {

using namespace cli;

double width(const std::string& text) { return 7 * static_cast<double>(text.size()); }

const Measures kMeasures{width, width, width};

Mark mark(double value) { return {value, {}, "1.23"}; }

/// Two panels; the second series is missing in the first row.
Chart chart(const std::string& name) {
  const ChartRow one{name, {{mark(1), {}}, {mark(3), {}}}};
  const ChartRow both{"b", {{mark(2), mark(5)}, {mark(4), {}}}};
  return {.title = name,
          .notes = {name},
          .series = {"ours", name},
          .quantities = {{.name = name}, {.name = "ratio", .ratio = true}},
          .groups = {{name, {one, both}}, {"second", {both}}}};
}

}  // namespace

TEST_CASE("a row has a lane for each series that shows something") {
  const ChartLayout layout = lay_out(chart("x"), kMeasures);
  const std::vector<RowLayout>& rows = layout.groups[0].rows;
  CHECK(rows[0].lanes == std::vector<std::size_t>{0});
  CHECK(rows[1].lanes == std::vector<std::size_t>{0, 1});
  CHECK(middle_of_line(rows[1], 1, 2) - middle_of_line(rows[1], 0, 2) == kLane);
}

TEST_CASE("a single series has no legend") {
  Chart single = chart("x");
  single.series = {"ours"};
  for (ChartGroup& group : single.groups)
    for (ChartRow& row : group.rows)
      for (std::vector<Mark>& marks : row.marks) marks.resize(1);
  CHECK(lay_out(single, kMeasures).legend.empty());
  CHECK(lay_out(chart("x"), kMeasures).legend.size() == 2);
}

TEST_CASE("long names take more lines, and nothing overlaps or leaves the sheet") {
  for (const std::string& name : {std::string("x"), std::string(300, 'x')}) {
    const ChartLayout layout = lay_out(chart(name), kMeasures);
    double end = layout.legend.back().y + kTextLine / 2;
    for (const GroupLayout& group : layout.groups) {
      CHECK(group.y >= end);
      for (const std::string& line : group.title) CHECK(width(line) <= layout.group_width);
      double row_end = kTextLine * static_cast<double>(group.title.size());
      for (const RowLayout& row : group.rows) {
        CHECK(row.top >= row_end);
        CHECK(row.height >= kLane * static_cast<double>(row.label.size()));
        for (const std::string& line : row.label) CHECK(width(line) <= layout.labels);
        row_end = row.top + row.height;
      }
      CHECK(group.rows_bottom >= row_end);
      CHECK(group.height > group.rows_bottom);
      end = group.y + group.height;
    }
    CHECK(layout.height > end);
    double right = layout.labels;
    for (const PanelLayout& panel : layout.panels) {
      CHECK(panel.left > right);
      right = panel.left + panel.width + panel.texts;
      for (const std::string& line : panel.title) CHECK(width(line) <= right - panel.left);
    }
    CHECK(layout.group_width >= right);
    CHECK(layout.width == Approx(layout.group_width + 2 * kMargin).margin(1));
  }
}

TEST_CASE("many groups stand in columns, row by row") {
  Chart many = chart("x");
  many.groups.resize(20, many.groups.front());
  const ChartLayout layout = lay_out(many, kMeasures);
  CHECK(layout.height < 2.5 * layout.width);
  CHECK(layout.groups[0].y == layout.groups[1].y);
  CHECK(layout.groups[0].x + layout.group_width < layout.groups[1].x);
  CHECK(layout.groups[1].x + layout.group_width <= layout.width - kMargin);
  const GroupLayout& last = layout.groups.back();
  CHECK(last.y > layout.groups[0].y + layout.groups[0].height);
  CHECK(last.y + last.height <= layout.height - kMargin);
}

TEST_CASE("all groups share the axis of a panel, which includes every value and ratio 1") {
  const ChartLayout layout = lay_out(chart("x"), kMeasures);
  const PanelLayout& first = layout.panels[0];
  for (const double value : {1, 2, 5}) {
    CHECK(first.at(value) >= first.left + kInset);
    CHECK(first.at(value) <= first.left + first.width - kInset);
  }
  CHECK(layout.panels[1].scale.low <= 1);
}

}  // namespace throng::chart_layout_test
