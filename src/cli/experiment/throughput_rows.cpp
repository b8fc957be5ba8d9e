#include "throughput_rows.hpp"

#include "../../core/files.hpp"
#include "../../experiment/spread.hpp"
#include "../options.hpp"
#include "../text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <csv.h>
#include <fmt/format.h>
#include <limits>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

namespace throng::cli {

using experiment::Combination;
using experiment::ThroughputRow;
using experiment::ThroughputRun;

namespace {

/// The table of a CSV text.
struct CsvTable {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;  ///< so far

  static void end_field(void* text, std::size_t size, void* table) {
    static_cast<CsvTable*>(table)->row.emplace_back(static_cast<const char*>(text), size);
  }
  static void end_row(int /*terminator*/, void* table) {
    CsvTable& self = *static_cast<CsvTable*>(table);
    self.rows.push_back(std::exchange(self.row, {}));
  }
};

Result<CsvTable> parse_csv(const std::string& text) {
  csv_parser parser;
  if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
    return fail(Code::unsupported, "the CSV parser does not start");
  CsvTable table;
  const bool good = csv_parse(&parser, text.data(), text.size(), CsvTable::end_field,
                              CsvTable::end_row, &table) == text.size() &&
                    csv_fini(&parser, CsvTable::end_field, CsvTable::end_row, &table) == 0;
  csv_free(&parser);
  if (!good)
    return fail(Code::bad_format,
                fmt::format("row {}: a quote is not closed, or stands inside a field",
                            table.rows.size() + 1));
  return table;
}

Result<double> parse_decimal(std::string_view word) {
  double number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error == std::errc() && stop == end && number >= 0 &&
      number <= std::numeric_limits<double>::max())
    return number;
  return fail(Code::bad_format, fmt::format("'{}' is not a decimal number", word));
}

Result<std::uint64_t> parse_hash(std::string_view word) {
  std::uint64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number, 16);
  if (error == std::errc() && stop == end) return number;
  return fail(Code::bad_format, fmt::format("'{}' is not a hash", word));
}

/// The way from an entry to one of its members.
template <auto kFirst, auto... kRest>
constexpr auto& member(auto& object) {
  if constexpr (sizeof...(kRest) == 0)
    return object.*kFirst;
  else
    return member<kRest...>(object.*kFirst);
}

Cell cell_of(const std::string& text) { return text; }
Cell cell_of(std::uint64_t number) { return number; }
Cell cell_of(int number) { return static_cast<std::uint64_t>(number); }
Cell cell_of(double number) { return Decimal{number, 6}; }
Cell cell_of(Algorithm algorithm) { return std::string(name(algorithm)); }
Cell cell_of(Heuristic heuristic) { return std::string(name(heuristic)); }

Outcome keep(const auto& read, auto& value) {
  if (!read) return read.failure();
  value = *read;
  return ok();
}
Outcome read_into(std::string& text, std::string_view field) {
  text = field;
  return ok();
}
template <class Whole>
Outcome read_into(Whole& number, std::string_view field) {
  return keep(parse_whole(field, Whole{0}, std::numeric_limits<Whole>::max()), number);
}
Outcome read_into(double& number, std::string_view field) {
  return keep(parse_decimal(field), number);
}
Outcome read_into(Algorithm& algorithm, std::string_view field) {
  return keep(parse_algorithm(field), algorithm);
}
Outcome read_into(Heuristic& heuristic, std::string_view field) {
  return keep(parse_heuristic(field), heuristic);
}

/// Sets one figure of every run. Empty: there are no runs. The first of these columns says
/// how many there are.
Outcome read_runs(std::string_view field, double ThroughputRun::*figure,
                  std::vector<ThroughputRun>& runs) {
  std::vector<double> numbers;
  while (!field.empty()) {
    const std::string_view word = field.substr(0, field.find(' '));
    field.remove_prefix(std::min(word.size() + 1, field.size()));
    double number = 0;
    if (Outcome read = keep(parse_decimal(word), number); !read) return read;
    numbers.push_back(number);
  }
  if (figure == &ThroughputRun::queries_per_second) runs.resize(numbers.size());
  if (runs.size() != numbers.size())
    return fail(Code::bad_format, "not as many figures as in the first column of runs");
  for (std::size_t i = 0; i < runs.size(); ++i) runs[i].*figure = numbers[i];
  return ok();
}

/// A column of the table: how it is written, and read again.
struct RowColumn {
  std::string_view name;
  Cell (*write)(const ThroughputEntry& entry);
  Outcome (*read)(ThroughputEntry& entry, std::string_view field);
  /// It is empty if nothing was measured: then it is neither written nor read.
  bool measured = false;

