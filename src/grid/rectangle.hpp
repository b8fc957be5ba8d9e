#pragma once

#include <throng/map_changes.hpp>

namespace throng {

using Rectangle = MapRect;

}  // namespace throng
