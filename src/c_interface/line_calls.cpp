#include "../any_angle/batch_check.hpp"
#include "handles.hpp"
#include "options.hpp"

using namespace throng;
using namespace throng::c_interface;

throng_code throng_lines_create(const throng_host* host, throng_lines** lines) {
  return guarded([&] { create(lines, "lines", host); });
}

throng_code throng_lines_destroy(throng_lines* lines) { return destroy(lines, "lines"); }

throng_code throng_solve_lines(const throng_index* index, const throng_query* queries,
                               size_t count, throng_workers* workers,
                               const throng_batch_options* options, throng_monitor* monitor,
                               throng_lines* lines) {
  return guarded([&] {
    const Index& mine = use(index, "index").get();
    const auto all = array_as<Query>(queries, count, "queries");
    const BatchOptions wanted = batch_options_of(options, monitor_of(monitor));
    AnyAnglePaths& results = use(lines, "lines").paths;
    const WorkersOfCall threads(workers);
    take(solve_lines(mine, all, *threads, results, wanted));
  });
}

throng_code throng_smooth(const throng_grid* grid, const throng_batch* batch,
                          throng_workers* workers, throng_lines* lines) {
  return guarded([&] {
    const Grid& mine = *use(grid, "grid");
    const Answers& answers = use(batch, "batch").answers;
    AnyAnglePaths& results = use(lines, "lines").paths;
    const WorkersOfCall threads(workers);
    take(check_batch(mine, answers));
    take(smooth(mine, answers, *threads, results));
  });
}

throng_code throng_lines_get(const throng_lines* lines, throng_lines_view* view) {
  return guarded([&] {
    const AnyAnglePaths& paths = use(lines, "lines").paths;
    throng_lines_view now{};
    now.scale = paths.scale;
    now.count = paths.size();
    now.status = view_of<uint8_t>(paths.status);
    now.length = view_of<double>(paths.length);
    now.point_begin = view_of<uint64_t>(paths.point_begin);
    now.points = view_of<throng_position>(paths.points);
    now.expanded = view_of<uint32_t>(paths.expanded);
    fill(view, now, "view");
  });
}
