#include "../core/files.hpp"
#include "damaged.hpp"
#include "map_identity.hpp"
#include "section_reader.hpp"
#include "stored_options.hpp"

#include <throng/index_file.hpp>

#include <utility>

namespace throng {

Result<IndexFileInfo> inspect_index(const std::string& path) {
  Result<std::shared_ptr<const MappedFile>> file = MappedFile::open(path, false);
  if (!file) return file.failure();
  const Result<SectionReader> reader = SectionReader::make(*std::move(file));
  if (!reader) return in_file(path, reader.error());
  const FileHeader& header = reader->header();
  const Result<Rules> rules = rules_of(header);
  if (!rules) return in_file(path, rules.error());
  const Result<IndexOptions> options = options_of(header);
  if (!options) return in_file(path, options.error());
  constexpr SectionId kLack = SectionId::line_labels_lack_because;
  if (const Outcome whole = reader->check_hash(kLack); !whole)
    return in_file(path, whole.error());
  const auto lack = reader->get<char>(kLack);
  if (!lack) return in_file(path, lack.error());
  IndexFileInfo info;
  info.lines_lack.assign(lack->values().begin(), lack->values().end());
  info.format = header.format;
  info.file_bytes = header.file_bytes;
  info.content_hash = hexadecimal(header.header_hash);
  info.width = header.width;
  info.height = header.height;
  info.map_hash = hexadecimal(header.map_hash.high) + hexadecimal(header.map_hash.low);
  info.plain = header.layered == 0;
  info.rules = *rules;
  info.costs = {header.straight, header.diagonal};
  info.options = *options;
  for (const SectionEntry& entry : reader->entries())
    info.sections.push_back({name_of(entry.id), entry.count * entry.element_bytes});
  return info;
}

}  // namespace throng
