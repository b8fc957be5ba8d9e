#include "any_angle.hpp"

#include "../lines/line_board_editor.hpp"
#include "options.hpp"

#include <string_view>
#include <utility>

namespace throng::cli {
namespace {

Result<AnyAngle> parse_any_angle(std::string_view word) {
  if (word == "smooth") return AnyAngle::smooth;
  if (word == "exact") return AnyAngle::exact;
  if (word == "theta")
    return fail(Code::bad_argument,
                "'theta' is no longer supported: 'exact' finds shortest paths, sooner");
  return fail(Code::bad_argument,
              "'" + std::string(word) + "' is not one of: smooth exact");
}

Result<AnyAngle> parse_exact(std::string_view word) {
  if (word == "exact") return AnyAngle::exact;
  return fail(Code::bad_argument, "'" + std::string(word) + "' is not one of: exact");
}

void add_lines_need(ArgumentParser& parser, const AnyAngle& any_angle) {
  parser.add_need("--lines", "--any-angle exact",
                  [&any_angle](const auto&) { return any_angle == AnyAngle::exact; });
}

}  // namespace

void add_any_angle(ArgumentParser& parser, AnyAngle& any_angle, const std::string& help) {
  add_word(parser, "--any-angle", any_angle, parse_any_angle, "smooth|exact", help);
  add_lines_need(parser, any_angle);
}

void add_exact_any_angle(ArgumentParser& parser, AnyAngle& any_angle,
                         const std::string& help) {
  add_word(parser, "--any-angle", any_angle, parse_exact, "exact", help);
  add_lines_need(parser, any_angle);
}

void refuse_lines(ArgumentParser& parser) {
  parser.add_need("--lines",
                  "--any-angle exact, of the commands solve, render and simulate",
                  [](const auto&) { return false; });
}

Outcome check_any_angle(AnyAngle any_angle, const std::string& map, const Grid& grid) {
  if (any_angle == AnyAngle::smooth && !grid.uniform())
    return fail(Code::unsupported,
                map +
                    ": --any-angle needs plain ground: where step costs differ or "
                    "links lead on, a straight line may cost more than a detour");
  if (any_angle != AnyAngle::exact) return ok();
  if (const Outcome fits = check_lines(grid); !fits)
    return fail(Code::unsupported, map + ": --any-angle: " + fits.error().what);
  return ok();
}

Result<std::optional<Index>> prepare_any_angle(AnyAngle any_angle, const std::string& map,
                                               const std::shared_ptr<const Grid>& grid,
                                               const std::optional<Index>& built) {
  if (Outcome fits = check_any_angle(any_angle, map, *grid); !fits) return fits.failure();
  if (any_angle != AnyAngle::exact) return std::optional<Index>();
  if (built && built->has(Part::lines)) return built;
  Workers workers(1);
  Result<Index> index = Index::build(
      grid, {.landmarks = {0}, .jump_graph = false, .lines = {.build = true, .memory = 0}},
      workers);
  if (!index) return index.failure();
  return std::optional(*std::move(index));
}

Outcome find_any_angle(const std::optional<Index>& lines, const Grid& grid,
                       std::span<const Query> queries, const Answers& batch,
                       Workers& workers, AnyAnglePaths& paths,
                       const BatchOptions& options) {
  return lines ? solve_lines(*lines, queries, workers, paths, options)
               : smooth(grid, batch, workers, paths);
}

}  // namespace throng::cli
