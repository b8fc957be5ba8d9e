#include "command.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "text.hpp"

#include <throng/generate.hpp>
#include <throng/map_io.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <fmt/core.h>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

namespace throng::cli {
namespace {

struct MapSize {
  std::int32_t width = GenerateOptions().width;
  std::int32_t height = GenerateOptions().height;
};

struct GenerateArguments {
  MapKind kind = MapKind::empty;
  MapSize size;
  GenerateOptions options;
  std::string output;  ///< a file name
};

/// "512x384".
Result<MapSize> parse_size(std::string_view word) {
  MapSize size;
  const char* const end = word.data() + word.size();
  const auto width = std::from_chars(word.data(), end, size.width);
  if (width.ec == std::errc() && width.ptr != end && *width.ptr == 'x') {
    const auto height = std::from_chars(width.ptr + 1, end, size.height);
    if (height.ec == std::errc() && height.ptr == end) return size;
  }
  return fail(Code::bad_argument, fmt::format("'{}' is not a size such as 512x384", word));
}

constexpr std::int32_t kManyCells = std::numeric_limits<std::int32_t>::max();

/// An option that applies to one kind of map only.
struct KindOption {
  const char* option;
  MapKind kind;
  std::int32_t GenerateOptions::*value;
  std::int32_t least;
  std::int32_t most;
  const char* help;
};

constexpr std::array kKindOptions{
    KindOption{"--density", MapKind::random, &GenerateOptions::density, 0, 100,
               "random: percentage of closed cells"},
    KindOption{"--corridor", MapKind::maze, &GenerateOptions::corridor, 1, kManyCells,
               "maze: width of a corridor"},
    KindOption{"--room", MapKind::rooms, &GenerateOptions::room, 1, kManyCells,
               "rooms: width of a room"},
};

/// A corridor or room that is wider than the map is a mistake.
Outcome check_widths(const ArgumentParser& parser, const GenerateOptions& options) {
  const std::int32_t side = std::max(options.width, options.height);
  for (const KindOption& row : kKindOptions)
    if (row.kind != MapKind::random && parser.given(row.option) &&
        options.*row.value > side)
      return fail(Code::bad_argument,
                  fmt::format("{} {} is wider than the map of {} x {}", row.option,
                              options.*row.value, options.width, options.height));
  return ok();
}

Result<Verdict> run_generate(const ArgumentParser& parser,
                             const GenerateArguments& arguments) {
  GenerateOptions options = arguments.options;
  options.width = arguments.size.width;
  options.height = arguments.size.height;
  if (const Outcome outcome = check_widths(parser, options); !outcome)
    return outcome.failure();
  const Result<Terrain> terrain = [&] {
    ShownWork work("generating");
    options.monitor = &work.monitor;
    return generate(arguments.kind, options);
  }();
  if (!terrain) return terrain.failure();
  const std::string& path = arguments.output;
  if (const Outcome outcome = write_output(path, to_text(*terrain)); !outcome)
    return outcome.failure();
  if (path != kStandardOutput)
    fmt::print("{}: {}, {} x {}, seed {}\n", one_line(path), name(arguments.kind),
               options.width, options.height, options.seed);
  return Verdict::passed;
}

std::string kind_words() {
  std::string words;
  for (const MapKind kind : kMapKinds)
    words.append(words.empty() ? "" : "|").append(name(kind));
  return words;
}

}  // namespace

Command add_generate(ArgumentParser& program) {
  ArgumentParser parser = program.add_command("generate", "Generate a map");
  const auto arguments = std::make_shared<GenerateArguments>();
  GenerateOptions& options = arguments->options;
  add_word(parser, "KIND", arguments->kind, parse_map_kind, kind_words(), "The kind of map")
      .required();
  add_word(parser, "--size", arguments->size, parse_size, "WxH",
           fmt::format("Width and height in cells (default {}x{})", options.width,
                       options.height));
  add_seed(parser, "--seed", options.seed,
           "The same seed generates the same map (default 1)");
  parser.add("-o,--output", arguments->output, "The map file; - is standard output")
      .required()
      .type("FILE")
      .writes([arguments] { return std::vector{arguments->output}; });
  for (const KindOption& row : kKindOptions) {
    add_number(parser, row.option, options.*row.value, row.least, row.most,
               fmt::format("{} (default {})", row.help, options.*row.value));
    parser.add_need(
        row.option, fmt::format("KIND {}", name(row.kind)),
        [&kind = arguments->kind, &row](const auto&) { return kind == row.kind; });
  }
  parser.set_footer("Example:\n  throng generate maze --size 512x512 --seed 7 -o maze.map");
  return {parser, [parser, arguments] { return run_generate(parser, *arguments); }};
}

}  // namespace throng::cli
