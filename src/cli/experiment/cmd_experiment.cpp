#include "../command.hpp"
#include "experiments.hpp"

#include <string>
#include <vector>

namespace throng::cli {

Command add_experiment(ArgumentParser& program) {
  ArgumentParser parser = program.add_command("experiment", "Reproduce a comparison");
  parser.set_footer("Example:\n  throng experiment landmarks --help");
  const std::vector<Command> experiments{
      add_landmarks_experiment(parser), add_areas_experiment(parser),
      add_table1_experiment(parser),    add_table2_experiment(parser),
      add_oracle_experiment(parser),    add_throughput_experiment(parser)};
  return {parser, [experiments]() -> Result<Verdict> {
            std::string names;
            for (const Command& experiment : experiments) {
              if (experiment.parser.parsed()) return run_checked(experiment);
              names += " " + experiment.parser.name();
            }
            return fail(Code::bad_argument, "experiment: a name is missing:" + names);
          }};
}

}  // namespace throng::cli
