#pragma once

#include "command.hpp"

namespace throng::cli {

/// Each adds one experiment to the command `experiment`.
Command add_landmarks_experiment(CLI::App& experiments);
Command add_areas_experiment(CLI::App& experiments);
Command add_table1_experiment(CLI::App& experiments);
Command add_table2_experiment(CLI::App& experiments);
Command add_oracle_experiment(CLI::App& experiments);

}  // namespace throng::cli
