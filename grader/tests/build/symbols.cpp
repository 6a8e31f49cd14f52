// The library functions that device code may call: each symbol of the installed libraries
// that the list allows was reviewed, or has a guard.
#include <dlfcn.h>
#include <fnmatch.h>
#include <link.h>

#include "build/code/guards.h"
#include "build/code/symbols.h"
#include "build/toolchain.h"
#include "tests/test.h"

namespace gridlock::test_symbols {
/// Sections of functions that have no guard.
constexpr const char* kUnguarded[] = {"pure", "recorded", "runtime"};

/// The patterns of the list, by the title of their section.
const std::map<std::string, std::vector<std::string>>& sections() {
  static std::map<std::string, std::vector<std::string>> result;
  if (!result.empty()) return result;
  std::string title, name;
  for (const std::string_view whole : split_lines(allowed_symbols_text())) {
    const std::string line(trim(whole));
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '[')
      title = line.substr(1, line.size() - 2);
    else
      for (std::istringstream words(line); words >> name;) result[title].push_back(name);
  }
  return result;
}

bool is_pattern(const std::string& name) { return name.find_first_of("*?") != name.npos; }

bool matches(const std::string& pattern, const std::string& name) {
  return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

/// The functions that libraries of these names export, as they are installed here.
std::set<std::string> exported_by(std::vector<std::string> libraries) {
  std::set<std::string> names;
  std::pair wanted(&libraries, &names);
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto& [starts, found] = *static_cast<decltype(wanted)*>(data);
        const std::string file = fs::path(info->dlpi_name).filename();
        if (std::none_of(starts->begin(), starts->end(), [&](const std::string& start) {
              return file.starts_with(start);
            }))
          return 0;
        for (const ModuleSymbol& symbol : module_symbols(read_file(info->dlpi_name)))
          if (symbol.defined && symbol.function) found->insert(symbol.name);
        return 0;
      },
      &wanted);
  return names;
}

/// The declarations of the C library's headers: `cosf` is `float (float)`.
std::map<std::string, std::string> declared_types() {
  const Scratch folder;
  const fs::path source =
      folder.write("headers.c",
                   "#define _GNU_SOURCE\n#include <complex.h>\n#include <ctype.h>\n"
                   "#include <fenv.h>\n#include <math.h>\n#include <stdlib.h>\n");
  ProcessRequest request{{find_clang().string(), "-x", "c", "-fsyntax-only", "-Xclang",
                          "-ast-dump", "-fno-color-diagnostics", source.string()}};
  request.output_limit = std::size_t{64} << 20;
  const ProcessResult result = run_process(request);
  REQUIRE_MESSAGE(result.ok(), result.errors);
  std::map<std::string, std::string> types;
  for (const std::string_view line : split_lines(result.output)) {
    const std::size_t type = line.find(" '");
    if (line.find("FunctionDecl ") == line.npos || type == line.npos) continue;
    const std::string_view before = line.substr(0, type);
    types[std::string(before.substr(before.rfind(' ') + 1))] =
        line.substr(type + 2, line.find('\'', type + 2) - type - 2);
  }
  return types;
}

TEST_CASE("symbols: whatever a pattern allows has a guard or was looked at") {
  const auto& list = sections();
  std::map<std::string, int> classes;  // Number of sections for each name.
  for (const char* title : kUnguarded)
    for (const std::string& name : list.at(title)) {
      CHECK_MESSAGE(!is_pattern(name), name);
      CHECK_MESSAGE(++classes[name] == 1, name);
      CHECK_MESSAGE(!needs_guard(name, false), name);
    }
  const std::set<std::string> installed =
      exported_by({"libc.so", "libm.so", "libstdc++.so", "libgcc_s.so"});
  REQUIRE(installed.size() > 5000);
  std::size_t guarded = 0;
  for (const auto& [title, patterns] : list) {
    if (title != "libraries" && !title.starts_with("program: ")) continue;
    for (const std::string& pattern : patterns)
      for (const std::string& name : installed) {
        if (!matches(pattern, name) || classes.contains(name)) continue;
        CHECK_MESSAGE(needs_guard(name, false), name);
        ++guarded;
      }
  }
  CHECK(guarded > 3000);
}

TEST_CASE("symbols: patterns do not allow what their names merely begin like") {
  // The list writes out each name of the C library, except for these families.
  const std::set<std::string> families{"__cxa_*", "pthread_mutex_*"};
  for (const std::string& pattern : sections().at("libraries"))
    if (is_pattern(pattern) && !pattern.starts_with("_Z"))
      CHECK_MESSAGE(families.contains(pattern), pattern);
  for (const char* name : {"explicit_bzero", "login", "logout", "logwtmp", "truncate64"})
    CHECK_MESSAGE(!check_symbols({{name, false, false, true}}, true, {name}).empty(),
                  name);
}

TEST_CASE("symbols: what is called pure takes no pointer") {
  const auto types = declared_types();
  REQUIRE(types.at("sincosf").find('*') != std::string::npos);
  const std::set<std::string> of_the_c_library = exported_by({"libc.so", "libm.so"});
  std::size_t declared = 0;
  for (const std::string& name : sections().at("pure")) {
    CAPTURE(name);
    const auto type = types.find(name);
    // The compiler's own library has no declarations.
    if (type == types.end()) {
      CHECK(name.starts_with("__"));
      CHECK_FALSE(of_the_c_library.contains(name));
      continue;
    }
    CHECK_MESSAGE(type->second.find_first_of("*[") == std::string::npos, type->second);
    ++declared;
  }
  CHECK(declared > 150);
}

