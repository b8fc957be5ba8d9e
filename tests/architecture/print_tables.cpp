// Prints the options of an index, and the tables of the manuals that are made of tables in
// the code, as Markdown: for each "== name", then its lines.

#include "../../src/core/search_table.hpp"
#include "../../src/index/index_part.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace throng {
namespace {

using Row = std::vector<std::string>;

std::string quoted(std::string_view word) { return "`" + std::string(word) + "`"; }

void print_row(const Row& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  std::puts(line.c_str());
}

/// Rows that differ in their first cell only are one row.
void print_table(const char* name, const Row& head, const std::vector<Row>& rows) {
  std::printf("== %s\n", name);
  print_row(head);
  print_row(Row(head.size(), "---"));
  std::vector<Row> merged;
  for (const Row& row : rows) {
    const auto same = std::ranges::find_if(merged, [&](const Row& other) {
      return std::equal(row.begin() + 1, row.end(), other.begin() + 1, other.end());
    });
    if (same == merged.end())
      merged.push_back(row);
    else
      same->front() += ", " + row.front();
  }
  for (const Row& row : merged) print_row(row);
}

/// "`exact`, `jump_points`"; "0 to 64"; "megabytes"
std::string values_of(const IndexOption& option, bool words) {
  if (!option.words.empty() && (words || option.type == OptionType::word)) {
    std::string text = quoted(option.words);
    for (std::size_t bar; (bar = text.find('|')) != std::string::npos;)
      text.replace(bar, 1, "`, `");
    return text;
  }
  if (option.type == OptionType::flag) return words ? "" : "false, true";
  if (option.type == OptionType::bytes)
    return option.least == 0 ? "megabytes, or 0" : "megabytes";
  if (option.most > 1'000'000) return "a number";
  return std::to_string(option.least) + " to " + std::to_string(option.most);
}

void print_program_options() {
  std::vector<Row> rows;
  for (const IndexOption* const option : index_options()) {
    std::string program = program_option(*option);
    if (option->type == OptionType::bytes) program += " MB";
    if (option->type == OptionType::number) program += option->name == "seed" ? " N" : " K";
    const std::string value = option_text(*option, option->get({.landmarks = 0}));
    const bool word = !option->words.empty();
    rows.push_back({quoted(program), values_of(*option, true), std::string(option->help),
                    word ? quoted(value) : value});
  }
  print_table("program-index", {"option", "values", "meaning", "default"}, rows);
}

void print_manifest_members() {
  std::vector<Row> rows;
  for (const IndexOption* const option : index_options()) {
    const bool word = option->type == OptionType::word || !option->manifest.empty();
    std::string value = option_text(*option, option->get({}));
    if (option->type == OptionType::flag && !word)
      value = option->get({}) != 0 ? "true" : "false";
    rows.push_back({quoted(option->manifest.empty() ? option->name : option->manifest),
                    values_of(*option, word), word ? quoted('"' + value + '"') : value});
  }
  print_table("manifest-index", {"member", "values", "default"}, rows);
}

std::string answers_of(Guarantee guarantee, const char* percent) {
  if (guarantee == Guarantee::optimal) return "optimal";
  return guarantee == Guarantee::none ? "any path" : std::string("within ") + percent;
}

Row ground_of(GroundNeed need) {
  switch (need) {
    case GroundNeed::any:
      return {"all", "all, links"};
    case GroundNeed::no_links:
      return {"all", "all, no links"};
    case GroundNeed::plain:
      return {"all", "plain, no links"};
    case GroundNeed::plain_squares:
      return {"octile, tile", "plain, no links"};
    case GroundNeed::jumps:
      return {"octile, `never_cut`", "plain, no links"};
  }
  return {};
}

std::string heuristics_of(const AlgorithmRow& row) {
  switch (row.heuristics) {
    case HeuristicUse::all:
      return "all that grid and index allow";
    case HeuristicUse::consistent:
      return "without areas and gates; landmarks with exact storage, where ways back cost "
             "the same";
    case HeuristicUse::no_index:
      return "those that need no index";
    case HeuristicUse::open:
      return "none: it " + std::string(row.own_bound);
  }
  return {};
}

std::string part_of(GuidePart part) {
  if (part == GuidePart::landmarks) return "landmarks";
  if (part == GuidePart::areas) return "areas";
  return part == GuidePart::gates ? "gates" : "";
}

void print_algorithms() {
  std::vector<Row> library, program;
  for (const AlgorithmRow& row : kAlgorithmTable) {
    const Row ground = ground_of(row.ground);
    const bool open = row.ground == GroundNeed::any;
    program.push_back(
        {quoted(row.word), answers_of(row.guarantee, "`--weight` percent"),
         std::string(row.help),
         open ? "" : ground[0] + (ground[0] == "all" ? "; " : ", ") + ground[1]});
    if (row.algorithm == Algorithm::automatic) continue;
    library.push_back({quoted(row.word) + (row.lab ? "\\*" : ""),
                       answers_of(row.guarantee, "`weight_percent`"), ground[0], ground[1],
                       heuristics_of(row)});
  }
  print_table("algorithms", {"algorithm", "answers", "grids", "ground", "heuristics"},
              library);
  print_table("program-algorithms", {"`--algorithm`", "result", "what", "needs"}, program);
}

void print_heuristics() {
  const auto yes = [](bool value) { return std::string(value ? "yes" : "no"); };
  std::vector<Row> library, program;
  for (const HeuristicRow& row : kHeuristicTable) {
    program.push_back({quoted(row.word), std::string(row.help), part_of(row.needs)});
    if (row.heuristic == Heuristic::automatic) continue;
    const char* const links = row.links == LinkUse::always  ? "yes"
                              : row.links == LinkUse::never ? "no"
                                                            : "at most 64, see below";
    library.push_back({quoted(row.word), yes(row.octile), yes(row.tile), yes(row.hexagonal),
                       yes(row.weights), links, part_of(row.needs)});
  }
  print_table(
      "heuristics",
      {"heuristic", "octile", "tile", "hex, tex", "weights, climbs", "links", "needs"},
      library);
  print_table("program-heuristics", {"`--heuristic`", "lower bound", "needs"}, program);
}

}  // namespace
}  // namespace throng

int main() {
  for (const throng::IndexOption* const option : throng::index_options())
    std::printf("option %s\n", std::string(option->name).c_str());
  throng::print_program_options();
  throng::print_manifest_members();
  throng::print_algorithms();
  throng::print_heuristics();
}
