/// \file
/// Where the program keeps what it makes: modules, progress, samples.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace gridlock {

/// The build folder; or, where that may only be read because somebody else has built the
/// tree, a folder of the user's own: in $XDG_CACHE_HOME, in $HOME/.cache, or below the
/// folder for temporary files, and then one that nobody else can have made or can write
/// to.  `say` gets a sentence when it is not where it would be looked for.
std::filesystem::path state_folder(const std::filesystem::path& build_dir,
                                   const std::function<void(const std::string&)>& say);

}  // namespace gridlock