  constexpr RowColumn if_measured() const { return {name, write, read, true}; }
};

/// A column that holds one member of an entry.
template <auto... kPath>
constexpr RowColumn column(std::string_view name) {
  return {name,
          [](const ThroughputEntry& entry) { return cell_of(member<kPath...>(entry)); },
          [](ThroughputEntry& entry, std::string_view field) {
            return read_into(member<kPath...>(entry), field);
          }};
}
template <auto kMember>
constexpr RowColumn problem_column(std::string_view name) {
  return column<&ThroughputEntry::problem, kMember>(name);
}
template <auto kMember>
constexpr RowColumn measured_column(std::string_view name) {
  return column<&ThroughputEntry::row, kMember>(name).if_measured();
}
template <auto kMember>
constexpr RowColumn origin_column(std::string_view name) {
  return column<&ThroughputEntry::origin, kMember>(name);
}
/// A number of a combination, up to `kMost`.
template <auto kMember, int kMost>
constexpr RowColumn combination_column(std::string_view name) {
  using Row = ThroughputRow;
  return {
      name,
      [](const ThroughputEntry& entry) { return cell_of(entry.row.combination.*kMember); },
      [](ThroughputEntry& entry, std::string_view field) {
        return keep(parse_whole(field, 0, kMost),
                    member<&ThroughputEntry::row, &Row::combination, kMember>(entry));
      }};
}

constexpr int kDecimals = 4;

/// A figure of the summary of all runs. Not read: the runs say the same.
template <auto kFigure>
constexpr RowColumn summary_column(std::string_view name) {
  return {name,
          [](const ThroughputEntry& entry) {
            return Cell(Decimal{summarize(entry.row.runs).*kFigure, kDecimals});
          },
          [](ThroughputEntry&, std::string_view) { return ok(); }, true};
}

/// One figure of every run, separated by blanks.
template <auto kFigure>
constexpr RowColumn runs_column(std::string_view name) {
  return {name,
          [](const ThroughputEntry& entry) {
            std::string text;
            for (const ThroughputRun& run : entry.row.runs)
              text += fmt::format("{}{:.{}f}", text.empty() ? "" : " ", run.*kFigure,
                                  kDecimals);
            return entry.row.runs.empty() ? Cell() : Cell(text);
          },
          [](ThroughputEntry& entry, std::string_view field) {
            return read_runs(field, kFigure, entry.row.runs);
          }};
}

using Row = ThroughputRow;
constexpr std::array kRowColumns{
    // What identifies a row,
    problem_column<&Problem::map>("map"),
    problem_column<&Problem::map_hash>("map_hash"),
    problem_column<&Problem::scenario>("scenario"),
    problem_column<&Problem::seed>("seed"),
    problem_column<&Problem::queries>("queries"),
    problem_column<&Problem::queries_hash>("queries_hash"),
    problem_column<&Problem::topology>("topology"),
    problem_column<&Problem::corners>("corners"),
    problem_column<&Problem::costs>("costs"),
    column<&ThroughputEntry::row, &Row::combination, &Combination::algorithm>("algorithm"),
    column<&ThroughputEntry::row, &Row::combination, &Combination::heuristic>("heuristic"),
    combination_column<&Combination::landmarks, IndexOptions::kMaxLandmarks>("landmarks"),
    combination_column<&Combination::threads, Workers::kMaxThreads>("threads"),
    // what was measured,
    measured_column<&Row::engine>("engine"),
    measured_column<&Row::index_seconds>("index_seconds"),
    measured_column<&Row::index_bytes>("index_bytes"),
    measured_column<&Row::expanded>("expanded"),
    RowColumn{
        "cost_hash",
        [](const ThroughputEntry& entry) { return Cell(hash_text(entry.row.cost_hash)); },
        [](ThroughputEntry& entry, std::string_view field) {
          return keep(parse_hash(field), entry.row.cost_hash);
        },
        true},
    measured_column<&Row::wrong>("wrong"),
    measured_column<&Row::ratio_mean>("ratio_mean"),
    measured_column<&Row::ratio_max>("ratio_max"),
    RowColumn{"repeats",
              [](const ThroughputEntry& entry) { return Cell(entry.row.runs.size()); },
              [](ThroughputEntry&, std::string_view) { return ok(); }, true},
    summary_column<&RunSummary::median>("queries_per_second"),
    summary_column<&RunSummary::slowest>("slowest"),
    summary_column<&RunSummary::fastest>("fastest"),
    summary_column<&RunSummary::p50_us>("p50_us"),
    summary_column<&RunSummary::p99_us>("p99_us"),
    runs_column<&ThroughputRun::queries_per_second>("runs_queries_per_second"),
    runs_column<&ThroughputRun::p50_us>("runs_p50_us"),
    runs_column<&ThroughputRun::p99_us>("runs_p99_us"),
    // and where.
    column<&ThroughputEntry::row, &Row::refusal>("refusal"),
    origin_column<&Origin::version>("throng_version"),
    origin_column<&Origin::compiler>("compiler"),
    origin_column<&Origin::processor>("processor"),
    origin_column<&Origin::date>("date"),
    origin_column<&Origin::command>("command"),
};

