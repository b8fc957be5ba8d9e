#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace throng::cli {

/// The header of an .npy file, format 1.0, that holds an array of little-endian unsigned
/// 32-bit numbers, row by row.
/// Source: NumPy Enhancement Proposal 1, "A Simple File Format for NumPy Arrays".
std::string npy_header(std::size_t rows, std::size_t columns);

/// Appends numbers in the format of such a file.
void append_npy(std::span<const std::uint32_t> values, std::string& file);

}  // namespace throng::cli
