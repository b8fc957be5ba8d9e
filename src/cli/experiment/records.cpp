#include "records.hpp"

#include "../text.hpp"

#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace throng::cli {
namespace {

std::string print(const Decimal& number) {
  return fmt::format("{:.{}f}", number.value, number.decimals);
}

struct AsText {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(const std::string& word) const { return csv_field(word); }
  std::string operator()(std::uint64_t number) const { return std::to_string(number); }
  std::string operator()(const Decimal& number) const { return print(number); }
};

struct AsJson {
  Json operator()(std::monostate) const { return {nullptr}; }
  Json operator()(const std::string& word) const { return word; }
  Json operator()(std::uint64_t number) const { return number; }
  Json operator()(const Decimal& number) const { return std::stod(print(number)); }
};

}  // namespace

std::string print_csv(const Records& records) {
  std::string text = fmt::format("{}\n", fmt::join(records.columns, ","));
  for (const std::vector<Cell>& row : records.rows) {
    std::string_view before;
    for (const Cell& cell : row) {
      text += before;
      text += std::visit(AsText{}, cell);
      before = ",";
    }
    text += '\n';
  }
  return text;
}

Json::Array json_rows(const Records& records) {
  Json::Array rows;
  for (const std::vector<Cell>& row : records.rows) {
    Json object(std::initializer_list<Json::Member>{});
    for (std::size_t i = 0; i < row.size(); ++i)
      object.add(records.columns[i], std::visit(AsJson{}, row[i]));
    rows.push_back(std::move(object));
  }
  return rows;
}

}  // namespace throng::cli
