#include "../core/text_lines.hpp"
#include "../core/words.hpp"

#include <throng/rules.hpp>

#include <algorithm>
#include <bitset>
#include <charconv>

namespace throng {
namespace {

constexpr std::array<std::string_view, 4> kTopologyWords{"octile", "tile", "hex", "tex"};
static_assert(kTopologyWords.size() == kTopologies.size());
constexpr std::array<std::string_view, 2> kCostModelWords{"mean", "enter"};
static_assert(kCostModelWords.size() == kCostModels.size());
constexpr std::array<std::string_view, 3> kCornerWords{"never_cut", "cut_one", "always"};
static_assert(kCornerWords.size() == kCorners.size());

template <class T>
bool parse_number(std::string_view text, T& value) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && rest == end;
}

constexpr std::string_view kDigits = "123456789";

Weight value_of(char digit) { return static_cast<Weight>(digit - '0'); }

/// Parses the items of a movement class one after the other.
class MovementReader {
 public:
  Outcome read(std::string_view item) {
    if (item == "digits") {
      for (const char digit : kDigits)
        if (Outcome set = give(digit, value_of(digit)); !set) return set;
      return ok();
    }
    const std::size_t colon = item.rfind(':');
    if (colon == 0 || colon == std::string_view::npos)
      return fail(Code::bad_argument,
                  "expected characters, a colon and their weight, or digits");
    const std::string_view word = item.substr(colon + 1);
    Weight weight = 0;
    if (!parse_number(word, weight) || weight > kMaxWeight)
      return fail(Code::bad_argument, quoted(word) + " is not a weight from 0 to " +
                                          std::to_string(kMaxWeight));
    for (const char terrain : item.substr(0, colon))
      if (Outcome set = give(terrain, weight); !set) return set;
    return ok();
  }

  const MovementClass& movement() const { return movement_; }

 private:
  Outcome give(char terrain, Weight weight) {
    const std::string name = quoted({&terrain, 1});
    if (terrain <= ' ' || terrain > '~' || terrain == ':')
      return fail(Code::bad_argument, name +
                                          " is no terrain: a printable ASCII character, " +
                                          "but no blank, comma or colon");
    const std::size_t index = static_cast<unsigned char>(terrain);
    if (given_[index]) return fail(Code::bad_argument, name + " is given a weight twice");
    given_[index] = true;
    movement_.set(terrain, weight);
    return ok();
  }

  MovementClass movement_;
  std::bitset<128> given_;
};

}  // namespace

std::string_view name(Topology topology) noexcept {
  return word_of(kTopologyWords, topology);
}

std::string_view name(CostModel model) noexcept { return word_of(kCostModelWords, model); }

std::string_view name(Corners corners) noexcept { return word_of(kCornerWords, corners); }

Result<Topology> parse_topology(std::string_view word) {
  return find_word(kTopologies, word);
}

Result<Corners> parse_corners(std::string_view word) { return find_word(kCorners, word); }

Result<CostModel> parse_cost_model(std::string_view word) {
  return find_word(kCostModels, word);
}

std::string name(const MovementClass& movement) {
  const MovementClass land;
  if (movement == land) return ".GS:1";
  const std::string own = movement.own_characters();
  std::string items;
  const auto add = [&](const std::string& item) {
    items += (items.empty() ? "" : ",") + item;
  };
  const bool digits = std::ranges::all_of(
      kDigits, [&](char digit) { return movement.weight(digit) == value_of(digit); });
  if (digits) add("digits");
  for (int c = 0; c < 256; ++c) {
    const auto terrain = static_cast<char>(c);
    const bool told = digits && kDigits.find(terrain) != std::string_view::npos;
    const bool is_own = own.find(terrain) != std::string::npos;
    if (told || (!is_own && movement.weight(terrain) == land.weight(terrain))) continue;
    add(terrain + (":" + std::to_string(movement.weight(terrain))));
  }
  return items;
}

Result<MovementClass> parse_movement(std::string_view spec) {
  MovementReader reader;
  for (int number = 1;; ++number) {
    const std::size_t comma = spec.find(',');
    const std::string_view item = spec.substr(0, comma);
    if (const Outcome read = reader.read(item); !read)
      return fail(read.error().code, "item " + std::to_string(number) + ", " +
                                         quoted(item) + ": " + read.error().what);
    if (comma == std::string_view::npos) return reader.movement();
    spec.remove_prefix(comma + 1);
  }
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
                "'" + std::string(word) + "' is not one of: exact bg2006 S/D");
  if (const Outcome checked = check_costs(costs); !checked) return checked.failure();
  return costs;
}

Outcome check_unit(const Rules& rules) {
  const std::string size = std::to_string(rules.unit_size);
  if (rules.unit_size < 1 || rules.unit_size > kMaxUnitSize)
    return fail(Code::bad_argument, "a unit of " + size + " x " + size +
                                        " cells: the size is one from 1 to " +
                                        std::to_string(kMaxUnitSize));
  if (rules.unit_size > 1 && is_hexagonal(rules.topology))
    return fail(Code::unsupported, "units of " + size + " x " + size +
                                       " cells need a grid of squares (topology octile "
                                       "or tile)");
  return ok();
}

}  // namespace throng
