#include "index_source.hpp"

#include "inputs.hpp"
#include "options.hpp"

namespace throng::cli {

void add_index_file(ArgumentParser& parser, std::optional<std::string>& file) {
  parser.begin_group(kIndexGroup);
  add_input(parser, "--index", file,
            "Read the index from a file of index build; none is built", Stdin::refused);
  parser.begin_group(kOptionsGroup);
  for (const IndexOption* const option : index_options())
    parser.add_need(program_option(*option), "an index that is built: leave out --index",
                    [&file](const auto&) { return !file.has_value(); });
}

Result<std::optional<Index>> get_index(const std::string& map_path,
                                       const std::shared_ptr<const Grid>& grid,
                                       const IndexSource& source, Workers& workers) {
  if (!source.options && !source.file) return std::optional<Index>();
  Result<Index> index = source.file ? Index::load(*source.file, grid)
                                    : build_index(map_path, grid, *source.options, workers);
  if (!index) return index.failure();
  note_refusals(map_path, *index);
  return std::optional(*index);
}

}  // namespace throng::cli
