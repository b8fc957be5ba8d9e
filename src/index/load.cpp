#include "../core/files.hpp"
#include "index_access.hpp"
#include "index_part.hpp"
#include "map_identity.hpp"
#include "section_reader.hpp"
#include "stored_options.hpp"

#include <throng/index.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace throng {
namespace {

using Clock = std::chrono::steady_clock;

/// Reads why a part was skipped, if it was.
Outcome read_record(const IndexPart& part, const PartFile& file, PartRecord& record) {
  const PartWords& words = part.words();
  if (words.memory_exceeded == nullptr) return ok();
  SharedArray<char> why;
  if (Outcome done = file.get(words.skipped_because, why); !done) return done;
  record.refusal.assign(why.values().begin(), why.values().end());
  record.memory_exceeded = file.header().*words.memory_exceeded != 0;
  return ok();
}

}  // namespace

Result<Index> Index::load(const std::string& path, std::shared_ptr<const Grid> grid,
                          const IndexLoadOptions& options) {
  if (grid == nullptr) return fail(Code::bad_argument, "an index needs a grid, not null");
  const Clock::time_point begin = Clock::now();
  Result<std::shared_ptr<const MappedFile>> file = MappedFile::open(path, options.copy);
  if (!file) return file.failure();
  const Result<SectionReader> reader = SectionReader::make(*std::move(file));
  if (!reader) return in_file(path, reader.error());
  auto parts = std::make_unique<Parts>();
  parts->grid = std::move(grid);
  parts->landmark_grid = parts->grid;
  const Outcome good = [&]() -> Outcome {
    if (Outcome same = check_map(reader->header(), *parts->grid); !same) return same;
    Result<IndexOptions> built = options_of(reader->header());
    if (!built) return built.failure();
    parts->options = *built;
    if (Outcome sound = reader->check_hashes(); !sound) return sound;
    const PartFile part_file(*reader, options.check);
    for (const IndexPart* const part : index_parts()) {
      PartRecord& record = parts->record(part->id());
      if (Outcome done = read_record(*part, part_file, record); !done) return done;
      if (!part->wanted(parts->options) || !record.refusal.empty()) continue;
      if (Outcome done = part->read(part_file, *parts); !done) return done;
    }
    return ok();
  }();
  if (!good) return in_file(path, good.error());
  parts->seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return IndexAccess::make(std::move(parts));
}

}  // namespace throng
