#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace throng::cli {

/// The bytes of an .npy file, format 1.0, that holds an array of little-endian unsigned
/// 32-bit numbers, row by row. Pre: values.size() == rows * columns.
/// Source: NumPy Enhancement Proposal 1, "A Simple File Format for NumPy Arrays".
std::string print_npy(std::span<const std::uint32_t> values, std::size_t rows,
                      std::size_t columns);

}  // namespace throng::cli
