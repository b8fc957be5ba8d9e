#pragma once

#include "../core/flat_table.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Memory of batches that share, kept from batch to batch.
struct SharedScratch {
  /// Queries into one goal, those that have an equal one before them left out.
  struct Group {
    CellIndex goal = 0;
    std::uint32_t begin = 0;  ///< of its part of `members`
    std::uint32_t size = 0;
  };

  FlatTable table;                      ///< of queries or groups
  std::vector<std::uint32_t> same_as;   ///< by query: the first equal one, often itself
  std::vector<std::uint32_t> group_of;  ///< by query
  std::vector<std::uint8_t> turn;       ///< by query: when it is answered
  std::vector<Group> groups;
  std::vector<std::uint32_t> members;     ///< of all groups, one behind the other
  std::vector<std::uint32_t> order;       ///< of the queries that are answered one by one
  std::vector<std::uint32_t> sweeping;    ///< groups that are answered by a sweep
  std::vector<std::uint32_t> walking;     ///< their queries, group by group
  std::vector<std::vector<Cost>> fields;  ///< of as many groups as there are threads

  std::size_t memory_bytes() const noexcept {
    std::size_t bytes =
        table.memory_bytes() + groups.capacity() * sizeof(Group) + turn.capacity();
    for (const auto* words :
         {&same_as, &group_of, &members, &order, &sweeping, &walking})
      bytes += words->capacity() * sizeof(std::uint32_t);
    for (const std::vector<Cost>& field : fields) bytes += field.capacity() * sizeof(Cost);
    return bytes;
  }
};

}  // namespace throng
