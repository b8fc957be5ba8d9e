#include "index_image.hpp"
#include "index_part.hpp"
#include "map_identity.hpp"
#include "stored_options.hpp"

#include <throng/index.hpp>

#include <span>
#include <string>

namespace throng {
Result<IndexImage> image_of(const Index& index) {
  const Index::Parts& parts = index.contents();
  if (parts.costlier)
    return fail(Code::unsupported,
                "an index of with_costlier_grid() cannot be saved: save the index from "
                "which it was made");
  if (parts.living_nodes.data() != nullptr ||
      (parts.landmarks != nullptr && parts.landmarks->living()))
    return fail(Code::unsupported,
                "an index of a living map cannot be saved: use LivingMap::save()");
  if (parts.grid == nullptr)
    return fail(Code::unsupported,
                "a grid alone is no index to save: make one by Index::build()");
  IndexImage image;
  FileHeader& header = image.header;
  describe(*parts.grid, header);
  describe(parts.options, header);
  for (const IndexPart* const part : index_parts()) {
    if (const PartWords& words = part->words(); words.memory_exceeded != nullptr) {
      const PartRecord& record = parts.record(part->id());
      image.sections.add(words.skipped_because, std::span<const char>(record.refusal));
      header.*words.memory_exceeded = record.memory_exceeded ? 1 : 0;
    }
    if (part->present(parts)) part->write(parts, image);
  }
  image.sections.complete(header);
  return image;
}

Outcome Index::save(const std::string& path) const {
  const Result<IndexImage> image = image_of(*this);
  return image ? image->sections.write(image->header, path) : image.failure();
}

}  // namespace throng
