#include "edit_list.hpp"

#include "../core/saved_state.hpp"
#include "edit_ground.hpp"

#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

namespace throng {
namespace {

/// The weights of an edit with a block of them; null: it has none.
std::span<const Weight>* weights_of(Edit& edit) noexcept {
  if (auto* const weights = std::get_if<WeightBlockEdit>(&edit)) return &weights->weights;
  if (auto* const danger = std::get_if<DangerEdit>(&edit)) return &danger->danger;
  return nullptr;
}

void write(const MapRect& area, ByteWriter& out) {
  throng::write(area.corner, out);
  out.add(area.width);
  out.add(area.height);
}

MapRect read_rect(ByteReader& in) {
  MapRect area{.corner = read_position(in)};
  area.width = in.get<std::int32_t>();
  area.height = in.get<std::int32_t>();
  return area;
}

/// Writes what an edit contains.
class EditWriter {
 public:
  explicit EditWriter(ByteWriter& out) : out_(out) {}

  void operator()(const TerrainEdit& edit) const {
    write(edit.at, out_);
    out_.add(static_cast<std::uint8_t>(edit.terrain));
  }
  void operator()(const WeightEdit& edit) const {
    write(edit.at, out_);
    out_.add(edit.weight);
  }
  void operator()(const StepEdit& edit) const {
    throng::write(edit.from, out_);
    out_.add(static_cast<std::uint8_t>(edit.move));
    out_.add(edit.open);
  }
  void operator()(const LinkEdit& edit) const {
    out_.add(std::uint64_t{edit.link});
    out_.add(edit.open);
  }
  void operator()(const TerrainBlockEdit& edit) const {
    write(MapRect{edit.corner, edit.cells.width, edit.cells.height}, out_);
    for (std::int32_t y = 0; y < edit.cells.height; ++y) out_.add(edit.cells.row(y));
  }
  void operator()(const WeightBlockEdit& edit) const {
    write(edit.at, out_);
    for (const Weight weight : edit.weights) out_.add(weight);
  }
  void operator()(const RestoreEdit& edit) const { write(edit.at, out_); }
  void operator()(const DangerEdit& edit) const {
    out_.add(std::uint64_t{edit.movement});
    write(edit.at, out_);
    for (const Weight danger : edit.danger) out_.add(danger);
  }

 private:
  ByteWriter& out_;
};

/// Whether the block of a rectangle may be read: as many cells as bytes follow, at most.
bool fits(const MapRect& area, const ByteReader& in, std::size_t bytes_each) {
  return area.width > 0 && area.height > 0 && cells_of(area) <= in.left() / bytes_each;
}

/// Each edit has at least so many bytes.
constexpr std::size_t kEditBytes = 10;

}  // namespace

void EditList::add(std::span<const Edit> edits) {
  std::size_t characters = 0, weights = 0;
  for (Edit edit : edits) {
    if (const auto* const block = std::get_if<TerrainBlockEdit>(&edit))
      characters += cells_of({{}, block->cells.width, block->cells.height});
    else if (const auto* const block_weights = weights_of(edit))
      weights += block_weights->size();
  }
  // First all memory, then what cannot fail.
  reserve_more(edits_, edits.size());
  reserve_more(characters_, characters);
  reserve_more(weights_, weights);
  for (Edit edit : edits) {
    if (const auto* const block = std::get_if<TerrainBlockEdit>(&edit))
      for (std::int32_t y = 0; y < block->cells.height; ++y) {
        const std::string_view row = block->cells.row(y);
        characters_.insert(characters_.end(), row.begin(), row.end());
      }
    else if (const auto* const block_weights = weights_of(edit))
      weights_.insert(weights_.end(), block_weights->begin(), block_weights->end());
    edits_.push_back(edit);
  }
  point_to_copies();
}

void EditList::point_to_copies() noexcept {
  const char* characters = characters_.data();
  const Weight* weights = weights_.data();
  for (Edit& edit : edits_) {
    if (auto* const block = std::get_if<TerrainBlockEdit>(&edit)) {
      block->cells.cells = characters;
      block->cells.pitch = block->cells.width;
      characters += cells_of({{}, block->cells.width, block->cells.height});
    } else if (auto* const block_weights = weights_of(edit)) {
      *block_weights = {weights, block_weights->size()};
      weights += block_weights->size();
    }
  }
}

void EditList::clear() noexcept {
  edits_.clear();
  characters_.clear();
  weights_.clear();
}

void EditList::swap(EditList& other) noexcept {
  edits_.swap(other.edits_);
  characters_.swap(other.characters_);
  weights_.swap(other.weights_);
}

void EditList::write(ByteWriter& out) const {
  out.add_count(edits_.size());
  for (const Edit& edit : edits_) {
    out.add(static_cast<std::uint8_t>(edit.index()));
    std::visit(EditWriter(out), edit);
  }
}

void EditList::read(ByteReader& in) {
  clear();
  const auto read_weights = [&](const MapRect& area) -> std::span<const Weight> {
    if (!fits(area, in, sizeof(Weight))) {
      in.fail();
      return {};
    }
    const std::size_t count = cells_of(area);
    for (std::size_t k = 0; k < count; ++k) weights_.push_back(in.get<Weight>());
    return {weights_.data(), count};
  };
  for (std::size_t left = in.get_count(kEditBytes); left > 0 && in.good(); --left) {
    switch (in.get<std::uint8_t>()) {
      case 0: {
        const MapRect at = read_rect(in);
        edits_.emplace_back(TerrainEdit{at, static_cast<char>(in.get<std::uint8_t>())});
        break;
      }
      case 1: {
        const MapRect at = read_rect(in);
        edits_.emplace_back(WeightEdit{at, in.get<Weight>()});
        break;
      }
      case 2: {
        StepEdit edit{.from = read_position(in)};
        edit.move = static_cast<Move>(in.get<std::uint8_t>());
        edit.open = in.get_bool();
        edits_.emplace_back(edit);
        break;
      }
      case 3: {
        LinkEdit edit{.link = static_cast<std::size_t>(in.get<std::uint64_t>())};
        edit.open = in.get_bool();
        edits_.emplace_back(edit);
        break;
      }
      case 4: {
        const MapRect area = read_rect(in);
        if (!fits(area, in, 1)) return in.fail();
        const std::string_view cells = in.get(cells_of(area));
        characters_.insert(characters_.end(), cells.begin(), cells.end());
        edits_.emplace_back(
            TerrainBlockEdit{area.corner, {nullptr, area.width, area.height, area.width}});
        break;
      }
      case 5: {
        const MapRect area = read_rect(in);
        edits_.emplace_back(WeightBlockEdit{area, read_weights(area)});
        break;
      }
      case 6:
        edits_.emplace_back(RestoreEdit{read_rect(in)});
        break;
      case 7: {
        const auto movement = static_cast<std::size_t>(in.get<std::uint64_t>());
        const MapRect area = read_rect(in);
        edits_.emplace_back(DangerEdit{movement, area, read_weights(area)});
        break;
      }
      default:
        in.fail();
    }
  }
  point_to_copies();
}

}  // namespace throng
