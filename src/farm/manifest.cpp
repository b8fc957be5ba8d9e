#include "manifest.hpp"

#include "../core/files.hpp"
#include "../core/option_row.hpp"
#include "job_options.hpp"
#include "json_reader.hpp"

#include <filesystem>
#include <glob.h>
#include <limits>
#include <memory>
#include <set>

namespace throng::farm {
namespace {

namespace fs = std::filesystem;

constexpr int kManifestFormat = 1;

std::vector<std::string> read_texts(const JsonReader& list) {
  std::vector<std::string> texts;
  for (const JsonReader& one : list.elements()) texts.push_back(one.text());
  if (texts.empty()) list.fail("is empty");
  return texts;
}

UnitClass read_class(const std::string& name, JsonReader json) {
  UnitClass made{.name = name, .rules = {}, .weights = {}, .links = {}};
  read(json, made.rules);
  json.read("weights", made.weights);
  json.read("links", made.links);
  json.finish();
  return made;
}

std::vector<UnitClass> read_classes(JsonReader& json) {
  if (!json.has("classes"))
    return {{.name = "default", .rules = {}, .weights = {}, .links = {}}};
  std::vector<UnitClass> classes;
  const JsonReader list = json.member("classes");
  for (const auto& [name, one] : list.members()) classes.push_back(read_class(name, one));
  if (classes.empty()) list.fail("is empty");
  return classes;
}

/// "all", "gates", {"random": 500, "seed": 1} or {"file": "{name}.points"}.
void read_points(JsonReader json, Order& order) {
  if (json.is_text()) {
    const std::string word = json.text();
    if (word == "gates")
      order.points.kind = PointKind::gates;
    else if (word != "all")
      json.fail(throng::quoted(word) +
                R"( is not "all", "gates", {"random": N} or {"file": NAME})");
    return;
  }
  if (json.has("file")) {
    order.points.kind = PointKind::list;
    json.read("file", order.list);
  } else {
    order.points.kind = PointKind::random;
    order.points.count = json.member("random").number(
        std::uint32_t{1}, std::numeric_limits<std::uint32_t>::max());
    json.read("seed", order.points.seed, std::uint64_t{0},
              std::numeric_limits<std::uint64_t>::max());
  }
  json.finish();
}

void read_matrix(JsonReader& json, Order& order) {
  read_points(json.member("points"), order);
  json.read_word("metric", order.metric, parse_field_metric);
  if (order.points.kind == PointKind::gates && order.metric != FieldMetric::cost)
    json.fail(R"(between gates there are costs alone: "metric" must be "cost")");
  std::size_t megabytes = order.shard_bytes >> kMegabyteBits;
  json.read("shard_megabytes", megabytes, std::size_t{1}, std::size_t{1} << 20);
  order.shard_bytes = megabytes << kMegabyteBits;
}

void read_order_classes(JsonReader& json, const std::vector<UnitClass>& classes,
                        Order& order) {
  if (!json.has("classes")) {
    for (std::size_t i = 0; i < classes.size(); ++i) order.classes.push_back(i);
    return;
  }
  const JsonReader list = json.member("classes");
  for (const JsonReader& one : list.elements()) {
    const std::string name = one.text();
    const auto found = std::ranges::find(classes, name, &UnitClass::name);
    if (found == classes.end()) return one.fail(throng::quoted(name) + " is not a class");
    order.classes.push_back(static_cast<std::size_t>(found - classes.begin()));
  }
  if (order.classes.empty()) list.fail("is empty");
}

Order read_order(JsonReader json, const std::vector<UnitClass>& classes) {
  Order order;
  const auto kind = json.member("make").word<JobKind>(parse_job_kind);
  if (!kind) return order;
  order.kind = *kind;
  order.name = name(*kind);
  json.read("name", order.name);
  read_order_classes(json, classes, order);
  switch (order.kind) {
    case JobKind::index:
      read(json, order.index);
      break;
    case JobKind::fields:
      order.index.jump_graph = false;
      read_landmarks(json, order.index, 1);
      break;
    case JobKind::matrix:
      read_matrix(json, order);
      break;
    case JobKind::points:
      json.fail("points are made with each matrix");
      break;
    case JobKind::throughput:
      read(json, order.throughput);
      json.read("scenario", order.scenario);
      break;
  }
  json.finish();
  return order;
}

std::vector<Order> read_orders(const JsonReader& list,
                               const std::vector<UnitClass>& classes) {
  std::vector<Order> orders;
  std::set<std::string> names;
  for (const JsonReader& one : list.elements()) {
    orders.push_back(read_order(one, classes));
    if (!names.insert(orders.back().name).second)
      one.fail("another job has the name " + throng::quoted(orders.back().name) +
               ": give one of them a \"name\"");
  }
  if (orders.empty()) list.fail("is empty");
  return orders;
}

bool is_pattern(const std::string& name) {
  return name.find_first_of("*?[") != std::string::npos;
}

/// The regular files that a pattern matches: reading a pipe might never end.
std::vector<std::string> matches(const std::string& pattern) {
  glob_t found{};
  const auto free = [](glob_t* all) { globfree(all); };
  const std::unique_ptr<glob_t, decltype(free)> owner(&found, free);
  std::vector<std::string> files;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread reads manifests
  if (glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) != 0) return files;
  std::error_code ignored;
  for (std::size_t i = 0; i < found.gl_pathc; ++i)
    if (fs::is_regular_file(found.gl_pathv[i], ignored))
      files.emplace_back(found.gl_pathv[i]);
  return files;
}

}  // namespace

