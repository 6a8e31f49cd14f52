// A module for a GPU: nvcc compiles the submission's file together with the scenarios.
//
// Here both form one text, because separate compilation would cost registers and time.
// The scenarios come first, so that the submission's macros and better overloads do not
// change them.  The simulator's verdict covers other ways in which a submission could
// affect them.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "build/code/symbols.h"
#include "build/nvcc.h"
#include "build/toolchain.h"
#include "build/translation_unit.h"
#include "common/files.h"
#include "common/hash.h"
#include "common/text.h"

namespace gridlock {
namespace {

constexpr const char* kLabLink = "lab-folder";
constexpr const char* kSubmissionLink = "submission-folder";
constexpr const char* kDependencies = "module.d";
/// The source for nvcc, which includes the scenarios and the submission.
constexpr const char* kWhole = "whole.cu";
/// The text of kWhole.  The scenarios' namespace is renamed, as the submission may use
/// that name.
constexpr const char* kWholeText =
    "#define scenarios gridlock_scenarios\n#include \"{}\"\n#undef scenarios\n"
    "#include \"{}\"\n";
constexpr const char* kSteps = "steps.sh";
/// A file in the cache's folder that says why the parallel steps failed although nvcc
/// itself succeeded.
constexpr const char* kStepsFailed = "nvcc-steps-failed.txt";

/// Makes links to the search folders in nvcc's private folder, since nvcc does not accept
/// paths with a quote or a comma.  Returns the links that -I needs.
std::vector<std::string> link_include_dirs(const SourceFolders& folders) {
  fs::create_directory_symlink(folders.scenarios.parent_path(), folders.build / kLabLink);
  fs::create_directory_symlink(folders.headers, folders.build / kSubmissionLink);
  std::vector<fs::path> targets = folders.include_dirs;
  targets.push_back(folders.scenarios.parent_path());
  targets.push_back(scenario_include_dir());
  std::vector<std::string> links;
  for (const fs::path& target : targets) {
    links.push_back("include-" + std::to_string(links.size()));
    fs::create_directory_symlink(target, folders.build / links.back());
  }
  return links;
}

std::vector<std::string> nvcc_flags(const SourceFolders& folders,
                                    const std::string& architecture) {
  // -O0 affects only the host's code, which does little.
  std::vector<std::string> flags{
      "-std=c++17", "-O0", "-arch=" + architecture, "-shared", "-w", "-Xcompiler",
      "-fPIC",
      // Otherwise, a variable of an inline function would be shared by all copies of a
      // module that a process loads.
      "-Xcompiler", "-fvisibility=hidden", "-Xcompiler", "-fmax-errors=20", "-Xlinker",
      "-Bsymbolic", "-Xlinker", "-z", "-Xlinker", "defs", "-Xcompiler", "-iquote",
      "-Xcompiler", kLabLink, "-Xcompiler", "-iquote", "-Xcompiler", kSubmissionLink};
  // -lineinfo lets profilers show lines.  nvcc writes the private folder's name into PTX
  // unchanged, where a quote would end it.
  if (folders.build.native().find('"') == std::string::npos) flags.push_back("-lineinfo");
  for (const std::string& link : link_include_dirs(folders))
    flags.insert(flags.end(), {"-I", link});
  return flags;
}

/// The files that a Makefile rule lists after its colon.
std::vector<fs::path> files_of_rule(std::string_view rule) {
  std::vector<fs::path> files;
  rule.remove_prefix(std::min(rule.find(':') + 1, rule.size()));
  std::string word;
  for (std::size_t i = 0; i <= rule.size(); ++i) {
    const char c = i < rule.size() ? rule[i] : ' ';
    const bool escaped = c == '\\' && i + 1 < rule.size();
    const bool dollar = c == '$' && rule.substr(i, 2) == "$$";
    if ((escaped && rule[i + 1] != '\n') || dollar) {
      word += rule[++i];
    } else if (c == ' ' || c == '\n' || escaped) {
      if (!word.empty()) files.emplace_back(word);
      word.clear();
      i += escaped;
    } else {
      word += c;
    }
  }
  return files;
}

/// The names that the scenarios use and the submission lacks.  The linker reports kernels
/// and host functions; the assembler reports device functions.
std::vector<std::string> unresolved_in(std::string_view log) {
  std::set<std::string> names;
  for (const std::string_view before :
       {"undefined reference to `", "Unresolved extern function '"})
    for (std::size_t at = log.find(before); at != log.npos; at = log.find(before, at)) {
      at += before.size();
      names.insert(demangled(std::string(log.substr(at, log.find('\'', at) - at))));
    }
  return {names.begin(), names.end()};
}

class GpuBuild {
 public:
  GpuBuild(const ModuleRequest& request, Submission submission, ModuleCache& cache,
           const fs::path& folder, fs::path nvcc)
      : unit_(request, std::move(submission), folder),
        cache_(cache),
        folder_(folder),
        nvcc_(std::move(nvcc)) {}

