#include "checker/gpu_presence.h"

#include <array>
#include <filesystem>

namespace gridlock {

std::string why_no_gpu() {
  // The device files of plain Linux, of WSL, and of two kinds of embedded boards.
  constexpr std::array kDeviceFiles{"/dev/nvidiactl", "/dev/dxg", "/dev/nvhost-gpu",
                                    "/dev/nvgpu"};
  std::error_code error;
  for (const char* file : kDeviceFiles)
    if (std::filesystem::exists(file, error)) return {};
  return "there is no NVIDIA GPU on this machine, or no driver for it";
}

}  // namespace gridlock
