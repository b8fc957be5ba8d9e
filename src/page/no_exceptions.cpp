#include <cstddef>
#include <cstdlib>

// The WASI libraries have no exceptions: what throws ends the module. The page then shows
// that the engine ended.

// NOLINTBEGIN(bugprone-reserved-identifier): names of the C++ ABI
extern "C" void* __cxa_allocate_exception(std::size_t /*size*/) noexcept { std::abort(); }

extern "C" void __cxa_throw(void* /*object*/, void* /*type*/, void (* /*destroy*/)(void*)) {
  std::abort();
}
// NOLINTEND(bugprone-reserved-identifier)
