#pragma once

#include "../core/mapped_file.hpp"
#include "../core/shared_array.hpp"
#include "file_header.hpp"

#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace throng {

/// Reads the header and the sections of an index file in memory. Errors are bad_format or
/// unsupported, without the path.
class SectionReader {
 public:
  /// Checks header and table: afterwards all sections lie in the file, in order, and their
  /// ids differ. Cost: O(1). Reads the first page.
  static Result<SectionReader> make(std::shared_ptr<const MappedFile> file);

  const FileHeader& header() const noexcept { return header_; }
  /// The table of sections.
  std::span<const SectionEntry> entries() const noexcept {
    return std::span(header_.sections).first(header_.section_count);
  }

  /// Compares all sections with their hashes. Reads the whole file.
  Outcome check_hashes() const;
  /// Compares one section, if it is there, with its hash.
  Outcome check_hash(SectionId id) const;

  bool has(SectionId id) const noexcept { return find(id) != nullptr; }
  /// The elements of a section, in place; none if there is no such section.
  /// Errors: the elements have another size.
  template <Storable T>
  Result<SharedArray<T>> get(SectionId id) const {
    const SectionEntry* const entry = find(id);
    if (entry == nullptr) return SharedArray<T>();
    if (entry->element_bytes != sizeof(T)) return wrong_size(*entry, sizeof(T));
    const auto* const first = reinterpret_cast<const T*>(bytes_of(*entry).data());
    return SharedArray<T>(file_, std::span(first, entry->count));
  }

 private:
  explicit SectionReader(std::shared_ptr<const MappedFile> file);
  Outcome check_header() const;
  Outcome check_table() const;
  Outcome check_hash(const SectionEntry& entry) const;
  const SectionEntry* find(SectionId id) const noexcept;
  std::span<const std::byte> bytes_of(const SectionEntry& entry) const noexcept;
  static Failure wrong_size(const SectionEntry& entry, std::size_t expected);

  std::shared_ptr<const MappedFile> file_;
  FileHeader header_;  ///< a copy: what was checked cannot change
};

}  // namespace throng