TEST_CASE("symbols: the simulator has each function that the linker sends to it") {
  const fs::path worker = fs::path(GRIDLOCK_BIN_DIR) / "gridlock-worker-sim";
  SKIP_IF(!fs::exists(worker), "the simulator's worker is not built");
  constexpr std::string_view kWrapped = "__wrap_";
  std::set<std::string> wrapped;
  for (const ModuleSymbol& symbol : module_symbols(read_file(worker)))
    if (symbol.defined && symbol.name.starts_with(kWrapped) &&
        !symbol.name.ends_with(".cold"))  // A part of a function.
      wrapped.insert(symbol.name.substr(kWrapped.size()));
  const auto& list = sections().at("recorded");
  const std::set<std::string> recorded(list.begin(), list.end());
  for (const std::string& name : wrapped) CHECK_MESSAGE(recorded.contains(name), name);
  for (const std::string& name : recorded) CHECK_MESSAGE(wrapped.contains(name), name);
}

TEST_CASE("symbols: a function that nobody has looked at must have its guard") {
  for (const char* name : {"getenv", "_ZNSt9exceptionD1Ev"}) {
    CHECK(check_symbols({{name, false, false, true}}, false, {name}).empty());
    CHECK_FALSE(check_symbols({{name, false, false, true}}, false, {}).empty());
    CHECK(check_symbols({{name, false, false, false}}, false, {}).empty());
  }
  CHECK(check_symbols({{"cosf", false, false, true}}, false, {}).empty());
  // The guard itself is defined in the module; no other definition may have such a name.
  CHECK(check_symbols({{"__wrap_rand", true, false, true}}, false, {"rand"}).empty());
  CHECK_FALSE(check_symbols({{"__wrap_rand", true, false, true}}, false, {}).empty());
}

TEST_CASE("symbols: a lab's submission may call little of the libraries") {
  for (const char* name : {"strlen", "calloc", "_Znwm", "_ZNSt9exceptionD1Ev", "cosf"})
    CHECK(check_submission({{name, false, false, true}}, {}).empty());
  for (const char* name :
       {"bsearch", "atexit", "_ZNSolsEi", "_ZNSt6localeD1Ev", "strtok"})
    if (is_provided(name))
      CHECK_FALSE(check_submission({{name, false, false, true}}, {}).empty());
}

TEST_CASE("guards: functions that are used and not defined get one") {
  const std::string code =
      "define void @_Z1fv() {\n  %1 = call i32 @rand()\n  %2 = call float @cosf(float "
      "0.0)\n"
      "  call void @\"_Z1gv\"()\n  call void @llvm.trap()\n  ret void\n}\n"
      "define void @_Z1gv() {\n  ret void\n}\n@table = global ptr @getenv\n"
      "declare i32 @rand()\ndeclare float @cosf(float)\ndeclare ptr @getenv(ptr)\n"
      "declare i32 @random()\ndeclare void @llvm.trap()\n"
      "declare extern_weak i32 @gridlock_nowhere()\n";
  const GuardedCode guarded = guard_calls(code);
  CHECK(guarded.reserved.empty());
  CHECK(guarded.functions == std::vector<std::string>{"rand", "getenv"});
  CHECK(guarded.ir.starts_with(code));
  must_say(guarded.ir, {"@\"__wrap_rand\"(...)", "declare ptr @llvm.returnaddress(i32)"});
  CHECK(guard_flags(guarded.functions) ==
        std::vector<std::string>{"--wrap=rand", "--wrap=getenv"});
}

TEST_CASE("guards: their code is what the compiler takes, in either form of pointers") {
  const Scratch folder;
  const auto compiles = [&](const std::string& code, const std::string& mode) {
    write_file_atomic(folder / "a.ll", code);
    std::vector<std::string> argv{
        find_clang().string(),    "-c", "-O0", "-w", (folder / "a.ll").string(), "-o",
        (folder / "a.o").string()};
    if (!mode.empty()) argv.insert(argv.end(), {"-mllvm", mode});
    return run_process({argv}).ok();
  };
  int forms = 0;
  for (const std::string pointer : {"i8*", "ptr"})
    for (const std::string mode : {"", "-opaque-pointers"}) {
      const std::string code = "declare " + pointer + " @getenv(" + pointer +
                               ")\ndefine void @f(" + pointer + " %p) {\n  %1 = call " +
                               pointer + " @getenv(" + pointer + " %p)\n  ret void\n}\n";
      if (!compiles(code, mode)) continue;  // This compiler lacks this form.
      const GuardedCode guarded = guard_calls(code);
      CHECK(guarded.functions == std::vector<std::string>{"getenv"});
      CHECK_MESSAGE(compiles(guarded.ir, mode), guarded.ir);
      ++forms;
    }
  CHECK(forms >= 1);
}

TEST_CASE("guards: nobody gets around one through the linker's names") {
  for (const char* name : {"__real_rand", "__wrap_rand"})
    for (const std::string form : {"declare i32 @", "define i32 @"}) {
      const std::string line = form + name + "()";
      const GuardedCode guarded = guard_calls(line + "\n  call i32 @" + name + "()\n");
      CHECK_MESSAGE(!guarded.reserved.empty(), line);
    }
}

}  // namespace gridlock::test_symbols
