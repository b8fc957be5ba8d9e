#pragma once

#include "../../experiment/crowd_game.hpp"

#include <throng/rules.hpp>

#include <cstddef>
#include <string>

namespace throng::cli {

/// A completed game of a crowd and its settings.
struct CrowdRun {
  std::string command_line;
  std::string map_path;  ///< empty: the scenario has a map of its own
  std::string map_hash;  ///< XXH64 of the map's file
  std::string scenario;  ///< "corridor:3"
  Rules rules;
  experiment::CrowdGameOptions options;
  int threads = 0;
  std::int32_t width = 0, height = 0;
  std::size_t open_cells = 0;  ///< for units of size 1, at first
  experiment::PlayedCrowd played;
};

/// Three forms of the report: a JSON object, whose keys never change meaning; one row per
/// step; a table for people.
std::string print_json(const CrowdRun& run);
std::string print_csv(const CrowdRun& run);
std::string print_table(const CrowdRun& run);

}  // namespace throng::cli