Result<Manifest> read_manifest(const std::string& path) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.failure();
  const Result<Json> parsed = parse_json(*text);
  if (!parsed) return in_file(path, parsed.error());
  std::optional<Failure> failure;
  JsonReader json(*parsed, "", failure);
  Manifest manifest;
  manifest.folder = fs::path(path).parent_path().string();
  const int format = json.member("throng_farm").number(1, std::numeric_limits<int>::max());
  if (!failure && format != kManifestFormat)
    return fail(Code::unsupported, path + ": a manifest of format " +
                                       std::to_string(format) +
                                       "; this version reads format 1");
  manifest.maps = read_texts(json.member("maps"));
  manifest.classes = read_classes(json);
  manifest.orders = read_orders(json.member("jobs"), manifest.classes);
  json.finish();
  if (failure) return in_file(path, failure->error);
  return manifest;
}

std::string file_for(const std::string& pattern, const std::string& map) {
  const fs::path path(map);
  const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
  std::string file;
  for (std::size_t at = 0; at < pattern.size();) {
    const auto replace = [&](std::string_view word, const std::string& by) {
      if (std::string_view(pattern).substr(at, word.size()) != word) return false;
      file += by;
      at += word.size();
      return true;
    };
    if (!replace("{map}", map) && !replace("{folder}", folder) &&
        !replace("{name}", path.stem().string()))
      file += pattern[at++];
  }
  return file;
}

std::string from_folder(const Manifest& manifest, const std::string& name) {
  return (fs::path(manifest.folder) / name).string();
}

Result<std::vector<std::string>> find_maps(const Manifest& manifest) {
  std::set<std::string> maps;
  // Patterns are matched from the folder, whose own name may contain such signs.
  for (const std::string& pattern : manifest.maps) {
    if (!is_pattern(pattern)) {
      maps.insert(pattern);
      continue;
    }
    std::string folder;
    for (const char c : manifest.folder) {
      if (std::string_view("*?[\\").find(c) != std::string_view::npos) folder += '\\';
      folder += c;
    }
    const std::size_t before =
        fs::path(pattern).is_absolute() || folder.empty() ? 0 : manifest.folder.size() + 1;
    const auto found = matches((fs::path(folder) / pattern).string());
    if (found.empty())
      return fail(Code::bad_argument,
                  "maps: " + throng::quoted(pattern) + " matches no file");
    for (const std::string& file : found) maps.insert(file.substr(before));
  }
  return std::vector<std::string>(maps.begin(), maps.end());
}

}  // namespace throng::farm