Result<ThroughputEntry> read_entry(const std::vector<std::string>& fields) {
  if (fields.size() != kRowColumns.size())
    return fail(Code::bad_format,
                fmt::format("{} instead of {} fields", fields.size(), kRowColumns.size()));
  ThroughputEntry entry;
  for (std::size_t k = 0; k < fields.size(); ++k) {
    const RowColumn& column = kRowColumns[k];
    if (column.measured && fields[k].empty()) continue;
    if (const Outcome read = column.read(entry, fields[k]); !read)
      return fail(Code::bad_format, fmt::format("{}: {}", column.name, read.error().what));
  }
  return entry;
}

double median(const std::vector<ThroughputRun>& runs, double ThroughputRun::*figure) {
  std::vector<double> values;
  for (const ThroughputRun& run : runs) values.push_back(run.*figure);
  return experiment::median(std::move(values));
}

}  // namespace

Problem describe_problem(const experiment::Exercise& exercise, const Rules& rules) {
  return {.map = exercise.map_path,
          .map_hash = exercise.map_hash,
          .scenario = exercise.scenario,
          .seed = exercise.seed,
          .queries = exercise.queries.size(),
          .queries_hash = hash_of(exercise.queries),
          .topology = std::string(name(rules.topology)),
          .corners = std::string(name(rules.corners)),
          .costs = name(rules.costs)};
}

RunSummary summarize(const std::vector<ThroughputRun>& runs) {
  const auto [slowest, fastest] =
      std::ranges::minmax(runs, {}, &ThroughputRun::queries_per_second);
  return {median(runs, &ThroughputRun::queries_per_second), slowest.queries_per_second,
          fastest.queries_per_second, median(runs, &ThroughputRun::p50_us),
          median(runs, &ThroughputRun::p99_us)};
}

Records record_throughput(const std::vector<ThroughputEntry>& entries) {
  Records records;
  for (const RowColumn& column : kRowColumns) records.columns.push_back(column.name);
  for (const ThroughputEntry& entry : entries) {
    std::vector<Cell>& cells = records.rows.emplace_back();
    for (const RowColumn& column : kRowColumns)
      cells.push_back(column.measured && entry.row.runs.empty() ? Cell()
                                                                : column.write(entry));
  }
  return records;
}

Result<std::vector<ThroughputEntry>> read_throughput(const std::string& path) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.failure();
  const Result<CsvTable> table = parse_csv(*text);
  if (!table) return in_file(path, table.error());
  if (table->rows.empty() ||
      !std::ranges::equal(table->rows.front(), kRowColumns, {}, {}, &RowColumn::name))
    return fail(Code::bad_format,
                path + ": row 1: not the columns that this version of throng writes");
  std::vector<ThroughputEntry> entries;
  for (std::size_t i = 1; i < table->rows.size(); ++i) {
    Result<ThroughputEntry> entry = read_entry(table->rows[i]);
    if (!entry)
      return in_file(
          path, {entry.error().code, fmt::format("row {}: {}", i + 1, entry.error().what)});
    entries.push_back(*std::move(entry));
  }
  return entries;
}

bool same_row(const ThroughputEntry& a, const ThroughputEntry& b) {
  const auto rules = [](const Problem& p) {
    return std::tie(p.map, p.topology, p.corners, p.costs);
  };
  return rules(a.problem) == rules(b.problem) && a.row.combination == b.row.combination;
}

std::string difference(const ThroughputEntry& old, const ThroughputEntry& now) {
  using Pair = std::tuple<std::string_view, const std::string&, const std::string&>;
  for (const auto& [what, was, is] :
       {Pair{"map_hash", old.problem.map_hash, now.problem.map_hash},
        Pair{"queries_hash", old.problem.queries_hash, now.problem.queries_hash},
        Pair{"throng_version", old.origin.version, now.origin.version},
        Pair{"compiler", old.origin.compiler, now.origin.compiler},
        Pair{"processor", old.origin.processor, now.origin.processor}})
    if (was != is) return fmt::format("{}: was '{}', is now '{}'", what, was, is);
  return "";
}

}  // namespace throng::cli
