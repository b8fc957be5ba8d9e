#pragma once

#include "argument_parser.hpp"

#include <throng/answers.hpp>
#include <throng/any_angle.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace throng::cli {

/// Which any-angle paths --any-angle asks for.
enum class AnyAngle : std::uint8_t { none, smooth, exact };

/// The option --any-angle; help: what it adds. Refuses --lines of add_index where it has no
/// effect.
void add_any_angle(ArgumentParser& parser, AnyAngle& any_angle, const std::string& help);
/// The same for games, whose answers have exact ones alone.
void add_exact_any_angle(ArgumentParser& parser, AnyAngle& any_angle,
                         const std::string& help);
/// For commands with add_index, but without --any-angle: refuses --lines.
void refuse_lines(ArgumentParser& parser);

/// Whether the ground allows them. map: a file name, for messages.
Outcome check_any_angle(AnyAngle any_angle, const std::string& map, const Grid& grid);

/// Whether the ground allows them: before anything is solved. Returns the index that exact
/// ones need: `built` if it has lines, else a new one. map: a file name, for messages.
Result<std::optional<Index>> prepare_any_angle(AnyAngle any_angle, const std::string& map,
                                               const std::shared_ptr<const Grid>& grid,
                                               const std::optional<Index>& built);

/// Finds the paths. lines: of prepare_any_angle(); batch: the answers to the queries, with
/// paths, for smooth ones. Errors: those of solve_lines() and smooth().
Outcome find_any_angle(const std::optional<Index>& lines, const Grid& grid,
                       std::span<const Query> queries, const Answers& batch,
                       Workers& workers, AnyAnglePaths& paths, const BatchOptions& options);

}  // namespace throng::cli
