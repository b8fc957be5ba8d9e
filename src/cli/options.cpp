#include "options.hpp"

#include "../jump/jump_map.hpp"

#include <throng/workers.hpp>

#include <array>
#include <cstdint>
#include <fmt/core.h>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <vector>

namespace throng::cli {
namespace {

/// The word of --jumps: whether to build the graph.
Result<bool> parse_jumps(std::string_view word) {
  if (word == "graph") return true;
  if (word == "scan") return false;
  return fail(Code::bad_argument, fmt::format("'{}' is not one of: scan graph", word));
}

Result<bool> parse_hub_labels(std::string_view word) {
  if (word == "cells") return true;
  if (word == "corners") return false;
  return fail(Code::bad_argument, fmt::format("'{}' is not one of: cells corners", word));
}

/// Bytes, from a number of megabytes.
Result<std::size_t> parse_megabytes(std::string_view word) {
  Result<std::size_t> megabytes = parse_whole(word, std::size_t{1}, std::size_t{1} << 24);
  if (!megabytes) return megabytes;
  return *megabytes << 20;
}

/// Options that require landmarks; not every command has all of them.
constexpr std::array kLandmarkOptions{"--placement", "--metric", "--storage", "--seed"};

}  // namespace

bool jumps_possible(const ArgumentParser& parser, const Rules& rules) {
  return JumpMap::allowed(rules) && rules.movement.plain() && !parser.given("--weights") &&
         !parser.given("--links");
}

void add_megabytes(ArgumentParser& parser, const std::string& option, std::size_t& value,
                   const std::string& help) {
  add_word(parser, option, value, parse_megabytes, "MB",
           fmt::format("{} (default {})", help, value >> 20));
}

void add_threads(ArgumentParser& parser, int& threads, const std::string& help) {
  add_number(parser, "--threads", threads, 0, Workers::kMaxThreads, help);
}

void add_seed(ArgumentParser& parser, const std::string& option, std::uint64_t& seed,
              const std::string& help) {
  add_number(parser, option, seed, std::uint64_t{0},
             std::numeric_limits<std::uint64_t>::max(), help);
}

std::vector<std::string> listed(const std::optional<std::string>& path) {
  return path ? std::vector{*path} : std::vector<std::string>();
}

void add_file(ArgumentParser& parser, const std::string& option,
              std::optional<std::string>& path, const std::string& help) {
  parser.add(option, path, help).type("FILE").writes([&path] { return listed(path); });
}

void add_input(ArgumentParser& parser, const std::string& option,
               std::optional<std::string>& path, const std::string& help,
               Stdin from_stdin) {
  parser.add(option, path, help)
      .type("FILE")
      .reads([&path] { return listed(path); }, from_stdin);
}

void add_movement(ArgumentParser& parser, Rules& rules) {
  add_word(parser, "--topology", rules.topology, parse_topology, "octile|tile|hex|tex",
           "Neighbours of a cell: 8, 4, or 6 in shifted columns (default octile)");
  add_word(parser, "--corners", rules.corners, parse_corners, "never_cut|cut_one|always",
           "Whether diagonals may pass closed cells (default never_cut)");
}

void add_costs(ArgumentParser& parser, Rules& rules) {
  add_word(parser, "--costs", rules.costs, parse_costs, "exact|bg2006|S/D",
           "Costs of straight and diagonal steps (default 1 and sqrt(2))");
}

void add_ground(ArgumentParser& parser, Rules& rules, GroundFiles& files) {
  add_word(parser, "--terrain", rules.movement, parse_movement, "SPEC",
           fmt::format("Weights of map characters: S:3,T:5 or SG:2; 0 to {}, 0 closes; "
                       "the word digits: each of 1 to 9 has its value as weight (default: "
                       ". G S have weight 1, all others are closed)",
                       kMaxWeight));
  add_word(parser, "--model", rules.cost_model, parse_cost_model, "mean|enter",
           "A step costs half the weights of its two cells, or the weight of the cell it "
           "enters (default mean)");
  add_input(parser, "--weights", files.weights,
            "A weight for each cell, which replaces the weight of its character");
  add_input(parser, "--links", files.links,
            "One-way links (teleporters, bridges, jump pads), one per line: "
            "from_x,from_y,to_x,to_y,weight (in straight steps); # comments");
  parser.add_need("--model", "--terrain or --weights", [](const ArgumentParser& given) {
    return given.given("--terrain") || given.given("--weights");
  });
  add_number(parser, "--unit-size", rules.unit_size, 1, kMaxUnitSize,
             "Side of the square of cells that a unit covers; its position is the top "
             "left cell (default 1)")
      .type("K");
}

void add_landmarks(ArgumentParser& parser, IndexOptions& options, int least) {
  const int most = IndexOptions::kMaxLandmarks;
  add_number(parser, "--landmarks", options.landmarks, least, most,
             fmt::format("Cells of each component from which all distances are stored, "
                         "for lower bounds; {} to {} (default {})",
                         least, most, options.landmarks))
      .type("K");
  add_word(parser, "--placement", options.placement, parse_placement,
           "random|farthest|avoid|coverage",
           "Where landmarks are placed: at random; far apart; behind the region with the "
           "weakest bounds; best for a sample of pairs (default farthest)");
  add_word(parser, "--metric", options.metric, parse_field_metric, "cost|steps",
           "What landmark distances count: path costs, or moves, which are faster to "
           "build but weaken the bound (default cost)");
  add_word(parser, "--storage", options.storage, parse_landmark_storage,
           "exact|jump_points",
           "Landmark distances of all cells, or of jump points only, for jps on large maps "
           "(default exact)");
  add_seed(parser, "--seed", options.seed, "Seed of all random choices (default 0)");
}

void add_hubs(ArgumentParser& parser, IndexOptions& options, const std::string& what_for,
              const WantedIndex& wanted) {
  parser.add_flag("--hubs", options.hubs,
                  fmt::format("Build hub labels, {}; for static maps. If they exceed "
                              "--hub-memory, the command does without them",
                              what_for));
  add_word(parser, "--hub-labels", options.cell_labels, parse_hub_labels, "cells|corners",
           "cells: label corners of obstacles and, if memory allows, all cells, which is "
           "faster; corners: corners only (default cells)");
  add_megabytes(parser, "--hub-memory", options.hub_memory, "Memory limit of the labels");
  for (const char* option : {"--hub-memory", "--hub-labels"})
    parser.add_need(option, "--hubs",
                    [wanted](const ArgumentParser& given) { return wanted(given).hubs; });
}

void add_fronts(ArgumentParser& parser, IndexOptions& options, const std::string& what_for,
                const WantedIndex& wanted) {
  parser.add_flag("--fronts", options.fronts,
                  fmt::format("Build fronts, {}; for static maps. If they exceed "
                              "--front-memory, the command does without them",
                              what_for));
  add_megabytes(parser, "--front-memory", options.front_memory,
                "Memory limit of the fronts");
  parser.add_need("--front-memory", "--fronts",
                  [wanted](const ArgumentParser& given) { return wanted(given).fronts; });
}

Outcome check_hierarchy(const ArgumentParser& parser, const IndexOptions& options,
                        const Rules& rules) {
  if (options.hierarchy && !jumps_possible(parser, rules))
    return fail(Code::bad_argument,
                "a hierarchy (--hierarchy, --algorithm hierarchy) needs an octile grid on "
                "which no corner is cut (--topology octile --corners never_cut), on plain "
                "ground without links");
  return ok();
}

Outcome check_hubs(const ArgumentParser& parser, const IndexOptions& options,
                   const Rules& rules) {
  if (options.hubs && !jumps_possible(parser, rules))
    return fail(
        Code::bad_argument,
        "hub labels (--hubs, --algorithm hub) need an octile grid on which no corner "
        "is cut (--topology octile --corners never_cut), on plain ground without "
        "links");
  return ok();
}

void add_hierarchy(ArgumentParser& parser, IndexOptions& options,
                   const WantedIndex& wanted) {
  parser.add_flag("--hierarchy", options.hierarchy,
                  "Build a contraction hierarchy, for large static maps and noise, where "
                  "jps is possible. If it exceeds --hierarchy-memory, the command does "
                  "without it");
  add_megabytes(parser, "--hierarchy-memory", options.hierarchy_memory,
                "Memory limit of the hierarchy");
  parser.add_need(
      "--hierarchy-memory", "--hierarchy",
      [wanted](const ArgumentParser& given) { return wanted(given).hierarchy; });
}

void add_index(ArgumentParser& parser, IndexOptions& options, const WantedIndex& wanted) {
  add_landmarks(parser, options, 0);
  add_word(parser, "--jumps", options.jump_graph, parse_jumps, "scan|graph",
           "How jps finds jump points: by scanning the map, or in a graph built "
           "beforehand (default graph if an index is built)");
  parser.add_flag("--areas", options.areas,
                  "Divide the map into areas to detect dead ends");
  parser.add_flag("--gates", options.gates,
                  "Compute the costs between all gates of all areas");
  add_megabytes(parser, "--gate-memory", options.gate_memory,
                "Memory limit of these costs");
  add_hubs(parser, options, "which replace searches by lookups", wanted);
  add_fronts(parser, options, "the fastest answers where jps is not possible", wanted);
  add_hierarchy(parser, options, wanted);
  parser.add_need("--gate-memory", "--gates",
                  [wanted](const ArgumentParser& given) { return wanted(given).gates; });
  for (const char* option : kLandmarkOptions)
    parser.add_need(option, "--landmarks K", [wanted](const ArgumentParser& given) {
      return wanted(given).landmarks > 0;
    });
}

void add_search_needs(ArgumentParser& parser, const IndexOptions& index,
                      const SolverOptions& search) {
  using enum Heuristic;
  const auto searches_with = [&search](std::initializer_list<Heuristic> heuristics) {
    return !is_one_of(search.algorithm, {Algorithm::textbook, Algorithm::hub,
                                         Algorithm::front, Algorithm::hierarchy}) &&
           is_one_of(search.heuristic, heuristics);
  };
  const std::string searching = ", --algorithm other than textbook, hub, front, hierarchy";
  parser.add_need(
      "--landmarks", "--heuristic auto, landmark or best" + searching,
      [=, &index](const auto&) {
        return index.landmarks == 0 || searches_with({automatic, landmark, best});
      });
  parser.add_need(
      "--storage",
      "--algorithm auto or jps, --heuristic auto or landmark, if it is jump_points",
      [&index, &search](const auto&) {
        return index.storage != LandmarkStorage::jump_points ||
               (is_one_of(search.algorithm, {Algorithm::automatic, Algorithm::jps}) &&
                is_one_of(search.heuristic, {automatic, landmark}));
      });
  parser.add_need("--areas", "--heuristic auto, deadend or best" + searching,
                  [=](const auto&) {
                    return searches_with({automatic, deadend, best});
                  });
  parser.add_need("--gates", "--heuristic auto, gateway or best" + searching,
                  [=](const auto&) {
                    return searches_with({automatic, gateway, best});
                  });
  parser.add_need("--jumps", "--algorithm auto or jps", [&search](const auto&) {
    return is_one_of(search.algorithm, {Algorithm::automatic, Algorithm::jps});
  });
  parser.add_need("--hubs", "--algorithm auto or hub, --heuristic auto, plain or octile",
                  [&search](const auto&) {
                    return is_one_of(search.algorithm,
                                     {Algorithm::automatic, Algorithm::hub}) &&
                           is_one_of(search.heuristic, {automatic, plain, octile});
                  });
  parser.add_need(
      "--fronts",
      "--algorithm auto or front, --heuristic auto, plain or the distance on an open map",
      [&search](const auto&) {
        return is_one_of(search.algorithm, {Algorithm::automatic, Algorithm::front}) &&
               is_one_of(search.heuristic, {automatic, plain, octile, manhattan, hex});
      });
  parser.add_need(
      "--hierarchy", "--algorithm auto or hierarchy, --heuristic auto, plain or octile",
      [&search](const auto&) {
        return is_one_of(search.algorithm, {Algorithm::automatic, Algorithm::hierarchy}) &&
               is_one_of(search.heuristic, {automatic, plain, octile});
      });
}

Outcome check_storage(const ArgumentParser& parser, const IndexOptions& options,
                      const Rules& rules) {
  if (options.landmarks == 0 || options.storage != LandmarkStorage::jump_points)
    return ok();
  if (!jumps_possible(parser, rules))
    return fail(Code::bad_argument,
                "--storage jump_points needs an octile grid on which no corner is cut "
                "(--topology octile --corners never_cut), on plain ground without links");
  if (parser.given("--jumps") && !options.jump_graph)
    return fail(Code::bad_argument, "--storage jump_points needs --jumps graph");
  return ok();
}

Result<std::optional<IndexOptions>> wanted_index(const ArgumentParser& parser,
                                                 const IndexOptions& options,
                                                 const Rules& rules) {
  const bool graph_asked = options.jump_graph && parser.given("--jumps");
  if (graph_asked && !jumps_possible(parser, rules))
    return fail(Code::bad_argument,
                "--jumps graph needs an octile grid on which no corner is cut (--topology "
                "octile --corners never_cut), on plain ground without links");
  if (const Outcome hubs = check_hubs(parser, options, rules); !hubs) return hubs.failure();
  if (const Outcome fits = check_hierarchy(parser, options, rules); !fits)
    return fits.failure();
  if (const Outcome fits = check_storage(parser, options, rules); !fits)
    return fits.failure();
  if (options.landmarks == 0 && !graph_asked && !options.areas && !options.gates &&
      !options.hubs && !options.fronts && !options.hierarchy)
    return std::optional<IndexOptions>();
  IndexOptions wanted = options;
  // A hierarchy finds its own corners.
  if (options.hierarchy && !parser.given("--jumps")) wanted.jump_graph = false;
  return std::optional(wanted);
}

Option add_input(ArgumentParser& parser, const std::string& argument, std::string& path,
                 const std::string& help, Stdin from_stdin) {
  return parser.add(argument, path, help)
      .required()
      .type("")
      .reads([&path] { return std::vector{path}; }, from_stdin);
}

void add_map(ArgumentParser& parser, std::string& path) {
  add_input(parser, "MAP", path, "A MovingAI map; - is standard input");
}

void add_queries(ArgumentParser& parser, std::string& path) {
  add_input(parser, "QUERIES", path,
            "A MovingAI scenario, or CSV lines of sx,sy,gx,gy; - is standard input");
}

}  // namespace throng::cli
