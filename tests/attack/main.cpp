// throng_attack: plays random worlds, games and calls against what the manuals promise. See
// usage() for its options. Each lane is a process of its own, so that a crash and a hang
// have a seed, too.

#include "attacks.hpp"
#include "report.hpp"
#include "watch.hpp"

#include <throng/lab.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/mman.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace attack {
namespace {

constexpr int kUsage = 2;
/// A process found something wrong, and said so. Sanitizers end theirs with other codes.
constexpr int kWrong = 3;

void usage(std::FILE* to) {
  std::fputs(
      "usage: throng_attack [OPTION...]\n"
      "  --only NAME       one attack instead of all; may be repeated\n"
      "  --seconds N       for how long, in all (60)\n"
      "  --hours H         the same, in hours\n"
      "  --seed S          the first seed (1)\n"
      "  --seeds N         plays N seeds of each attack, however long that takes\n"
      "  --processes N     how many attacks run at once (2)\n"
      "  --failures N      an attack ends after this many failures (1)\n"
      "  --patience N      a seed that takes N seconds hangs (60; sanitized 600)\n"
      "  --list            lists the attacks\n"
      "Exit code: 0, or 1 if an answer was wrong, an attack crashed or hung, or compared\n"
      "nothing. Each failure ends with the command that repeats it.\n",
      to);
}

struct Options {
  std::vector<const Attack*> attacks = {};
  double seconds = 60;
  std::uint64_t seed = 1;
  std::uint64_t seeds = 0;  ///< 0: as many as there is time for
  unsigned processes = 2;
  unsigned failures = 1;
  unsigned patience = THRONG_SANITIZED ? 600 : 60;
  const char* program = "throng_attack";
};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Which seeds of an attack one process plays: every `stride`th one from `next` on.
struct Lane {
  const Attack* attack = nullptr;
  std::uint64_t next = 0;
  std::uint64_t stride = 1;
  std::uint64_t end = 0;
  double seconds = 0;
  unsigned failures = 0;
  double spent = 0;  ///< seconds, of processes that died
  Clock::time_point begun = {};
  pid_t process = 0;
  Watched* watched = nullptr;
};

void print_failure(const Options& options, const Attack& attack, std::uint64_t seed,
                   std::string_view what) {
  std::printf(
      "FAILED: %s, seed %llu: %.*s\nrepeat it: %s --only %s --seed %llu --seeds 1\n\n",
      attack.name, static_cast<unsigned long long>(seed), static_cast<int>(what.size()),
      what.data(), options.program, attack.name, static_cast<unsigned long long>(seed));
  std::fflush(stdout);
}

/// Plays the seeds of a lane. In a process of its own. Returns its exit code.
int play(const Options& options, Lane lane) {
  Watched::use(*lane.watched);
  const auto begin = Clock::now();
  std::uint64_t played = 0;
  unsigned failures = lane.failures;
  std::uint64_t seed = lane.next;
  for (; seed < lane.end && failures < options.failures; seed += lane.stride) {
    if (options.seeds == 0 && lane.spent + seconds_since(begin) >= lane.seconds) break;
    lane.watched->seed = seed;
    alarm(options.patience);
    try {
      lane.attack->play(seed);
    } catch (const std::exception& error) {  // Failure, or what should not have been thrown
      print_failure(options, *lane.attack, seed, error.what());
      ++failures;
    }
    ++played;
  }
  alarm(0);
  const bool vain = counts().compared_in_all() == 0;
  std::printf("%s: %llu seeds from %llu on in %.0f s, %u failures%s\n%s\n",
              lane.attack->name, static_cast<unsigned long long>(played),
              static_cast<unsigned long long>(lane.next), seconds_since(begin), failures,
              vain ? ", and NOTHING was compared" : "", counts().text().c_str());
  std::fflush(stdout);
  return failures > lane.failures || vain ? kWrong : 0;
}

void start(const Options& options, Lane& lane) {
  std::fflush(stdout);
  lane.begun = Clock::now();
  lane.process = fork();
  if (lane.process < 0) {
    std::perror("fork");
    std::exit(kUsage);
  }
  if (lane.process > 0) return;
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // one that hangs ends with the process that watches it
#endif
  const int code = play(options, lane);
  std::fflush(nullptr);
  std::exit(code);  // sanitizers look for leaks here
}

/// What a process that did not end by itself died of.
std::string cause_of(int status) {
  if (WIFEXITED(status)) return "exit code " + std::to_string(WEXITSTATUS(status));
  if (WTERMSIG(status) == SIGALRM) return "it hangs";
  return "signal " + std::to_string(WTERMSIG(status));
}

/// Returns whether the lane goes on, in a new process.
bool after_end(const Options& options, Lane& lane, int status) {
  const std::uint64_t seed = lane.watched->seed;
  print_failure(options, *lane.attack, seed,
                cause_of(status) + ", in: " + lane.watched->stage.data());
  ++lane.failures;
  lane.next = seed + lane.stride;
  return lane.failures < options.failures && lane.next < lane.end &&
         (options.seeds > 0 || lane.spent < lane.seconds);
}

class Run {
 public:
  explicit Run(const Options& options) : options_(options) {
    const std::size_t attacks = options_.attacks.size();
    const std::size_t parts = (options_.processes + attacks - 1) / attacks;
    const double share =
        options_.seconds * options_.processes / static_cast<double>(attacks * parts);
    for (const Attack* const attack : options_.attacks) {
      for (std::size_t part = 0; part < parts; ++part) add(attack, part, parts, share);
    }
  }

