// A module for the simulator: each source text becomes an object (sim_unit.h); they are
// linked, and their symbols checked.
#include <fmt/format.h>
#include <cstdint>

#include <memory>
#include <set>

#include "build/code/guards.h"
#include "build/code/instrument.h"
#include "build/code/symbols.h"
#include "build/linker.h"
#include "build/sim_unit.h"
#include "build/toolchain.h"
#include "common/files.h"
#include "common/hash.h"
#include "common/text.h"
#include "worker/include/gridlock/module_abi.h"

namespace gridlock {
namespace {

/// Beside the module: the lines of run_on_load(), and compiler_warnings().
constexpr const char* kRunOnLoadName = "run_on_load";
constexpr const char* kWarningsName = "warnings";

/// More would hide the report behind them.
constexpr std::size_t kWarningsMax = 5;

/// A file beside the module; "" if there is none.
std::string text_beside(const fs::path& module, const char* name) {
  const fs::path file = module.parent_path() / name;
  std::error_code error;
  return fs::exists(file, error) ? read_file(file) : "";
}

std::string names_no_linker(const ProcessResult& clang) {
  return fmt::format("clang++ -### does not say how it links ({}): {}",
                     clang.how_it_ended(), sanitize_text(clang.errors));
}

/// The files of a request on their way to one module.
class SimBuild {
 public:
  SimBuild(ModuleCache& cache, const BuildFolder& folder, const fs::path& clang)
      : cache_(cache), folder_(folder.path()), clang_(clang) {}

  void add(ModuleRequest request, Submission submission) {
    // A single one may use the module's own folder.
    fs::path own = folder_;
    if (!units_.empty()) own /= std::to_string(units_.size());
    fs::create_directories(own);
    units_.push_back(
        std::make_unique<SimUnit>(std::move(request), std::move(submission), own));
  }

  ModuleBuild run(const std::string& request_hash) {
    for (const auto& unit : units_)
      if (auto problem = unit->preprocess_and_rewrite()) return *problem;
    if (auto problem = look_for_main()) return *problem;
    const std::string key = module_key();
    if (!cache_.has(key)) {
      if (auto problem = compile(key)) return *problem;
      for (const auto& unit : units_) unit->source().keep_sources(unit->files(), folder_);
      remove_steps(folder_);
      write_run_on_load();
      write_warnings();
      cache_.store(key, folder_);
    }
    ModuleBuild build;
    build.module = cache_.module_path(key);
    build.source_hash = source_hash();
    cache_.store_request(request_hash, key, build.source_hash, dependencies());
    return build;
  }

 private:
  const TranslationUnit& first() const { return units_.front()->source(); }

  BuildProblem look_for_main() const {
    if (!first().is_program()) return std::nullopt;
    const SimUnit* with_main = nullptr;
    for (const auto& unit : units_) {
      if (!unit->has_main()) continue;
      const std::string& name = unit->source().folders().shown_name;
      if (with_main)
        return failed(Verdict::compile_error,
                      fmt::format("{} has a main function, and so has {}. A program has "
                                  "one.",
                                  name, with_main->source().folders().shown_name));
      with_main = unit.get();
    }
    if (with_main) return std::nullopt;
    return failed(Verdict::compile_error,
                  fmt::format("{} no main function. A program needs one: int main().",
                              units_.size() == 1 ? first().folders().shown_name + " has"
                                                 : "The files have"));
  }

  /// Everything that decides what is in the module.
  std::string module_key() const {
    Hasher hasher;
    for (const auto& unit : units_) hasher.add(unit->text());
    hasher.add(file_identity(fs::canonical(clang_)));
    for (const auto& flags :
         {compile_flags(!first().is_program()), assemble_flags(), link_flags()})
      for (const std::string& flag : flags) hasher.add(flag);
    hasher.add(allowed_symbols_text()).add(std::uint64_t{kModuleAbiVersion});
    hasher.add(kHooksVersion);
    return hasher.hex();
  }

  BuildProblem compile(const std::string& key) {
    // A debugger finds the sources beside the module.
    const fs::path sources = cache_.module_path(key).parent_path() / "src";
    for (const auto& unit : units_)
      if (auto problem = unit->compile(sources)) return problem;
    separate_variables();
    std::vector<std::string> guarded;
    if (auto problem = assemble(guarded)) return problem;
    if (auto problem = link(guarded)) return problem;
    const auto complaints = check_symbols(
        module_symbols(read_file(folder_ / "module.so")), first().is_program(), guarded);
    if (!complaints.empty()) return first().refuse(complaints);
    return std::nullopt;
  }

  /// A device variable that several files define, as those do that include its header, is
  /// one in each: nvcc links device code file by file, unless it is told otherwise.
  void separate_variables() {
    std::set<std::string> seen, repeated;
    for (const auto& unit : units_)
      for (const std::string& name : unit->shared_device_variables())
        if (!seen.insert(name).second) repeated.insert(name);
    if (repeated.empty()) return;
    for (const auto& unit : units_) unit->keep_variables(repeated);
  }

  /// No unit guards what another one defines, or guards already.
  BuildProblem assemble(std::vector<std::string>& guarded) {
    std::vector<std::set<std::string>> defined;
    for (const auto& unit : units_) defined.push_back(unit->defined_functions());
    for (std::size_t i = 0; i < units_.size(); ++i) {
      std::set<std::string> elsewhere(guarded.begin(), guarded.end());
      for (std::size_t j = 0; j < units_.size(); ++j)
        if (j != i) elsewhere.insert(defined[j].begin(), defined[j].end());
      if (auto problem = units_[i]->assemble(elsewhere)) return problem;
      const auto& more = units_[i]->guarded();
      guarded.insert(guarded.end(), more.begin(), more.end());
    }
    return std::nullopt;
  }

