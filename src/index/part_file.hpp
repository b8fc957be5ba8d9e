#pragma once

#include "index_contents.hpp"
#include "section_reader.hpp"

#include <throng/index.hpp>
#include <throng/result.hpp>

#include <string>
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

  /// Reads why a part was skipped. memory_exceeded: of the header.
  Outcome get_refusal(SectionId id, std::uint8_t memory_exceeded,
                      PartRecord& record) const {
    SharedArray<char> why;
    if (Outcome done = get(id, why); !done) return done;
    record.refusal.assign(why.values().begin(), why.values().end());
    record.memory_exceeded = memory_exceeded != 0;
    return ok();
  }

 private:
  const SectionReader& sections_;
  IndexCheck level_;
};

}  // namespace throng
