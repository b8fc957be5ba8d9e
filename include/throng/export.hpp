#pragma once

/// Marks what the shared library exports: each public function that is not inline, and the
/// types that cross it in exceptions. The rest of the library is hidden.
#define THRONG_API __attribute__((visibility("default")))
