/// Modules that were built before.
///
///     <cache>/<key>/module.so      the module; <key> is a hash of all that went into it
///     <cache>/<key>/run_on_load    what run_on_load() returns, if there is any
///     <cache>/<key>/warnings       what compiler_warnings() returns, if there is any
///     <cache>/<key>/module.hash    the hash of these three: what a full disk or a power
///                                  cut has damaged is built again
///     <cache>/<key>/src/...        the files it was made from, as findings quote them
///     <cache>/linkers/<hash>.json  how a compiler links (linker.h)
///     <cache>/requests/<hash>.json what a request led to, and the files that decided it
///     <cache>/tmp-<pid>-<n>/       a build in progress
///
/// Everything appears by a rename, so that a crash leaves nothing half done, and two
/// processes may build the same at once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "build/module.h"

namespace gridlock {

/// A file that decided what a request leads to.
struct Dependency {
  std::filesystem::path path;
  /// A file that people edit is compared by its contents, a system file by size and time,
  /// and a folder by its time, because a new file in it can hide another one.
  bool by_content = false;
};

/// Beside a module: the lines of run_on_load(), and compiler_warnings().
inline constexpr const char* kRunOnLoadName = "run_on_load";
inline constexpr const char* kWarningsName = "warnings";

/// The text of a file beside the module; "" without such a file.
std::string text_beside(const std::filesystem::path& module, const char* name);

class ModuleCache {
 public:
  /// Creates the folder, and removes what the builds of ended processes left behind.
  /// \throws std::filesystem::filesystem_error
  explicit ModuleCache(const std::filesystem::path& folder);

  /// Notes that files are read from now on.  If the edited file was saved just now, waits
  /// until a later change would show in its time, so that the request can be recorded.
  void begin(const std::filesystem::path& edited);

  /// The kept linker of the compiler with this identity (linker.h).
  std::filesystem::path linker_path(const std::string& compiler) const;
  /// The place of the module with this key, which need not exist yet.
  std::filesystem::path module_path(const std::string& key) const;
  /// Whether the module is there, as it was stored.
  bool has(const std::string& key) const;

  /// Moves a finished build folder (module.so and src/) into place.
  void store(const std::string& key, const std::filesystem::path& build_folder);

  /// The module that this request led to, if it and all the files are unchanged.
  std::optional<ModuleBuild> find_request(const std::string& request_hash) const;
  /// Records the request, unless one of the files has changed since `begin()`.
  void store_request(const std::string& request_hash, const std::string& key,
                     const std::string& source_hash,
                     const std::vector<Dependency>& dependencies) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  void remove_old_builds() const;
  void remove_old_modules() const;

  std::filesystem::path folder_;
  std::filesystem::file_time_type begin_;
};

/// A private folder for one build, removed at the end unless it has been moved away.
class BuildFolder {
 public:
  explicit BuildFolder(const ModuleCache& cache);
  BuildFolder(const BuildFolder&) = delete;
  BuildFolder& operator=(const BuildFolder&) = delete;
  ~BuildFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace gridlock
