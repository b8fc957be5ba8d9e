#pragma once

#include "section_reader.hpp"

#include <throng/index.hpp>
#include <throng/result.hpp>

#include <utility>

namespace throng {

/// The index file that parts are read from.
class PartFile {
 public:
  PartFile(const SectionReader& sections, IndexCheck level)
      : sections_(sections), level_(level) {}

  const FileHeader& header() const noexcept { return sections_.header(); }
  IndexCheck level() const noexcept { return level_; }
  /// Whether numbers are checked that could lead a query out of the index.
  bool checks_ranges() const noexcept { return level_ >= IndexCheck::ranges; }
  bool has(SectionId id) const noexcept { return sections_.has(id); }

  /// Reads a section into `to`.
  template <class T>
  Outcome get(SectionId id, SharedArray<T>& to) const {
    Result<SharedArray<T>> section = sections_.get<T>(id);
    if (!section) return section.failure();
    to = *std::move(section);
    return ok();
  }

 private:
  const SectionReader& sections_;
  IndexCheck level_;
};

}  // namespace throng
