#pragma once

#include "job.hpp"
#include "json_reader.hpp"

namespace throng::farm {

// The options of jobs in JSON: in manifests, where each may be missing, and in the
// descriptions of jobs, which have all of them. What is read keeps its value where nothing
// is given. Readers record errors; the caller refuses unknown members.

Json write(const Rules& rules);
void read(JsonReader& json, Rules& rules);

/// The options of landmarks alone: landmarks, placement, metric, seed.
Json write_landmarks(const IndexOptions& options);
void read_landmarks(JsonReader& json, IndexOptions& options, int least);

/// All options of an index.
Json write(const IndexOptions& options);
void read(JsonReader& json, IndexOptions& options);

Json write(const ThroughputChoice& choice);
void read(JsonReader& json, ThroughputChoice& choice);

}  // namespace throng::farm
