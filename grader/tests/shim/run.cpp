// Programs compiled against the simulator's headers and run: the arithmetic intrinsics.
// Launches are tried in build/data/launches.cu, and sim/programs/launch_arguments.cu.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/shim/support.h"
#include "tests/skip.h"

namespace gridlock::test_run {
using namespace gridlock::shim;

void builds_and_passes(const char* program) {
  const Scratch folder;
  const auto built =
      run(compiler(), {"-Wno-unused", "-O0", "-x", "c++", "-o",
                       (folder / "program").string(), (programs() / program).string()});
  REQUIRE_MESSAGE(built.ok(), built.errors);
  const auto result = run({(folder / "program").string()}, {});
  CHECK_MESSAGE(result.ok(), result.output << result.how_it_ended());
}

TEST_CASE("intrinsics return what a GPU returns") { builds_and_passes("intrinsics.cu"); }

TEST_CASE("floating point of 16 bits rounds once, to the nearest even") {
  builds_and_passes("narrow_floats.cu");
}

/// The source line of each call of a function that the runtime defines, from assembly;
/// without the functions that do not use their call site.
std::multimap<std::string, int> lines_of_calls(const std::string& assembly) {
  const std::regex location(R"(\s*\.loc\s+\d+\s+(\d+).*)");
  const std::regex call(R"(\s*call[ql]?\s+(gridlock_\w+|cuda\w+|__syncthreads).*)");
  std::multimap<std::string, int> lines;
  std::istringstream text(assembly);
  std::smatch match;
  int line_number = 0;
  for (std::string line; std::getline(text, line);) {
    if (std::regex_match(line, match, location)) line_number = std::stoi(match[1]);
    if (std::regex_match(line, match, call) && match[1] != "gridlock_on_device")
      lines.emplace(match[1], line_number);
  }
  return lines;
}

TEST_CASE("a call into the runtime returns to the program's own line") {
  const auto result = run(compiler(),
                          {"-O0", "-g", "-Wno-unused", "-fsanitize=thread", "-S", "-x",
                           "c++", "-o", "-", "-"},
                          R"(#include <cuda/atomic>
#include <cooperative_groups.h>
__device__ void device(cuda::atomic<int>& a, int* p) {
  a.fetch_add(1);
  p[0] = __shfl_sync(~0u, p[1], 2);
  p[2] = __ldg(p + 3);
  cooperative_groups::this_grid().sync();
  cooperative_groups::this_thread_block().sync();
  a.store(3);
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel);
}
void host(void (*kernel)(int)) {
  ::gridlock::sim::bind_kernel(kernel, "kernel", 1, 1)(3);
  int* p;
  cudaMalloc(&p, 4);
  cudaMemcpyToSymbol(p, &p, 4);
})");
  REQUIRE_MESSAGE(result.ok(), result.errors);
  CHECK(lines_of_calls(result.output) ==
        std::multimap<std::string, int>{{"gridlock_rmw", 4},
                                        {"gridlock_warp_exchange", 5},
                                        {"gridlock_ld", 6},
                                        {"gridlock_grid_sync", 7},
                                        {"__syncthreads", 8},
                                        {"gridlock_store", 9},
                                        {"gridlock_fence", 10},
                                        {"gridlock_launch", 13},
                                        {"cudaMalloc", 15},
                                        {"cudaMemcpyToSymbol", 16}});
}

TEST_CASE("warp functions, groups and atomics return what a GPU returns") {
  const auto command = std::filesystem::path(GRIDLOCK_BIN_DIR) / "gridlock";
  SKIP_IF(!std::filesystem::exists(command), "the command is not built");
  const Scratch folder;
  const auto record = folder / "record.json";
  const auto result = run({command.string(), "run", "--schedules", "20", "--json"},
                          {record.string(), (programs() / "values.cu").string()});
  REQUIRE_MESSAGE(result.ok(), result.output << result.errors);
  const auto json = nlohmann::json::parse(std::ifstream(record));
  CHECK(json["verdict"] == "passed");
  // Recorded on an NVIDIA H200.
  CHECK(json["stdout"].get<std::string>() ==
        "warp: 496 -31 f000 ffffffff 1 aaaaaaaa 11 22 29 15.5\n"
        "groups: 92 15 4 2 11 2 3 204 112\n"
        "integers: 66 11 -11 -12 4095 4095 9 5 0 12 4 4 4 2 3 c0000000000 5800000000\n"
        "others: 6 16.5 3 24 5 14\n");
}

}  // namespace gridlock::test_run
