#include "job_options.hpp"

#include "../index/index_part.hpp"

#include <throng/workers.hpp>

#include <cstdint>
#include <limits>

namespace throng::farm {
namespace {

void read_seed(JsonReader& json, std::uint64_t& seed) {
  json.read("seed", seed, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
}

/// In megabytes, from `least` on.
void read_memory(JsonReader& json, const std::string& key, std::size_t& bytes,
                 std::size_t least = 1) {
  std::size_t megabytes = bytes >> kMegabyteBits;
  json.read(key, megabytes, least, std::size_t{1} << 24);
  bytes = megabytes << kMegabyteBits;
}

std::string key_of(const IndexOption& row) {
  return std::string(row.manifest.empty() ? row.name : row.manifest);
}

void write_option(const IndexOption& row, const IndexOptions& options, Json& json) {
  const std::uint64_t value = row.get(options);
  Json& to = json[key_of(row)];
  if (row.type == OptionType::word || !row.manifest.empty())
    to = option_text(row, value);
  else if (row.type == OptionType::flag)
    to = value != 0;
  else
    to = row.type == OptionType::bytes ? value >> kMegabyteBits : value;
}

void read_option(const IndexOption& row, JsonReader& json, IndexOptions& options) {
  const std::string key = key_of(row);
  std::uint64_t value = row.get(options);
  if (row.type == OptionType::bytes) {
    auto bytes = static_cast<std::size_t>(value);
    read_memory(json, key, bytes, row.least >> kMegabyteBits);
    value = bytes;
  } else if (row.type == OptionType::number) {
    json.read(key, value, row.least, row.most);
  } else if (row.type == OptionType::word) {
    json.read_word(key, value, row.parse);
  } else if (!row.manifest.empty()) {
    json.read_word(key, value,
                   [&](std::string_view word) { return parse_flag(row.words, word); });
  } else {
    bool flag = value != 0;
    json.read(key, flag);
    value = flag ? 1 : 0;
  }
  row.set(options, value);
}

/// A list of one value or more. element: JsonReader -> optional<T>
template <class T, class Element>
void read_list(JsonReader& json, const std::string& key, std::vector<T>& values,
               const Element& element) {
  if (!json.has(key)) return;
  const JsonReader list = json.member(key);
  std::vector<T> read;
  for (const JsonReader& one : list.elements())
    if (const std::optional<T> value = element(one)) read.push_back(*value);
  if (read.empty()) return list.fail("is empty");
  values = std::move(read);
}

template <class T>
Json names_of(const std::vector<T>& values) {
  Json list = Json::array();
  for (const T value : values) list.push_back(name(value));
  return list;
}

}  // namespace

Json write(const Rules& rules) {
  return {{"topology", name(rules.topology)}, {"corners", name(rules.corners)},
          {"costs", name(rules.costs)},       {"terrain", name(rules.movement)},
          {"model", name(rules.cost_model)},  {"unit_size", rules.unit_size}};
}

void read(JsonReader& json, Rules& rules) {
  json.read_word("topology", rules.topology, parse_topology);
  json.read_word("corners", rules.corners, parse_corners);
  json.read_word("costs", rules.costs, parse_costs);
  json.read_word("terrain", rules.movement, parse_movement);
  json.read_word("model", rules.cost_model, parse_cost_model);
  json.read("unit_size", rules.unit_size, std::int32_t{1}, kMaxUnitSize);
  if (const Outcome unit = check_unit(rules); !unit) json.fail(unit.error().what);
}

Json write_landmarks(const IndexOptions& options) {
  Json json;
  for (const IndexOption& row : landmark_part().options())
    if (row.name != "storage") write_option(row, options, json);
  return json;
}

void read_landmarks(JsonReader& json, IndexOptions& options, int least) {
  for (const IndexOption& row : landmark_part().options()) {
    IndexOption bounded = row;
    if (row.name == "landmarks") bounded.least = static_cast<std::uint64_t>(least);
    if (row.name != "storage") read_option(bounded, json, options);
  }
}

Json write(const IndexOptions& options) {
  Json json;
  for (const IndexOption* const row : index_options()) write_option(*row, options, json);
  return json;
}

void read(JsonReader& json, IndexOptions& options) {
  for (const IndexOption* const row : index_options()) read_option(*row, json, options);
}

Json write(const ThroughputChoice& choice) {
  const auto& [algorithms, heuristics, landmarks, threads] = choice.combinations;
  return {{"algorithms", names_of(algorithms)},
          {"heuristics", names_of(heuristics)},
          {"landmarks", landmarks},
          {"threads", threads},
          {"queries", choice.queries},
          {"seed", choice.seed},
          {"repeat", choice.repeats},
          {"hub_memory", choice.hub_memory >> kMegabyteBits},
          {"gate_memory", choice.gate_memory >> kMegabyteBits}};
}

void read(JsonReader& json, ThroughputChoice& choice) {
  auto& [algorithms, heuristics, landmarks, threads] = choice.combinations;
  const auto number = [](int low, int high) {
    return [=](const JsonReader& one) { return std::optional(one.number(low, high)); };
  };
  read_list(json, "algorithms", algorithms,
            [](const JsonReader& one) { return one.word<Algorithm>(parse_algorithm); });
  read_list(json, "heuristics", heuristics,
            [](const JsonReader& one) { return one.word<Heuristic>(parse_heuristic); });
  read_list(json, "landmarks", landmarks, number(0, IndexOptions::kMaxLandmarks));
  read_list(json, "threads", threads, number(1, Workers::kMaxThreads));
  json.read("queries", choice.queries, std::size_t{1}, std::size_t{1'000'000});
  read_seed(json, choice.seed);
  json.read("repeat", choice.repeats, std::size_t{1}, std::size_t{1000});
  read_memory(json, "hub_memory", choice.hub_memory);
  read_memory(json, "gate_memory", choice.gate_memory);
}

}  // namespace throng::farm
