#include "section_reader.hpp"

#include "damaged.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace throng {
namespace {

struct SectionName {
  SectionId id;
  const char* name;
};

constexpr std::array kNames{
    SectionName{SectionId::hubs_skipped_because, "hubs_skipped_because"},
    SectionName{SectionId::jump_nodes, "jump_nodes"},
    SectionName{SectionId::jump_edges, "jump_edges"},
    SectionName{SectionId::jump_shortcuts, "jump_shortcuts"},
    SectionName{SectionId::landmark_cells, "landmark_cells"},
    SectionName{SectionId::landmarks, "landmarks"},
    SectionName{SectionId::landmarks_back, "landmarks_back"},
    SectionName{SectionId::gate_costs, "gate_costs"},
    SectionName{SectionId::hub_begin, "hub_begin"},
    SectionName{SectionId::hub_order, "hub_order"},
    SectionName{SectionId::hub_ranks, "hub_ranks"},
    SectionName{SectionId::hub_costs, "hub_costs"},
    SectionName{SectionId::hub_first_steps, "hub_first_steps"},
    SectionName{SectionId::hub_steps, "hub_steps"},
    SectionName{SectionId::view_of_cell, "view_of_cell"},
    SectionName{SectionId::view_begin, "view_begin"},
    SectionName{SectionId::view_subgoals, "view_subgoals"},
    SectionName{SectionId::view_labels, "view_labels"},
    SectionName{SectionId::fronts_skipped_because, "fronts_skipped_because"},
    SectionName{SectionId::front_sizes, "front_sizes"},
    SectionName{SectionId::front_bounds, "front_bounds"},
    SectionName{SectionId::front_ranks, "front_ranks"},
    SectionName{SectionId::front_costs, "front_costs"},
    SectionName{SectionId::front_ways, "front_ways"},
    SectionName{SectionId::front_row_costs, "front_row_costs"},
    SectionName{SectionId::front_row_nexts, "front_row_nexts"},
    SectionName{SectionId::hierarchy_skipped_because, "hierarchy_skipped_because"},
    SectionName{SectionId::hierarchy_places, "hierarchy_places"},
    SectionName{SectionId::hierarchy_first_arcs, "hierarchy_first_arcs"},
    SectionName{SectionId::hierarchy_arcs, "hierarchy_arcs"},
    SectionName{SectionId::hierarchy_rows, "hierarchy_rows"},
    SectionName{SectionId::hierarchy_ways, "hierarchy_ways"},
    SectionName{SectionId::hierarchy_runs, "hierarchy_runs"},
    SectionName{SectionId::line_labels_lack_because, "line_labels_lack_because"},
    SectionName{SectionId::line_begin, "line_begin"},
    SectionName{SectionId::line_hubs, "line_hubs"},
    SectionName{SectionId::line_first_steps, "line_first_steps"},
    SectionName{SectionId::line_steps, "line_steps"},
    SectionName{SectionId::line_tiles, "line_tiles"},
    SectionName{SectionId::line_vias, "line_vias"},
    SectionName{SectionId::line_keys, "line_keys"},
    SectionName{SectionId::line_cells, "line_cells"},
    SectionName{SectionId::line_costs, "line_costs"},
    SectionName{SectionId::line_edge_begin, "line_edge_begin"},
    SectionName{SectionId::line_edges, "line_edges"},
    SectionName{SectionId::line_landmarks, "line_landmarks"},
    SectionName{SectionId::line_landmark_rows, "line_landmark_rows"},
};

const SectionName* known(std::uint32_t id) noexcept {
  for (const SectionName& section : kNames)
    if (section.id == static_cast<SectionId>(id)) return &section;
  return nullptr;
}

Failure truncated(std::size_t bytes, std::size_t expected) {
  return fail(Code::bad_format, "truncated: " + std::to_string(bytes) + " of " +
                                    std::to_string(expected) + " bytes");
}

bool all_zero(std::span<const std::byte> bytes) noexcept {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

std::string name_of(std::uint32_t section_id) {
  const SectionName* const name = known(section_id);
  return name != nullptr ? name->name : "section " + std::to_string(section_id);
}

SectionReader::SectionReader(std::shared_ptr<const MappedFile> file)
    : file_(std::move(file)) {
  std::memcpy(&header_, file_->bytes().data(), sizeof header_);
}

Result<SectionReader> SectionReader::make(std::shared_ptr<const MappedFile> file) {
  const std::span<const std::byte> bytes = file->bytes();
  const auto& magic = FileHeader::kMagic;
  if (bytes.size() < magic.size() ||
      std::memcmp(bytes.data(), magic.data(), magic.size()) != 0)
    return fail(Code::bad_format, "not an index file of throng");
  if (bytes.size() < FileHeader::kPage) return truncated(bytes.size(), FileHeader::kPage);
  SectionReader reader(std::move(file));
  if (const Outcome good = reader.check_header(); !good) return good.failure();
  if (const Outcome good = reader.check_table(); !good) return good.failure();
  return reader;
}

Outcome SectionReader::check_header() const {
  if (header_.byte_order != FileHeader::kByteOrder)
    return fail(Code::unsupported, "from a machine with another byte order");
  if (header_.format != FileHeader::kFormat)
    return fail(Code::unsupported,
                "has format " + std::to_string(header_.format) + ", not format " +
                    std::to_string(FileHeader::kFormat) + "; build it again");
  FileHeader hashed = header_;
  hashed.header_hash = 0;
  if (hash_of(std::as_bytes(std::span(&hashed, 1))) != header_.header_hash)
    return fail(Code::bad_format, "the header is damaged");
  if (header_.file_bytes > file_->bytes().size())
    return truncated(file_->bytes().size(), header_.file_bytes);
  if (header_.file_bytes < file_->bytes().size())
    return fail(
        Code::bad_format,
        std::to_string(file_->bytes().size() - header_.file_bytes) + " bytes too long");
  return ok();
}

Outcome SectionReader::check_table() const {
  if (header_.section_count > FileHeader::kMostSections)
    return fail(Code::bad_format, "the header is damaged: too many sections");
  std::uint64_t end = FileHeader::kPage;
  for (const SectionEntry& entry : entries()) {
    const std::string name = name_of(entry.id);
    const bool fits =
        entry.element_bytes != 0 && entry.offset % FileHeader::kPage == 0 &&
        entry.offset >= end && entry.offset - end < FileHeader::kPage &&
        entry.offset <= header_.file_bytes &&
        entry.count <= (header_.file_bytes - entry.offset) / entry.element_bytes;
    if (!fits)
      return fail(Code::bad_format, "the header is damaged: " + name + " is misplaced");
    if (!all_zero(file_->bytes().subspan(end, entry.offset - end)))
      return fail(Code::bad_format, "damaged: the gap before " + name + " is not empty");
    if (find(static_cast<SectionId>(entry.id)) != &entry)
      return fail(Code::bad_format, "the header is damaged: " + name + " occurs twice");
    if (known(entry.id) == nullptr && (entry.flags & SectionEntry::kRequired) != 0)
      return fail(Code::unsupported,
                  "needs " + name + ", which this version does not know");
    end = entry.offset + entry.count * entry.element_bytes;
  }
  if (end != header_.file_bytes)
    return fail(Code::bad_format, "the header is damaged: the file ends elsewhere");
  return ok();
}

Outcome SectionReader::check_hashes() const {
  for (const SectionEntry& entry : entries())
    if (Outcome good = check_hash(entry); !good) return good;
  return ok();
}

Outcome SectionReader::check_hash(SectionId id) const {
  const SectionEntry* const entry = find(id);
  return entry == nullptr ? ok() : check_hash(*entry);
}

Outcome SectionReader::check_hash(const SectionEntry& entry) const {
  if (hash_of(bytes_of(entry)) == entry.hash) return ok();
  return fail(Code::bad_format,
              "damaged: " + name_of(entry.id) + " does not have the hash in the header");
}

const SectionEntry* SectionReader::find(SectionId id) const noexcept {
  for (const SectionEntry& entry : entries())
    if (entry.id == static_cast<std::uint32_t>(id)) return &entry;
  return nullptr;
}

std::span<const std::byte> SectionReader::bytes_of(
    const SectionEntry& entry) const noexcept {
  return file_->bytes().subspan(entry.offset, entry.count * entry.element_bytes);
}

Failure SectionReader::wrong_size(const SectionEntry& entry, std::size_t expected) {
  return fail(Code::bad_format, name_of(entry.id) + " has elements of " +
                                    std::to_string(entry.element_bytes) + " bytes, not " +
                                    std::to_string(expected));
}

}  // namespace throng
