#include "../core/files.hpp"
#include "map_header.hpp"

#include <throng/assert.hpp>
#include <throng/map_io.hpp>

#include <utility>

namespace throng {
namespace {

constexpr HeaderWords kWeightsHeader{
    .types = "weights", .body = "weights", .comments = true};

/// Parses a weight; on failure records it and returns 0.
Weight read_weight(TextLines& in, Position cell, std::string_view word) {
  const Result<std::int32_t> number = parse_int32(word);
  if (number && 0 <= *number && *number <= kMaxWeight) return static_cast<Weight>(*number);
  in.fail(Code::bad_format, quoted(word) + " at " + std::to_string(cell.x) + "," +
                                std::to_string(cell.y) + " is not a weight from 0 to " +
                                std::to_string(kMaxWeight));
  return 0;
}

void read_row(TextLines& in, std::int32_t y, std::string_view line, MapSize size,
              std::vector<Weight>& weights) {
  std::int32_t found = 0;
  for (auto word = take_word(line); !word.empty() && found <= size.width;
       word = take_word(line))
    weights.push_back(read_weight(in, {found++, y}, word));
  if (found == size.width) return;
  in.fail(Code::bad_format,
          row_place(y, size.height) + " has " +
              (found < size.width ? std::to_string(found) : std::string("more")) +
              " weights, the width is " + std::to_string(size.width));
}

}  // namespace

Result<WeightLayer> parse_weights(std::string_view text) {
  TextLines in(text);
  const MapSize size = read_map_header(in, kWeightsHeader);
  std::vector<Weight> weights;
  weights.reserve(text.size() / 2);  // one digit and one blank each
  read_map_rows(
      in, kWeightsHeader, size.height,
      [&](std::int32_t y, std::string_view line) { read_row(in, y, line, size, weights); });
  expect_end(in, kWeightsHeader);
  if (in.failure()) return *in.failure();
  return WeightLayer{size.width, size.height, std::move(weights)};
}

Result<WeightLayer> read_weights(const std::string& path) {
  constexpr std::size_t kLongestWord = 64;  // a weight, and blanks to align it
  const Result<std::string> text = read_text(path, [](std::string_view so_far) {
    return exceeds_header(so_far, kWeightsHeader, kLongestWord);
  });
  if (!text) return text.failure();
  Result<WeightLayer> layer = parse_weights(*text);
  if (!layer) return in_file(path, layer.error());
  return layer;
}

std::string to_text(const WeightLayer& layer) {
  const auto width = static_cast<std::size_t>(layer.width);
  THRONG_ASSERT(layer.weights.size() == width * static_cast<std::size_t>(layer.height));
  std::string text = "type weights\nheight " + std::to_string(layer.height) + "\nwidth " +
                     std::to_string(layer.width) + "\nweights\n";
  for (std::size_t slot = 0; slot < layer.weights.size(); ++slot) {
    text += std::to_string(layer.weights[slot]);
    text += (slot + 1) % width == 0 ? '\n' : ' ';
  }
  return text;
}

}  // namespace throng
