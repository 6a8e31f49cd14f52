/// The linker's command line as clang would use it.  Starting clang takes longer than
/// linking a module.  So clang is asked once, and modules are linked without it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

struct LinkCommand {
  /// The linker, its flags, and the files of the C runtime that come before the objects.
  std::vector<std::string> before;
  std::vector<std::string> behind;  ///< The arguments after the objects.

  /// The command line with these objects and flags, which are in the linker's own form.
  std::vector<std::string> with(const std::vector<std::string>& objects_and_flags) const;
  /// Whether the files in it still exist: an update of the compiler may move them.
  bool exists() const;
};

/// Parses the output of `clang++ -### ... OBJECT ...`, which is one quoted command per
/// line. Nothing if no command contains the word `object`.
std::optional<LinkCommand> parse_link_command(std::string_view printed,
                                              std::string_view object);

/// The command stored in `file`; if there is none, or its files are gone, the result of
/// `ask`, which is then stored.
/// \throws std::system_error
std::optional<LinkCommand> kept_link_command(
    const std::filesystem::path& file,
    const std::function<std::optional<LinkCommand>()>& ask);

}  // namespace gridlock
