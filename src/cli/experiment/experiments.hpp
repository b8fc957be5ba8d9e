#pragma once

#include "../command.hpp"

namespace throng::cli {

/// Each adds one experiment to the command `experiment`.
Command add_landmarks_experiment(ArgumentParser& experiments);
Command add_areas_experiment(ArgumentParser& experiments);
Command add_table1_experiment(ArgumentParser& experiments);
Command add_table2_experiment(ArgumentParser& experiments);
Command add_oracle_experiment(ArgumentParser& experiments);
Command add_throughput_experiment(ArgumentParser& experiments);

}  // namespace throng::cli
