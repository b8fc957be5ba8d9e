#include "job_text.hpp"

#include "job_options.hpp"
#include "json_reader.hpp"

#include <limits>
#include <span>

namespace throng::farm {
namespace {

constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();

/// What a matrix depends on, without the rows of a job.
Json identity(const Job& job) {
  Json json{{"format", kOutputFormat},
            {"make", name(job.kind)},
            {"map", job.map.hash},
            {"rules", write(job.rules)}};
  if (!job.weights.path.empty()) json["weights"] = job.weights.hash;
  if (!job.links.path.empty()) json["links"] = job.links.hash;
  switch (job.kind) {
    case JobKind::index:
      json["index"] = write(job.index);
      break;
    case JobKind::fields:
      json["fields"] = write_landmarks(job.index);
      break;
    case JobKind::throughput:
      json["throughput"] = write(job.throughput);
      if (!job.scenario.path.empty()) json["scenario"] = job.scenario.hash;
      break;
    case JobKind::matrix:
      json["metric"] = name(job.metric);
      [[fallthrough]];
    case JobKind::points:
      json["points"] = job.points_hash;
      json["count"] = job.point_count;
      json["gates"] = job.points.kind == PointKind::gates;
      break;
  }
  return json;
}

std::string named(const Job& job, const Json& json) {
  const std::string text = json.dump();
  WideHasher hasher;
  hasher.add(std::as_bytes(std::span(text)));
  return std::string(name(job.kind)) + "-" + digits_of(hasher.result());
}

Json with_rows(Json json, const Job& job) {
  json["rows"] = {job.first_row, job.last_row};
  return json;
}

Json write(const InputFile& file) { return {{"path", file.path}, {"hash", file.hash}}; }

void read_file(JsonReader& json, const std::string& key, InputFile& file) {
  JsonReader member = json.member(key);
  member.read("path", file.path);
  member.read("hash", file.hash);
}

constexpr std::array kPointKinds{PointKind::all, PointKind::gates, PointKind::random,
                                 PointKind::list};

}  // namespace

std::string describe(const Job& job) {
  const Json json = identity(job);
  return job.kind == JobKind::matrix ? with_rows(json, job).dump() : json.dump();
}

void set_names(Job& job) {
  const Json json = identity(job);
  job.file = named(job, json);
  switch (job.kind) {
    case JobKind::index:
      job.file += ".index";
      break;
    case JobKind::points:
      job.file += ".txt";
      break;
    case JobKind::fields:
      job.file += ".npy";
      break;
    case JobKind::throughput:
      job.file += ".csv";
      break;
    case JobKind::matrix:
      job.matrix = job.file;
      job.file +=
          "." + std::to_string(job.first_row) + "-" + std::to_string(job.last_row) + ".npy";
      break;
  }
}

std::string to_text(const Job& job) {
  const Json json{
      {"kind", name(job.kind)},
      {"rules", write(job.rules)},
      {"map", write(job.map)},
      {"weights", write(job.weights)},
      {"links", write(job.links)},
      {"list", write(job.list)},
      {"scenario", write(job.scenario)},
      {"index", write(job.index)},
      {"metric", name(job.metric)},
      {"point_kind", static_cast<std::size_t>(job.points.kind)},
      {"points", {{"count", job.points.count}, {"seed", job.points.seed}}},
      {"points_hash", job.points_hash},
      {"sizes", {job.point_count, job.first_row, job.last_row, job.memory, job.bytes}},
      {"throughput", write(job.throughput)},
  };
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Job> parse_job(std::string_view text) {
  const Result<Json> parsed = parse_json(text);
  if (!parsed) return parsed.failure();
  std::optional<Failure> failure;
  JsonReader json(*parsed, "job", failure);
  Job job;
  json.read_word("kind", job.kind, parse_job_kind);
  JsonReader rules = json.member("rules"), index = json.member("index");
  read(rules, job.rules);
  read(index, job.index);
  read_file(json, "map", job.map);
  read_file(json, "weights", job.weights);
  read_file(json, "links", job.links);
  read_file(json, "list", job.list);
  read_file(json, "scenario", job.scenario);
  json.read_word("metric", job.metric, parse_field_metric);
  std::size_t kind = 0;
  json.read("point_kind", kind, std::size_t{0}, kPointKinds.size() - 1);
  job.points.kind = kPointKinds[kind];
  JsonReader points = json.member("points");
  points.read("count", job.points.count, std::uint32_t{0},
              std::numeric_limits<std::uint32_t>::max());
  points.read("seed", job.points.seed, std::uint64_t{0},
              std::numeric_limits<std::uint64_t>::max());
  json.read("points_hash", job.points_hash);
  const JsonReader sizes = json.member("sizes");
  const std::vector<JsonReader> numbers = sizes.elements();
  const std::array targets{&job.point_count, &job.first_row, &job.last_row, &job.memory,
                           &job.bytes};
  if (numbers.size() != targets.size()) sizes.fail("is not a list of five numbers");
  for (std::size_t i = 0; i < std::min(numbers.size(), targets.size()); ++i)
    *targets[i] = numbers[i].number(std::size_t{0}, kMost);
  JsonReader throughput = json.member("throughput");
  read(throughput, job.throughput);
  if (failure) return *failure;
  set_names(job);
  return job;
}

std::string to_text(const JobResult& result) {
  const Json json{{"state", name(result.state)},
                  {"reason", result.reason},
                  {"output_failed", result.output_failed},
                  {"microseconds", static_cast<std::uint64_t>(result.seconds * 1e6)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<JobResult> parse_result(std::string_view text) {
  const Result<Json> parsed = parse_json(text);
  if (!parsed) return parsed.failure();
  std::optional<Failure> failure;
  JsonReader json(*parsed, "result", failure);
  JobResult result;
  std::uint64_t microseconds = 0;
  json.read_word("state", result.state, parse_job_state);
  json.read("reason", result.reason);
  json.read("output_failed", result.output_failed);
  json.read("microseconds", microseconds, std::uint64_t{0},
            std::numeric_limits<std::uint64_t>::max());
  if (failure) return *failure;
  result.seconds = static_cast<double>(microseconds) * 1e-6;
  return result;
}

}  // namespace throng::farm
