// The functions whose accesses the simulator records, each by itself: see
// library/calls.cu.
#include <dlfcn.h>

#include "build/code/symbols.h"
#include "tests/test.h"

namespace gridlock::test_library {
namespace fs = std::filesystem;

/// The report of `gridlock run` on a call in host code or, with "device", in a kernel.
std::string said_of(const std::string& function, const std::string& side) {
  std::vector<std::string> words{
      "run",         std::string(GRIDLOCK_TESTS_DIR) + "/sim/library/calls.cu",
      "--schedules", "1",
      "--",          function};
  if (!side.empty()) words.push_back(side);
  const ProcessResult result = run_gridlock(words);
  return result.output + result.errors;
}

/// Functions of host threads, which sim/programs/host_threads.cu tests.
bool is_of_threads(const std::string& name) {
  return name.starts_with("pthread_") || name.starts_with("_ZNSt");
}

/// Functions that follow pointers in objects, which files in grader/hostile test.
bool is_of_objects(const std::string& name) {
  return name.starts_with("_ZSt") || name == "__dynamic_cast";
}

/// Functions without memory arguments, and functions that this machine does not have.
bool is_left_out(const std::string& name) {
  return is_of_threads(name) || is_of_objects(name) || name == "fputc" ||
         name == "putc" || name == "fflush" || name == "malloc" || name == "free" ||
         name.starts_with("_Zn") || name.starts_with("_Zd") ||
         !::dlsym(RTLD_DEFAULT, name.c_str());
}

/// CUDA's functions for device code.
const std::set<std::string> kOfDevices{"memcpy",  "memmove", "memset", "printf", "sincos",
                                       "sincosf", "modf",    "modff",  "frexp",  "frexpf",
                                       "remquo",  "remquof", "nan",    "nanf"};

TEST_SUITE("full") {
  TEST_CASE(
      "library: what each recorded function touches is seen, or device code may "
      "not call it") {
    std::size_t calls = 0;
    for (const std::string_view entry : recorded_functions()) {
      const std::string name(entry);
      if (is_left_out(name)) continue;
      CAPTURE(name);
      const std::string by_host = said_of(name, "");
      must_say(by_host, {"bad_access: Host code accesses device memory"});
      const std::string by_device = said_of(name, "device");
      if (kOfDevices.contains(name))
        must_say(by_device, {"outside every allocation"});
      else {
        must_say(by_device, {"api_error: device code uses " + name +
                             ", which CUDA provides for host code only"});
      }
      ++calls;
    }
    CHECK(calls >= 60);
  }
}

}  // namespace gridlock::test_library
