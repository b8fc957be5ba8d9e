#pragma once

#include "../core/bytes.hpp"
#include "../core/memory.hpp"

#include <throng/living_map.hpp>

#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

namespace throng {

/// Edits, and copies of the cells of their blocks.
class EditList {
 public:
  explicit EditList(Memory memory)
      : edits_(memory), characters_(memory), weights_(memory) {}
  EditList(const EditList&) = delete;
  EditList& operator=(const EditList&) = delete;
  ~EditList() = default;

  Memory memory() const noexcept { return edits_.get_allocator().resource(); }
  bool empty() const noexcept { return edits_.empty(); }
  std::size_t size() const noexcept { return edits_.size(); }
  /// Valid until the next change.
  std::span<const Edit> edits() const noexcept { return edits_; }

  /// Pre: LivingMap::check() accepts the edits. If memory runs out, nothing changes.
  void add(std::span<const Edit> edits);
  /// Keeps the memory.
  void clear() noexcept;
  void swap(EditList& other) noexcept;

  void write(ByteWriter& out) const;
  /// Replaces the list. Rectangles may be any; a block has the cells of its own.
  void read(ByteReader& in);

 private:
  void point_to_copies() noexcept;

  std::pmr::vector<Edit> edits_;
  std::pmr::vector<char> characters_;  ///< of all blocks, in the order of the edits
  std::pmr::vector<Weight> weights_;
};

}  // namespace throng
