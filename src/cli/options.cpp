#include "options.hpp"

namespace throng::cli {

void add_movement(CLI::App& app, Rules& rules) {
  add_word(app, "--topology", rules.topology, parse_topology, "octile|tile",
           "Neighbours of a cell: 8 or 4 (default octile)");
  add_word(app, "--corners", rules.corners, parse_corners, "never_cut|cut_one|always",
           "Diagonals past closed cells (default never_cut)");
}

void add_costs(CLI::App& app, Rules& rules) {
  add_word(app, "--costs", rules.costs, parse_costs, "exact|bg2006|S/D",
           "Of straight and diagonal steps (default 1 and sqrt(2))");
}

void add_map(CLI::App& app, std::string& path) {
  app.add_option("MAP", path, "A MovingAI map")->required()->type_name("");
}

void add_queries(CLI::App& app, std::string& path) {
  app.add_option("QUERIES", path, "A MovingAI scenario, or CSV lines of sx,sy,gx,gy")
      ->required()
      ->type_name("");
}

}  // namespace throng::cli
