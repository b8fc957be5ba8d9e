#pragma once

#include <throng/index.hpp>

#include <memory>
#include <string>

namespace throng::test {

/// The bytes of the file that Index::save() writes.
std::string saved(const Index& index);

/// Index::load() of a file with these bytes.
Result<Index> loaded(const std::string& bytes, const std::shared_ptr<const Grid>& grid,
                     const IndexLoadOptions& options = {});

}  // namespace throng::test
