#include "options.hpp"

#include "../core/search_table.hpp"
#include "../index/index_part.hpp"
#include "../jump/jump_map.hpp"
#include "../labels/legs.hpp"

#include <throng/assert.hpp>
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

/// Bytes, `least` to `most`, from a number of megabytes.
Result<std::size_t> parse_bytes(std::string_view word, std::uint64_t least,
                                std::uint64_t most) {
  Result<std::size_t> megabytes = parse_whole(word, std::size_t{least >> kMegabyteBits},
                                              std::size_t{most >> kMegabyteBits});
  if (!megabytes) return megabytes;
  return *megabytes << kMegabyteBits;
}

Result<std::size_t> parse_megabytes(std::string_view word) {
  return parse_bytes(word, std::uint64_t{1} << kMegabyteBits, std::uint64_t{1} << 44);
}

/// A value as people write it. Errors: bad_argument.
Result<std::uint64_t> parse_option(const IndexOption& row, std::string_view word) {
  if (row.type == OptionType::word) return row.parse(word);
  if (row.type == OptionType::flag) return parse_flag(row.words, word);
  if (row.type == OptionType::number) return parse_whole(word, row.least, row.most);
  const Result<std::size_t> bytes = parse_bytes(word, row.least, row.most);
  if (!bytes) return bytes.failure();
  return *bytes;
}

// Where jumps and hub labels are possible, for messages.
constexpr std::string_view kJumpGround =
    "an octile grid on which no corner is cut (--topology octile --corners never_cut), on "
    "plain ground without links";
constexpr std::string_view kSquareGround =
    "a grid of squares (--topology octile or tile), on plain ground without links";

/// "landmarks" -> "--landmarks K"
std::string asked_by(const IndexOption& option) {
  return program_option(option) + (option.type == OptionType::number ? " K" : "");
}

const IndexOption& named(std::string_view name) {
  for (const IndexOption* const option : index_options())
    if (option->name == name) return *option;
  THRONG_ASSERT(false);
  return landmark_part().options().front();
}

void add_option(ArgumentParser& parser, IndexOption row, IndexOptions& options) {
  const std::string option = program_option(row);
  std::string help(row.help);
  if (row.type == OptionType::flag && row.words.empty()) {
    Option flag = parser.add_flag(
        option, [row, &options] { row.set(options, 1); }, help);
    if (row.rare) flag.rare();
    return;
  }
  const bool ranged = row.type == OptionType::number && row.most < 1'000'000;
  if (ranged) help += fmt::format("; {} to {}", row.least, row.most);
  help += fmt::format(" (default {})", option_text(row, row.get(options)));
  const auto read = [row, &options](const std::string& word) -> Outcome {
    const Result<std::uint64_t> value = parse_option(row, word);
    if (!value) return value.failure();
    row.set(options, *value);
    return ok();
  };
  const std::string type = row.type == OptionType::bytes ? "MB"
                           : !row.words.empty()          ? std::string(row.words)
                           : ranged                      ? "K"
                                                         : "N";
  Option added = parser.add(option, read, help).type(type);
  if (row.rare) added.rare();
}

/// Whether the ground of the command line is plain. Pre: the parser has parsed.
bool plain_ground(const ArgumentParser& parser, const Rules& rules) {
  return rules.movement.plain() && !parser.given("--weights") && !parser.given("--links");
}

}  // namespace

