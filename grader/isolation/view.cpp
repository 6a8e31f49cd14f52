#include "isolation/view.h"

#include <algorithm>
#include <string_view>
#include <system_error>

namespace gridlock {

namespace fs = std::filesystem;

bool is_beneath(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

const std::vector<fs::path>& system_folders() {
  static const std::vector<fs::path> folders{"/usr", "/opt", "/nix"};
  return folders;
}

const std::vector<fs::path>& system_links() {
  static const std::vector<fs::path> links{"/bin", "/sbin", "/lib", "/lib32", "/lib64"};
  return links;
}

const std::vector<fs::path>& system_files() {
  static const std::vector<fs::path> files{"/etc/ld.so.cache", "/etc/alternatives"};
  return files;
}

std::vector<fs::path> gpu_devices() {
  std::vector<fs::path> devices{"/dev/nvidiactl", "/dev/nvidia-uvm",
                                "/dev/nvidia-uvm-tools", "/dev/nvidia-caps", "/dev/dxg"};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/dev", error)) {
    const std::string name = entry.path().filename().string();
    constexpr std::string_view kPrefix = "nvidia";
    const bool is_gpu = name.starts_with(kPrefix) && name.size() > kPrefix.size() &&
                        name.find_first_not_of("0123456789", kPrefix.size()) == name.npos;
    if (is_gpu) devices.push_back(entry.path());
  }
  return devices;
}

}  // namespace gridlock
