#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace throng {

/// The header of an .npy file, format 1.0, that holds an array of little-endian unsigned
/// 32-bit numbers, the last axis fastest.
/// Source: NumPy Enhancement Proposal 1, "A Simple File Format for NumPy Arrays".
std::string npy_header(std::initializer_list<std::size_t> shape);

/// Numbers in the format of such a file: the values themselves where the machine is
/// little-endian, else a copy in `converted`.
std::string_view npy_bytes(std::span<const std::uint32_t> values, std::string& converted);

}  // namespace throng
