#pragma once

#include "../../experiment/landmarks.hpp"

#include <string>
#include <vector>

namespace throng::cli {

/// The same figures in three forms: aligned columns and Markdown for people, a table a map;
/// CSV with one header and a row a measurement.
std::string print_landmarks(const std::vector<experiment::LandmarksReport>& reports);
std::string print_landmarks_markdown(
    const std::vector<experiment::LandmarksReport>& reports);
std::string print_landmarks_csv(const std::vector<experiment::LandmarksReport>& reports);

}  // namespace throng::cli