  void write_run_on_load() const {
    std::string lines;
    for (const auto& unit : units_)
      for (const std::string& place : unit->run_on_load()) lines += place + "\n";
    if (!lines.empty()) write_scratch_file(folder_ / kRunOnLoadName, lines);
  }

  /// Several files may include one header.
  void write_warnings() const {
    std::set<std::string> seen;
    std::string text;
    for (const auto& unit : units_)
      for (const std::string& warning : unit->warnings())
        if (seen.insert(warning).second && seen.size() <= kWarningsMax) text += warning;
    if (seen.size() > kWarningsMax)
      text += fmt::format("and {} more\n", seen.size() - kWarningsMax);
    if (!text.empty()) write_scratch_file(folder_ / kWarningsName, text);
  }

  BuildProblem link(const std::vector<std::string>& guarded) {
    std::vector<std::string> words = link_flags();
    for (std::string& flag : guard_flags(guarded)) words.push_back(std::move(flag));
    for (const auto& unit : units_) words.push_back(unit->object().string());
    for (const char* library : kLinkedLibraries) words.emplace_back(library);
    ProcessResult asked;
    const auto linker =
        kept_link_command(cache_.linker_path(file_identity(fs::canonical(clang_))), [&] {
          const std::string object = units_.front()->object().string();
          asked = units_.front()->run_clang({"-###", "-shared", "-nodefaultlibs"},
                                            {object, "-o", "module.so"});
          return parse_link_command(asked.errors, object);
        });
    if (!linker) return failed(Verdict::grader_error, names_no_linker(asked));
    const ProcessResult result = units_.front()->run_tool(linker->with(words));
    constexpr std::string_view kTwice = "multiple definition of ";
    if (const std::size_t at = result.errors.find(kTwice);
        !result.ok() && at != result.errors.npos) {
      // `name'; from GNU's linker.
      const std::size_t begin = at + kTwice.size() + 1;
      const std::string name =
          result.errors.substr(begin, result.errors.find_first_of("\n'", begin) - begin);
      return failed(Verdict::compile_error,
                    fmt::format("{} is defined in more than one of the files.",
                                sanitize_text(name)));
    }
    return units_.front()->step(result);
  }

  std::string source_hash() const {
    if (units_.size() == 1) return first().source_hash(units_.front()->files());
    Hasher hasher;
    for (const auto& unit : units_) hasher.add(unit->source().source_hash(unit->files()));
    return hasher.hex();
  }

  std::vector<Dependency> dependencies() const {
    std::vector<Dependency> all;
    for (const auto& unit : units_) {
      const auto more = unit->source().dependencies(unit->files());
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }

  ModuleCache& cache_;
  fs::path folder_;
  fs::path clang_;
  std::vector<std::unique_ptr<SimUnit>> units_;
};

/// Everything except the contents of files that decides the result of the request.
std::string hash_of_sim_request(const ModuleRequest& request, const fs::path& clang) {
  Hasher hasher;
  hasher.add("sim").add(fs::absolute(request.submission).string());
  hasher.add(request.scenarios.empty() ? "" : fs::absolute(request.scenarios).string());
  hasher.add(request.submission_name).add(std::uint64_t{!request.box.is_none()});
  for (const fs::path& folder : request.include_dirs)
    hasher.add(fs::absolute(folder).string());
  for (const std::string& header : request.given) hasher.add("given").add(header);
  for (const fs::path& file : request.other_sources)
    hasher.add("file").add(fs::absolute(file).string());
  for (const std::string& definition : request.definitions)
    hasher.add("-D").add(definition);
  hasher.add(std::uint64_t{request.legacy});
  hasher.add(request.reference.empty() ? "" : fs::absolute(request.reference).string());
  hasher.add(file_identity(fs::canonical(clang)));
  hasher.add(file_identity(fs::canonical("/proc/self/exe")));
  return hasher.hex();
}

}  // namespace

ModuleBuild build_sim_module(const ModuleRequest& request, Submission submission,
                             ModuleCache& cache) {
  const fs::path clang = find_clang();
  if (clang.empty())
    return failed(Verdict::grader_error,
                  "The simulator needs clang++ 14 or newer, which was not found. Install "
                  "the package clang.");
  const std::string request_hash = hash_of_sim_request(request, clang);
  if (auto found = cache.find_request(request_hash)) return *std::move(found);
  const BuildFolder folder(cache);
  SimBuild build(cache, folder, clang);
  build.add(request, std::move(submission));
  for (const fs::path& file : request.other_sources) {
    ModuleRequest other = request;
    other.submission = file;
    other.submission_name = file.filename().string();
    Submission text = read_submission(file, other.submission_name, Belongs::to_program);
    if (!text.problem.empty()) return failed(Verdict::rejected, text.problem);
    build.add(std::move(other), std::move(text));
  }
  return build.run(request_hash);
}

std::vector<std::string> run_on_load(const fs::path& module) {
  std::vector<std::string> places;
  const std::string text = text_beside(module, kRunOnLoadName);
  for (const std::string_view line : split_lines(text)) places.emplace_back(line);
  return places;
}

std::string compiler_warnings(const fs::path& module) {
  return text_beside(module, kWarningsName);
}

}  // namespace gridlock
