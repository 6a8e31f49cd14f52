// Compares the declarations of the simulator's headers with the CUDA Toolkit's where
// there is one; without it these cases say so and pass.
#include <regex>

#include "sim/cuda/cuda_runtime_api.h"
#include "tests/shim/support.h"
#include "tests/test.h"

namespace gridlock::test_toolkit {
using namespace gridlock::shim;

std::vector<std::string> nvcc(const Toolkit& cuda) {
  return {cuda.nvcc.string(), "-std=c++17", "-arch=sm_90"};
}

std::vector<std::string> plain_clang(const std::filesystem::path& include) {
  return {"clang++", "-std=c++17", "-w", "-x", "c++", "-I" + include.string()};
}

/// The record layouts clang finds for types that cuda_runtime_api.h makes known.
std::map<std::string, std::set<std::string>> layouts(
    const std::filesystem::path& include) {
  const auto result =
      run(plain_clang(include),
          {"-fsyntax-only", "-Xclang", "-fdump-record-layouts-complete", "-"},
          "#include <cuda_runtime_api.h>\n");
  REQUIRE_MESSAGE(result.ok(), result.errors);
  std::map<std::string, std::set<std::string>> records;
  std::istringstream lines(result.output);
  std::string line, record;
  while (std::getline(lines, line)) {
    if (line.find("*** Dumping AST Record Layout") == 0) {
      std::getline(lines, line);
      record = line.substr(line.find('|') + 2);
    } else if (line.find('|') != std::string::npos && !record.empty()) {
      // An anonymous type's name is its place in a file.
      records[record].insert(
          std::regex_replace(line, std::regex(R"( at [^|]*:\d+:\d+\))"), ")"));
    }
  }
  return records;
}

/// Enumerators and numeric macros of driver_types.h, enumerators of CUDA's libraries.
std::vector<std::string> constants() {
  std::vector<std::string> names;
  const auto collect = [&](const std::string& text, const std::regex& pattern) {
    for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i)
      names.push_back((*i)[1]);
  };
  collect(preprocessed("driver_types.h"), std::regex(R"((cuda\w+) ?= )"));
  const auto source = run({"cat"}, {(headers() / "driver_types.h").string()}).output;
  collect(source, std::regex(R"(#define (cuda\w+) [^(\n]*\n)"));
  for (const char* header : {"cublas_v2.h", "cufft.h", "curand.h", "cusparse.h"})
    collect(preprocessed(header), std::regex(R"((CU[A-Z]+_\w+) ?= )"));
  return names;
}

/// The output of a program that lists each constant's value.
std::string values(const std::vector<std::string>& names,
                   const std::filesystem::path& include, const Scratch& folder) {
  std::string program =
      "#include <cublas_v2.h>\n#include <cuda_runtime_api.h>\n#include <cufft.h>\n"
      "#include <curand.h>\n#include <cusparse.h>\n#include <stdio.h>\nint main() {\n";
  for (const std::string& name : names)
    program += "printf(\"" + name + " %lld\\n\", (long long)(" + name + "));\n";
  const auto built = run(plain_clang(include), {"-o", (folder / "values").string(), "-"},
                         program + "}\n");
  REQUIRE_MESSAGE(built.ok(), built.errors);
  return run({(folder / "values").string()}, {}).output;
}

/// The first line in which two texts differ, theirs second; "" for equal texts.
std::string first_difference(const std::string& ours, const std::string& theirs) {
  std::istringstream left(ours), right(theirs);
  std::string a, b;
  while (true) {
    const bool more_left = bool(std::getline(left, a));
    const bool more_right = bool(std::getline(right, b));
    if (!more_left && !more_right) return "";
    if (!more_left || !more_right || a != b)
      return "ours: " + (more_left ? a : "(ends)") +
             ", theirs: " + (more_right ? b : "(ends)");
  }
}

/// Whether a function is CUDA's: ours have gridlock in their name.
bool is_cudas(const Declaration& d) {
  return d.name.find("gridlock") == std::string::npos && !d.is_template;
}

