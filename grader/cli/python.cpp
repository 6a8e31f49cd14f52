#include "cli/python.h"

#include <cstdlib>
#include <sstream>
#include <string>

#include "common/subprocess.h"

namespace gridlock {
namespace {

bool has_matplotlib(const std::filesystem::path& python) {
  ProcessRequest request;
  request.argv = {python.string(), "-c",
                  "import importlib.util, sys\n"
                  "sys.exit(not importlib.util.find_spec('matplotlib'))"};
  request.wall_limit = std::chrono::seconds(60);
  return run_process(request).ok();
}

}  // namespace

std::filesystem::path find_python_with_matplotlib() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::filesystem::path python = find_program("python3", folder.c_str());
    if (!python.empty() && has_matplotlib(python)) return python;
  }
  return {};
}

}  // namespace gridlock
