#include "table2_paper.hpp"

#include <array>

namespace throng::experiment {
namespace {

constexpr std::array kPaperTrials{
    PaperTrials{10, 0, 1'000'000, 0.809, 0.769, 1.172},
    PaperTrials{10, 10, 1'000'000, 0.809, 0.067, 0.157},
    PaperTrials{10, 20, 1'000'000, 0.810, 0.049, 0.090},
    PaperTrials{10, 30, 1'000'000, 0.826, 0.021, 0.048},
    PaperTrials{20, 0, 1'000'000, 0.808, 0.492, 0.974},
    PaperTrials{20, 10, 6'000, 0.808, 0.012, 0.020},
    PaperTrials{20, 20, 1'000, 0.813, 0.019, 0.034},
    PaperTrials{30, 0, 1'000'000, 0.811, 0.152, 0.285},
};

constexpr std::array kPaperGrids{
    PaperGrid{"hex", 3, 0.81, 2.42}, PaperGrid{"tex", 3, 0.81, 2.43},
    PaperGrid{"octile", 4.2, 0.71, 2.77}, PaperGrid{"tile", 3, 1, 3}};

}  // namespace

std::span<const PaperTrials> paper_trials() noexcept { return kPaperTrials; }
std::span<const PaperGrid> paper_grids() noexcept { return kPaperGrids; }

}  // namespace throng::experiment
