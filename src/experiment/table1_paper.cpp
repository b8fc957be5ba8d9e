#include "table1_paper.hpp"

#include <array>

namespace throng::experiment {
namespace {

struct PaperPart {
  PaperMaps maps;
  Section section;
  std::array<PaperFigures, 3> figures;  ///< octile, dead-end, gateway
};

constexpr std::array kPaper{
    PaperPart{
        PaperMaps::demo,
        Section::all,
        {{{7430, 3940, 955, 18.6}, {7430, 3940, 579, 14.7}, {7430, 7241, 220, 13.2}}}},
    PaperPart{PaperMaps::demo,
              Section::top10,
              {{{14373, 6605, 2397, 42.9},
                {14373, 6605, 1352, 30.4},
                {14373, 14179, 487, 28.0}}}},
    PaperPart{
        PaperMaps::game,
        Section::all,
        {{{10339, 7788, 1231, 27.3}, {10339, 7788, 1120, 24.6}, {10339, 9884, 723, 22.6}}}},
    PaperPart{PaperMaps::game,
              Section::top10,
              {{{20468, 13290, 3701, 69.2},
                {20468, 13290, 3370, 60.7},
                {20468, 19731, 2313, 54.5}}}},
    PaperPart{PaperMaps::large,
              Section::top10,
              {{{30463, 17201, 5961, 110.1},
                {30463, 17201, 4536, 84.0},
                {30463, 30002, 2361, 71.3}}}},
};

}  // namespace

const PaperFigures* paper_figures(PaperMaps maps, Section section,
                                  std::size_t contender) noexcept {
  for (const PaperPart& part : kPaper)
    if (part.maps == maps && part.section == section && contender < part.figures.size())
      return &part.figures[contender];
  return nullptr;
}

}  // namespace throng::experiment
