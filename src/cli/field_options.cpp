#include "field_options.hpp"

#include "options.hpp"

namespace throng::cli {

void add_metric(ArgumentParser& parser, FieldMetric& metric) {
  add_word(parser, "--metric", metric, parse_field_metric, "cost|steps",
           "Count path costs, or moves (default cost)");
}

void add_array_output(ArgumentParser& parser, std::string& path) {
  parser.add("-o,--output", path, "An .npy file of 32-bit numbers; - is standard output")
      .required()
      .type("FILE")
      .writes([&path] { return std::vector{path}; });
}

}  // namespace throng::cli
