#pragma once

// All headers: from a map to the results of a batch.
#include <throng/algorithm.hpp>
#include <throng/any_angle.hpp>
#include <throng/batch.hpp>
#include <throng/dynamic_scenario.hpp>
#include <throng/field.hpp>
#include <throng/flow_field.hpp>
#include <throng/frame_scheduler.hpp>
#include <throng/generate.hpp>
#include <throng/grid.hpp>
#include <throng/group_goals.hpp>
#include <throng/index.hpp>
#include <throng/links.hpp>
#include <throng/map_io.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/route.hpp>
#include <throng/rules.hpp>
#include <throng/scenario.hpp>
#include <throng/solver.hpp>
#include <throng/terrain.hpp>
#include <throng/validate.hpp>
#include <throng/version.hpp>
#include <throng/workers.hpp>
