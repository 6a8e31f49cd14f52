#include "build/toolchain.h"

#include <sys/stat.h>
#include <cstdint>

#include <charconv>
#include <cstdlib>

#include "build/code/symbols.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

constexpr int kOldestClang = 14;
constexpr int kNewestClang = 30;  ///< The newest version whose name is tried.

constexpr std::chrono::minutes kCompilerLimit{10};
/// The most processes and threads at the same time: clang has one, nvcc has a dozen plus
/// some for each processor.
constexpr std::uint64_t kCompilerProcessesMax = 256;

/// The major version that `clang++ --version` prints; 0 if it is not clang.
int clang_version(const fs::path& compiler) {
  const ProcessResult result = run_process({{compiler.string(), "--version"}});
  constexpr std::string_view kBefore = "clang version ";
  const std::size_t at = result.output.find(kBefore);
  if (!result.ok() || at == std::string::npos) return 0;
  int version = 0;
  std::from_chars(result.output.data() + at + kBefore.size(),
                  result.output.data() + result.output.size(), version);
  return version;
}

fs::path search_clang() {
  std::vector<std::string> names{GRIDLOCK_CLANGXX, "clang++"};
  for (int version = kNewestClang; version >= kOldestClang; --version)
    names.push_back("clang++-" + std::to_string(version));
  for (const std::string& name : names) {
    fs::path program = find_program(name);
    if (!program.empty() && clang_version(program) >= kOldestClang) return program;
  }
  return {};
}

}  // namespace

fs::path find_clang() {
  // CMake has already checked the version of its clang.
  if (fs::path known = find_program(GRIDLOCK_CLANGXX); !known.empty()) return known;
  static const fs::path found = search_clang();
  return found;
}

fs::path find_nvcc() {
  if (const char* named = std::getenv("CUDACXX"); named && *named)
    if (fs::path program = find_program(named); !program.empty()) return program;
  if (fs::path program = find_program("nvcc"); !program.empty()) return program;
  return find_program("/usr/local/cuda/bin/nvcc");
}

std::string file_identity(const fs::path& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return path.string() + " missing";
  return path.string() + " " + std::to_string(status.st_size) + " " +
         std::to_string(status.st_mtim.tv_sec) + "." +
         std::to_string(status.st_mtim.tv_nsec);
}

std::vector<std::string> preprocess_flags(const SourceFolders& folders, Pass pass) {
  const bool is_c = folders.is_c();
  std::vector<std::string> flags{
      "-E", "-x", is_c ? "c" : "c++", is_c ? "-std=gnu17" : "-std=c++17", "-w",
      // Accepts "%"PRIu64, as g++ does with a warning.
      "-Wno-reserved-user-defined-literal", "-fno-caret-diagnostics",
      "-fno-color-diagnostics", "-ferror-limit=20",
      // Ignores pragmas that crash clang, for its own tests.
      "-Xclang", "-disable-pragma-debug-crash"};
  if (pass != Pass::only) flags.push_back("-DGRIDLOCK_TWO_PASSES=1");
  // The modelled device has compute capability 9.0.
  if (pass == Pass::device) flags.push_back("-D__CUDA_ARCH__=900");
  if (!is_c)
    flags.insert(flags.end(),
                 {"-include", (sim_include_dir() / "gridlock_shim.h").string()});
  // The lab's headers come first, so that no header beside the submission hides one of
  // them.
  if (!folders.scenarios.empty())
    flags.insert(flags.end(), {"-iquote", folders.scenarios.parent_path().string()});
  flags.insert(flags.end(), {"-iquote", folders.headers.string()});
  for (const fs::path& folder : folders.include_dirs)
    flags.insert(flags.end(), {"-I", folder.string()});
  if (!folders.scenarios.empty())
    flags.insert(flags.end(), {"-I", folders.scenarios.parent_path().string()});
  flags.insert(flags.end(), {"-isystem", sim_include_dir().string(), "-isystem",
                             scenario_include_dir().string()});
  return flags;
}

