#include <throng/throng.hpp>

#include <vector>

using namespace throng;

int main() {
  Workers workers;
  const std::vector<LivingClass> classes{{.rules = {}}, {.rules = {.unit_size = 2}}};
  LivingMap map = *LivingMap::make(*Terrain::make(64, 64), classes, {}, workers);
  const std::vector<SolverOptions> automatic(1);
  FrameScheduler scheduler = *FrameScheduler::make(map, automatic);
  RouteBook book(map);
  const RouteId soldier = book.add({1, 1}, 0, 0), tank = book.add({1, 9}, 0, 1);
  for (const RouteId id : {soldier, tank}) {
    book.set_goal(id, {60, 60});
    scheduler.submit(book.request(id, 4));
  }
  const FrameBudget budget = FrameBudget::unlimited();
  Answers finished;

  scheduler.run(budget, workers);
  for (RouteId id : book.review(map, workers).broken) {
    scheduler.submit(book.request(id, 4));
  }
  scheduler.poll(finished);
  for (RouteId id : book.join(finished, workers).missed)
    scheduler.submit(book.request(id, 4));

  for (const RouteId id : {soldier, tank})
    if (book.ahead(id, 1000) != Position{60, 60}) return 1;
  return 0;
}
