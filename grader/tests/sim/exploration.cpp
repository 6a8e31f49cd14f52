// What an exploration comes to, through `gridlock run`: short schedules, and programs of
// which every schedule is run.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "common/files.h"
#include "common/hash.h"
#include "common/subprocess.h"

namespace gridlock::test_exploration {
namespace {

namespace fs = std::filesystem;

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

/// Folder of this process, gone at its end.
fs::path folder() {
  struct Own {
    fs::path path = fs::temp_directory_path() / fmt_pid();
    static std::string fmt_pid() {
      return "gridlock-explore-" + std::to_string(getpid());
    }
    Own() { fs::create_directories(path); }
    ~Own() {
      std::error_code error;
      fs::remove_all(path, error);
    }
  };
  static const Own own;
  return own.path;
}

ProcessResult gridlock(const std::vector<std::string>& arguments) {
  ProcessRequest request;
  request.argv = {std::string(GRIDLOCK_BIN_DIR) + "/gridlock"};
  request.argv.insert(request.argv.end(), arguments.begin(), arguments.end());
  request.wall_limit = std::chrono::minutes(10);
  return run_process(request);
}

Explored explore(const std::string& source, int schedules) {
  const std::string file = (folder() / "program.cu").string();
  const std::string record = (folder() / "record.json").string();
  write_file_atomic(file, source);
  const ProcessResult result =
      gridlock({"run", file, "--json", record, "--schedules", std::to_string(schedules)});
  INFO(result.output);
  INFO(result.errors);
  REQUIRE(fs::exists(record));
  Explored explored{nlohmann::json::parse(read_file(record)), result.output, file};
  fs::remove(record);
  return explored;
}

/// Executions in front of the exhaustive search.
constexpr int kBefore = 16;

}  // namespace

TEST_SUITE("full") {
  TEST_CASE("run: of a small program every schedule is run, and that is said") {
    const Explored one_word =
        explore(program(3, "atomicAdd(&a, 1);\n", "a_now != 3"), 64);
    CHECK(one_word.record.at("verdict") == "passed");
    CHECK(one_word.record.at("exhaustive") == true);
    // The orders of the three; and the host goes on before or after the first of them.
    CHECK(one_word.record.at("schedules") == kBefore + 2 * 6);
    CHECK(one_word.text.find("all there are") != std::string::npos);

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

  TEST_CASE("run: repeated launches are replaced, others run") {
    const auto launches_run = [](const std::string& changes) {
      const Explored one = explore(
          "#include <cuda_runtime.h>\n"
          "__device__ int count;\n"
          "__global__ void sums(const int* in, int* out) {\n"
          "  int sum = 0;\n"
          "  for (int i = 0; i < 1000; ++i) sum += in[(threadIdx.x + i) % 32];\n" +
              changes +
              "  out[threadIdx.x] = sum;\n"
              "}\n"
              "int main() {\n"
              "  int* data;\n"
              "  cudaMalloc(&data, 64 * sizeof(int));\n"
              "  cudaMemset(data, 0, 64 * sizeof(int));\n"
              "  for (int i = 0; i < 8; ++i) sums<<<1, 32>>>(data, data + 32);\n"
              "  return cudaDeviceSynchronize();\n"
              "}\n",
          1);
      INFO(one.text);
      CHECK(one.record.at("verdict") == "passed");
      return one.record.at("accesses").get<int>() / 32'000;
    };
    // The first launch finds what the later ones find.  If it changes the allocation that
    // it reads, the second one is the first that does.
    CHECK(launches_run("") == 1);
    CHECK(launches_run("if (threadIdx.x == 0) ++count;\n") == 8);
    CHECK(launches_run("atomicAdd(&count, 1);\n") == 8);
    CHECK(launches_run("if (clock64() == 0) ++sum;\n") == 8);
    CHECK(launches_run("if (sum > 0) printf(\"%d\\n\", sum);\n") == 1);
    CHECK(launches_run("printf(\"%d\\n\", sum);\n") == 8);
    const auto in_shared = [](const std::string& operation) {
      return "__shared__ int word;\n"
             "if (threadIdx.x == 0) word = 0;\n"
             "__syncthreads();\n" +
             operation +
             "__syncthreads();\n"
             "sum += word;\n";
    };
    CHECK(launches_run(in_shared("atomicAdd(&word, 1);\n")) == 2);
    CHECK(launches_run(in_shared("sum += atomicAdd(&word, 1);\n")) == 8);
    CHECK(launches_run(in_shared("atomicMax(&word, 1);\n")) == 8);
    CHECK(launches_run("__threadfence();\n") == 8);
    CHECK(launches_run("sum += __activemask() == 0;\n") == 8);
    // Volatile accesses, if barriers order those to one word, and nothing else is there.
    const std::string seen = "volatile int* seen = &word;\n";
    const std::string all_read = "sum += *seen;\n__syncthreads();\n";
    const std::string one_writes = "if (threadIdx.x == 9) *seen = 1;\n";
    CHECK(launches_run(in_shared(seen + one_writes + "__syncthreads();\n" + all_read)) ==
          2);
    CHECK(launches_run(in_shared(seen + all_read + one_writes)) == 2);
    CHECK(launches_run(in_shared(seen + one_writes + "sum += *seen > 1;\n")) == 8);
    CHECK(launches_run(in_shared(seen + "sum += *seen > 1;\n" + one_writes)) == 8);
    CHECK(launches_run(in_shared(seen + all_read + "atomicAdd(&word, 1);\n")) == 8);
    CHECK(launches_run("sum += *(volatile const int*)in;\n") == 8);
  }

  TEST_CASE("run: repeated launches are replaced also if the grid meets") {
    const auto launches_run = [](const std::string& between) {
      const Explored one = explore(
          "#include <cooperative_groups.h>\n"
          "#include <cuda_runtime.h>\n"
          "__global__ void sums(const int* in, int* out) {\n"
          "  int sum = 0;\n"
          "  for (int i = 0; i < 1000; ++i) sum += in[(threadIdx.x + i) % 32];\n"
          "  out[blockIdx.x * 16 + threadIdx.x] = sum;\n" +
              between +
              "  if (threadIdx.x == 0) out[32 + blockIdx.x] = out[16 - 16 * blockIdx.x];\n"
              "}\n"
              "int main() {\n"
              "  int *data, *out, last[2];\n"
              "  cudaMalloc(&data, 80 * sizeof(int));\n"
              "  cudaMemset(data, 1, 80 * sizeof(int));\n"
              "  out = data + 40;\n"
              "  void* arguments[] = {&data, &out};\n"
              "  for (int i = 0; i < 8; ++i)\n"
              "    cudaLaunchCooperativeKernel((void*)sums, 2, 16, arguments, 0, 0);\n"
              "  cudaMemcpy(last, out + 32, sizeof last, cudaMemcpyDeviceToHost);\n"
              "  return last[0] != 1000 * 0x01010101 || last[1] != last[0];\n"
              "}\n",
          1);
      INFO(one.text);
      return std::pair(one.record.at("verdict"),
                       one.record.at("accesses").get<int>() / 32'000);
    };
    CHECK(launches_run("cooperative_groups::this_grid().sync();\n") ==
          std::pair(nlohmann::json("passed"), 2));
    CHECK(launches_run("__syncthreads();\n").first == "data_race");
  }

  TEST_CASE("run: of repeated launches, the records that are in use are kept") {
    const auto launches_run = [](int mebibytes, int factors) {
      const Explored one = explore(
          "#include <cuda_runtime.h>\n"
          "__global__ void sums(const int* in, int* out, int by) {\n"
          "  int sum = 0;\n"
          "  for (int i = 0; i < 1000; ++i) sum += in[(threadIdx.x + i) % 32] * by;\n"
          "  out[threadIdx.x] = sum;\n"
          "}\n"
          "int main() {\n"
          "  int *in, *out;\n"
          "  cudaMalloc(&in, " +
              std::to_string(mebibytes) +
              " << 20);\n"
              "  cudaMalloc(&out, 32 * sizeof(int));\n"
              "  cudaMemset(in, 0, 32 * sizeof(int));\n"
              "  for (int by = 0; by < " +
              std::to_string(factors) +
              "; ++by)\n"
              "    for (int i = 0; i < 8; ++i) sums<<<1, 32>>>(in, out, by);\n"
              "  return cudaDeviceSynchronize();\n"
              "}\n",
          1);
      INFO(one.text);
      CHECK(one.record.at("verdict") == "passed");
      return one.record.at("accesses").get<int>() / 32'000;
    };
    // Ten inputs, one after the other, which do not fit the records together.
    CHECK(launches_run(30, 10) == 20);
    CHECK(launches_run(140, 1) == 2);  // What is only read is kept once.
    CHECK(launches_run(260, 1) == 8);
  }

  TEST_CASE("run: a schedule with many switches is reduced to the one that it takes") {
    // A lost update between a good many operations that do not matter.
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

    const ProcessResult once = gridlock({"replay", found.file, replay});
    const ProcessResult again = gridlock({"replay", found.file, replay});
    CHECK(once.output.find("exit code 1") != std::string::npos);
    CHECK(once.output == again.output);
    CHECK(once.output.find("2 switches between threads") != std::string::npos);
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
      const ProcessResult result = gridlock({"replay", found.file, with(token)});
      CHECK(result.output.find("data_race") != std::string::npos);
    }
    for (const char* token : {"x", "s1", "s1.", "s1.2q", "c_", "c_1-0-0.1~"}) {
      CAPTURE(token);
      const ProcessResult result = gridlock({"replay", found.file, with(token)});
      CHECK(result.output.find("is not a schedule") != std::string::npos);
    }
  }
}

}  // namespace gridlock::test_exploration
