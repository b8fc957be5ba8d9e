#pragma once

#include "../command.hpp"
#include "../options.hpp"
#include "../output.hpp"

#include <throng/result.hpp>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {

/// The files for the figures of an experiment, where requested.
struct ReportFiles {
  std::optional<std::string> csv, markdown, plot;
};

/// row: of what the CSV file has one row. picture: what the picture shows; empty: none.
inline void add_report_files(ArgumentParser& parser, ReportFiles& files,
                             const std::string& row, const std::string& picture) {
  add_file(parser, "--csv", files.csv, "Write the figures with one row per " + row);
  add_file(parser, "--markdown", files.markdown, "Write the tables as Markdown");
  if (!picture.empty())
    add_file(parser, "--plot", files.plot, "Write a picture (PNG) of " + picture);
}

/// The printers for the report of an experiment.
template <class Report>
struct ReportPrinter {
  std::string (*table)(const Report&);
  std::string (*csv)(const Report&);
  std::string (*markdown)(const Report&);
  Result<std::string> (*plot)(const Report&) = nullptr;  ///< null: no picture
};

/// Measures, then prints and writes the report.
///
/// measure: () -> Result<Report>
/// judge: (const Report&) -> Verdict
template <class Report, class Measure, class Judge>
Result<Verdict> run_experiment(const ReportFiles& files,
                               const ReportPrinter<Report>& printer, Measure measure,
                               Judge judge) {
  Report report;
  std::vector<ReportForm> forms{{files.csv, [&] { return printer.csv(report); }},
                                {files.markdown, [&] { return printer.markdown(report); }}};
  if (printer.plot != nullptr)
    forms.push_back({files.plot, [&] { return printer.plot(report); }});
  Result<Report> measured = measure();
  if (!measured) return measured.failure();
  report = *std::move(measured);
  const Outcome written = write_forms(forms, [&] { return printer.table(report); });
  if (!written) return written.failure();
  return judge(std::as_const(report));
}

}  // namespace throng::cli
