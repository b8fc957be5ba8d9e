#pragma once

#include "output_folder.hpp"

#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace throng::farm {

/// A matrix whose rows are in several files.
struct ShardedMatrix {
  struct Shard {
    std::string path;
    std::size_t first_row = 0, last_row = 0;
    std::uint64_t bytes = 0;
    std::string hash;
  };

  std::size_t count = 0;      ///< of rows, and of columns
  std::vector<Shard> shards;  ///< by row, without a gap

  std::uint64_t bytes() const noexcept;  ///< of all distances
};

/// Finds the files of a matrix, by what their names begin with: "matrix-" and 32 digits.
/// Errors: io; bad_argument: there is no such matrix, or rows are missing.
Result<ShardedMatrix> find_shards(const OutputFolder& folder, const std::string& matrix);

/// Passes a matrix as one .npy file to `write`, piece by piece, and checks the hash of each
/// shard. Errors: io; bad_format: a shard is damaged; those of `write`.
Outcome join(const ShardedMatrix& matrix,
             const std::function<Outcome(std::string_view piece)>& write);

}  // namespace throng::farm
