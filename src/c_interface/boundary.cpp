#include "boundary.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>

namespace throng::c_interface {
namespace {

/// A fixed array, because there may be no memory left for the message.
thread_local std::array<char, 1024> last_error{};

throng_code report(throng_code code, std::string_view what) noexcept {
  const std::size_t size = std::min(what.size(), last_error.size() - 1);
  *std::copy_n(what.begin(), size, last_error.begin()) = '\0';
  return code;
}

}  // namespace

throng_code report_exception() noexcept {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return report(refusal.code, refusal.what);
  } catch (const std::bad_alloc&) {
    return report(THRONG_OUT_OF_MEMORY, "out of memory");
  } catch (const std::length_error&) {  // more than any memory holds
    return report(THRONG_OUT_OF_MEMORY, "out of memory");
  } catch (const HostFailure&) {
    return report(THRONG_HOST_FAILED, "a function of the host threw an exception");
  } catch (const std::exception& exception) {
    return report(THRONG_INTERNAL, exception.what());
  } catch (...) {
    return report(THRONG_INTERNAL, "an unknown exception");
  }
}

throng_code code_of(Code code) noexcept {
  switch (code) {
    case Code::bad_argument:
      return THRONG_BAD_ARGUMENT;
    case Code::bad_format:
      return THRONG_BAD_FORMAT;
    case Code::unsupported:
      return THRONG_UNSUPPORTED;
    case Code::over_limit:
      return THRONG_OVER_LIMIT;
    case Code::io:
      return THRONG_IO;
    case Code::cancelled:
      return THRONG_CANCELLED;
  }
  return THRONG_INTERNAL;
}

}  // namespace throng::c_interface

const char* throng_last_error() { return throng::c_interface::last_error.data(); }
