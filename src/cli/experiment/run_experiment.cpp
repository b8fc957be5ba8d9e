#include "run_experiment.hpp"

#include "../json.hpp"
#include "../origin.hpp"

#include <initializer_list>

namespace throng::cli {

void add_report_files(ArgumentParser& parser, ReportFiles& files, const std::string& row,
                      const std::string& picture, const std::string& plot) {
  add_file(parser, "--csv", files.csv, "Write the figures with one row per " + row);
  add_file(parser, "--json", files.json, "Write the same rows and their origin as JSON");
  add_file(parser, "--markdown", files.markdown, "Write the tables as Markdown");
  const auto read = [&files](const std::string& path) -> Outcome {
    if (const auto format = picture_format(path); !format) return format.failure();
    files.plot = path;
    return ok();
  };
  parser.begin_group(kOutputGroup);
  parser.add(plot, read, "Write a picture (.svg or .png) of " + picture)
      .type("FILE")
      .writes([&files] { return listed(files.plot); });
  parser.begin_group(kOptionsGroup);
}

std::string print_report_json(const Provenance& provenance,
                              const std::vector<std::string>& maps,
                              const Records& records) {
  Json report(std::initializer_list<Json::Member>{});
  add_origin(current_origin(provenance.command), report);
  report.add("maps", Json::Array(maps.begin(), maps.end()));
  if (provenance.seed) report.add("seed", *provenance.seed);
  report.add("rows", json_rows(records));
  return print_json(report);
}

}  // namespace throng::cli
