#include "command.hpp"
#include "experiments.hpp"

#include <string>
#include <vector>

namespace throng::cli {

Command add_experiment(CLI::App& program) {
  CLI::App& app = *program.add_subcommand("experiment", "Reproduce a comparison");
  app.require_subcommand(0, 1);
  app.footer("Example:\n  throng experiment landmarks --help");
  const std::vector<Command> experiments{
      add_landmarks_experiment(app), add_areas_experiment(app), add_table1_experiment(app),
      add_table2_experiment(app), add_oracle_experiment(app)};
  return {&app, [experiments]() -> Result<Verdict> {
            std::string names;
            for (const Command& experiment : experiments) {
              if (experiment.app->parsed()) return experiment.run();
              names += " " + experiment.app->get_name();
            }
            return fail(Code::bad_argument, "experiment: a name is missing:" + names);
          }};
}

}  // namespace throng::cli
