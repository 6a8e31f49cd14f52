/// The part of the file system that a stranger's program may see.
#pragma once

#include <filesystem>
#include <vector>

namespace gridlock {

/// Files that a program in the box sees besides the system's own folders: for a compiler,
/// see compiler_request() in build/toolchain.cpp.
struct BoxView {
  std::vector<std::filesystem::path> readable;  ///< Files, and folders with all in them.
  std::vector<std::filesystem::path> writable;
  bool gpu = false;  ///< The devices of NVIDIA's driver.
};

/// Whether `path` is `folder` or lies somewhere in it, by the names alone.
bool is_beneath(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Folders of the system's own programs and libraries, whether or not they exist.
const std::vector<std::filesystem::path>& system_folders();
/// Links at the root to some of the system's folders, such as /bin.  On old systems
/// they are folders themselves.
const std::vector<std::filesystem::path>& system_links();
/// Further files and folders that programs need; none is secret.
const std::vector<std::filesystem::path>& system_files();
/// The devices of NVIDIA's driver, and those of WSL.
std::vector<std::filesystem::path> gpu_devices();

}  // namespace gridlock
