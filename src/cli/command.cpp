#include "command.hpp"

#include "output.hpp"

namespace throng::cli {

Result<Verdict> run_checked(const Command& command) {
  if (const Outcome outcome = command.parser.check_needs(); !outcome)
    return outcome.failure();
  if (const Outcome outcome = check_files(command.parser.declared()); !outcome)
    return outcome.failure();
  return command.run();
}

}  // namespace throng::cli
