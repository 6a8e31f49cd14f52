// The outcome of explorations, through `gridlock run`: short schedules, and programs of
// which every schedule is run.
#include "common/hash.h"
#include "tests/test.h"

namespace gridlock::test_exploration {
/// A program of so many blocks of one thread that runs `body` and exits with `result`.
std::string program(int blocks, const std::string& body, const std::string& result) {
  return "#include <cuda_runtime.h>\n"
         "#include <cstdio>\n"
         "__device__ int a, b, seen[8];\n"
         "__global__ void kernel() {\n" +
         body +
         "}\n"
         "int main() {\n"
         "  kernel<<<" +
         std::to_string(blocks) +
         ", 1>>>();\n"
         "  int a_now = 0, b_now = 0, saw[8] = {};\n"
         "  if (cudaDeviceSynchronize() != cudaSuccess) return 9;\n"
         "  cudaMemcpyFromSymbol(&a_now, a, sizeof(int));\n"
         "  cudaMemcpyFromSymbol(&b_now, b, sizeof(int));\n"
         "  cudaMemcpyFromSymbol(saw, seen, sizeof saw);\n"
         "  return " +
         result + ";\n}\n";
}

struct Explored {
  nlohmann::json record;
  std::string text;
  std::string file;
};

fs::path folder() {
  static const Scratch own;
  return own.path();
}

Explored explore(const std::string& source, int schedules) {
  const std::string file = (folder() / "program.cu").string();
  const std::string record = (folder() / "record.json").string();
  write_file_atomic(file, source);
  const ProcessResult result = run_gridlock(
      {"run", file, "--json", record, "--schedules", std::to_string(schedules)});
  INFO(result.output);
  INFO(result.errors);
  REQUIRE(fs::exists(record));
  Explored explored{nlohmann::json::parse(read_file(record)), result.output, file};
  fs::remove(record);
  return explored;
}

/// Number of executions before the exhaustive search.
constexpr int kBefore = 16;

TEST_SUITE("full") {
  TEST_CASE("run: of a small program every schedule is run, and that is said") {
    const Explored one_word =
        explore(program(3, "atomicAdd(&a, 1);\n", "a_now != 3"), 64);
    CHECK(one_word.record.at("verdict") == "passed");
    CHECK(one_word.record.at("exhaustive") == true);
    // The 6 orders of the three additions; the host goes on before or after the first
    // one.
    CHECK(one_word.record.at("schedules") == kBefore + 2 * 6);
    CHECK(contains(one_word.text, "no other one would differ"));

    const Explored apart =
        explore(program(2, "atomicAdd(blockIdx.x ? &a : &b, 1);\n", "a_now != 1"), 64);
    CHECK(apart.record.at("exhaustive") == true);
    CHECK(apart.record.at("schedules") == kBefore + 2 * 1);
  }

  TEST_CASE("run: what was cut, or is not covered, is not said to be exhaustive") {
    const std::string many = "for (int i = 0; i < 8; ++i) atomicAdd(&a, 1);\n";
    CHECK(explore(program(3, many, "0"), 20).record.at("exhaustive") == false);
    const std::string clock = "if (clock64() >= 0) atomicAdd(&a, 1);\n";
    CHECK(explore(program(2, clock, "0"), 20).record.at("exhaustive") == false);
    // Nine blocks do not fit the modelled device at once.
    CHECK(explore(program(9, "atomicAdd(&a, 1);\n", "0"), 20).record.at("exhaustive") ==
          false);
  }

  TEST_CASE("run: a schedule with many switches is reduced to the one that it takes") {
    // A lost update among many operations that do not matter.
    const std::string body =
        "for (int i = 0; i < 10; ++i) atomicAdd(&seen[blockIdx.x], 1);\n"
        "const int before = atomicAdd(&a, 0);\n"
        "atomicExch(&a, before + 1);\n"
        "for (int i = 0; i < 10; ++i) atomicAdd(&seen[blockIdx.x], 1);\n";
    const Explored found = explore(program(2, body, "a_now != 2"), 60);
    CHECK(found.record.at("verdict") == "wrong_result");
    const std::string replay = found.record.at("replay");
    const std::string without_checksum = replay.substr(0, replay.rfind(':'));
    const std::string token = without_checksum.substr(without_checksum.rfind(':') + 1);
    CAPTURE(token);
    CHECK(token.front() == 'c');
    CHECK(std::count(token.begin(), token.end(), '_') == 1);

    const ProcessResult once = run_gridlock({"replay", found.file, replay});
    const ProcessResult again = run_gridlock({"replay", found.file, replay});
    CHECK(contains(once.output, "exit code 1"));
    CHECK(once.output == again.output);
    CHECK(contains(once.output, "2 switches between threads"));
  }

  TEST_CASE("run: schedules by seed and number are still understood") {
    const Explored found = explore(program(2, "a = 1 + blockIdx.x;\n", "0"), 20);
    CHECK(found.record.at("verdict") == "data_race");
    std::string replay = found.record.at("replay");
    replay = replay.substr(0, replay.rfind(':'));
    replay = replay.substr(0, replay.rfind(':') + 1);
    const auto with = [&](const std::string& token) {
      return replay + token + ":" + hash_hex(replay + token).substr(0, 6);
    };
    for (const char* token : {"s1.3w", "s1.4pw", "s7.12k80w", "cw"}) {
      CAPTURE(token);
      const ProcessResult result = run_gridlock({"replay", found.file, with(token)});
      CHECK(contains(result.output, "data_race"));
    }
    for (const char* token : {"x", "s1", "s1.", "s1.2q", "c_", "c_1-0-0.1~"}) {
      CAPTURE(token);
      const ProcessResult result = run_gridlock({"replay", found.file, with(token)});
      CHECK(contains(result.output, "' is not a"));
    }
  }
}

}  // namespace gridlock::test_exploration
