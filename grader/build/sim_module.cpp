// A module for the simulator: each source text is compiled into an object (sim_unit.h);
// the objects are linked, and their symbols are checked.
//
// A lab's scenarios are such a text, too.  Their object is built once per lab and kept in
// the cache like a module.  A submission cannot reach anything in it: it does not see the
// text, and the functions are local symbols.
#include <fmt/format.h>
#include <cstdint>

#include <algorithm>
#include <future>
#include <memory>
#include <optional>
#include <set>

#include "build/cache.h"
#include "build/code/guards.h"
#include "build/code/instrument.h"
#include "build/code/symbols.h"
#include "build/linker.h"
#include "build/sim_unit.h"
#include "build/submission.h"
#include "build/toolchain.h"
#include "common/child_process.h"
#include "common/files.h"
#include "common/hash.h"
#include "common/text.h"
#include "scenario/include/gridlock/module_abi.h"

namespace gridlock {
namespace {

/// The most warnings shown: more would hide the report after them.
constexpr std::size_t kWarningsMax = 5;

using Symbols = std::vector<ModuleSymbol>;

/// The object of a lab's scenarios, which is in the cache or being built.
struct Scenarios {
  ModuleBuild build;                      ///< The object, as if it were a module.
  std::shared_future<ModuleBuild> built;  ///< Only valid if it is being built.

  const fs::path& object() const { return build.module; }
  std::string key() const { return object().parent_path().filename().string(); }
  BuildProblem wait() const {
    if (!built.valid() || built.get().verdict == Verdict::passed) return std::nullopt;
    return built.get();
  }
};

std::vector<std::string> guarded_in(const Symbols& symbols) {
  constexpr std::string_view kGuard = "__wrap_";
  std::vector<std::string> functions;
  for (const ModuleSymbol& symbol : symbols)
    if (symbol.defined && symbol.name.starts_with(kGuard))
      functions.push_back(symbol.name.substr(kGuard.size()));
  return functions;
}

class SimBuild {
 public:
  /// \param lab the lab's scenarios; nullopt for a program, or to build the scenarios
  SimBuild(ModuleCache& cache, const fs::path& clang, std::optional<Scenarios> lab)
      : cache_(cache),
        build_folder_(cache),
        folder_(build_folder_.path()),
        clang_(clang),
        lab_(std::move(lab)) {}

  void add(ModuleRequest request, Submission submission) {
    // A program needs a folder without neighbours: the compiler searches for "../x.h"
    // from there before it searches beside the program.
    fs::path own =
        request.scenarios.empty() ? folder_without_neighbours(folder_) : folder_;
    if (!units_.empty()) own /= std::to_string(units_.size());
    fs::create_directories(own);
    units_.push_back(
        std::make_unique<SimUnit>(std::move(request), std::move(submission), own));
  }

  /// Makes the rewritten texts, and from them the key.
  BuildProblem prepare() {
    for (const auto& unit : units_)
      if (auto problem = unit->preprocess_and_rewrite()) return problem;
    if (auto problem = look_for_main()) return problem;
    key_ = module_key();
    return std::nullopt;
  }

  /// The module, which may not exist yet.
  ModuleBuild module() const {
    ModuleBuild build;
    build.module = cache_.module_path(key_);
    build.source_hash = source_hash();
    return build;
  }

  ModuleBuild finish(const std::string& request_hash) {
    if (!cache_.has(key_)) {
      if (auto problem = compile()) return *problem;
      if (lab_)
        fs::copy(lab_->object().parent_path() / "src", folder_ / "src",
                 fs::copy_options::recursive);
      for (const auto& unit : units_)
        unit->source().keep_sources(unit->files(), sources_folder(folder_, ups()));
      remove_steps(folder_);
      write_run_on_load();
      write_warnings();
      cache_.store(key_, folder_);
    }
    ModuleBuild build = module();
    cache_.store_request(request_hash, key_, build.source_hash, dependencies());
    return build;
  }

 private:
  const TranslationUnit& first() const { return units_.front()->source(); }

