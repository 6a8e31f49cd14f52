#include "cli/nvcc_line.h"
#include "cli/command.h"
#include "tests/test.h"

namespace gridlock::test_nvcc_line {
using Words = std::vector<std::string>;

NvccLine line_of(const std::string& line) {
  std::istringstream text(line);
  Words words;
  for (std::string word; text >> word;) words.push_back(word);
  REQUIRE(is_nvcc_line(words));
  return read_nvcc_line(words);
}

TEST_CASE("a command line of nvcc: sources, folders and macros, however they are given") {
  const NvccLine line = line_of(
      "/usr/local/cuda/bin/nvcc -O3 -std=c++17 -Iinclude -I ../common,/opt/x main.cu "
      "--include-path=inc -isystem sys -DTILE=16 -D NAME --define-macro F(a,b)=a,G=2 "
      "host/help.cpp -o main --threads 4 -lcublas -Llib");
  CHECK(line.files == Words{"main.cu", "host/help.cpp"});
  CHECK(line.include_dirs == Words{"include", "../common", "/opt/x", "inc", "sys"});
  CHECK(line.definitions == Words{"TILE=16", "NAME", "F(a,b)=a", "G=2"});
  CHECK(line.program_arguments.empty());
}

TEST_CASE("a command line of nvcc: no value of an option is taken for a source") {
  const NvccLine line = line_of(
      "nvcc -gencode arch=compute_90,code=sm_90 -Xcompiler -fopenmp -Xptxas -v -x cu "
      "-maxrregcount 64 -rdc true -lineinfo --use_fast_math -ccbin g++.cpp "
      "--dependency-output deps.cu -t0 -diag-suppress 177 a.cu");
  CHECK(line.files == Words{"a.cu"});
  CHECK(line.definitions.empty());
}

TEST_CASE("a command line of nvcc: behind a further -- are the program's arguments") {
  const NvccLine line = line_of("nvcc a.cu -- 12 -DX b.cu --");
  CHECK(line.files == Words{"a.cu"});
  CHECK(line.program_arguments == Words{"12", "-DX", "b.cu", "--"});
}

TEST_CASE("a command line of nvcc: what would make another program is refused") {
  const auto refused = [](const std::string& line, const std::string& what) {
    CAPTURE(line);
    std::string message;
    try {
      line_of(line);
    } catch (const UsageError& error) {
      message = error.what();
    }
    CAPTURE(message);
    CHECK(contains(message, what));
  };
  refused("nvcc a.cu -include pre.h", "-include");
  refused("nvcc a.cu -UX", "-U");
  refused("nvcc a.cu --options-file x.txt", "--options-file");
  refused("nvcc a.cu @more", "@more");
  refused("nvcc a.cu b.o", "b.o in nvcc's command line is no source");
  refused("nvcc a.ptx", "a.ptx");
  refused("nvcc a.cu --default-stream per-thread", "--default-stream per-thread");
  refused("nvcc -O3 -o x", "names no source file");
  refused("nvcc a.cu -o", "-o at the end");
  CHECK(line_of("nvcc --default-stream=legacy a.cu").files == Words{"a.cu"});
}

TEST_CASE("only nvcc begins a command line of nvcc") {
  CHECK_FALSE(is_nvcc_line({}));
  CHECK_FALSE(is_nvcc_line({"12", "nvcc"}));
  CHECK_FALSE(is_nvcc_line({"nvcc.cu"}));
}

}  // namespace gridlock::test_nvcc_line
