#include "boundary.hpp"

#include <throng/bundle.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace throng;
using namespace throng::c_interface;

throng_code throng_bundle(const throng_bytes* parts, size_t count, void* bytes,
                          size_t capacity, size_t* size) {
  return guarded([&] {
    std::vector<std::string_view> all;
    for (const throng_bytes& part : array(parts, count, "parts"))
      all.push_back(bytes_of(part.data, part.size));
    const std::string joined = bundle(all);
    out(size, "size") = joined.size();
    need_room(capacity, joined.size());
    std::ranges::copy(joined, array(static_cast<char*>(bytes), capacity, "bytes").begin());
  });
}

throng_code throng_unbundle(const void* bytes, size_t size, throng_bytes* parts,
                            size_t count) {
  return guarded([&] {
    const auto room = array(parts, count, "parts");
    if (bytes == nullptr) refuse("bytes is null");
    const auto found = take(unbundle(bytes_of(bytes, size), count));
    std::ranges::transform(found, room.begin(), [](std::string_view part) {
      return throng_bytes{part.data(), part.size()};
    });
  });
}
