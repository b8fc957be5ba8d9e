#include "farm_run.hpp"

#include "../../core/files.hpp"
#include "../../experiment/stopwatch.hpp"
#include "../../farm/report.hpp"
#include "../json.hpp"
#include "../options.hpp"
#include "../origin.hpp"
#include "../output.hpp"
#include "../progress.hpp"
#include "../signals.hpp"
#include "../text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace throng::cli {
namespace {

using farm::JobKind;
using farm::JobState;

/// "2 h 10 min", "3 min 5 s", "12 s".
std::string long_time(double time) {
  constexpr std::uint64_t kMinute = 60, kHour = 60 * kMinute;
  const auto whole = static_cast<std::uint64_t>(std::llround(std::max(0.0, time)));
  if (whole >= kHour)
    return fmt::format("{} h {} min", whole / kHour, whole % kHour / kMinute);
  if (whole >= kMinute) return fmt::format("{} min {} s", whole / kMinute, whole % kMinute);
  return fmt::format("{} s", whole);
}

/// How much of the estimated work is done, and how long the rest takes at this rate.
std::string progress_line(const farm::FarmProgress& now, double elapsed) {
  constexpr std::size_t kWhole = 1'000;
  const double share =
      now.seconds_in_all > 0 ? std::min(1.0, now.seconds_done / now.seconds_in_all) : 1;
  std::string line = fmt::format(
      "farm {}  {} of {}", bar(static_cast<std::size_t>(share * double{kWhole}), kWhole),
      count(now.done), count(now.jobs));
  if (elapsed > 0 && now.done > 0)
    line += fmt::format(", {:.1f}/s", static_cast<double>(now.done) / elapsed);
  if (share > 0) line += fmt::format(", {} left", long_time(elapsed * (1 - share) / share));
  if (now.failed > 0) line += fmt::format(", {} failed", now.failed);
  return line;
}

/// What a farm would do.
std::string describe(const farm::Manifest& manifest, const farm::Plan& plan,
                     const farm::OutputFolder& folder, int threads) {
  std::vector<Row> rows{{"make", "jobs", "done", "refused", "to do", "bytes", "time"}};
  std::array<double, farm::kJobKinds.size() + 1> time{};
  for (const JobKind kind : farm::kJobKinds) {
    const auto without_jobs = static_cast<std::size_t>(
        std::ranges::count_if(plan.outputs, [&](const farm::PlannedOutput& output) {
          return !output.refusal.empty() && manifest.orders[output.order].kind == kind;
        }));
    std::size_t jobs = without_jobs, done = 0, refused = without_jobs, size = 0;
    double seconds = 0;
    for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
      const farm::Job& job = plan.jobs[i];
      if (job.kind != kind) continue;
      ++jobs;
      if (folder.find(job)) {
        ++done;
      } else if (!plan.refusals[i].empty()) {
        ++refused;
      } else {
        size += job.bytes;
        seconds += job.seconds;
      }
    }
    time.back() += seconds;
    if (jobs > 0)
      rows.push_back({std::string(name(kind)), count(jobs), count(done), count(refused),
                      count(jobs - done - refused), "about " + bytes(size),
                      "about " + long_time(seconds)});
  }
  return table(rows, "lrrrrrr") +
         fmt::format("\nabout {} on {}; estimates of bytes and time are rough\n",
                     long_time(time.back() / threads),
                     plural(static_cast<std::uint64_t>(threads), "thread", "threads"));
}

struct Counts {
  std::size_t made = 0, kept = 0;
};

Counts count_results(const farm::JobResults& results) {
  Counts counts;
  for (const auto& result : results) {
    if (!result) continue;
    counts.made += result->state == JobState::made ? 1 : 0;
    counts.kept += result->state == JobState::kept ? 1 : 0;
  }
  return counts;
}

std::string summary(const FarmArguments& arguments, const farm::Plan& plan,
                    const farm::ReportTotals& totals, const Counts& counts, double time,
                    int threads) {
  std::vector<Row> rows{
      {"maps", fmt::format("{}, {} of them cannot be read", count(plan.maps.size()),
                           count(totals.bad_maps))},
      {"jobs", fmt::format("{}: {} made now, {} kept", count(totals.jobs),
                           count(counts.made), count(counts.kept))},
      {"not done", fmt::format("{} refused, {} failed, {} missing", count(totals.refused),
                               count(totals.failed), count(totals.missing))},
      {"outputs", fmt::format("{} in {}", bytes(totals.bytes), one_line(arguments.folder))},
      {"time", fmt::format("{} with {} at a time", seconds(time),
                           plural(static_cast<std::uint64_t>(threads), "job", "jobs"))}};
  return table(rows, "ll");
}

std::string timings_file(const FarmArguments& arguments) {
  const auto& [number, count] = arguments.shard;
  return arguments.folder + "/" +
         (count == 1 ? "timings.json"
                     : fmt::format("timings-{}-of-{}.json", number, count));
}

/// Whether the reports would replace a file that the farm reads. Errors: bad_argument.
Outcome check_reports(const FarmArguments& arguments, const farm::Plan& plan) {
  Declarations declared;
  declared.inputs.push_back({"MANIFEST", [&] { return std::vector{arguments.manifest}; }});
  declared.inputs.push_back(
      {"MANIFEST", [&] {
         std::vector<std::string> read;
         for (const farm::Job& job : plan.jobs)
           for (const auto* file :
                {&job.map, &job.weights, &job.links, &job.list, &job.scenario})
             if (!file->path.empty()) read.push_back(file->path);
         return read;
       }});
  declared.outputs.push_back(
      {"--output", [&] {
         return std::vector{arguments.folder + "/report.json", timings_file(arguments)};
       }});
  declared.outputs.push_back({"--json", [&] { return listed(arguments.json); }});
  return check_files(declared);
}

