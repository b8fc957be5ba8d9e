#include "../core/words.hpp"

#include <throng/rules.hpp>

#include <charconv>

namespace throng {
namespace {

bool parse_number(std::string_view text, Cost& value) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && rest == end;
}

}  // namespace

std::string_view name(Topology topology) noexcept {
  switch (topology) {
    case Topology::octile:
      return "octile";
    case Topology::tile:
      return "tile";
    case Topology::hex:
      return "hex";
    case Topology::tex:
      return "tex";
  }
  return "?";
}

std::string_view name(CostModel model) noexcept {
  switch (model) {
    case CostModel::mean:
      return "mean";
    case CostModel::enter:
      return "enter";
  }
  return "?";
}

std::string_view name(Corners corners) noexcept {
  switch (corners) {
    case Corners::never_cut:
      return "never_cut";
    case Corners::cut_one:
      return "cut_one";
    case Corners::always:
      return "always";
  }
  return "?";
}

Result<Topology> parse_topology(std::string_view word) {
  return find_word(kTopologies, word);
}

Result<Corners> parse_corners(std::string_view word) { return find_word(kCorners, word); }

Result<CostModel> parse_cost_model(std::string_view word) {
  return find_word(kCostModels, word);
}

std::string name(StepCosts costs) {
  if (costs == kExactCosts) return "exact";
  if (costs == kBg2006Costs) return "bg2006";
  return std::to_string(costs.straight) + "/" + std::to_string(costs.diagonal);
}

Outcome check_costs(StepCosts costs) {
  if (costs.straight < 1 || costs.straight > kMaxStepCost ||
      costs.diagonal < costs.straight || costs.diagonal > 2 * costs.straight ||
      costs.diagonal > kMaxStepCost)
    return fail(Code::bad_argument,
                "step costs " + name(costs) +
                    " break 1 <= S <= D <= 2S, D <= " + std::to_string(kMaxStepCost));
  return ok();
}

Result<StepCosts> parse_costs(std::string_view word) {
  if (word == "exact") return kExactCosts;
  if (word == "bg2006") return kBg2006Costs;
  const std::size_t slash = word.find('/');
  StepCosts costs;
  if (slash == std::string_view::npos ||
      !parse_number(word.substr(0, slash), costs.straight) ||
      !parse_number(word.substr(slash + 1), costs.diagonal))
    return fail(Code::bad_argument,
                "'" + std::string(word) + "' is none of: exact bg2006 S/D");
  if (const Outcome checked = check_costs(costs); !checked) return Failure{checked.error()};
  return costs;
}

}  // namespace throng
