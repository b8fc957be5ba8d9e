#include "report.hpp"

#include "watch.hpp"

namespace throng {

std::ostream& operator<<(std::ostream& out, const SolverOptions& options) {
  return out << options.algorithm << '/' << options.heuristic << " weight "
             << options.weight_percent << " beam " << options.beam_width;
}

std::ostream& operator<<(std::ostream& out, const DistanceOptions& options) {
  return out << "metric " << name(options.metric) << ", direction "
             << static_cast<int>(options.direction) << ", at most " << options.max_cost;
}

std::ostream& operator<<(std::ostream& out, const Request& request) {
  out << "request " << request.start << " to";
  for (const Position goal : request.goals) out << ' ' << goal;
  if (request.visit == Visit::each) out << " each";
  if (request.visit == Visit::in_turn) out << " in turn";
  if (request.radius != 0) out << " radius " << request.radius;
  if (request.approach) out << " approach";
  if (request.escape_blocked_start) out << " escape";
  return out;
}

}  // namespace throng

namespace attack {
namespace {

const Scene*& innermost() {
  static const Scene* scene = nullptr;  // of the thread that attacks
  return scene;
}

}  // namespace

Scene::Scene(std::function<std::string()> describe)
    : describe_(std::move(describe)), outer_(innermost()) {
  innermost() = this;
}

Scene::~Scene() { innermost() = outer_; }

void raise(const std::string& what) {
  std::string text = what;
  for (const Scene* scene = innermost(); scene != nullptr; scene = scene->outer_) {
    text += '\n' + scene->describe_();
  }
  throw Failure(text);
}

void stage(std::string_view name) { Watched::here().set_stage(name); }

void Counts::add(Table& table, std::string_view what, std::uint64_t count) {
  const auto entry = table.find(what);
  if (entry == table.end()) {
    table.emplace(what, count);
  } else {
    entry->second += count;
  }
}

void Counts::compared(std::string_view what, std::uint64_t count) {
  add(compared_, what, count);
  in_all_ += count;
}

void Counts::noted(std::string_view what, std::uint64_t count) { add(noted_, what, count); }

std::string Counts::text() const {
  std::string text;
  for (const auto& [what, count] : compared_) {
    text += "  " + what + ": " + std::to_string(count) + " compared\n";
  }
  for (const auto& [what, count] : noted_) {
    text += "  (" + what + ": " + std::to_string(count) + ")\n";
  }
  return text;
}

Counts& counts() {
  static Counts all;
  return all;
}

}  // namespace attack
