#include <throng/lab.hpp>
#include <throng/throng.hpp>

// What the lab has is refused before use_lab(), and there afterwards.
int main() {
  const auto grid =
      *throng::Grid::make(*throng::generate(throng::MapKind::rooms, {64, 64}));
  throng::Workers workers(2);
  const auto search = [&] {
    return throng::Solver::make(grid, {.algorithm = throng::Algorithm::fringe});
  };
  const auto place = [&] {
    return throng::Index::build(
        grid, {.landmarks = {.count = 2, .placement = throng::Placement::avoid}}, workers);
  };
  const auto refused = [](const auto& made) {
    return !made && made.error().code == throng::Code::unsupported &&
           made.error().what.ends_with("link throng_lab and call use_lab()");
  };
  if (!refused(search()) || !refused(place())) return 1;
  throng::use_lab();
  return search() && place() ? 0 : 1;
}
