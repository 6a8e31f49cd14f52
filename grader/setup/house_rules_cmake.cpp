// The house rule that the tree configures with CMake 3.22, which Ubuntu 22.04 has.  A
// newer CMake does not complain of what an older one lacks, so the features are listed
// here, as CMake's release notes for 3.23 to 3.31 name them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "setup/house_rules.h"

namespace {

using namespace house;

constexpr std::array<std::string_view, 23> kNewer = {
    "$<LINK_LIBRARY",
    "$<LINK_GROUP",
    "$<PATH:",
    "$<BUILD_LOCAL_INTERFACE",
    "$<COMPILE_ONLY",
    "$<TARGET_RUNTIME_DLL_DIRS",
    "$<LIST:",
    "--fresh",
    "--workflow",
    "block(",
    "endblock(",
    "PROPAGATE",
    "VALIDATOR",
    "FILE_SET",
    "OVERRIDE_FIND_PACKAGE",
    "FETCHCONTENT_TRY_FIND_PACKAGE_MODE",
    "CMAKE_COMPILE_WARNING_AS_ERROR",
    "CMAKE_FIND_PACKAGE_TARGETS_GLOBAL",
    "PROJECT_TOP_LEVEL_INCLUDES",
    "CMAKE_LINKER_TYPE",
    "INJECT_ENVIRONMENT_MODIFICATION",
    "JOB_SERVER_AWARE",
    "DEPENDS_EXPLICIT_ONLY",
};
constexpr int kPresetsVersionMax = 3;  // 4 came with CMake 3.23.

bool is_for_cmake(const TextFile& file) {
  return file.ends_with("CMakeLists.txt") || file.ends_with(".cmake") ||
         file.ends_with(".cmake.in") || file.ends_with(".sh") ||
         file.path == "gridlock" || file.path == "CMakePresets.json";
}

// The 2 of `  "version": 2,`; 0 if the line has no version.
int presets_version(std::string_view line) {
  const std::string_view key = "\"version\": ";
  const std::size_t i = line.find(key);
  if (i == line.npos) return 0;
  return std::stoi(std::string(line.substr(i + key.size())));
}

// Arguments of bash and of lists may be spelt like a command, so a command's name counts
// only where a command may stand.
bool uses(std::string_view line, std::string_view feature) {
  const std::size_t i = line.find(feature);
  if (i == line.npos) return false;
  if (!feature.ends_with('(')) return true;
  return i == std::min(line.find_first_not_of(' '), line.size());
}

Broken newer_cmake(const TextFile& file) {
  Broken broken;
  if (!is_for_cmake(file)) return broken;
  for_each_line(file, [&](std::string_view line, std::size_t number) {
    for (const std::string_view feature : kNewer)
      if (uses(line, feature))
        broken.push_back(at(file, number, fmt::format("CMake 3.22 has no {}", feature)));
    if (file.ends_with(".json") && presets_version(line) > kPresetsVersionMax)
      broken.push_back(at(file, number, "CMake 3.22 reads presets up to version 3"));
  });
  return broken;
}

}  // namespace

TEST_CASE("CMake 3.22 has every feature that is used, and is what is asked for") {
  check_repository(newer_cmake);
  CHECK(count(newer_cmake, "a/CMakeLists.txt", "f($<LINK_LIBRARY:WHOLE_ARCHIVE,a>)\n") ==
        1);
  CHECK(count(newer_cmake, "a.cmake", "  block()\nadd_block(a)\n") == 1);
  CHECK(count(newer_cmake, "gridlock", "cmake --preset default --fresh\n") == 1);
  CHECK(count(newer_cmake, "CMakePresets.json", "  \"version\": 3,\n") == 0);
  CHECK(count(newer_cmake, "CMakePresets.json", "  \"version\": 4,\n") == 1);
  CHECK(count(newer_cmake, "a.md", "--fresh\n") == 0);
  for (const TextFile& file : repository()) {
    if (file.path == "CMakeLists.txt")
      CHECK(file.text.starts_with("cmake_minimum_required(VERSION 3.22)\n"));
  }
}
