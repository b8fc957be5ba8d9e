#pragma once

#include "../../experiment/landmarks.hpp"
#include "../picture/format.hpp"
#include "records.hpp"

#include <throng/result.hpp>

#include <string>
#include <vector>

namespace throng::cli {

/// The forms of the report: aligned columns and Markdown for people, one table per map;
/// records with one row per measurement; and the bytes of a picture, in which every kind of
/// index has a row. Errors: those of draw.
std::string print_landmarks(const std::vector<experiment::LandmarksReport>& reports);
std::string print_landmarks_markdown(
    const std::vector<experiment::LandmarksReport>& reports);
Records record_landmarks(const std::vector<experiment::LandmarksReport>& reports);
Result<std::string> plot_landmarks(const std::vector<experiment::LandmarksReport>& reports,
                                   PictureFormat format);

}  // namespace throng::cli
