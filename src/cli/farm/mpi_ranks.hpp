#pragma once

#include "../../farm/output_folder.hpp"
#include "farm_run.hpp"

#include <throng/monitor.hpp>

#include <cstdio>

namespace throng::cli {

/// Lets a standard stream write nowhere from now on.
void silence(std::FILE* stream);

/// The processes that mpirun or srun started, while this object lives: rank 0 hands out
/// jobs by messages and writes the report, all others run one job at a time.
class MpiRanks {
 public:
  MpiRanks(int& argc, char**& argv);
  ~MpiRanks();
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  int rank() const noexcept { return rank_; }
  int count() const noexcept { return count_; }

  /// Hands out the jobs of a farm, and returns when no worker runs one.
  /// Pre: rank 0, and there are workers.
  void dispatch(const Farm& farm);
  /// Sends the workers home that still wait. Pre: rank 0. Idempotent.
  void dismiss();
  /// Runs jobs until rank 0 sends this rank home. Pre: not rank 0.
  void work(const farm::OutputFolder& folder, int threads, Monitor& monitor);

 private:
  int rank_ = 0, count_ = 1;
  int working_ = 0;         ///< rank 0: workers that were not sent home
  bool sent_home_ = false;  ///< a worker: by rank 0
};

}  // namespace throng::cli
