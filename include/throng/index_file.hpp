#pragma once

#include <throng/export.hpp>
#include <throng/index.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace throng {

/// What the first page of an index file says, and lines_lack; see Index::save(). The format
/// is described in src/index/FORMAT.md.
struct IndexFileInfo {
  struct Section {
    std::string name;
    std::uint64_t bytes = 0;
  };

  std::uint32_t format = 0;
  std::uint64_t file_bytes = 0;
  /// 16 hexadecimal digits. Two files with equal ones have equal bytes.
  std::string content_hash;

  std::int32_t width = 0;
  std::int32_t height = 0;
  std::string map_hash;  ///< 32 hexadecimal digits: of cells, weights, closed steps, links
  bool plain = true;     ///< see Grid::plain()
  Rules rules;
  StepCosts costs;  ///< see Grid::costs()

  IndexOptions options;
  std::vector<Section> sections;
  std::string lines_lack;  ///< PartInfo::lack of Part::lines
};

/// Reads the header of an index file and checks it; reads no more of the file but why
/// labels of lines are missing.
/// Errors: io; bad_format, unsupported: see Index::load().
THRONG_API Result<IndexFileInfo> inspect_index(const std::string& path);

}  // namespace throng
