/// The linker as clang would start it.  clang takes longer to start than a module takes
/// to link, so it is asked once, and modules are linked without it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// A linker's command line, around the objects.
struct LinkCommand {
  /// The linker, its flags, and the C runtime's files that come first.
  std::vector<std::string> before;
  std::vector<std::string> behind;  ///< Arguments that come last.

  /// The command line for these objects, and flags in the linker's own form.
  std::vector<std::string> with(const std::vector<std::string>& objects_and_flags) const;
  /// Whether the files that it names still exist: an update of the compiler moves them.
  bool exists() const;
};

/// Reads the output of `clang++ -### ... OBJECT ...`: commands in quotes, a line each.
/// Nothing if no command has the word `object`.
std::optional<LinkCommand> parse_link_command(std::string_view printed,
                                              std::string_view object);

/// The command that `file` holds, else what `ask` returns, which is kept there.
/// \throws std::system_error
std::optional<LinkCommand> kept_link_command(
    const std::filesystem::path& file,
    const std::function<std::optional<LinkCommand>()>& ask);

}  // namespace gridlock
