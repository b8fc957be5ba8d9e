#pragma once

#include <throng/answers.hpp>

namespace throng {

/// Calls body(column) for each array of the answers; with others, body(column, their
/// columns ...).
template <class Body, class First, class... Others>
void for_each_column(const Body& body, First& answers, Others&... others) {
  body(answers.status, others.status...);
  body(answers.cost, others.cost...);
  body(answers.upper, others.upper...);
  body(answers.expanded, others.expanded...);
  body(answers.generated, others.generated...);
  body(answers.reopened, others.reopened...);
  body(answers.start, others.start...);
  body(answers.path_begin, others.path_begin...);
  body(answers.moves, others.moves...);
  body(answers.microseconds, others.microseconds...);
  body(answers.first, others.first...);
  body(answers.end, others.end...);
  body(answers.end_cost, others.end_cost...);
  body(answers.ticket, others.ticket...);
  body(answers.agent, others.agent...);
  body(answers.frame, others.frame...);
  body(answers.current, others.current...);
  body(answers.grid_of, others.grid_of...);
  body(answers.grids, others.grids...);
  body(answers.point_begin, others.point_begin...);
  body(answers.points, others.points...);
  body(answers.length, others.length...);
  body(answers.scale, others.scale...);
}

}  // namespace throng
