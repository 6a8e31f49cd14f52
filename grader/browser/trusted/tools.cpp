// The tools of the build, where no process can be started: the page runs clang and
// wasm-ld (page/compile.js), and what binutils do for a native module is done here.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "build/code/symbols.h"
#include "build/translation_unit.h"
#include "common/files.h"
#include "common/subprocess.h"
#include "common/text.h"
#include "trusted/sites.h"

extern "C" {
/// Runs a tool; argv and the folder are JSON.  Its output is in /run/output and
/// /run/errors.  Returns its exit code.
__attribute__((import_module("page"), import_name("tool"))) int page_tool(
    const char* request, std::size_t bytes);
}

namespace gridlock {
namespace {

using Words = std::vector<std::string>;

/// The command line of clang for wasm32, from the native one.
Words for_clang(const Words& native) {
  Words words{"clang++"};
  for (std::size_t i = 1; i < native.size(); ++i) {
    const std::string& word = native[i];
    if (word == "-fstack-clash-protection" || word == "-gdwarf-4" ||
        word == "-fno-crash-diagnostics")
      continue;
    if (word.starts_with("-fsanitize=thread")) {
      // The driver knows no thread sanitizer for wasm32; the compiler behind it does.
      words.insert(words.end(), {"-Xclang", "-fsanitize=thread"});
      if (word.ends_with("array-bounds")) words.push_back("-fsanitize=array-bounds");
    } else if (word == "-c") {
      // The linker makes the code, as this clang would drop the handlers of exceptions.
      words.insert(words.end(), {"-c", "-emit-llvm"});
    } else {
      words.push_back(word);
    }
  }
  words.insert(words.end(), {"-fwasm-exceptions", "-D__GLIBC_PREREQ(a,b)=0"});
  return words;
}

Words for_linker(const Words& native) {
  Words words = split_list(
      "wasm-ld,-shared,--experimental-pic,--allow-undefined,--no-gc-sections,"
      "--export-all,-mllvm,-exception-model=wasm,-mllvm,-wasm-enable-eh,--lto-O0");
  for (std::size_t i = 1; i < native.size(); ++i) {
    const std::string& word = native[i];
    if (word == "-z" || word == "-T") {
      ++i;
    } else if (!word.starts_with("--wrap=") && !word.starts_with("-l") &&
               !word.starts_with("@") && word != "-Bsymbolic") {
      words.push_back(word);
    }
  }
  return words;
}

ProcessResult run_in_page(const Words& words, const fs::path& folder) {
  const std::string text =
      nlohmann::json{{"argv", words}, {"folder", folder.string()}}.dump();
  ProcessResult result;
  result.started = true;
  result.exit_code = page_tool(text.data(), text.size());
  result.output = read_file("/run/output");
  result.errors = read_file("/run/errors");
  return result;
}

/// What addr2line would print for these sites.
std::string lines_of_sites(const std::string& module, const std::string& numbers) {
  const std::string bytes = read_file(module);
  std::map<unsigned, std::vector<std::string>> tables;
  for (const unsigned first : {1u, kFirstSiteOfScenarios})
    tables[first] = sites_in(bytes, first);
  std::string output;
  for (const std::string_view word : split_lines(numbers)) {
    // The caller has subtracted 1, as from a return address.
    const auto site = std::strtoul(std::string(word).c_str(), nullptr, 16) + 1;
    const unsigned first = site < kFirstSiteOfScenarios ? 1 : kFirstSiteOfScenarios;
    const auto& sites = tables[first];
    output.append(word).append("\n");
    if (site < first || site - first >= sites.size()) {
      output += "??\n??:0\n";
      continue;
    }
    const std::string& line = sites[site - first];
    const std::size_t tab = line.find('\t');
    output += demangled(line.substr(0, tab)) + "\n" + line.substr(tab + 1) + "\n";
  }
  return output;
}

}  // namespace

ModuleBuild build_gpu_module(const ModuleRequest&, Submission, ModuleCache&) {
  return failed(Verdict::skipped, "A page has no nvcc.");
}

ProcessResult run_process(const ProcessRequest& request) {
  const Words& argv = request.argv;
  const std::string tool = fs::path(argv.front()).filename().string();
  const fs::path& folder = request.working_dir;
  ProcessResult done;
  done.started = true;
  done.exit_code = 0;
  if (tool == "addr2line") {
    done.output = lines_of_sites(argv.at(2), request.input);
  } else if (tool == "ld") {  // ld -r ... -o whole.o unit.o
    fs::copy_file(folder / argv.back(), folder / argv[argv.size() - 2]);
  } else if (tool == "objcopy") {  // objcopy ... whole.o module.so
    fs::copy_file(folder / argv[argv.size() - 2], folder / argv.back());
  } else if (std::find(argv.begin(), argv.end(), "-###") != argv.end()) {
    done.errors = fmt::format("\"/tools/wasm-ld\" \"{}\" \"-o\" \"module.so\"\n",
                              argv[argv.size() - 3]);
  } else if (tool == "wasm-ld") {
    return run_in_page(for_linker(argv), folder);
  } else {
    return run_in_page(for_clang(argv), folder);
  }
  return done;
}

std::string ProcessResult::how_it_ended() const {
  return fmt::format("exit code {}", exit_code);
}

fs::path find_program(const std::string& name, const char*) {
  return name.starts_with('/') ? fs::path(name) : fs::path("/tools") / name;
}

}  // namespace gridlock
