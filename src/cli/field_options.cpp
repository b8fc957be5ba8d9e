#include "field_options.hpp"

#include "options.hpp"

namespace throng::cli {

void add_metric(CLI::App& app, FieldMetric& metric) {
  add_word(app, "--metric", metric, parse_field_metric, "cost|steps",
           "Count path costs, or moves (default cost)");
}

void add_array_output(CLI::App& app, std::string& path) {
  app.add_option("-o,--output", path,
                 "An .npy file of 32-bit numbers; - is standard output")
      ->required()
      ->type_name("FILE");
}

}  // namespace throng::cli
