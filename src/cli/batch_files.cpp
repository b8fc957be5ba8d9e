#include "batch_files.hpp"

#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>

namespace throng::cli {
namespace {

/// A cost that may be unknown: ",4711" or ",".
void print_bound(fmt::memory_buffer& text, Cost bound) {
  text.push_back(',');
  if (bound != kUnreachable) fmt::format_to(std::back_inserter(text), "{}", bound);
}

/// The least that a cheapest path can cost; kUnreachable if that is unknown.
Cost proven_bound(Status status, Cost cost, const Promise& promise) {
  if (status != Status::found || promise.guarantee == Guarantee::optimal) return cost;
  if (promise.guarantee == Guarantee::none) return cost == 0 ? 0 : kUnreachable;
  const auto percent = static_cast<std::uint64_t>(promise.weight_percent);
  return static_cast<Cost>((std::uint64_t{cost} * 100 + percent - 1) / percent);
}

}  // namespace

std::string print_paths(const Answers& result) {
  fmt::memory_buffer text;
  const auto end = std::back_inserter(text);
  for (std::size_t i = 0; i < result.size(); ++i) {
    fmt::format_to(end, "{}", i);
    if (result.status[i] == Status::found) {
      const PathView path = result.path(i);
      Position at = path.start();
      fmt::format_to(end, " {},{}", at.x, at.y);
      for (const Move move : path.moves()) {
        at = path.step(at, move);
        fmt::format_to(end, " {},{}", at.x, at.y);
      }
    }
    text.push_back('\n');
  }
  return fmt::to_string(text);
}

std::string print_points(const AnyAnglePaths& paths) {
  fmt::memory_buffer text;
  const auto end = std::back_inserter(text);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    fmt::format_to(end, "{}", i);
    for (const Position p : paths.path(i)) {
      const auto at = [&](std::int32_t value) {
        return static_cast<double>(value) / paths.scale;
      };
      fmt::format_to(end, " {},{}", at(p.x), at(p.y));
    }
    text.push_back('\n');
  }
  return fmt::to_string(text);
}

std::string print_csv(std::span<const Query> queries, const Answers& result,
                      std::span<const double> lengths, const Promise& promise,
                      const CsvColumns& columns) {
  const auto& [any_angle, version] = columns;
  fmt::memory_buffer text;
  const auto end = std::back_inserter(text);
  fmt::format_to(end,
                 "index,sx,sy,gx,gy,status,cost,length,expanded,generated,reopened,"
                 "microseconds,lower,upper{}{}\n",
                 any_angle != nullptr ? ",any_angle_length" : "",
                 version.empty() ? "" : ",version");
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto& [start, goal] = queries[i];
    fmt::format_to(end, "{},{},{},{},{},{},", i, start.x, start.y, goal.x, goal.y,
                   name(result.status[i]));
    if (result.status[i] == Status::found)
      fmt::format_to(end, "{},{:.8f}", result.cost[i], lengths[i]);
    else
      text.push_back(',');
    fmt::format_to(end, ",{},{},{},{:.3f}", result.expanded[i], result.generated[i],
                   result.reopened[i], result.microseconds[i]);
    print_bound(text, proven_bound(result.status[i], result.cost[i], promise));
    print_bound(text, result.upper[i]);
    if (any_angle != nullptr) {
      text.push_back(',');
      if (any_angle->status[i] == Status::found)
        fmt::format_to(end, "{:.8f}", any_angle->length[i]);
    }
    if (!version.empty()) fmt::format_to(end, ",{}", version[i]);
    text.push_back('\n');
  }
  return fmt::to_string(text);
}

}  // namespace throng::cli