  /// The largest number of `..` at the beginning of a file's name.
  std::ptrdiff_t ups() const {
    std::ptrdiff_t most = 0;
    for (const auto& unit : units_) most = std::max(most, ups_of(unit->files()));
    return most;
  }

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

  std::string module_key() const {
    Hasher hasher;
    for (const auto& unit : units_) hasher.add(unit->text());
    if (lab_) hasher.add("scenarios").add(lab_->key());
    hasher.add(file_identity(fs::canonical(clang_)));
    for (const auto& flags :
         {compile_flags(first().folders()), assemble_flags(), link_flags()})
      for (const std::string& flag : flags) hasher.add(flag);
    hasher.add(allowed_symbols_text()).add(std::uint64_t{kModuleAbiVersion});
    hasher.add(kHooksVersion);
    return hasher.hex();
  }

  BuildProblem compile() {
    // Debuggers find the sources beside the module.
    const fs::path sources =
        sources_folder(cache_.module_path(key_).parent_path(), ups());
    for (const auto& unit : units_)
      if (auto problem = unit->compile(sources)) return problem;
    separate_variables();
    if (auto problem = lab_ ? lab_->wait() : std::nullopt) return problem;
    const auto scenarios = lab_ ? module_symbols(read_file(lab_->object())) : Symbols{};
    std::vector<std::string> guarded = guarded_in(scenarios);
    if (auto problem = assemble(guarded)) return problem;
    if (first().folders().is_of_lab()) return hide_symbols(guarded);
    if (auto problem = link(guarded)) return problem;
    const auto module = module_symbols(read_file(folder_ / "module.so"));
    if (const auto names = lacking(module, scenarios); !names.empty())
      return first().lacks(names);
    auto complaints = check_symbols(module, first().is_program(), guarded);
    if (lab_ && complaints.empty())
      complaints = check_submission(module_symbols(read_file(units_.front()->object())),
                                    scenarios);
    if (!complaints.empty()) return first().refuse(complaints);
    return std::nullopt;
  }

  /// Hides all symbols of the scenarios' object, except for its guards and the names that
  /// the worker looks up.  First resolves groups: otherwise, the linker would merge this
  /// object's copy of a library function with copies in other objects.
  BuildProblem hide_symbols(const std::vector<std::string>& guarded) {
    std::vector<std::string> hide{find_program("objcopy").string()};
    for (const char* name : {"gridlock_module_abi_version", "gridlock_module_scenarios"})
      hide.push_back(fmt::format("--keep-global-symbol={}", name));
    for (const std::string& name : guarded)
      hide.push_back(fmt::format("--keep-global-symbol=__wrap_{}", name));
    hide.insert(hide.end(), {"whole.o", "module.so"});
    const std::string linker = find_program("ld").string();
    if (linker.empty() || hide.front().empty())
      return failed(Verdict::grader_error,
                    "The simulator needs ld and objcopy, which were not found. Install "
                    "the package binutils.");
    SimUnit& unit = *units_.front();
    if (auto problem = unit.step(unit.run_tool(
            {linker, "-r", "--force-group-allocation", "-o", "whole.o", "unit.o"})))
      return problem;
    return unit.step(unit.run_tool(std::move(hide)));
  }

  /// Gives each file its own copy of a device variable that several files define, as by a
  /// common header.  nvcc does the same: by default it links device code file by file.
  void separate_variables() {
    std::set<std::string> seen, repeated;
    for (const auto& unit : units_)
      for (const std::string& name : unit->shared_device_variables())
        if (!seen.insert(name).second) repeated.insert(name);
    if (repeated.empty()) return;
    for (const auto& unit : units_) unit->keep_variables(repeated);
  }

  /// Assembles the units.  No unit guards a function that another one defines or guards.
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

