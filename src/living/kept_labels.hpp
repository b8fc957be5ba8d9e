#pragma once

#include "../core/bytes.hpp"
#include "../core/crew.hpp"
#include "../core/threads.hpp"
#include "../core/version_pool.hpp"
#include "../grid/closed_tiles.hpp"
#include "../grid/grid_editor.hpp"
#include "../index/kept_hubs.hpp"
#include "../index/opened_areas.hpp"
#include "label_sample.hpp"

#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace throng {

/// The hub labels of one movement class: those in use, and those that are being built in
/// the background. Knows what opened since each of them. See LivingMap.
///
/// Threads: one thread at a time. The destructor stops the building.
class KeptLabels {
 public:
  /// built: the index of the first version. Pre: it has hub labels.
  KeptLabels(const Index& built, VersionPool pool);

  /// Follows an edit. now: the grid after it.
  void edit(const Grid& now, const GridChanges& changes);

  /// Begins to build labels of a grid. Drops those begun before.
  /// Throws: std::system_error if no thread can be started.
  void begin(std::uint64_t version, std::shared_ptr<const Grid> grid, int threads);
  /// Waits for the labels begun last, and uses them from now on. Errors: see
  /// LivingMap::adopt_labels.
  /// now: the newest grid.
  Outcome adopt(const Grid& now);

  /// The labels in use, for an index of the newest version.
  std::shared_ptr<const Index::KeptHubs> publish() const;

  /// Writes what answers depend on: the version of the labels, and what opened since.
  void identify(ByteWriter& out) const;

  std::size_t memory_bytes() const noexcept;

 private:
  /// Labels of a version, and what opened since.
  struct Since {
    std::uint64_t version = 0;
    std::shared_ptr<const Grid> grid;
    OpenedAreas opened = {};
    ClosedTiles closed = ClosedTiles(*grid);

    void edit(const Grid& now, const GridChanges& changes);
    void identify(ByteWriter& out) const;
  };
  /// The building of labels on another thread.
  struct Build {
    explicit Build(Since from) : since(std::move(from)) {}

    Since since;
    Monitor monitor;
    std::optional<Result<std::shared_ptr<const Index>>> index;
    FirstException failure;
    Thread thread;  ///< writes the two before

    ~Build() { monitor.cancel = true; }
  };

  VersionPool pool_;
  Since in_use_;
  std::shared_ptr<const Index::Parts> labels_;  ///< those in use, never null
  LabelSample sample_;                          ///< of those in use
  bool worn_out_ = false;                       ///< those in use
  std::unique_ptr<Build> build_;                ///< null: none
};

}  // namespace throng
