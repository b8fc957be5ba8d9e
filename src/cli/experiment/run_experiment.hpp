#pragma once

#include "../command.hpp"
#include "../options.hpp"
#include "../output.hpp"
#include "../picture/format.hpp"
#include "records.hpp"

#include <throng/result.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {

/// The files for the figures of an experiment, where requested.
struct ReportFiles {
  std::optional<std::string> csv, json, markdown, plot;
};

/// The option for a picture, "--plot", or with a second name.
inline constexpr const char* kPlot = "--plot";

/// Adds --csv, --json, --markdown and --plot. row: what has one row. picture: what the
/// picture shows. plot: the names of --plot.
void add_report_files(ArgumentParser& parser, ReportFiles& files, const std::string& row,
                      const std::string& picture, const std::string& plot = kPlot);

/// Where the figures of an experiment come from.
struct Provenance {
  std::string command;                ///< the command line
  std::optional<std::uint64_t> seed;  ///< nothing: the experiment draws nothing
};

/// The printers for the report of an experiment. All pointers are set.
template <class Report>
struct ReportPrinter {
  std::string (*table)(const Report&);
  std::string (*markdown)(const Report&);
  Records (*records)(const Report&);
  std::vector<std::string> (*maps)(const Report&);
  Result<std::string> (*plot)(const Report&, PictureFormat);
};

/// The records, and where they come from, as a JSON object.
std::string print_report_json(const Provenance& provenance,
                              const std::vector<std::string>& maps, const Records& records);

/// Measures, then prints and writes the report.
///
/// measure: () -> Result<Report>
/// judge: (const Report&) -> Verdict
template <class Report, class Measure, class Judge>
Result<Verdict> run_experiment(const ReportFiles& files, const Provenance& provenance,
                               const ReportPrinter<Report>& printer, Measure measure,
                               Judge judge) {
  Report report;
  const std::vector<ReportForm> forms{
      {files.csv, [&] { return print_csv(printer.records(report)); }},
      {files.json,
       [&] {
         return print_report_json(provenance, printer.maps(report),
                                  printer.records(report));
       }},
      {files.markdown, [&] { return printer.markdown(report); }},
      {files.plot, [&] { return printer.plot(report, *picture_format(*files.plot)); }}};
  Result<Report> measured = measure();
  if (!measured) return measured.failure();
  report = *std::move(measured);
  const Outcome written = write_forms(forms, [&] { return printer.table(report); });
  if (!written) return written.failure();
  return judge(std::as_const(report));
}

}  // namespace throng::cli
