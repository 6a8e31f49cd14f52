// Overlays, which hold only differences from a lab's reference, in the commands.
#include "tests/fixture_runs.h"
#include "tests/test.h"

namespace gridlock::test_expand {
namespace fs = std::filesystem;

/// Lab 01 with its real checks, in a tree whose solutions a test may change.
struct RealTree {
  fs::path root = fixture_folder() / "overlay_tree";
  fs::path lab = root / "labs/01_last_block";
  fs::path solutions = root / "solutions/01_last_block";

  RealTree() {
    const fs::path source = GRIDLOCK_SOURCE_DIR;
    fs::remove_all(root);
    fs::create_directories(root / "labs");
    fs::create_directories(solutions / "mistakes");
    fs::create_symlink(source / "grader", root / "grader");
    fs::copy(source / "labs/01_last_block", lab, fs::copy_options::recursive);
    fs::copy_file(source / "solutions/01_last_block/last_block.cu",
                  solutions / "last_block.cu");
  }

  nlohmann::json check(const std::vector<std::string>& arguments) const {
    ProcessRequest request =
        fixture_request({"check", "1", "--on", "sim", "--no-cures", "--json", "-"});
    request.argv[0] = std::string(GRIDLOCK_BIN_DIR) + "/gridlock";
    request.argv.insert(request.argv.end(), arguments.begin(), arguments.end());
    for (auto& [key, value] : request.environment)
      if (key == "GRIDLOCK_ROOT") value = root.string();
    const ProcessResult result = run_process(request);
    INFO(result.errors);
    REQUIRE(nlohmann::json::accept(result.output));
    return nlohmann::json::parse(result.output).at("labs").at(0);
  }
};

const bool kNoSolutions = !fs::exists(GRIDLOCK_SOURCE_DIR "/solutions");

constexpr const char* kNoFence =
    "// expect: data_race\n// overlay\n\n"
    "__device__ bool lastBlock(int* counter) {\n"
    "  __syncthreads();\n"
    "  int is_last = 0;\n"
    "  if (threadIdx.x == 0) is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;\n"
    "  if (is_last) *counter = 0;\n"
    "  return __syncthreads_or(is_last);\n}\n";

/// Checks that each place of a finding quotes the line that it names in its file.
void check_lines(const nlohmann::json& places, const RealTree& tree,
                 const fs::path& overlay, std::set<std::string>& files) {
  for (const auto& place : places) {
    const std::string name = place.at("file");
    files.insert(name);
    const fs::path file = name == "reference.cu"    ? tree.solutions / "last_block.cu"
                          : name == "last_block.cu" ? overlay
                                                    : tree.lab / name;
    const std::string bytes = read_file(file);
    const auto lines = split_lines(bytes);
    const auto line = place.at("line").get<std::size_t>();
    REQUIRE(line >= 1);
    REQUIRE(line <= lines.size());
    CHECK(place.at("text") == std::string(trim(lines[line - 1])));
  }
}

TEST_CASE("findings name the overlay's lines and the reference's, each by its file" *
          doctest::skip(kNoSolutions)) {
  const RealTree tree;
  const fs::path overlay = tree.solutions / "mistakes/no_fence.cu";
  write_file_atomic(overlay, kNoFence);
  const auto lab = tree.check({"--submission", overlay.string(), "--only", "1b"});
  std::set<std::string> files;
  for (const auto& check : lab.at("checks")) {
    if (!check.contains("finding")) continue;
    check_lines(check.at("finding").at("accesses"), tree, overlay, files);
    if (check.contains("interleaving"))
      check_lines(check.at("interleaving"), tree, overlay, files);
  }
  CHECK(files.count("last_block.cu") == 1);
  CHECK(files.count("reference.cu") == 1);
}

TEST_CASE("a student's overlay is refused, and earns nothing" *
          doctest::skip(kNoSolutions)) {
  const RealTree tree;
  const fs::path own = tree.lab / "last_block.cu";
  write_file_atomic(own, kNoFence);
  const auto lab = tree.check({});
  CHECK(lab.at("score") == 0);
  for (const auto& check : lab.at("checks")) CHECK(check.at("verdict") == "rejected");
  CHECK_MESSAGE(
      contains(lab.dump(),
               "Only a file in solutions/01_last_block may leave to the reference "
               "what it does not define."),
      lab.dump());
}

}  // namespace gridlock::test_expand
