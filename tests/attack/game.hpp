#pragma once

#include "answers.hpp"
#include "game_ground.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attack {

/// A request of a game, and what became of it.
struct Asked {
  Request frame;
  std::vector<Position> goals;  ///< frame.request refers to them
  bool reported = false;
  bool cancelled = false;
};

/// One game: units ask a scheduler for paths, frame by frame, while the map changes.
/// Everything that the scheduler reports is checked against the batch solver on the grid of
/// the answer; on small maps, where that grid is the newest one, against Dijkstra's
/// algorithm.
class Game {
 public:
  /// clocks: whether budgets may be times.
  Game(std::uint64_t seed, int threads, bool clocks);

  /// Plays the game to its end. Returns a hash of all answers and the frames in which they
  /// came; 0 if there was no game.
  std::uint64_t play();

 private:
  void begin();
  void play_frame(bool active);
  void change_map();
  void submit_some();
  void submit(bool burst);
  Request draw_request(bool burst, std::vector<Position>& goals);
  Position draw_near(Position p, const World& world);
  void cancel_one();
  FrameBudget draw_budget();
  void run();
  void check_report(const FrameReport& report);
  void poll();
  void check_finished(std::size_t i);
  bool check_dropped(std::size_t i, const Asked& asked);
  void check_answer(std::size_t i, const Asked& asked, std::size_t k, Position start);
  /// The answer to a request with Visit::any on a grid. Sets `start` to where its path
  /// begins.
  Expected expect_on(const std::shared_ptr<const Grid>& grid, std::size_t movement,
                     const Request& request, Position& start);
  void check_line(std::size_t slot, std::size_t movement);
  void reload();
  void replace_solver();
  void check_end();
  bool superseded(std::size_t ticket) const;
  void hash(std::uint64_t value) noexcept {
    digest_ = (digest_ ^ value) * 0x100'0000'01B3U;
  }
  std::string text() const;

  Random random_;
  Workers workers_;
  Workers reference_workers_;
  Combination combination_;
  GameGround ground_;
  SchedulerOptions options_;
  std::optional<FrameScheduler> scheduler_;
  bool clocks_;
  std::uint32_t most_budget_ = 0;     ///< expansions
  std::uint32_t most_submitted_ = 0;  ///< in a frame without a burst
  Position common_goal_;
  std::uint32_t most_burst_ = 0;
  std::size_t most_requests_ = 0;

  std::vector<std::unique_ptr<Asked>> asked_;  ///< by ticket
  std::map<AgentId, std::size_t> latest_;      ///< tickets
  Answers finished_;
  std::size_t taken_in_ = 0;
  std::size_t ended_ = 0;  ///< finished or dropped, by the reports
  std::uint32_t frame_ = 0;
  /// By frame and class: the address of the grid that it served.
  std::vector<std::vector<const Grid*>> served_;
  std::map<const Grid*, Solver> references_;    ///< for one poll
  std::map<const Grid*, Index> line_indexes_;   ///< the same
  std::vector<std::unique_ptr<Truth>> truths_;  ///< by class, of the newest grid; or null
  std::vector<std::string> log_;
  /// A wrong `current` spoils nothing else: the game goes on, and fails at its end.
  std::string wrong_current_;
  std::uint64_t digest_ = 0xCBF2'9CE4'8422'2325U;
};

}  // namespace attack