TEST_CASE("the toolkit has every constant of ours, with our value") {
  const Toolkit cuda = toolkit();
  SKIP_IF(!cuda, "there is no CUDA Toolkit");
  const Scratch folder;
  const auto names = constants();
  CHECK(names.size() > 350);
  const std::string ours = values(names, headers(), folder);
  CHECK(first_difference(ours, values(names, cuda.include, folder)) == "");
}

TEST_CASE("the toolkit has every structure of ours, laid out as ours") {
  const Toolkit cuda = toolkit();
  SKIP_IF(!cuda, "there is no CUDA Toolkit");
  const auto ours = layouts(headers()), theirs = layouts(cuda.include);
  int compared = 0;
  for (const auto& [record, lines] : ours) {
    if (record.find("(unnamed at") != std::string::npos) continue;
    const auto& shown = record;
    INFO(shown);
    REQUIRE(theirs.count(record) == 1);
    ++compared;
    const auto& expected = theirs.at(record);
    // These have only the members that are modelled.
    const bool partial = record == "union cudaLaunchAttributeValue" ||
                         record == "struct cudaLaunchAttribute_st" ||
                         record == "struct cudaDeviceProp" ||
                         record == "struct cudaFuncAttributes";
    if (!partial) CHECK(lines.size() == expected.size());
    for (const std::string& line : lines) {
      if (line.find(" gridlock_") != line.npos) continue;
      CAPTURE(line);
      CHECK(expected.count(line) == 1);
    }
  }
  CHECK(compared > 60);  // Vectors, dim3, properties, attributes, configurations.
}

TEST_CASE("nvcc has every function of ours, with exactly our types") {
  const Toolkit cuda = toolkit();
  SKIP_IF(!cuda, "there is no CUDA Toolkit");
  std::string program =
      kIncludes + std::string("#if defined(__CUDA_ARCH__)  // Device functions too.\n");
  int checked = 0;
  for (const Declaration& d : declarations()) {
    if (!is_cudas(d)) continue;
    const std::string type = d.pointer_type();
    program += "using check_" + std::to_string(checked++) + " = decltype(static_cast<" +
               type + ">(&" + d.name + "));\n";
  }
  CHECK(checked > 700);
  const Scratch folder;
  const auto result =
      run(nvcc(cuda), {"-w", "-c", "-o", (folder / "functions.o").string(),
                       folder.write("functions.cu", program + "#endif\n").string()});
  CHECK_MESSAGE(result.ok(), result.errors << result.output);
}

TEST_CASE("CUDA's floating point of 16 bits passes the same checks, on the host") {
  const Toolkit cuda = toolkit();
  SKIP_IF(!cuda, "there is no CUDA Toolkit");
  const Scratch folder;
  const auto built = run(nvcc(cuda), {"-w", "-o", (folder / "narrow").string(),
                                      (programs() / "narrow_floats.cu").string()});
  REQUIRE_MESSAGE(built.ok(), built.errors);
  const auto result = run({(folder / "narrow").string()}, {});
  CHECK_MESSAGE(result.ok(), result.output);
}

TEST_CASE("an error's name and text are the toolkit's, for every code") {
  const Toolkit cuda = toolkit();
  SKIP_IF(!cuda, "there is no CUDA Toolkit");
  const Scratch folder;
  const auto source = folder.write("errors.cu", R"(
    #include <stdio.h>
    int main() {
      for (int code = -1; code <= 10001; ++code)
        printf("%d %s: %s\n", code, cudaGetErrorName(cudaError_t(code)),
               cudaGetErrorString(cudaError_t(code)));
    })");
  const auto built =
      run(nvcc(cuda), {"-o", (folder / "errors").string(), source.string()});
  REQUIRE_MESSAGE(built.ok(), built.errors);
  std::string ours;
  for (int code = -1; code <= 10001; ++code)
    ours += std::to_string(code) + " " + cudaGetErrorName(cudaError_t(code)) + ": " +
            cudaGetErrorString(cudaError_t(code)) + "\n";
  const std::string theirs = run({(folder / "errors").string()}, {}).output;
  CHECK(first_difference(ours, theirs) == "");
}

}  // namespace gridlock::test_toolkit
