#pragma once

#include "../../experiment/landmarks.hpp"

#include <string>
#include <vector>

namespace throng::cli {

/// Three forms of the report: aligned columns and Markdown for people, one table per map;
/// CSV with one header and one row per measurement.
std::string print_landmarks(const std::vector<experiment::LandmarksReport>& reports);
std::string print_landmarks_markdown(
    const std::vector<experiment::LandmarksReport>& reports);
std::string print_landmarks_csv(const std::vector<experiment::LandmarksReport>& reports);

}  // namespace throng::cli
