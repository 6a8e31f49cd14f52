/// Modules that have been built before.
///
///     <cache>/<key>/module.so      the module; <key> is a hash of all its inputs
///     <cache>/<key>/run_on_load    what run_on_load() returns, unless empty
///     <cache>/<key>/warnings       what compiler_warnings() returns, unless empty
///     <cache>/<key>/module.hash    the hash of these three; if a full disk or a power
///                                  cut has damaged them, the module is built again
///     <cache>/<key>/src/...        the module's sources, which findings quote
///     <cache>/linkers/<hash>.json  how a compiler links (linker.h)
///     <cache>/requests/<hash>.json a request's module, and the files that decided it
///     <cache>/tmp-<pid>-<n>/       a build in progress
///
/// Every entry appears by a rename.  So a crash leaves no partial entry, and two
/// processes may build the same module at the same time.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "build/module.h"

namespace gridlock {

/// A file that a request's module depends on.
struct Dependency {
  std::filesystem::path path;
  /// Files that people edit are compared by their contents, system files by size and
  /// time, and folders by time, because a new file in a folder can hide another one.
  bool by_content = false;
};

/// Text files beside a module: the lines of run_on_load(), and compiler_warnings().
inline constexpr const char* kRunOnLoadName = "run_on_load";
inline constexpr const char* kWarningsName = "warnings";

/// The text of a file beside the module; "" if there is no such file.
std::string text_beside(const std::filesystem::path& module, const char* name);

class ModuleCache {
 public:
  /// Creates `folder`, and removes unfinished builds of ended processes.
  /// \throws std::filesystem::filesystem_error
  explicit ModuleCache(const std::filesystem::path& folder);

  /// Must be called before files are read.  If `edited` has just been saved, waits until
  /// a further change would get a later time, so that the request can be recorded.
  void begin(const std::filesystem::path& edited);

  /// Where the link command of the compiler with this identity is kept (linker.h).
  std::filesystem::path linker_path(const std::string& compiler) const;
  std::filesystem::path module_path(const std::string& key) const;
  /// Whether the module exists and is undamaged.
  bool has(const std::string& key) const;

  /// Moves a finished build folder (module.so and src/) into its place.
  void store(const std::string& key, const std::filesystem::path& build_folder);

  /// The module that was recorded for an equal request; nothing if the module or one of
  /// its dependencies has changed since.
  std::optional<ModuleBuild> find_request(const std::string& request_hash) const;
  /// Records the request, unless a file has changed since `begin()`.
  void store_request(const std::string& request_hash, const std::string& key,
                     const std::string& source_hash,
                     const std::vector<Dependency>& dependencies) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  void remove_old_builds() const;

  std::filesystem::path folder_;
  std::filesystem::file_time_type begin_;
};

/// A private folder for one build, removed at the end unless moved away before.
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
