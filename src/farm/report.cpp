#include "report.hpp"

#include "../core/files.hpp"
#include "json_reader.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace throng::farm {
namespace {

using Text = nlohmann::ordered_json;

constexpr int kReportFormat = 1;

std::string print(const Text& json) {
  return json.dump(1, ' ', false, Text::error_handler_t::replace) + "\n";
}

/// What the folder has of a job, and what this process says of it.
class Reporter {
 public:
  Reporter(const Manifest& manifest, const Plan& plan, const JobResults& results,
           const OutputFolder& folder)
      : manifest_(manifest), plan_(plan), results_(results) {
    for (std::size_t job = 0; job < plan.jobs.size(); ++job) {
      records_.push_back(folder.find(plan.jobs[job]));
      count(job);
    }
  }

  Report run() {
    Text maps = Text::array(), outputs = Text::array();
    for (const PlannedMap& map : plan_.maps) maps.push_back(map_text(map));
    for (const PlannedOutput& output : plan_.outputs)
      outputs.push_back(output_text(output));
    for (std::size_t job = 0; job < plan_.jobs.size(); ++job)
      if (!problem(job).empty()) report_.problems.push_back(problem(job));
    const ReportTotals& totals = report_.totals;
    report_.text = print({{"throng_farm", kReportFormat},
                          {"totals",
                           {{"maps", plan_.maps.size()},
                            {"bad_maps", totals.bad_maps},
                            {"jobs", totals.jobs},
                            {"done", totals.done},
                            {"refused", totals.refused},
                            {"failed", totals.failed},
                            {"missing", totals.missing},
                            {"bytes", totals.bytes}}},
                          {"maps", std::move(maps)},
                          {"outputs", std::move(outputs)}});
    return std::move(report_);
  }

 private:
  void count(std::size_t job) {
    ReportTotals& totals = report_.totals;
    ++totals.jobs;
    if (records_[job]) {
      ++totals.done;
      totals.bytes += records_[job]->bytes;
    } else if (!plan_.refusals[job].empty()) {
      ++totals.refused;
    } else if (failed(job)) {
      ++totals.failed;
    } else {
      ++totals.missing;
    }
  }

  bool failed(std::size_t job) const {
    return results_[job] && results_[job]->state == JobState::failed;
  }

  std::string problem(std::size_t job) const {
    if (records_[job]) return {};
    if (!plan_.refusals[job].empty()) return plan_.refusals[job];
    return failed(job) ? results_[job]->reason : std::string();
  }

  Text map_text(const PlannedMap& map) {
    if (map.error.empty())
      return {{"map", map.name},
              {"xxh3", map.hash},
              {"width", map.width},
              {"height", map.height}};
    ++report_.totals.bad_maps;
    report_.problems.push_back(map.error);
    return {{"map", map.name}, {"error", map.error}};
  }

  Text job_text(std::size_t job) const {
    const std::string& file = plan_.jobs[job].file;
    if (records_[job])
      return {
          {"file", file}, {"bytes", records_[job]->bytes}, {"xxh3", records_[job]->hash}};
    if (!plan_.refusals[job].empty()) return {{"file", file}, {"refused", problem(job)}};
    if (failed(job)) return {{"file", file}, {"failed", problem(job)}};
    return {{"file", file}, {"missing", true}};
  }

  Text output_text(const PlannedOutput& output) {
    const Order& order = manifest_.orders[output.order];
    Text json{{"map", plan_.maps[output.map].name},
              {"class", manifest_.classes[output.unit].name},
              {"job", order.name},
              {"make", name(order.kind)}};
    if (!output.refusal.empty()) {
      ++report_.totals.jobs;
      ++report_.totals.refused;
      json["refused"] = output.refusal;
      if (plan_.maps[output.map].error.empty()) report_.problems.push_back(output.refusal);
      return json;
    }
    if (order.kind == JobKind::matrix) {
      add_matrix(output, json);
    } else {
      const std::size_t job = output.jobs.front();
      json.update(job_text(job));
      if (records_[job]) json["facts"] = Text::parse(records_[job]->facts);
    }
    return json;
  }

  void add_matrix(const PlannedOutput& output, Text& json) const {
    Text rows = Text::array();
    for (const std::size_t job : output.jobs) {
      const Job& one = plan_.jobs[job];
      if (one.kind == JobKind::points) {
        json["points"] = job_text(job);
        continue;
      }
      json["matrix"] = one.matrix;
      json["count"] = one.point_count;
      Text shard{{"rows", {one.first_row, one.last_row}}};
      shard.update(job_text(job));
      if (records_[job]) shard.update(Text::parse(records_[job]->facts));
      rows.push_back(std::move(shard));
    }
    json["shards"] = std::move(rows);
  }

  const Manifest& manifest_;
  const Plan& plan_;
  const JobResults& results_;
  std::vector<std::optional<Record>> records_;  ///< by job
  Report report_;
};

/// Held by one process at a time, where the file system has locks.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder)
      : file_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (file_ >= 0) static_cast<void>(flock(file_, LOCK_EX) == 0);
  }
  ~FolderLock() {
    if (file_ >= 0) close(file_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

}  // namespace

Report write_report(const Manifest& manifest, const Plan& plan, const JobResults& results,
                    const OutputFolder& folder) {
  return Reporter(manifest, plan, results, folder).run();
}

Result<Report> store_report(const Manifest& manifest, const Plan& plan,
                            const JobResults& results, const OutputFolder& folder) {
  const FolderLock lock(folder.path());
  Report report = write_report(manifest, plan, results, folder);
  if (Outcome written = write_file(folder.path() + "/report.json", report.text); !written)
    return written.failure();
  return report;
}

std::string write_timings(const Plan& plan, const JobResults& results, double seconds,
                          int threads, const std::string& origin) {
  Text jobs = Text::array();
  for (std::size_t job = 0; job < plan.jobs.size(); ++job) {
    const auto& result = results[job];
    if (!result || result->state == JobState::refused) continue;
    jobs.push_back({{"file", plan.jobs[job].file},
                    {"map", plan.jobs[job].map.path},
                    {"state", name(result->state)},
                    {"seconds", result->seconds},
                    {"estimated_seconds", plan.jobs[job].seconds},
                    {"estimated_memory", plan.jobs[job].memory}});
  }
  Text json = Text::parse(origin);
  json["threads"] = threads;
  json["seconds"] = seconds;
  json["jobs"] = std::move(jobs);
  return print(json);
}

}  // namespace throng::farm
