#include "record_text.hpp"

#include "job.hpp"

#include <span>

namespace throng::farm {

std::string print_record(const Json& record) {
  const std::string text = record.dump();
  WideHasher hasher;
  hasher.add(std::as_bytes(std::span(text)));
  return text + "\n\"" + digits_of(hasher.result()) + "\"\n";
}

std::optional<Json> parse_record(std::string_view text) {
  const Result<Json> parsed = parse_json(text.substr(0, text.find('\n')));
  if (!parsed || print_record(*parsed) != text) return std::nullopt;
  return *parsed;
}

}  // namespace throng::farm
