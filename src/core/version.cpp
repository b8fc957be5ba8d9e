#include <throng/version.hpp>

#define THRONG_TEXT_OF(x) #x
#define THRONG_TEXT(x) THRONG_TEXT_OF(x)

namespace throng {

static_assert(kVersionMajor == THRONG_VERSION_MAJOR &&
                  kVersionMinor == THRONG_VERSION_MINOR &&
                  kVersionPatch == THRONG_VERSION_PATCH,
              "version.hpp and CMakeLists.txt differ");

const char* version() noexcept {
  return THRONG_TEXT(THRONG_VERSION_MAJOR) "." THRONG_TEXT(
      THRONG_VERSION_MINOR) "." THRONG_TEXT(THRONG_VERSION_PATCH);
}

}  // namespace throng
