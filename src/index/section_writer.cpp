#include "section_writer.hpp"

#include "../core/files.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace throng {
namespace {

std::size_t next_page(std::size_t offset) noexcept {
  return (offset + FileHeader::kPage - 1) / FileHeader::kPage * FileHeader::kPage;
}

std::string_view text_of(std::span<const std::byte> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void SectionWriter::add(SectionId id, std::size_t element_bytes,
                        std::span<const std::byte> bytes, std::uint32_t flags) {
  THRONG_ASSERT(sections_.size() < FileHeader::kMostSections);
  SectionEntry entry;
  entry.id = static_cast<std::uint32_t>(id);
  entry.element_bytes = static_cast<std::uint32_t>(element_bytes);
  entry.count = bytes.size() / element_bytes;
  entry.hash = hash_of(bytes);
  entry.flags = flags;
  sections_.push_back({entry, bytes});
}

void SectionWriter::complete(FileHeader& header) {
  std::ranges::sort(sections_, {}, [](const Section& one) { return one.entry.id; });
  std::size_t end = FileHeader::kPage;
  header.section_count = 0;
  for (Section& section : sections_) {
    section.entry.offset = next_page(end);
    end = section.entry.offset + section.bytes.size();
    header.sections[header.section_count++] = section.entry;
  }
  header.file_bytes = end;
  header.header_hash = 0;
  header.header_hash = hash_of(std::as_bytes(std::span(&header, 1)));
}

Outcome SectionWriter::write(const FileHeader& header, const std::string& path) const {
  static constexpr std::array<char, FileHeader::kPage> kZeros{};
  Result<FileWriter> writer = FileWriter::create(path);
  if (!writer) return writer.failure();
  std::size_t written = 0;
  const auto put = [&](std::string_view piece) {
    written += piece.size();
    return writer->write(piece);
  };
  if (Outcome done = put(text_of(std::as_bytes(std::span(&header, 1)))); !done) return done;
  for (const Section& section : sections_) {
    const std::string_view gap(kZeros.data(), section.entry.offset - written);
    if (Outcome done = put(gap); !done) return done;
    if (Outcome done = put(text_of(section.bytes)); !done) return done;
  }
  return writer->finish();
}

}  // namespace throng
