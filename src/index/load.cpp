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

}  // namespace

Result<std::shared_ptr<const Index>> Index::load(const std::string& path,
                                                 std::shared_ptr<const Grid> grid,
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
    for (const IndexPart* const part : index_parts())
      if (part->wanted(parts->options))
        if (Outcome done = part->read(part_file, *parts); !done) return done;
    return ok();
  }();
  if (!good) return in_file(path, good.error());
  parts->seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return std::make_shared<const Index>(Key(), std::move(parts));
}

}  // namespace throng