  ModuleBuild run(const std::string& request_hash) {
    write_whole();
    const ProcessResult result = run_nvcc();
    if (!result.ok()) return explain_nvcc(result);
    read_dependencies();
    unit_.keep_sources(files_, sources_folder(folder_, ups_of(files_)));
    const std::string source_hash = unit_.source_hash(files_);
    Hasher hasher;
    hasher.add("gpu").add(request_hash).add(source_hash);
    for (const SourceFile& file : files_)
      if (file.kind == FileKind::ours) hasher.add(read_file(file.path));
    const std::string key = hasher.hex();
    remove_steps(folder_);
    cache_.store(key, folder_);
    ModuleBuild build;
    build.module = cache_.module_path(key);
    build.source_hash = source_hash;
    cache_.store_request(request_hash, key, source_hash, unit_.dependencies(files_));
    return build;
  }

 private:
  void write_whole() const {
    unit_.write_sources();
    const SourceFolders& folders = unit_.folders();
    if (folders.together) return;
    const std::string scenarios = folders.scenarios.filename().string();
    write_scratch_file(folder_ / scenarios, read_file(folders.scenarios));
    write_scratch_file(folder_ / kWhole,
                       fmt::format(kWholeText, scenarios, folders.submission_name));
  }

  /// Runs nvcc's steps, independent ones in parallel.  Unless they succeed or take too
  /// long, runs nvcc itself, which then reports the error.
  ProcessResult run_nvcc() const {
    std::vector<std::string> argv =
        nvcc_flags(unit_.folders(), gpu_architecture(cache_.folder()));
    argv.insert(argv.begin(), nvcc_.string());
    argv.insert(argv.end(), {"-o", "module.so"});
    argv.push_back(unit_.folders().together ? unit_.folders().main_name() : kWhole);
    const auto steps = run_steps(argv);
    if (steps && (steps->ok() || steps->timed_out)) return *steps;
    argv.insert(argv.begin() + 1, {"-MD", "-MF", kDependencies});
    ProcessResult result = run(std::move(argv));
    if (steps && result.ok())
      write_scratch_file(cache_.folder() / kStepsFailed,
                         steps->how_it_ended() + "\n" + steps->output + steps->errors);
    return result;
  }

  /// The result of the steps; nothing if they are unknown, or if the folder's path has
  /// characters that a shell would expand.
  std::optional<ProcessResult> run_steps(std::vector<std::string> argv) const {
    if (folder_.native().find_first_of("\"\\$`") != std::string::npos)
      return std::nullopt;
    // If nvcc is too old for this option, the dry run fails and nvcc compiles as usual.
    argv.insert(argv.begin() + 1, {"--dryrun", "--split-compile=0"});
    const ProcessResult printed = run(std::move(argv));
    const auto script =
        printed.ok() ? nvcc_script(printed.errors, kDependencies) : std::nullopt;
    if (!script) return std::nullopt;
    write_scratch_file(folder_ / kSteps, *script);
    return run({"/bin/sh", kSteps});
  }

  ProcessResult run(std::vector<std::string> argv) const {
    ProcessRequest request =
        compiler_request({nvcc_.string()}, unit_.folders(), unit_.box());
    request.argv = std::move(argv);
    request.output_limit = 64 << 10;
    request.environment = {{"LC_ALL", "C"}, {"TMPDIR", "."}};
    return run_process(request);
  }

  void read_dependencies() {
    for (const fs::path& path : files_of_rule(read_file(folder_ / kDependencies))) {
      SourceFile file = unit_.folders().classify(path.string(), false);
      if (file.kind == FileKind::stranger) file.kind = FileKind::system;
      if (file.kind != FileKind::reference) files_.push_back(std::move(file));
    }
    // The text contains the reference's code instead of an #include of its file, so the
    // rule need not list the file.
    if (unit_.reference()) files_.push_back(*unit_.reference());
  }

  /// nvcc and its host compiler write some messages to standard output.
  ModuleBuild explain_nvcc(ProcessResult result) const {
    result.errors += result.output;
    const bool wrong_host =
        result.errors.find("unsupported GNU version") != std::string::npos ||
        result.errors.find("unsupported clang version") != std::string::npos;
    if (wrong_host)
      return unexplained(Verdict::compile_error,
                         "nvcc does not accept this machine's host compiler: " +
                             first_lines(sanitize_text(result.errors), 5));
    if (const auto names = unresolved_in(result.errors); !names.empty())
      return unit_.lacks(names);
    return unit_.explain_failure(result, [this](const std::string& name) {
      return unit_.folders().classify(name, false);
    });
  }

  TranslationUnit unit_;
  ModuleCache& cache_;
  fs::path folder_;
  fs::path nvcc_;
  std::vector<SourceFile> files_;
};

}  // namespace

ModuleBuild build_gpu_module(const ModuleRequest& request, Submission submission,
                             ModuleCache& cache) {
  if (request.scenarios.empty())
    return failed(Verdict::skipped, "Whole programs run on the simulator only.");
  const fs::path nvcc = find_nvcc();
  if (nvcc.empty())
    return failed(Verdict::skipped,
                  "nvcc was not found (looked at $CUDACXX, PATH and /usr/local/cuda), so "
                  "nothing can run on a GPU.");
  const std::string request_hash =
      request_hasher(request, nvcc).add(gpu_identity()).hex();
  if (auto found = cache.find_request(request_hash)) return *std::move(found);
  const BuildFolder folder(cache);
  return GpuBuild(request, std::move(submission), cache, folder.path(), nvcc)
      .run(request_hash);
}

}  // namespace gridlock
