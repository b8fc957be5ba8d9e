#include "../core/files.hpp"
#include "../core/position_text.hpp"
#include "../core/text_lines.hpp"
#include "csv_header.hpp"

#include <throng/map_io.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kNumbers = 5;

/// Where the numbers of a link are in a line.
struct LinkColumns {
  std::array<std::size_t, kNumbers> at{0, 1, 2, 3, 4};
  std::size_t count = kNumbers;  ///< fields of a line
};

/// The columns that a header names. Errors: bad_format.
Result<LinkColumns> read_header(const std::vector<std::string_view>& fields) {
  const auto ends = find_end_columns(fields);
  if (!ends) return ends.failure();
  const auto weight = find_column(fields, "weight", "cost");
  if (!weight) return weight.failure();
  return LinkColumns{{(*ends)[0], (*ends)[1], (*ends)[2], (*ends)[3], *weight},
                     fields.size()};
}

/// Parses the numbers of a line. Errors: bad_format.
Result<std::array<std::int32_t, kNumbers>> read_numbers(
    std::string_view line, const std::vector<std::string_view>& fields,
    const LinkColumns& columns) {
  const auto wrong = [&] {
    return fail(
        Code::bad_format,
        quoted(line) + " is not a link such as 3,4,20,8,1 (from x,y to x,y, weight)");
  };
  if (fields.size() != columns.count) return wrong();
  std::array<std::int32_t, kNumbers> numbers{};
  for (std::size_t i = 0; i < kNumbers; ++i) {
    const Result<std::int32_t> number = parse_int32(fields[columns.at[i]]);
    if (!number) return wrong();
    numbers[i] = *number;
  }
  return numbers;
}

Result<Link> make_link(const std::array<std::int32_t, kNumbers>& numbers, TerrainView map) {
  const auto [from_x, from_y, to_x, to_y, weight] = numbers;
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
  std::vector<std::string_view> fields;
  LinkColumns columns;
  bool first = true;
  const auto take_line = [&](std::string_view line) -> Outcome {
    split_csv_line(line, fields);
    if (std::exchange(first, false) && is_csv_header(fields)) {
      const auto named = read_header(fields);
      if (!named) return named.failure();
      columns = *named;
      return ok();
    }
    const auto numbers = read_numbers(line, fields, columns);
    if (!numbers) return numbers.failure();
    const Result<Link> link = make_link(*numbers, map);
    if (!link) return link.failure();
    links.push_back(*link);
    return ok();
  };
  for (auto line = in.next_data(); !line.empty(); line = in.next_data())
    if (const Outcome taken = take_line(line); !taken)
      in.fail(taken.error().code, taken.error().what);
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