void add_megabytes(ArgumentParser& parser, const std::string& option, std::size_t& value,
                   const std::string& help) {
  add_word(parser, option, value, parse_megabytes, "MB",
           fmt::format("{} (default {})", help, value >> kMegabyteBits));
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

Option add_file(ArgumentParser& parser, const std::string& option,
                std::optional<std::string>& path, const std::string& help) {
  parser.begin_group(kOutputGroup);
  Option added =
      parser.add(option, path, help).type("FILE").writes([&path] { return listed(path); });
  parser.begin_group(kOptionsGroup);
  return added;
}

void add_input(ArgumentParser& parser, const std::string& option,
               std::optional<std::string>& path, const std::string& help,
               Stdin from_stdin) {
  parser.add(option, path, help)
      .type("FILE")
      .reads([&path] { return listed(path); }, from_stdin);
}

void add_movement(ArgumentParser& parser, Rules& rules) {
  parser.begin_group(kMapGroup);
  add_word(parser, "--topology", rules.topology, parse_topology, "octile|tile|hex|tex",
           "Neighbours of a cell: 8, 4, or 6 in shifted columns (default octile)");
  add_word(parser, "--corners", rules.corners, parse_corners, "never_cut|cut_one|always",
           "Whether diagonals may pass closed cells (default never_cut)");
  parser.begin_group(kOptionsGroup);
}

void add_costs(ArgumentParser& parser, Rules& rules) {
  parser.begin_group(kMapGroup);
  add_word(parser, "--costs", rules.costs, parse_costs, "exact|bg2006|S/D",
           "Costs of straight and diagonal steps (default 1 and sqrt(2))")
      .rare();
  parser.begin_group(kOptionsGroup);
}

void add_terrain(ArgumentParser& parser, Rules& rules) {
  parser.begin_group(kMapGroup);
  add_word(parser, "--terrain", rules.movement, parse_movement, "SPEC",
           fmt::format("Weights of map characters: S:3,T:5 or SG:2; 0 to {}, 0 closes; "
                       "the word digits: each of 1 to 9 has its value as weight; E:1,#:0 "
                       "adds characters to the alphabet (default: . G S have weight 1, all "
                       "others are closed)",
                       kMaxWeight));
  parser.begin_group(kOptionsGroup);
}

void add_ground(ArgumentParser& parser, Rules& rules, GroundFiles& files) {
  add_terrain(parser, rules);
  parser.begin_group(kMapGroup);
  add_word(parser, "--model", rules.cost_model, parse_cost_model, "mean|enter",
           "A step costs half the weights of its two cells, or the weight of the cell it "
           "enters (default mean)")
      .rare();
  add_input(parser, "--weights", files.weights,
            "A weight for each cell; it replaces that of its character");
  add_input(parser, "--links", files.links,
            "One-way links (teleporters, bridges, jump pads); one per line: "
            "from_x,from_y,to_x,to_y,weight (in straight steps); # comments");
  parser.add_need("--model", "--terrain or --weights", [](const ArgumentParser& given) {
    return given.given("--terrain") || given.given("--weights");
  });
  add_number(parser, "--unit-size", rules.unit_size, 1, kMaxUnitSize,
             "Side of the square of cells that a unit covers; its position is the top "
             "left cell (default 1)")
      .type("K");
  parser.begin_group(kOptionsGroup);
}

void add_landmarks(ArgumentParser& parser, IndexOptions& options) {
  parser.begin_group(kIndexGroup);
  for (IndexOption row : landmark_part().options()) {
    if (row.name == "landmarks") row.least = 1;
    add_option(parser, row, options);
  }
  parser.begin_group(kOptionsGroup);
}

void add_parts(ArgumentParser& parser, IndexOptions& options, const WantedIndex& wanted,
               std::initializer_list<const IndexPart*> parts) {
  parser.begin_group(kIndexGroup);
  for (const IndexPart* const part : parts)
    for (const IndexOption& row : part->options()) {
      add_option(parser, row, options);
      if (row.needs.empty()) continue;
      const IndexOption& needed = named(row.needs);
      parser.add_need(program_option(row), asked_by(needed),
                      [&needed, wanted](const ArgumentParser& given) {
                        return needed.get(wanted(given)) != 0;
                      });
    }
  parser.begin_group(kOptionsGroup);
}

void add_index(ArgumentParser& parser, IndexOptions& options, const WantedIndex& wanted) {
  add_parts(parser, options, wanted, {&landmark_part()});
  for (const IndexPart* const part : index_parts())
    if (part != &landmark_part()) add_parts(parser, options, wanted, {part});
  parser.add_need("--seed", "--placement random, avoid or coverage",
                  [wanted](const ArgumentParser& given) {
                    return wanted(given).landmarks.placement != Placement::farthest;
                  });
}

namespace {

/// "auto, landmark or best"
std::string alternatives(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

/// A part that guides searches needs a heuristic that reads it.
void add_guide_need(ArgumentParser& parser, const IndexOption& option, GuidePart guide,
                    const IndexOptions& index, const SolverOptions& search) {
  std::vector<std::string_view> readers{name(Heuristic::automatic)}, alone;
  for (const HeuristicRow& row : kHeuristicTable)
    if (reads(row.heuristic, guide)) readers.push_back(row.word);
  for (const AlgorithmRow& row : kAlgorithmTable)
    if (row.heuristics == HeuristicUse::open || row.heuristics == HeuristicUse::no_index)
      alone.push_back(row.word);
  parser.add_need(program_option(option),
                  fmt::format("--heuristic {}, --algorithm other than {}",
                              alternatives(readers), alternatives(alone)),
                  [guide, &option, &index, &search](const auto&) {
                    const HeuristicUse use = row_of(search.algorithm).heuristics;
                    return option.get(index) == 0 ||
                           (use != HeuristicUse::open && use != HeuristicUse::no_index &&
                            (search.heuristic == Heuristic::automatic ||
                             reads(search.heuristic, guide)));
                  });
}

/// A part that answers by itself needs its algorithm, and no other heuristic.
void add_answer_need(ArgumentParser& parser, const IndexPart& part,
                     const SolverOptions& search) {
  using enum Heuristic;
  const Algorithm algorithm = part.words().algorithm;
  parser.add_need(
      program_option(part.options().front()),
      fmt::format("--algorithm auto or {}, --heuristic auto, plain or the distance on an "
                  "open map",
                  name(algorithm)),
      [algorithm, &search](const auto&) {
        return is_one_of(search.algorithm, {Algorithm::automatic, algorithm}) &&
               is_one_of(search.heuristic, {automatic, plain, octile, manhattan, hex});
      });
}

}  // namespace

void add_search_needs(ArgumentParser& parser, const IndexOptions& index,
                      const SolverOptions& search) {
  const auto guide = [&](const IndexPart& part, GuidePart guide_part) {
    add_guide_need(parser, part.options().front(), guide_part, index, search);
  };
  guide(landmark_part(), GuidePart::landmarks);
  guide(area_part(), GuidePart::areas);
  guide(gate_part(), GuidePart::gates);
  for (const IndexPart* const part : index_parts())
    if (part->words().algorithm != Algorithm::automatic)
      add_answer_need(parser, *part, search);
  using enum Heuristic;
  parser.add_need(
      "--storage",
      "--algorithm auto or jps, --heuristic auto or landmark, if it is jump_points",
      [&index, &search](const auto&) {
        return index.landmarks.storage != LandmarkStorage::jump_points ||
               (is_one_of(search.algorithm, {Algorithm::automatic, Algorithm::jps}) &&
                is_one_of(search.heuristic, {automatic, landmark}));
      });
  parser.add_need("--jumps", "--algorithm auto or jps", [&search](const auto&) {
    return is_one_of(search.algorithm, {Algorithm::automatic, Algorithm::jps});
  });
}

Outcome check_ground(const ArgumentParser& parser, const IndexOptions& options,
                     const Rules& rules) {
  const bool plain = plain_ground(parser, rules);
  if (plain && JumpMap::allowed(rules)) return ok();
  const auto refuse = [](const std::string& what, std::string_view ground = kJumpGround) {
    return fail(Code::bad_argument, fmt::format("{} needs {}", what, ground));
  };
  for (const IndexPart* const part : index_parts()) {
    const Algorithm algorithm = part->words().algorithm;
    const GroundNeed ground = row_of(algorithm).ground;
    const bool squares = ground == GroundNeed::plain_squares;
    if (part->wanted(options) &&
        (ground == GroundNeed::jumps || (squares && !(plain && allow_legs(rules)))))
      return refuse(fmt::format("{} (--algorithm {})",
                                program_option(part->options().front()), name(algorithm)),
                    squares ? kSquareGround : kJumpGround);
  }
  if (options.landmarks.count > 0 &&
      options.landmarks.storage == LandmarkStorage::jump_points)
    return refuse("--storage jump_points");
  if (options.jump_graph && parser.given("--jumps")) return refuse("--jumps graph");
  return ok();
}

Result<std::optional<IndexOptions>> wanted_index(const ArgumentParser& parser,
                                                 const IndexOptions& options,
                                                 const Rules& rules) {
  if (const Outcome possible = check_ground(parser, options, rules); !possible)
    return possible.failure();
  const bool jumps_given = parser.given("--jumps");
  if (options.landmarks.count > 0 &&
      options.landmarks.storage == LandmarkStorage::jump_points && jumps_given &&
      !options.jump_graph)
    return fail(Code::bad_argument, "--storage jump_points needs --jumps graph");
  bool wanted_any = options.jump_graph && jumps_given;
  for (const IndexPart* const part : index_parts())
    if (part != &jump_part()) wanted_any = wanted_any || part->wanted(options);
  if (!wanted_any) return std::optional<IndexOptions>();
  IndexOptions wanted = options;
  // A hierarchy finds its own corners.
  if (options.hierarchy.build && !jumps_given) wanted.jump_graph = false;
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
