#pragma once

#include "file_header.hpp"

#include <throng/result.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace throng {

/// Puts an index file together: a header, and sections that begin on pages, in the order of
/// their ids.
class SectionWriter {
 public:
  /// `values` must live until the file is written. Empty sections are not written.
  template <Storable T>
  void add(SectionId id, std::span<const T> values) {
    if (!values.empty()) add(id, sizeof(T), std::as_bytes(values), SectionEntry::kRequired);
  }
  /// The same for what readers may do without.
  template <Storable T>
  void add_optional(SectionId id, std::span<const T> values) {
    if (!values.empty()) add(id, sizeof(T), std::as_bytes(values), 0);
  }

  /// Once all sections were added, completes the header: its sections, file_bytes and
  /// header_hash.
  void complete(FileHeader& header);

  /// Writes all to a temporary file beside `path`, and renames it.
  /// Pre: the header is complete. Errors: io.
  Outcome write(const FileHeader& header, const std::string& path) const;

 private:
  void add(SectionId id, std::size_t element_bytes, std::span<const std::byte> bytes,
           std::uint32_t flags);

  struct Section {
    SectionEntry entry;
    std::span<const std::byte> bytes;
  };
  std::vector<Section> sections_;
};

}  // namespace throng
