#include "../../farm/join.hpp"
#include "../command.hpp"
#include "../field_options.hpp"
#include "../options.hpp"
#include "../output.hpp"
#include "../progress.hpp"
#include "../text.hpp"

#include <fmt/core.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace throng::cli {
namespace {

struct JoinArguments {
  std::string folder;
  std::string matrix;
  std::string output;  ///< a file name
};

Result<Verdict> run_join(const JoinArguments& arguments) {
  const farm::OutputFolder folder(arguments.folder);
  const auto matrix = farm::find_shards(folder, arguments.matrix);
  if (!matrix) return matrix.failure();
  Declarations declared;
  declared.inputs.push_back({"DIR", [&] {
                               std::vector<std::string> read;
                               for (const auto& shard : matrix->shards)
                                 for (const char* type : {"", ".json"})
                                   read.push_back(shard.path + type);
                               return read;
                             }});
  declared.outputs.push_back({"--output", [&] { return std::vector{arguments.output}; }});
  if (Outcome checked = check_files(declared); !checked) return checked.failure();
  const auto free = free_bytes(arguments.output);
  if (free && *free < matrix->bytes())
    return fail(Code::unsupported,
                fmt::format("{}: the matrix needs {}, but only {} are free",
                            arguments.output, bytes(matrix->bytes()), bytes(*free)));
  Result<OutputWriter> out = OutputWriter::create(arguments.output);
  if (!out) return out.failure();
  {
    WatchedWork work("joining");
    work.monitor.total = matrix->bytes();
    const auto write = [&](std::string_view piece) -> Outcome {
      work.monitor.done += piece.size();
      if (work.monitor.cancel)
        return fail(Code::cancelled, arguments.matrix + ": cancelled");
      return out->write(piece);
    };
    if (Outcome joined = farm::join(*matrix, write); !joined) return joined.failure();
  }
  if (Outcome finished = out->finish(); !finished) return finished.failure();
  if (arguments.output != kStandardOutput)
    fmt::print("{}", table({{"matrix", one_line(arguments.matrix)},
                            {"points", count(matrix->count)},
                            {"files", count(matrix->shards.size())},
                            {"written", fmt::format("{}, {}", one_line(arguments.output),
                                                    bytes(matrix->bytes()))}},
                           "ll"));
  return Verdict::passed;
}

}  // namespace

Command add_join(ArgumentParser& program) {
  ArgumentParser parser =
      program.add_command("join", "Join the files of a matrix that a farm made");
  const auto arguments = std::make_shared<JoinArguments>();
  parser.add("DIR", arguments->folder, "The folder of the farm").required().type("");
  parser
      .add("MATRIX", arguments->matrix,
           "The name of the matrix in report.json: matrix- and 32 digits")
      .required()
      .type("");
  add_array_output(parser, arguments->output);
  parser.set_footer(
      "Example:\n  throng join farm matrix-0123456789abcdef0123456789abcdef "
      "-o matrix.npy");
  return {parser, [arguments] { return run_join(*arguments); }};
}

}  // namespace throng::cli
