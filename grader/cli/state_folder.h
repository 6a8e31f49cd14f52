/// Where the program keeps what it makes: modules, progress, samples.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace gridlock {

/// The build folder; or, if that is read-only because another user has built the tree, a
/// folder of the user's own: in $XDG_CACHE_HOME, in $HOME/.cache, or below the folder for
/// temporary files.  The last is one that no other user can have made or can write to.
/// `say` gets a sentence if the folder is not at the expected place.
std::filesystem::path state_folder(const std::filesystem::path& build_dir,
                                   const std::function<void(const std::string&)>& say);

}  // namespace gridlock
