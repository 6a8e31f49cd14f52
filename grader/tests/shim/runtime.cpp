// The simulator's headers declare what the runtime defines, no more: an API that is
// declared but not modelled must not exist.
#include "tests/shim/support.h"
#include "tests/test.h"

namespace gridlock::test_runtime {
namespace fs = std::filesystem;
using namespace gridlock::shim;

const char* const kVariables[] = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                  "warpSize"};

/// Names in lines of at most 90 columns.
std::string wrapped(const std::set<std::string>& names) {
  std::string text, line;
  for (const std::string& name : names) {
    if (line.size() + name.size() + 3 > 90) {
      text += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "`" : " `") + name + "`";
  }
  return text + line + "\n";
}

/// README.md's list of what a program may call; the headers' own calls are not in it.
std::string list() {
  std::map<std::string, std::set<std::string>> defined;
  for (const Declaration& d : declarations())
    if (!d.has_body && !d.header.starts_with("gridlock_"))
      defined[d.header].insert(d.name);
  std::string text = "\n## What the runtime defines\n";
  for (const auto& [header, names] : defined)
    text += "\n" + header + ":\n" + wrapped(names);
  return text + "\ndevice_launch_parameters.h, variables:\n" +
         wrapped({std::begin(kVariables), std::end(kVariables)});
}

/// The symbols of `nm`'s output, without versions.
std::set<std::string> symbols(const std::vector<std::string>& nm) {
  const auto result = run(nm, {});
  REQUIRE_MESSAGE(result.ok(), result.errors);
  std::set<std::string> names;
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);) {
    std::string name = line.substr(line.rfind(' ') + 1);
    names.insert(name.substr(0, name.find('@')));
  }
  return names;
}

/// The symbols a module may need of the runtime, as the linker knows them.
std::set<std::string> needed(const Scratch& folder) {
  std::string program = kIncludes;
  int count = 0;
  for (const Declaration& d : declarations())
    if (!d.has_body)
      program += "extern const auto use" + std::to_string(count++) + " = static_cast<" +
                 d.pointer_type() + ">(&" + d.name + ");\n";
  for (const char* variable : kVariables)
    program +=
        "extern const auto use" + std::to_string(count++) + " = &" + variable + ";\n";
  const auto object = (folder / "needed.o").string();
  const auto built =
      run(compiler(), {"-w", "-c", "-x", "c++", "-o", object, "-"}, program);
  REQUIRE_MESSAGE(built.ok(), built.errors);
  return symbols({"nm", "-u", object});
}

TEST_CASE("README.md lists exactly what the runtime defines") {
  std::ifstream file(headers() / "README.md");
  std::stringstream text;
  text << file.rdbuf();
  const std::string readme = text.str(), expected = list();
  const auto begin = readme.find("\n## What the runtime defines\n"),
             end = readme.find("\n## What the headers define\n");
  REQUIRE(begin < end);
  const bool same = readme.substr(begin, end - begin) == expected;
  CHECK_MESSAGE(same, "README.md should say:\n" << expected);
}

TEST_CASE("the simulator's worker exports everything that the headers declare") {
  const fs::path worker = fs::path(GRIDLOCK_BIN_DIR) / "gridlock-worker-sim";
  SKIP_IF(!fs::exists(worker), "the simulator's worker is not built");
  const Scratch folder;
  const auto exported = symbols({"nm", "-D", "--defined-only", worker.string()});
  for (const std::string& symbol : needed(folder)) {
    CAPTURE(symbol);
    CHECK(exported.count(symbol) == 1);
  }
}

}  // namespace gridlock::test_runtime
