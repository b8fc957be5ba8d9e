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

// What identifies a row, what was measured, and the origin.
constexpr std::array<std::string_view, 36> kRowColumns{
    "map",          "map_hash",       "scenario",    "seed",      "queries",
    "queries_hash", "topology",       "corners",     "costs",     "algorithm",
    "heuristic",    "landmarks",      "threads",  //
    "engine",       "index_seconds",  "index_bytes", "expanded",  "cost_hash",
    "wrong",        "ratio_mean",     "ratio_max",   "repeats",   "queries_per_second",
    "slowest",      "fastest",        "p50_us",      "p99_us",    "runs_queries_per_second",
    "runs_p50_us",  "runs_p99_us",  //
    "refusal",      "throng_version", "compiler",    "processor", "date",
    "command"};
constexpr std::size_t kMeasuredBegin = 13;  // "engine"
constexpr std::size_t kMeasuredEnd = 30;    // columns up to "runs_p99_us"
constexpr std::size_t kFromRuns = 6;        // columns from "repeats" to "p99_us"

constexpr int kDecimals = 4;

/// One figure of every run, separated by blanks.
std::string list(const std::vector<ThroughputRun>& runs, double ThroughputRun::*figure) {
  std::string text;
  for (const ThroughputRun& run : runs)
    text += fmt::format("{}{:.{}f}", text.empty() ? "" : " ", run.*figure, kDecimals);
  return text;
}

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

/// The fields of a row in the order of kRowColumns. Keeps the first error.
class RowReader {
 public:
  explicit RowReader(const std::vector<std::string>& fields) : fields_(fields) {}

  std::string text() { return fields_[next_++]; }
  void skip(std::size_t columns) { next_ += columns; }

  /// The value of the next field. What was not measured is empty, and T().
  template <class T>
  T read(Result<T> (*parse)(std::string_view)) {
    const std::string& field = fields_[next_++];
    if (field.empty() && kMeasuredBegin < next_ && next_ <= kMeasuredEnd) return T();
    return accept(parse(field));
  }
  template <class T, T high = std::numeric_limits<T>::max()>
  T whole() {
    return read<T>([](std::string_view word) { return parse_whole(word, T{0}, high); });
  }
  double decimal() { return read(parse_decimal); }
  std::vector<double> decimals() {
    std::vector<double> numbers;
    std::string_view rest = fields_[next_++];
    while (!rest.empty()) {
      const std::string_view word = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      numbers.push_back(accept(parse_decimal(word)));
    }
    return numbers;
  }

  /// Empty: none so far.
  const std::string& error() const { return error_; }

 private:
  /// Pre: the value is that of the field before next_.
  template <class T>
  T accept(const Result<T>& value) {
    if (!value && error_.empty())
      error_ = fmt::format("{}: {}", kRowColumns[next_ - 1], value.error().what);
    return value.value_or(T());
  }

  const std::vector<std::string>& fields_;
  std::size_t next_ = 0;
  std::string error_;
};

Result<ThroughputEntry> read_entry(const std::vector<std::string>& fields) {
  if (fields.size() != kRowColumns.size())
    return fail(Code::bad_format,
                fmt::format("{} instead of {} fields", fields.size(), kRowColumns.size()));
  RowReader reader(fields);
  ThroughputEntry entry;
  Problem& problem = entry.problem;
  for (std::string* text : {&problem.map, &problem.map_hash, &problem.scenario})
    *text = reader.text();
  problem.seed = reader.whole<std::uint64_t>();
  problem.queries = reader.whole<std::size_t>();
  for (std::string* text :
       {&problem.queries_hash, &problem.topology, &problem.corners, &problem.costs})
    *text = reader.text();
  ThroughputRow& row = entry.row;
  row.combination.algorithm = reader.read(parse_algorithm);
  row.combination.heuristic = reader.read(parse_heuristic);
  row.combination.landmarks = reader.whole<int, IndexOptions::kMaxLandmarks>();
  row.combination.threads = reader.whole<int, Workers::kMaxThreads>();
  row.engine = reader.text();
  row.index_seconds = reader.decimal();
  row.index_bytes = reader.whole<std::size_t>();
  row.expanded = reader.whole<std::uint64_t>();
  row.cost_hash = reader.read(parse_hash);
  row.wrong = reader.whole<std::size_t>();
  row.ratio_mean = reader.decimal();
  row.ratio_max = reader.decimal();
  reader.skip(kFromRuns);
  const std::vector<double> speeds = reader.decimals();
  const std::vector<double> p50 = reader.decimals();
  const std::vector<double> p99 = reader.decimals();
  row.refusal = reader.text();
  Origin& origin = entry.origin;
  for (std::string* text : {&origin.version, &origin.compiler, &origin.processor,
                            &origin.date, &origin.command})
    *text = reader.text();
  if (!reader.error().empty()) return fail(Code::bad_format, reader.error());
  if (speeds.size() != p50.size() || speeds.size() != p99.size())
    return fail(Code::bad_format, "the columns of the runs have different lengths");
  for (std::size_t i = 0; i < speeds.size(); ++i)
    row.runs.push_back({speeds[i], p50[i], p99[i]});
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
  Records records{{kRowColumns.begin(), kRowColumns.end()}, {}};
  for (const auto& [problem, row, origin] : entries) {
    const Combination& combination = row.combination;
    std::vector<Cell> cells{problem.map, problem.map_hash, problem.scenario};
    cells.emplace_back(problem.seed);
    cells.insert(cells.end(),
                 {problem.queries, problem.queries_hash, problem.topology, problem.corners,
                  problem.costs, std::string(name(combination.algorithm)),
                  std::string(name(combination.heuristic)),
                  static_cast<std::uint64_t>(combination.landmarks),
                  static_cast<std::uint64_t>(combination.threads)});
    if (row.runs.empty()) {
      cells.resize(kMeasuredEnd);
    } else {
      const RunSummary runs = summarize(row.runs);
      cells.insert(
          cells.end(),
          {row.engine, Decimal{row.index_seconds, 6}, row.index_bytes, row.expanded,
           hash_text(row.cost_hash), row.wrong, Decimal{row.ratio_mean, 6},
           Decimal{row.ratio_max, 6}, row.runs.size(), Decimal{runs.median, kDecimals},
           Decimal{runs.slowest, kDecimals}, Decimal{runs.fastest, kDecimals},
           Decimal{runs.p50_us, kDecimals}, Decimal{runs.p99_us, kDecimals},
           list(row.runs, &ThroughputRun::queries_per_second),
           list(row.runs, &ThroughputRun::p50_us), list(row.runs, &ThroughputRun::p99_us)});
    }
    for (const std::string& text : {row.refusal, origin.version, origin.compiler,
                                    origin.processor, origin.date, origin.command})
      cells.emplace_back(text);
    records.rows.push_back(std::move(cells));
  }
  return records;
}

Result<std::vector<ThroughputEntry>> read_throughput(const std::string& path) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.failure();
  const Result<CsvTable> table = parse_csv(*text);
  if (!table) return in_file(path, table.error());
  if (table->rows.empty() || !std::ranges::equal(table->rows.front(), kRowColumns))
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
