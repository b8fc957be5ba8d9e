#include "job_options.hpp"

#include <throng/workers.hpp>

#include <cstdint>
#include <limits>

namespace throng::farm {
namespace {

constexpr unsigned kMegabyte = 20;  // bits

Result<bool> parse_hub_labels(std::string_view word) {
  if (word == "cells") return true;
  if (word == "corners") return false;
  return fail(Code::bad_argument, quoted(word) + " is not one of: cells corners");
}

void read_seed(JsonReader& json, std::uint64_t& seed) {
  json.read("seed", seed, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
}

/// In megabytes.
void read_memory(JsonReader& json, const std::string& key, std::size_t& bytes) {
  std::size_t megabytes = bytes >> kMegabyte;
  json.read(key, megabytes, std::size_t{1}, std::size_t{1} << 24);
  bytes = megabytes << kMegabyte;
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
  return {{"landmarks", options.landmarks},
          {"placement", name(options.placement)},
          {"metric", name(options.metric)},
          {"seed", options.seed}};
}

void read_landmarks(JsonReader& json, IndexOptions& options, int least) {
  json.read("landmarks", options.landmarks, least, IndexOptions::kMaxLandmarks);
  json.read_word("placement", options.placement, parse_placement);
  json.read_word("metric", options.metric, parse_field_metric);
  read_seed(json, options.seed);
}

Json write(const IndexOptions& options) {
  Json json = write_landmarks(options);
  json["storage"] = name(options.storage);
  json["jump_graph"] = options.jump_graph;
  json["hubs"] = options.hubs;
  json["hub_labels"] = options.cell_labels ? "cells" : "corners";
  json["hub_memory"] = options.hub_memory >> kMegabyte;
  json["areas"] = options.areas;
  json["gates"] = options.gates;
  json["gate_memory"] = options.gate_memory >> kMegabyte;
  json["fronts"] = options.fronts;
  json["front_memory"] = options.front_memory >> kMegabyte;
  json["hierarchy"] = options.hierarchy;
  json["hierarchy_memory"] = options.hierarchy_memory >> kMegabyte;
  return json;
}

void read(JsonReader& json, IndexOptions& options) {
  read_landmarks(json, options, 0);
  json.read_word("storage", options.storage, parse_landmark_storage);
  json.read("jump_graph", options.jump_graph);
  json.read("hubs", options.hubs);
  json.read_word("hub_labels", options.cell_labels, parse_hub_labels);
  read_memory(json, "hub_memory", options.hub_memory);
  json.read("areas", options.areas);
  json.read("gates", options.gates);
  read_memory(json, "gate_memory", options.gate_memory);
  json.read("fronts", options.fronts);
  read_memory(json, "front_memory", options.front_memory);
  json.read("hierarchy", options.hierarchy);
  read_memory(json, "hierarchy_memory", options.hierarchy_memory);
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
          {"hub_memory", choice.hub_memory >> kMegabyte},
          {"gate_memory", choice.gate_memory >> kMegabyte}};
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
