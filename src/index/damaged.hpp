#pragma once

#include "file_header.hpp"

#include <throng/result.hpp>

#include <cstddef>
#include <string>

namespace throng {

/// The name of a section, for messages; "section N" if it is unknown.
std::string name_of(std::uint32_t section_id);

/// The error of a section whose content cannot be right.
inline Failure damaged(SectionId section, const std::string& what) {
  return fail(Code::bad_format,
              "damaged: " + name_of(static_cast<std::uint32_t>(section)) + ": " + what);
}

/// The same for one element.
inline Failure damaged(SectionId section, std::size_t number, const char* what) {
  return damaged(section, "number " + std::to_string(number) + " " + what);
}

}  // namespace throng
