#include "json_reader.hpp"

namespace throng::farm {
namespace {

/// Finds a member that an object has twice, of which the parser keeps the last.
class Twice {
 public:
  bool operator()(int /*depth*/, Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::object_start) open_.emplace_back();
    if (event == Json::parse_event_t::object_end && !open_.empty()) open_.pop_back();
    if (event == Json::parse_event_t::key && !open_.empty() &&
        !open_.back().insert(parsed.get<std::string>()).second && found_.empty())
      found_ = parsed.get<std::string>();
    return true;
  }

  const std::string& found() const noexcept { return found_; }

 private:
  std::vector<std::set<std::string>> open_;  ///< the keys so far of each open object
  std::string found_;
};

}  // namespace

Result<Json> parse_json(std::string_view text) {
  Twice twice;
  try {
    Json json = Json::parse(text, std::ref(twice));
    if (twice.found().empty()) return json;
    return fail(Code::bad_format,
                "an object has two members " + throng::quoted(twice.found()));
  } catch (const Json::parse_error& error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
    const std::string_view what = error.what();
    const std::size_t begin = what.find("line ");
    return fail(Code::bad_format,
                std::string(begin == std::string_view::npos ? what : what.substr(begin)));
  }
}

}  // namespace throng::farm
