#include "mpi_ranks.hpp"

#include "../../farm/job_text.hpp"

#include <mpi.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace throng::cli {
namespace {

/// One conversation: a worker sends what became of its last job, or nothing; rank 0 answers
/// with a job, or nothing to send it home. A worker that leaves by itself, because its
/// command line is wrong, says so and gets no answer.
constexpr int kTag = 1;
constexpr const char* kLeaving = "leaving";

void send(const std::string& text, int to) {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, to, kTag, MPI_COMM_WORLD);
}

/// A message, if one has arrived.
struct Message {
  int from = 0;
  std::string text;
};
std::optional<Message> receive(int from) {
  int arrived = 0, size = 0;
  MPI_Status status{};
  MPI_Iprobe(from, kTag, MPI_COMM_WORLD, &arrived, &status);
  if (arrived == 0) return std::nullopt;
  MPI_Get_count(&status, MPI_CHAR, &size);
  Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Recv(message.text.data(), size, MPI_CHAR, message.from, kTag, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

/// MPI waits by turning in circles. With a pause in between, rank 0 leaves its processor to
/// the workers, and a job waits 0.1 ms on average.
void pause() {
  constexpr std::chrono::microseconds kPause{200};
  std::this_thread::sleep_for(kPause);
}

}  // namespace

void silence(std::FILE* stream) {
  // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): the stream stays that of the process
  [[maybe_unused]] const bool silent = std::freopen("/dev/null", "w", stream) != nullptr;
}

MpiRanks::MpiRanks(int& argc, char**& argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
  if (rank_ == 0) working_ = count_ - 1;
}

MpiRanks::~MpiRanks() {
  if (rank_ == 0) dismiss();
  if (rank_ > 0 && !sent_home_) send(kLeaving, 0);
  // All is said. mpirun may now end this rank by a signal, because another one has ended
  // with an error, and that is no news.
  silence(stderr);
  MPI_Finalize();
}

void MpiRanks::dispatch(const Farm& farm) {
  std::vector<std::optional<std::size_t>> running(static_cast<std::size_t>(count_));
  std::vector<int> idle;
  while (working_ > 0 && !farm.monitor.cancel) {
    const std::optional<Message> message = receive(MPI_ANY_SOURCE);
    if (!message) {
      pause();
      continue;
    }
    if (message->text == kLeaving) {
      --working_;
      continue;
    }
    idle.push_back(message->from);
    if (auto& job = running[static_cast<std::size_t>(message->from)]) {
      Result<farm::JobResult> result = farm::parse_result(message->text);
      farm.queue.give_back(
          *job, result ? *std::move(result)
                       : farm::JobResult{farm::JobState::failed, result.error().what});
      job.reset();
    }
    // A job that must run alone lets all others wait.
    while (!idle.empty()) {
      const std::optional<std::size_t> job = farm.queue.take();
      if (!job && !farm.queue.empty()) break;
      if (!job) --working_;
      running[static_cast<std::size_t>(idle.back())] = job;
      send(job ? farm::to_text(farm.plan.jobs[*job]) : std::string(), idle.back());
      idle.pop_back();
    }
  }
}

void MpiRanks::dismiss() {
  while (working_ > 0) {
    const std::optional<Message> message = receive(MPI_ANY_SOURCE);
    if (!message) {
      pause();
      continue;
    }
    if (message->text != kLeaving) send({}, message->from);
    --working_;
  }
}

void MpiRanks::work(const farm::OutputFolder& folder, int threads, Monitor& monitor) {
  Workers workers(threads);
  std::string last;
  for (;;) {
    send(last, 0);
    std::optional<Message> message = receive(0);
    for (; !message; message = receive(0)) {
      if (monitor.cancel) return;
      pause();
    }
    sent_home_ = message->text.empty();
    if (sent_home_) return;
    const Result<farm::Job> job = farm::parse_job(message->text);
    const farm::JobResult result =
        job ? farm::run_job(*job, folder, workers, monitor)
            : farm::JobResult{farm::JobState::failed, job.error().what};
    if (monitor.cancel) return;
    last = farm::to_text(result);
  }
}

}  // namespace throng::cli
