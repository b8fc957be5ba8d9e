#pragma once

#include "../core/saved_state.hpp"

#include <throng/grid.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace throng {

inline void write(std::span<const Move> moves, ByteWriter& out) {
  out.add_count(moves.size());
  for (const Move move : moves) out.add(static_cast<std::uint8_t>(move));
}

/// Any bytes are moves: the caller checks where they lead.
inline std::vector<Move> read_moves(ByteReader& in) {
  const std::string_view bytes = in.get(in.get_count(1));
  std::vector<Move> moves;
  moves.reserve(bytes.size());
  for (const char byte : bytes)
    moves.push_back(static_cast<Move>(static_cast<unsigned char>(byte)));
  return moves;
}

}  // namespace throng
