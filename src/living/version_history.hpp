#pragma once

#include "../grid/grid_editor.hpp"

#include <throng/map_changes.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Where the newest versions of a map changed, by movement class. A ring, so that nothing
/// is allocated when warm.
class VersionHistory {
 public:
  VersionHistory() = default;
  /// length: the number of versions to keep. Changes before version `first` are unknown.
  VersionHistory(std::size_t classes, std::size_t length, std::uint64_t first = 0)
      : classes_(classes),
        length_(length),
        first_(first),
        newest_(first),
        changes_(classes * length) {}

  std::size_t length() const noexcept { return length_; }

  /// Begins the next version, without changes. Drops the oldest one.
  void begin(std::uint64_t version) {
    newest_ = version;
    if (length_ == 0) return;
    for (std::size_t k = 0; k < classes_; ++k) {
      at(version, k).costlier.clear();
      at(version, k).cheaper.clear();
    }
  }

  /// Adds changes to the newest version. Different classes may be added concurrently.
  void add(std::size_t movement, const GridChanges& changes) {
    if (length_ == 0) return;
    MapChanges& kept = at(newest_, movement);
    kept.costlier.assign(changes.costlier.begin(), changes.costlier.end());
    kept.cheaper.assign(changes.cheaper.begin(), changes.cheaper.end());
  }

  /// Appends the changes of a class after version `since`. False: some are unknown.
  bool collect(std::uint64_t since, std::size_t movement, MapChanges& changes) const {
    if (since > newest_) return true;
    if (since < first_ || newest_ - since > length_) return false;
    for (std::uint64_t version = since + 1; version <= newest_; ++version) {
      const MapChanges& some = changes_[version % length_ * classes_ + movement];
      changes.costlier.insert(changes.costlier.end(), some.costlier.begin(),
                              some.costlier.end());
      changes.cheaper.insert(changes.cheaper.end(), some.cheaper.begin(),
                             some.cheaper.end());
    }
    return true;
  }

  std::size_t memory_bytes() const noexcept {
    std::size_t bytes = changes_.capacity() * sizeof(MapChanges);
    for (const MapChanges& some : changes_)
      bytes += (some.costlier.capacity() + some.cheaper.capacity()) * sizeof(MapRect);
    return bytes;
  }

 private:
  MapChanges& at(std::uint64_t version, std::size_t movement) {
    return changes_[version % length_ * classes_ + movement];
  }

  std::size_t classes_ = 0;
  std::size_t length_ = 0;
  std::uint64_t first_ = 0;
  std::uint64_t newest_ = 0;
  std::vector<MapChanges> changes_;  ///< by version modulo length_, then by class
};

}  // namespace throng
