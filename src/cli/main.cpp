#include "program.hpp"

#include <array>

namespace throng::cli {
namespace {

int run(int argc, char** argv) {
  ArgumentParser program("throng",
                         "Solves batches of exact shortest-path queries on game grid maps");
  program.set_version("throng " THRONG_VERSION);
  program.set_footer(
      "Exit codes: 0 done, 1 a check failed, 2 bad use or bad input,\n"
      "128 + N ended by signal N.");
  const std::array commands{
      add_info(program),        add_generate(program), add_solve(program),
      add_validate(program),    add_field(program),    add_matrix(program),
      add_index_files(program), add_dynamic(program),  add_simulate(program),
      add_farm(program),        add_join(program),     add_experiment(program),
      add_render(program),      add_explore(program),  add_completion(program)};
  return run_commands(program, commands, argc, argv);
}

}  // namespace
}  // namespace throng::cli

int main(int argc, char** argv) {
  return throng::cli::run_program([=] { return throng::cli::run(argc, argv); });
}
