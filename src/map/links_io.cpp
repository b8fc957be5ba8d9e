#include "../core/files.hpp"
#include "../core/position_text.hpp"
#include "../core/text_lines.hpp"

#include <throng/map_io.hpp>

#include <array>
#include <cstdint>

namespace throng {
namespace {

constexpr std::size_t kNumbers = 5;

/// Parses the numbers of a line. Errors: bad_format.
Result<std::array<std::int32_t, kNumbers>> read_numbers(std::string_view line) {
  const auto wrong = [&] {
    return fail(
        Code::bad_format,
        quoted(line) + " is not a link such as 3,4,20,8,1 (from x,y to x,y, weight)");
  };
  std::array<std::int32_t, kNumbers> numbers{};
  std::string_view rest = line;
  for (std::size_t i = 0; i < kNumbers; ++i) {
    const std::size_t comma = rest.find(',');
    if ((comma == std::string_view::npos) != (i + 1 == kNumbers)) return wrong();
    const Result<std::int32_t> number = parse_int32(trimmed(rest.substr(0, comma)));
    if (!number) return wrong();
    numbers[i] = *number;
    if (comma != std::string_view::npos) rest.remove_prefix(comma + 1);
  }
  return numbers;
}

Result<Link> read_link(std::string_view line, TerrainView map) {
  const auto numbers = read_numbers(line);
  if (!numbers) return numbers.failure();
  const auto [from_x, from_y, to_x, to_y, weight] = *numbers;
  const Link link{{from_x, from_y}, {to_x, to_y}, static_cast<Weight>(weight)};
  for (const Position end : {link.from, link.to})
    if (!map.contains(end))
      return fail(Code::bad_format, text(end) + " lies outside the map of " +
                                        std::to_string(map.width) + " x " +
                                        std::to_string(map.height));
  if (link.from == link.to)
    return fail(Code::bad_format, "the link from " + text(link.from) + " leads nowhere");
  if (weight < 1 || weight > kMaxWeight)
    return fail(Code::bad_format, "the weight of a link must be 1 to " +
                                      std::to_string(kMaxWeight) + ", not " +
                                      std::to_string(weight));
  return link;
}

}  // namespace

Result<std::vector<Link>> parse_links(std::string_view text, TerrainView map) {
  TextLines in(text);
  std::vector<Link> links;
  for (auto line = in.next_data(); !line.empty(); line = in.next_data()) {
    const Result<Link> link = read_link(line, map);
    if (!link)
      in.fail(link.error().code, link.error().what);
    else
      links.push_back(*link);
  }
  if (in.failure()) return *in.failure();
  return links;
}

Result<std::vector<Link>> read_links(const std::string& path, TerrainView map) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.failure();
  Result<std::vector<Link>> links = parse_links(*text, map);
  if (!links) return in_file(path, links.error());
  return links;
}

std::string to_text(std::span<const Link> links) {
  std::string lines;
  for (const Link& link : links)
    lines +=
        text(link.from) + "," + text(link.to) + "," + std::to_string(link.weight) + "\n";
  return lines;
}

}  // namespace throng
