#include "../front/front_lanes.hpp"
#include "check_fronts.hpp"
#include "damaged.hpp"
#include "index_part.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace throng {
namespace {

std::vector<FrontSize> sizes_of(const FrontTree& tree) {
  std::vector<FrontSize> sizes;
  sizes.reserve(tree.fronts.size());
  for (const Front& front : tree.fronts) sizes.push_back({front.own, front.boundary});
  return sizes;
}

constexpr std::array kFrontOptions{
    flag_row<&IndexOptions::fronts, &FrontOptions::build>(
        "fronts", "",
        "Fronts: the fastest answers on weighted ground, hexagons, noise and mazes. For "
        "static maps without links"),
    bytes_row<&IndexOptions::fronts, &FrontOptions::memory>(
        "front_memory", "fronts", "Memory limit of the fronts; beyond it, there are none")};

class FrontPart final : public IndexPart {
 public:
  FrontPart()
      : IndexPart(Part::fronts, {"fronts", "fronts", "front_memory", Algorithm::front,
                                 SectionId::fronts_skipped_because,
                                 &FileHeader::front_memory_exceeded}) {}

  std::span<const IndexOption> options() const noexcept override { return kFrontOptions; }

  bool wanted(const IndexOptions& options) const noexcept override {
    return options.fronts.build;
  }

  Outcome build(Index::Parts& parts, Workers::Impl& workers,
                Monitor* monitor) const override {
    Result<Fronts> fronts =
        Fronts::build(*parts.grid, parts.options.fronts.memory, workers.crew, monitor);
    if (!fronts) return parts.record(id()).skip(fronts.error());
    parts.fronts = std::make_shared<const Fronts>(*std::move(fronts));
    return ok();
  }

  bool present(const Index::Parts& parts) const noexcept override {
    return parts.fronts != nullptr;
  }
  bool stale(const Index::Parts& parts) const noexcept override {
    return parts.fronts_stale;
  }
  void add_facts(const Index::Parts& parts, std::vector<PartFact>& facts) const override {
    const FrontRows* const rows = parts.fronts->rows();
    facts.push_back({"row bytes", rows != nullptr ? rows->memory_bytes() : 0});
  }
  std::size_t bytes(const Index::Parts& parts) const noexcept override {
    return parts.fronts ? parts.fronts->memory_bytes() : 0;
  }

  void write(const Index::Parts& parts, IndexImage& image) const override {
    const Fronts& fronts = *parts.fronts;
    image.front_sizes = sizes_of(fronts.tree());
    SectionWriter& sections = image.sections;
    sections.add(SectionId::front_sizes, std::span<const FrontSize>(image.front_sizes));
    sections.add(SectionId::front_bounds, std::span<const Rank>(fronts.tree().bounds));
    sections.add(SectionId::front_ranks, fronts.shape()->rank_of.values());
    sections.add(SectionId::front_costs, fronts.all_costs());
    sections.add(SectionId::front_ways, fronts.all_ways());
    if (const FrontRows* const rows = fronts.rows()) {
      sections.add(SectionId::front_row_costs, rows->all_costs());
      sections.add(SectionId::front_row_nexts, rows->all_nexts());
    }
  }

  Outcome read(const PartFile& file, Index::Parts& parts) const override {
    const Grid& grid = *parts.grid;
    if (grid.links() != nullptr)
      return damaged(SectionId::front_sizes, "fronts on a grid with links");
    SharedArray<FrontSize> sizes;
    SharedArray<Rank> bounds, ranks;
    SharedArray<Cost> costs;
    SharedArray<FrontWay> ways;
    for (const Outcome& done :
         {file.get(SectionId::front_sizes, sizes),
          file.get(SectionId::front_bounds, bounds),
          file.get(SectionId::front_ranks, ranks), file.get(SectionId::front_costs, costs),
          file.get(SectionId::front_ways, ways)})
      if (!done) return done;
    Result<FrontTree> tree = FrontTree::restore(sizes.values(), bounds.values());
    if (!tree) return damaged(SectionId::front_sizes, tree.error().what);
    auto shape = std::make_shared<const FrontShape>(
        FrontShape{*std::move(tree), grid.symmetric(), std::move(ranks)});
    if (shape->rank_of.size() != grid.cell_count())
      return damaged(SectionId::front_ranks, "not one for each cell");
    if (costs.size() != shape->entries() + kLanePadding)
      return damaged(SectionId::front_costs, "not one for each entry");
    if (ways.size() != shape->entries())
      return damaged(SectionId::front_ways, "not one for each entry");
    std::shared_ptr<const FrontRows> rows;
    if (Outcome done = read_rows(file, *shape, rows); !done) return done;
    auto fronts = std::make_shared<const Fronts>(std::move(shape), std::move(costs),
                                                 std::move(ways), std::move(rows));
    if (file.checks_ranges())
      if (Outcome good = check_fronts(grid, *fronts); !good) return good;
    parts.fronts = std::move(fronts);
    return ok();
  }

 private:
  /// Files may be without rows: fronts alone answer, too.
  static Outcome read_rows(const PartFile& file, const FrontShape& shape,
                           std::shared_ptr<const FrontRows>& rows) {
    if (!file.has(SectionId::front_row_nexts)) return ok();
    SharedArray<Cost> costs;
    SharedArray<FrontRows::Next> nexts;
    for (const Outcome& done : {file.get(SectionId::front_row_costs, costs),
                                file.get(SectionId::front_row_nexts, nexts)})
      if (!done) return done;
    Result<RowPlan> plan = RowPlan::restore(shape, nexts.size());
    if (!plan) return damaged(SectionId::front_row_nexts, plan.error().what);
    if (plan->empty() || costs.size() != nexts.size() + kLanePadding)
      return damaged(SectionId::front_row_costs, "not one for each value");
    rows =
        std::make_shared<const FrontRows>(std::make_shared<const RowPlan>(*std::move(plan)),
                                          std::move(costs), std::move(nexts));
    return ok();
  }
};

}  // namespace

const IndexPart& front_part() noexcept {
  static const FrontPart part;
  return part;
}

}  // namespace throng
