#include "cli/own_process.h"

#include <chrono>
#include <filesystem>
#include <utility>

namespace gridlock {
namespace {

constexpr std::chrono::minutes kWallLimit{60};

}  // namespace

ProcessRequest own_process(const Environment& env, std::vector<std::string> arguments) {
  ProcessRequest request;
  request.argv = std::move(arguments);
  request.argv.insert(request.argv.begin(),
                      std::filesystem::read_symlink("/proc/self/exe").string());
  request.environment = {{"GRIDLOCK_ROOT", env.root.string()},
                         {"GRIDLOCK_BUILD_DIR", env.build_dir.string()},
                         {"GRIDLOCK_NO_PROGRESS", "1"}};
  request.output_limit = 64 << 20;
  request.wall_limit = kWallLimit;
  return request;
}

}  // namespace gridlock
