#pragma once

#include "../core/option_row.hpp"
#include "../core/workers.hpp"
#include "index_contents.hpp"
#include "index_image.hpp"
#include "part_file.hpp"

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace throng {

/// What a part is called, and what reads it.
struct PartWords {
  std::string_view name;        ///< "hub labels"
  std::string_view noun;        ///< the same in a sentence: "a hierarchy"
  std::string_view limit = {};  ///< the option of its memory limit; empty: it has none
  /// The algorithm that reads its answers from the part; automatic: none.
  Algorithm algorithm = Algorithm::automatic;
  /// In files, if the part may be skipped: the section that says why, and whether its
  /// memory limit was exceeded.
  SectionId skipped_because = {};
  std::uint8_t FileHeader::*memory_exceeded = nullptr;
};

using IndexOption = OptionRow<IndexOptions>;

/// A part that an index may have: what it needs, how it is built, saved and loaded. Each is
/// one object in a file of its own, NAME_part.cpp, and stands once in index_parts().
/// Immutable; any number of threads may call it at once.
class IndexPart {
 public:
  Part id() const noexcept { return id_; }
  const PartWords& words() const noexcept { return words_; }

  /// The options of the part. The first one asks for it.
  virtual std::span<const IndexOption> options() const noexcept = 0;
  /// Whether the options ask for the part.
  virtual bool wanted(const IndexOptions& options) const noexcept = 0;
  /// Adds what the part needs of other parts. Pre: wanted(options).
  virtual void imply(IndexOptions& /*options*/) const noexcept {}
  /// Whether an index with these options can be built on the grid: an error of
  /// Index::build(), in contrast to parts that are skipped. Pre: wanted(options).
  virtual Outcome check(const Grid& /*grid*/, const IndexOptions& /*options*/) const {
    return ok();
  }
  /// Builds the part. The parts before it in the list are there. If it is skipped, its
  /// record says why. Errors: those that end Index::build(). Pre: wanted(), check().
  virtual Outcome build(Index::Parts& parts, Workers::Impl& workers,
                        Monitor* monitor) const = 0;
  virtual bool present(const Index::Parts& parts) const noexcept = 0;
  /// Bytes of the part; 0 if it is not there.
  /// Whether a living map will bring the part back, which is out of date.
  virtual bool stale(const Index::Parts& /*parts*/) const noexcept { return false; }
  /// Adds the figures that PartInfo::facts has. Pre: present(parts).
  virtual void add_facts(const Index::Parts& /*parts*/,
                         std::vector<PartFact>& /*facts*/) const {}
  virtual std::size_t bytes(const Index::Parts& parts) const noexcept = 0;
  /// Adds the sections of the part, and its figures in the header. Pre: present().
  virtual void write(const Index::Parts& parts, IndexImage& image) const = 0;
  /// Makes the part of its sections, and of the parts before it; what is quicker to compute
  /// than to check is computed. Errors: bad_format. Pre: wanted(), and not skipped.
  virtual Outcome read(const PartFile& file, Index::Parts& parts) const = 0;

 protected:
  constexpr IndexPart(Part id, const PartWords& words) : id_(id), words_(words) {}
  IndexPart(const IndexPart&) = default;
  IndexPart& operator=(const IndexPart&) = default;
  ~IndexPart() = default;

 private:
  Part id_;
  PartWords words_;
};

/// The error of a build whose monitor cancelled.
inline Outcome cancelled_build() {
  return fail(Code::cancelled, "the building of the index was cancelled");
}

const IndexPart& jump_part() noexcept;
const IndexPart& hub_part() noexcept;
const IndexPart& front_part() noexcept;
const IndexPart& hierarchy_part() noexcept;
const IndexPart& area_part() noexcept;
const IndexPart& gate_part() noexcept;
const IndexPart& landmark_part() noexcept;
const IndexPart& line_part() noexcept;

/// All parts, by Part: the order in which they are built and read.
inline std::array<const IndexPart*, kParts> index_parts() noexcept {
  return {&jump_part(), &hub_part(),  &front_part(),    &hierarchy_part(),
          &area_part(), &gate_part(), &landmark_part(), &line_part()};
}

/// The options of all parts; those of landmarks, which most indexes have, are the first.
inline std::vector<const IndexOption*> index_options() {
  std::vector<const IndexOption*> all;
  for (const IndexOption& option : landmark_part().options()) all.push_back(&option);
  for (const IndexPart* const part : index_parts())
    if (part->id() != Part::landmarks)
      for (const IndexOption& option : part->options()) all.push_back(&option);
  return all;
}

/// The part from which an algorithm reads its answers; null: it searches.
inline const IndexPart* part_of(Algorithm algorithm) noexcept {
  if (algorithm == Algorithm::automatic) return nullptr;
  for (const IndexPart* const part : index_parts())
    if (part->words().algorithm == algorithm) return part;
  return nullptr;
}

}  // namespace throng