std::vector<std::string> compile_flags(const SourceFolders& folders) {
  const bool bounds = !folders.scenarios.empty(), is_c = folders.is_c();
  return {
      "-x", is_c ? "cpp-output" : "c++-cpp-output", is_c ? "-std=gnu17" : "-std=c++17",
      "-S", "-emit-llvm", "-O0", "-fPIC",
      // addr2line of binutils 2.40 confuses the file names of DWARF 5.
      "-g", "-gdwarf-4", bounds ? "-fsanitize=thread,array-bounds" : "-fsanitize=thread",
      // The sanitizer's pass announces no accesses: hook_accesses() does.
      "-mllvm", "-tsan-instrument-memory-accesses=0", "-mllvm",
      "-tsan-instrument-memintrinsics=0", "-mllvm", "-tsan-instrument-func-entry-exit=0",
      "-mllvm", "-tsan-instrument-atomics=0",
      // A large frame must reach the guard page of its stack, not the memory beyond it.
      "-fstack-clash-protection",
      // Uninitialized variables should at least have the same value each time.
      "-ftrivial-auto-var-init=pattern",
      // nvcc, with g++, accepts these in C++17, perhaps with a warning.
      "-Wno-register", "-Wno-c++11-narrowing", "-Wno-error=return-type",
      // explain_warnings() reports these; the others that it reports are on by default.
      "-Wuninitialized",
      // Few and short messages.
      "-fno-caret-diagnostics", "-fno-color-diagnostics", "-ferror-limit=20",
      "-ftemplate-backtrace-limit=6", "-fno-crash-diagnostics", "-ftemplate-depth=512",
      "-fconstexpr-depth=512"};
}

std::vector<std::string> assemble_flags() { return {"-c", "-O0", "-fPIC", "-w"}; }

std::vector<std::string> link_flags() {
  // A module uses its own variables, even if the worker has some with the same names.
  std::vector<std::string> flags{"-z", "now", "-Bsymbolic"};
  // Calls of functions that access memory, or that differ in device code, go through the
  // simulator.
  for (const std::string_view function : recorded_functions())
    flags.push_back("--wrap=" + std::string(function));
  flags.insert(flags.end(), {"-T", (sim_include_dir() / "gridlock_pages.ld").string()});
  return flags;
}

ProcessRequest compiler_request(std::vector<std::string> argv,
                                const SourceFolders& folders, const Box& box) {
  // The first folder has the compiler's own files, unless a system's folder has them.
  BoxView view{
      {fs::canonical(argv.front()).parent_path().parent_path(), sim_include_dir(),
       scenario_include_dir(), folders.submission.parent_path()},
      {folders.build}};
  view.readable.insert(view.readable.end(), folders.include_dirs.begin(),
                       folders.include_dirs.end());
  if (!folders.scenarios.empty())
    view.readable.push_back(folders.scenarios.parent_path());
  ProcessRequest request{std::move(argv)};
  request.inside = [box, view](ChildPlan plan) {
    return box.around(std::move(plan), view);
  };
  request.working_dir = folders.build;
  request.environment = {
      {"LC_ALL", "C"},
      {"TMPDIR", folders.build.string()},
      // Large pages save two thirds of clang's page faults.  The second setting makes
      // malloc keep more than seven freed objects of each small size.
      {"GLIBC_TUNABLES", "glibc.malloc.hugetlb=1:glibc.malloc.tcache_count=10000"}};
  request.wall_limit = kCompilerLimit;
  request.limits.address_space_bytes = kCompilerBytesMax;
  request.limits.cpu_seconds = kCompilerSecondsMax;
  request.limits.file_bytes = kCompilerFileBytesMax;
  request.limits.memory_bytes = kCompilerBytesMax;
  request.limits.processes = kCompilerProcessesMax;
  return request;
}

}  // namespace gridlock