Outcome store_timings(const FarmArguments& arguments, const std::string& command,
                      const farm::Plan& plan, const farm::JobResults& results, double time,
                      int threads) {
  Json origin({});
  add_origin(current_origin(command), origin);
  return write_file(timings_file(arguments),
                    farm::write_timings(plan, results, time, threads, print_json(origin)));
}

Verdict judge(const farm::Report& report, const farm::JobResults& results,
              bool whole_farm) {
  for (const std::string& problem : report.problems)
    fmt::print(stderr, "throng: {}\n", one_line(problem));
  const bool failed = std::ranges::any_of(results, [](const auto& result) {
    return result && result->state == JobState::failed;
  });
  const farm::ReportTotals& totals = report.totals;
  if (failed || !report.problems.empty()) return Verdict::failed;
  return whole_farm && totals.missing > 0 ? Verdict::failed : Verdict::passed;
}

Result<farm::Plan> make_plan(const farm::Manifest& manifest,
                             const FarmArguments& arguments) {
  WatchedWork work("reading maps");
  return farm::make_plan(manifest,
                         {.memory = memory_limit(arguments), .threads = arguments.threads},
                         work.monitor);
}

Outcome check_folder(const FarmArguments& arguments) {
  if (arguments.folder.empty())
    return fail(Code::bad_argument, "--output: the name of the folder is empty");
  return ok();
}

}  // namespace

void add_farm_options(ArgumentParser& parser, FarmArguments& arguments) {
  add_input(parser, "MANIFEST", arguments.manifest,
            "What to make of which maps, in JSON: see src/farm/README.md", Stdin::refused);
  parser
      .add("-o,--output", arguments.folder,
           "The folder of the outputs; those that are there already are kept")
      .required()
      .type("DIR");
  parser
      .add(
          "--memory",
          [&memory = arguments.memory](const std::string& word) -> Outcome {
            const auto megabytes = parse_whole(word, std::size_t{1}, std::size_t{1} << 24);
            if (!megabytes) return megabytes.failure();
            memory = *megabytes << 20;
            return ok();
          },
          "Memory limit of the jobs that run at once in a process (default: that of the "
          "machine)")
      .type("MB");
  parser.add_flag("--dry-run", arguments.dry_run,
                  "Only count the jobs, and estimate their bytes and their time");
  add_file(parser, "--json", arguments.json, "Write the report here, too");
  parser.add_need("--json", "a run without --dry-run",
                  [&arguments](const auto&) { return !arguments.dry_run; });
}

std::size_t memory_limit(const FarmArguments& arguments) {
  if (arguments.memory) return *arguments.memory;
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void limit_memory(const FarmArguments& arguments, int threads) {
  if (!arguments.memory) return;
  // Each thread has a stack and an arena of the allocator, of which it uses little.
  constexpr std::size_t kPerThread = std::size_t{160} << 20;
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::size_t limit = *arguments.memory +
                            pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) +
                            kPerThread * static_cast<std::size_t>(std::max(1, threads));
  rlimit now{};
  if (getrlimit(RLIMIT_AS, &now) != 0) return;
  now.rlim_cur = std::min<rlim_t>(now.rlim_max, limit);
  static_cast<void>(setrlimit(RLIMIT_AS, &now));
}

Result<Verdict> run_farm(const FarmArguments& arguments, const std::string& command,
                         int at_a_time, int processes, const RunJobs& run_jobs) {
  if (Outcome named = check_folder(arguments); !named) return named.failure();
  const Result<farm::Manifest> manifest = farm::read_manifest(arguments.manifest);
  if (!manifest) return manifest.failure();
  const Result<farm::Plan> plan = make_plan(*manifest, arguments);
  if (!plan) return in_file(arguments.manifest, plan.error());
  if (arguments.dry_run) {
    fmt::print("{}",
               describe(*manifest, *plan, farm::OutputFolder(arguments.folder), at_a_time));
    return Verdict::passed;
  }
  const auto folder = farm::OutputFolder::open(arguments.folder);
  if (!folder) return folder.failure();
  if (Outcome checked = check_reports(arguments, *plan); !checked) return checked.failure();
  const auto& [number, shards] = arguments.shard;
  farm::JobQueue queue(*plan, number - 1, shards,
                       memory_limit(arguments) * static_cast<std::size_t>(processes));
  const experiment::Stopwatch stopwatch;
  {
    Monitor monitor;
    const Cancellable cancellable(monitor);
    const Progress progress(
        [&] { return progress_line(queue.progress(), stopwatch.seconds()); });
    run_jobs({*plan, *folder, queue, monitor});
    if (monitor.cancel)
      return fail(Code::cancelled,
                  "the farm was interrupted; the same command goes on with it");
  }
  const double time = stopwatch.seconds();
  const auto report = farm::store_report(*manifest, *plan, queue.results(), *folder);
  if (const std::string why = queue.stopped_because(); !why.empty())
    return fail(Code::io, why + "; the farm stopped, the same command goes on with it");
  if (!report) return report.failure();
  if (Outcome stored =
          store_timings(arguments, command, *plan, queue.results(), time, at_a_time);
      !stored)
    return stored.failure();
  if (arguments.json)
    if (Outcome written = write_output(*arguments.json, report->text); !written)
      return written.failure();
  if (arguments.json != kStandardOutput)
    fmt::print("{}", summary(arguments, *plan, report->totals,
                             count_results(queue.results()), time, at_a_time));
  return judge(*report, queue.results(), shards == 1);
}

}  // namespace throng::cli