  /// Writes each warning once, as several files may include the same header.
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
    // The guards go into a file: a submission's names may be longer than a command line.
    std::string guards;
    for (const std::string& flag : guard_flags(guarded)) guards += flag + "\n";
    write_scratch_file(first().folders().build / "guards", guards);
    words.emplace_back("@guards");
    for (const auto& unit : units_) words.push_back(unit->object().string());
    if (lab_) {
      // A copy, as the linker's box contains only the build's folder.
      fs::copy_file(lab_->object(), folder_ / "scenarios.o");
      words.emplace_back("scenarios.o");
    }
    for (const char* library : kLinkedLibraries) words.emplace_back(library);
    ProcessResult asked;
    const auto linker =
        kept_link_command(cache_.linker_path(file_identity(fs::canonical(clang_))), [&] {
          const std::string object = units_.front()->object().string();
          asked = units_.front()->run_clang({"-###", "-shared", "-nodefaultlibs"},
                                            {object, "-o", "module.so"});
          return parse_link_command(asked.errors, object);
        });
    if (!linker)
      return failed(Verdict::grader_error,
                    fmt::format("clang++ -### does not say how it links ({}): {}",
                                asked.how_it_ended(), sanitize_text(asked.errors)));
    const ProcessResult result = units_.front()->run_tool(linker->with(words));
    constexpr std::string_view kTwice = "multiple definition of ";
    if (const std::size_t at = result.errors.find(kTwice);
        !result.ok() && at != result.errors.npos) {
      // GNU's linker quotes a name as `name'.
      const std::size_t begin = at + kTwice.size() + 1;
      const std::string name =
          result.errors.substr(begin, result.errors.find_first_of("\n'", begin) - begin);
      return failed(Verdict::compile_error,
                    fmt::format("{} is defined in more than one of the files.",
                                sanitize_text(name)));
    }
    if (auto problem = units_.front()->step(result)) return problem;
    fs::rename(first().folders().build / "module.so", folder_ / "module.so");
    return std::nullopt;
  }

  std::string source_hash() const {
    if (units_.size() == 1 && !lab_) return first().source_hash(units_.front()->files());
    Hasher hasher;
    if (lab_) hasher.add(lab_->build.source_hash);
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
  BuildFolder build_folder_;
  fs::path folder_;
  fs::path clang_;
  std::optional<Scenarios> lab_;
  std::string key_;
  std::vector<std::unique_ptr<SimUnit>> units_;
};

/// Starts building the lab's scenarios, unless they are in the cache.
Scenarios begin_scenarios(ModuleRequest request, ModuleCache& cache,
                          const fs::path& clang) {
  request.submission = request.scenarios;
  request.submission_name = request.scenarios.filename().string();
  request.reference.clear();
  const std::string request_hash = request_hasher(request, clang).hex();
  if (auto found = cache.find_request(request_hash)) return {*std::move(found), {}};
  Submission text;
  text.text = normalize_text(read_file(request.scenarios));
  const auto build = std::make_shared<SimBuild>(cache, clang, std::nullopt);
  build->add(std::move(request), std::move(text));
  if (auto problem = build->prepare()) return {*std::move(problem), {}};
  return {build->module(), std::async(std::launch::async, [build, request_hash] {
                             return build->finish(request_hash);
                           }).share()};
}

}  // namespace

ModuleBuild build_sim_module(const ModuleRequest& request, Submission submission,
                             ModuleCache& cache) {
  const fs::path clang = find_clang();
  if (clang.empty())
    return failed(Verdict::grader_error,
                  "The simulator needs clang++ 14 or newer, which was not found. Install "
                  "the package clang.");
  std::optional<Scenarios> lab;
  if (!request.scenarios.empty() && !request.together) {
    lab = begin_scenarios(request, cache, clang);
    if (lab->build.verdict != Verdict::passed) return lab->build;
  }
  const std::string request_hash =
      request_hasher(request, clang).add(lab ? lab->key() : "").hex();
  if (auto found = cache.find_request(request_hash)) return *std::move(found);
  SimBuild build(cache, clang, std::move(lab));
  build.add(request, std::move(submission));
  for (const fs::path& file : request.other_sources) {
    ModuleRequest other = request;
    other.submission = file;
    other.submission_name = file.filename().string();
    Submission text = read_submission(file, other.submission_name, Belongs::to_program);
    if (!text.problem.empty()) return failed(Verdict::rejected, text.problem);
    build.add(std::move(other), std::move(text));
  }
  if (auto problem = build.prepare()) return *std::move(problem);
  return build.finish(request_hash);
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