  /// Runs all lanes, so many at once. Returns the exit code.
  int run() {
    while (!lanes_.empty() || !running_.empty()) {
      while (!lanes_.empty() && running_.size() < options_.processes) {
        running_.push_back(lanes_.front());
        lanes_.erase(lanes_.begin());
        start(options_, running_.back());
      }
      wait_for_one();
    }
    std::puts(failed_ ? "FAILED" : "nothing was wrong");
    return failed_ ? 1 : 0;
  }

 private:
  void add(const Attack* attack, std::size_t part, std::size_t parts, double share) {
    void* const shared = mmap(nullptr, sizeof(Watched), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
      std::perror("mmap");
      std::exit(kUsage);
    }
    Lane lane{.attack = attack,
              .next = options_.seed + part,
              .stride = parts,
              .end = std::numeric_limits<std::uint64_t>::max() - parts,
              .seconds = share,
              .watched = new (shared) Watched};
    if (options_.seeds > 0) lane.end = options_.seed + options_.seeds;
    if (lane.next < lane.end) lanes_.push_back(lane);
  }

  void wait_for_one() {
    int status = 0;
    const pid_t process = wait(&status);
    const auto lane = std::ranges::find(running_, process, &Lane::process);
    if (lane == running_.end()) return;
    lane->spent += seconds_since(lane->begun);
    const bool ended =
        WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == kWrong);
    failed_ |= !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    if (!ended && after_end(options_, *lane, status)) return start(options_, *lane);
    running_.erase(lane);
  }

  const Options& options_;
  std::vector<Lane> lanes_;
  std::vector<Lane> running_;
  bool failed_ = false;
};

const Attack* find_attack(std::string_view name) {
  const auto all = attacks();
  const auto found =
      std::ranges::find_if(all, [&](const Attack& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

/// A number from `least` on; nothing if the text is none.
template <class Number>
std::optional<Number> parse(std::string_view text, Number least) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  if (!(number >= least)) return {};
  return number;
}

/// Sets an option that has a value. Returns whether both are valid.
bool set_option(Options& options, std::string_view name, std::string_view value) {
  const auto set = [&](auto& to, auto least, auto factor) {
    const auto number = parse(value, least);
    if (number) to = *number * factor;
    return number.has_value();
  };
  if (name == "--seconds") return set(options.seconds, 0.0, 1.0);
  if (name == "--hours") return set(options.seconds, 0.0, 3600.0);
  if (name == "--seed") return set(options.seed, std::uint64_t{0}, std::uint64_t{1});
  if (name == "--seeds") return set(options.seeds, std::uint64_t{1}, std::uint64_t{1});
  if (name == "--processes") return set(options.processes, 1U, 1U);
  if (name == "--failures") return set(options.failures, 1U, 1U);
  if (name == "--patience") return set(options.patience, 1U, 1U);
  if (name != "--only") return false;
  options.attacks.push_back(find_attack(value));
  return options.attacks.back() != nullptr;
}

int run_program(std::span<char* const> arguments) {
  Options options;
  if (!arguments.empty()) options.program = arguments[0];
  for (std::size_t i = 1; i < arguments.size(); i += 2) {
    const std::string_view name = arguments[i];
    if (name == "--help") {
      usage(stdout);
      return 0;
    }
    if (name == "--list") {
      for (const Attack& one : attacks()) std::printf("%-10s %s\n", one.name, one.what);
      return 0;
    }
    if (i + 1 == arguments.size() || !set_option(options, name, arguments[i + 1])) {
      std::fprintf(stderr, "throng_attack: invalid: %s\n", arguments[i]);
      usage(stderr);
      return kUsage;
    }
  }
  if (options.attacks.empty()) {
    for (const Attack& one : attacks()) options.attacks.push_back(&one);
  }
  return Run(options).run();
}

}  // namespace
}  // namespace attack

int main(int argc, char** argv) {
  throng::use_lab();
  return attack::run_program({argv, static_cast<std::size_t>(argc)});
}
