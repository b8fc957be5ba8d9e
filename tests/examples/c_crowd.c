#include <stdio.h>
#include <throng.h>

/* Two units that walk past each other on a map; returns the steps that they take, or -1. */
static int pass(throng_map* map, throng_workers* workers) {
  const throng_position west = {0, 0}, east = {11, 0};
  throng_crowd* crowd = NULL;
  throng_crowd_unit unit;
  throng_crowd_report report = {0};
  uint32_t first, second;
  size_t arrived = 0;
  int steps = -1;
  report.size = sizeof report;
  throng_crowd_unit_init(&unit, sizeof unit);
  unit.at = west;
  if (throng_crowd_create(map, NULL, NULL, &crowd) == THRONG_OK &&
      throng_crowd_add(crowd, &unit, &first) == THRONG_OK &&
      (unit.at = east, throng_crowd_add(crowd, &unit, &second)) == THRONG_OK &&
      throng_crowd_order(crowd, first, &east, 1) == THRONG_OK &&
      throng_crowd_order(crowd, second, &west, 1) == THRONG_OK)
    for (steps = 0; arrived < 2 && steps < 1000; ++steps) {
      if (throng_crowd_step(crowd, NULL, workers, &report) != THRONG_OK) break;
      for (size_t i = 0; i < report.started_count; ++i)
        printf("%u from %d,%d: %d\n", (unsigned)report.started[i].unit,
               (int)report.started[i].from.x, (int)report.started[i].from.y,
               report.started[i].move);
      arrived += report.arrived_count;
    }
  throng_crowd_destroy(crowd);
  return arrived == 2 ? steps : -1;
}

int main(void) {
  const char cells[] =
      "............"
      "..@@@@@@@@..";
  throng_terrain terrain;
  throng_map_class movement;
  const throng_map_class* classes[] = {&movement};
  throng_workers* workers = NULL;
  throng_map* map = NULL;
  int steps = -1;
  throng_terrain_init(&terrain, sizeof terrain);
  terrain.width = 12;
  terrain.height = 2;
  terrain.cells = cells;
  throng_map_class_init(&movement, sizeof movement);
  movement.landmarks = movement.jump_graph = 0;
  if (throng_workers_create(0, NULL, &workers) == THRONG_OK &&
      throng_map_create(&terrain, classes, 1, NULL, workers, &map) == THRONG_OK)
    steps = pass(map, workers);
  if (steps < 0)
    fprintf(stderr, "%s\n", throng_last_error());
  else
    printf("both arrived after %d steps\n", steps);
  throng_map_destroy(map);
  throng_workers_destroy(workers);
  return steps < 0;
}
