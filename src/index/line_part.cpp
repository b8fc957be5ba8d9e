#include "../lines/line_board_editor.hpp"
#include "index_part.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace throng {
namespace {

constexpr std::array kLineOptions{
    rarely(flag_row<&IndexOptions::lines, &LineOptions::build>(
        "lines", "", "Where straight lines run and turn, for exact any-angle paths"))};

/// The board of straight lines. It is computed faster than read, so files have no section
/// of it, nor of why there is none.
class LinePart final : public IndexPart {
 public:
  LinePart() : IndexPart(Part::lines, {.name = "lines", .noun = "lines"}) {}

  std::span<const IndexOption> options() const noexcept override { return kLineOptions; }

  bool wanted(const IndexOptions& options) const noexcept override {
    return options.lines.build;
  }

  Outcome build(Index::Parts& parts, Workers::Impl& /*workers*/,
                Monitor* /*monitor*/) const override {
    return make(parts);
  }

  bool present(const Index::Parts& parts) const noexcept override {
    return parts.lines != nullptr;
  }
  void add_facts(const Index::Parts& parts, std::vector<PartFact>& facts) const override {
    facts.push_back({"turns", parts.lines->count_corners()});
  }
  std::size_t bytes(const Index::Parts& parts) const noexcept override {
    return parts.lines ? parts.lines->memory_bytes() : 0;
  }

  void write(const Index::Parts& /*parts*/, IndexImage& /*image*/) const override {}
  Outcome read(const PartFile& /*file*/, Index::Parts& parts) const override {
    return make(parts);
  }

 private:
  Outcome make(Index::Parts& parts) const {
    if (const Outcome fits = check_lines(*parts.grid); !fits)
      return parts.record(id()).skip(fits.error());
    parts.lines = std::make_shared<const LineBoard>(LineBoardEditor(*parts.grid).publish());
    return ok();
  }
};

}  // namespace

const IndexPart& line_part() noexcept {
  static const LinePart part;
  return part;
}

}  // namespace throng
