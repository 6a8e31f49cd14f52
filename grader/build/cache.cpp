#include "build/cache.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>

#include "build/toolchain.h"
#include "common/descriptor.h"
#include "common/files.h"
#include "common/hash.h"

namespace gridlock {
namespace {

using nlohmann::json;

/// More modules than a class needs for all labs.  Beyond that, the oldest are removed.
constexpr std::size_t kEntriesMax = 2000;

constexpr std::string_view kBuildPrefix = "tmp-";
constexpr const char* kModule = "module.so";
constexpr const char* kModuleHash = "module.hash";

/// The hash of a module and of the text files beside it.
std::string hash_of_module(const fs::path& folder) {
  Hasher hasher;
  hasher.add(read_file(folder / kModule));
  for (const char* name : {kRunOnLoadName, kWarningsName})
    hasher.add(text_beside(folder / kModule, name));
  return hasher.hex();
}

bool process_lives(const std::string& build_folder_name) {
  const int pid = std::atoi(build_folder_name.c_str() + kBuildPrefix.size());
  return pid > 0 && (::kill(pid, 0) == 0 || errno == EPERM);
}

/// A text that differs if the dependency has changed.
std::string state_of(const Dependency& dependency) {
  if (!dependency.by_content) return file_identity(dependency.path);
  try {
    return hash_hex(read_file(dependency.path));
  } catch (const std::system_error&) {
    return "missing";
  }
}

/// The largest step in which file times advance.
constexpr std::chrono::milliseconds kClockGrain{20};

bool may_have_changed_since(fs::file_time_type begin, const fs::path& path) {
  std::error_code error;
  const auto changed = fs::last_write_time(path, error);
  return !error && changed > begin - kClockGrain;
}

/// Makes the file's contents durable before a rename makes it visible.
void sync_file(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open() || ::fsync(file.get()) != 0)
    throw fs::filesystem_error("cannot write", path,
                               std::error_code(errno, std::generic_category()));
}

/// Keeps the newest kEntriesMax of the entries named by a hash.
void remove_oldest(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> entries;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().stem().string().find_first_not_of("0123456789abcdef") ==
        std::string::npos)
      entries.emplace_back(entry.last_write_time(error), entry.path());
  if (entries.size() <= kEntriesMax) return;
  std::sort(entries.begin(), entries.end());
  entries.resize(entries.size() - kEntriesMax);
  for (const auto& [time, path] : entries) fs::remove_all(path, error);
}

}  // namespace

std::string text_beside(const fs::path& module, const char* name) {
  const fs::path file = module.parent_path() / name;
  std::error_code error;
  return fs::exists(file, error) ? read_file(file) : "";
}

ModuleCache::ModuleCache(const fs::path& folder) : folder_(fs::absolute(folder)) {
  fs::create_directories(folder_ / "requests");
  remove_old_builds();
  begin_ = fs::file_time_type::clock::now();
}

void ModuleCache::begin(const fs::path& edited) {
  begin_ = fs::file_time_type::clock::now();
  if (!may_have_changed_since(begin_, edited) &&
      !may_have_changed_since(begin_, edited.parent_path()))
    return;
  std::this_thread::sleep_for(kClockGrain);
  begin_ = fs::file_time_type::clock::now();
}

fs::path ModuleCache::linker_path(const std::string& compiler) const {
  return folder_ / "linkers" / (Hasher().add(compiler).hex() + ".json");
}

fs::path ModuleCache::module_path(const std::string& key) const {
  return folder_ / key / kModule;
}

bool ModuleCache::has(const std::string& key) const {
  try {
    return read_file(folder_ / key / kModuleHash) == hash_of_module(folder_ / key);
  } catch (const std::system_error&) {
    return false;
  }
}

void ModuleCache::store(const std::string& key, const fs::path& build_folder) {
  sync_file(build_folder / kModule);
  write_file_atomic(build_folder / kModuleHash, hash_of_module(build_folder));
  std::error_code error;
  fs::rename(build_folder, folder_ / key, error);
  if (!error) {
    remove_oldest(folder_);
    remove_oldest(folder_ / "requests");
    return;
  }
  // Either another process has built the same module, or a damaged one is in the way.
  if (has(key)) return;
  fs::remove_all(folder_ / key);
  fs::rename(build_folder, folder_ / key);
}

std::optional<ModuleBuild> ModuleCache::find_request(
    const std::string& request_hash) const {
  try {
    const json record =
        json::parse(read_file(folder_ / "requests" / (request_hash + ".json")));
    const std::string key = record.at("key");
    if (!has(key)) return std::nullopt;
    for (const json& entry : record.at("dependencies")) {
      const Dependency dependency{entry.at("path").get<std::string>(),
                                  entry.at("by_content").get<bool>()};
      if (state_of(dependency) != entry.at("state").get<std::string>())
        return std::nullopt;
    }
    // Makes a module in use the newest, so that it is not removed.
    std::error_code error;
    fs::last_write_time(folder_ / key, fs::file_time_type::clock::now(), error);
    ModuleBuild build;
    build.module = module_path(key);
    build.source_hash = record.at("source_hash");
    build.cached = true;
    return build;
  } catch (const std::system_error&) {
    return std::nullopt;  // No such record.
  } catch (const json::exception&) {
    return std::nullopt;  // A damaged record will be replaced.
  }
}

void ModuleCache::store_request(const std::string& request_hash, const std::string& key,
                                const std::string& source_hash,
                                const std::vector<Dependency>& dependencies) const {
  for (const Dependency& dependency : dependencies)
    if (may_have_changed_since(begin_, dependency.path)) return;
  json entries = json::array();
  for (const Dependency& dependency : dependencies)
    entries.push_back({{"path", dependency.path.string()},
                       {"by_content", dependency.by_content},
                       {"state", state_of(dependency)}});
  const json record{
      {"key", key}, {"source_hash", source_hash}, {"dependencies", std::move(entries)}};
  try {
    write_file_atomic(folder_ / "requests" / (request_hash + ".json"),
                      record.dump(-1, ' ', false, json::error_handler_t::replace));
  } catch (const std::system_error&) {
    // The module is stored; without the record, only the next lookup is slower.
  }
}

void ModuleCache::remove_old_builds() const {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kBuildPrefix) && !process_lives(name))
      fs::remove_all(entry.path(), error);
  }
}

BuildFolder::BuildFolder(const ModuleCache& cache) {
  static std::atomic<unsigned> counter{0};
  path_ = cache.folder() / (std::string(kBuildPrefix) + std::to_string(::getpid()) + "-" +
                            std::to_string(counter++));
  fs::remove_all(path_);
  fs::create_directories(path_);
}

BuildFolder::~BuildFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

}  // namespace gridlock
