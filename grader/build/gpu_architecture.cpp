#include "build/nvcc.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fstream>

#include "common/files.h"
#include "common/subprocess.h"
#include "common/text.h"

namespace gridlock {
namespace {

bool has_device() {
  std::error_code error;
  return fs::exists("/dev/nvidiactl", error) || fs::exists("/dev/dxg", error);
}

/// The devices as the driver lists them; "" under WSL.
std::string device_models() {
  std::string models;
  std::error_code error;
  for (const auto& device : fs::directory_iterator("/proc/driver/nvidia/gpus", error)) {
    std::ifstream information(device.path() / "information");
    std::string line;
    while (std::getline(information, line))
      if (line.starts_with("Model")) models += line + "\n";
  }
  return models;
}

std::string asked_of_driver() {
  const fs::path program = find_program("nvidia-smi");
  if (program.empty()) return {};
  ProcessRequest request;
  request.argv = {program.string(), "--query-gpu=compute_cap", "--format=csv,noheader"};
  request.wall_limit = std::chrono::seconds(20);
  const ProcessResult result = run_process(request);
  return result.ok() ? architecture_of(result.output) : "";
}

}  // namespace

std::string gpu_identity() { return has_device() ? "native\n" + device_models() : ""; }

std::string architecture_of(const std::string& capabilities) {
  std::string found;
  for (const std::string_view line : split_lines(capabilities)) {
    std::string digits(trim(line));
    std::erase(digits, '.');
    const bool is_number =
        !digits.empty() &&
        std::ranges::all_of(digits, [](unsigned char c) { return std::isdigit(c) != 0; });
    if (!is_number || (!found.empty() && found != "sm_" + digits)) return {};
    found = "sm_" + digits;
  }
  return found;
}

std::string gpu_architecture(const fs::path& cache) {
  // The oldest architecture that every nvcc from 10 to 13 supports; newer devices run it,
  // too.
  if (!has_device()) return "sm_75";
  const std::string models = device_models();
  if (models.empty()) return "native";
  const fs::path file = cache / "architecture";
  std::error_code error;
  if (fs::exists(file, error)) {
    const std::string known = read_file(file);
    const std::size_t end = known.find('\n');
    if (end != known.npos && known.substr(end + 1) == models) return known.substr(0, end);
  }
  std::string architecture = asked_of_driver();
  if (architecture.empty()) architecture = "native";
  write_file_atomic(file, architecture + "\n" + models);
  return architecture;
}

}  // namespace gridlock
