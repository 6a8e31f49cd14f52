// A module for the simulator: preprocess, check the rules, rewrite, compile with hooks,
// hook what the compiler left out, link, check the symbols.
#include <fmt/format.h>
#include <cstdint>

#include <algorithm>

#include "build/code/guards.h"
#include "build/code/instrument.h"
#include "build/code/layouts.h"
#include "build/code/symbols.h"
#include "build/lab_macros.h"
#include "build/rewrite/rewrite.h"
#include "build/rewrite/two_passes.h"
#include "build/rules.h"
#include "build/source/declarations.h"
#include "build/source/lexer.h"
#include "build/toolchain.h"
#include "build/translation_unit.h"
#include "common/files.h"
#include "common/hash.h"
#include "worker/include/gridlock/module_abi.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// More than any program with all headers needs, and small enough to keep in memory.
constexpr std::size_t kPreprocessedBytesMax = std::size_t{32} << 20;
constexpr std::size_t kCompilerLogMax = 64 << 10;

class SimBuild {
 public:
  SimBuild(const ModuleRequest& request, Submission submission, ModuleCache& cache,
           const BuildFolder& folder)
      : unit_(request, std::move(submission), folder.path()),
        cache_(cache),
        folder_(folder.path()),
        clang_(find_clang()) {}

  ModuleBuild run(const std::string& request_hash) {
    const auto begin = fs::file_time_type::clock::now();
    if (auto complaints = check_raw(unit_.submission_text(), unit_.folders().shown_name,
                                    unit_.is_program());
        !complaints.empty())
      return unit_.refuse(complaints);
    unit_.write_sources();
    if (auto problem = preprocess()) return *problem;
    if (auto problem = rewrite_text()) return *problem;
    const std::string key = module_key();
    if (!cache_.has(key)) {
      if (auto problem = compile(key)) return *problem;
      unit_.keep_sources(text_.tokenized.files, folder_);
      remove_steps(folder_);
      cache_.store(key, folder_);
    }
    ModuleBuild build;
    build.module = cache_.module_path(key);
    build.source_hash = unit_.source_hash(text_.tokenized.files);
    cache_.store_request(request_hash, key, build.source_hash,
                         unit_.dependencies(text_.tokenized.files), begin);
    return build;
  }

 private:
  using Problem = std::optional<ModuleBuild>;

  ProcessResult run_clang(std::vector<std::string> flags,
                          std::initializer_list<std::string> files,
                          std::size_t output_limit = kCompilerLogMax) {
    flags.insert(flags.begin(), clang_.string());
    flags.insert(flags.end(), files);
    ProcessRequest request =
        compiler_request(std::move(flags), unit_.folders(), unit_.box());
    request.output_limit = output_limit;
    request.stop_at_output_limit = output_limit != kCompilerLogMax;
    request.errors_limit = kCompilerLogMax;
    return run_process(request);
  }

  Problem preprocess() {
    if (auto problem = run_pass(Pass::only, {}, text_)) return problem;
    const auto& files = text_.tokenized.files;
    const bool asks =
        std::any_of(files.begin(), files.end(), [&](const SourceFile& file) {
          return is_written_here(file.kind) &&
                 unit_.text_of(file).find("__CUDA_ARCH__") != std::string::npos;
        });
    return asks ? preprocess_for_each_side() : std::nullopt;
  }

  /// Preprocesses a program whose text differs between the host and the device.
  Problem preprocess_for_each_side() {
    PreprocessedText host, device;
    std::vector<std::string> headers;
    // A header that only one side includes is then included first by both.
    for (bool again = true; again;) {
      if (auto problem = run_pass(Pass::host, headers, host)) return problem;
      if (auto problem = run_pass(Pass::device, headers, device)) return problem;
      const auto more = unit_.headers_of_one_side(host.tokenized, device.tokenized);
      again = headers.empty() && !more.empty();
      headers.insert(headers.end(), more.begin(), more.end());
    }
    MergedText merged = merge_passes(host, device);
    if (!merged.complaints.empty()) return unit_.refuse(merged.complaints);
    text_.text = std::move(merged.text);
    text_.tokenized = tokenize_preprocessed(text_.text, unit_.folders());
    for (const SourceFile& file : device.tokenized.files) {
      auto& files = text_.tokenized.files;
      if (std::none_of(files.begin(), files.end(), [&](const SourceFile& known) {
            return known.path == file.path && known.name == file.name;
          }))
        files.push_back(file);
    }
    return std::nullopt;
  }

  Problem run_pass(Pass pass, const std::vector<std::string>& headers,
                   PreprocessedText& text) {
    std::vector<std::string> flags = preprocess_flags(unit_.folders(), pass);
    for (const std::string& header : headers)
      flags.insert(flags.end(), {"-include", header});
    ProcessResult result =
        run_clang(flags, {unit_.folders().main_name()}, kPreprocessedBytesMax);
    text.text = std::move(result.output);
    text.tokenized = {};
    if (!result.output_cut)
      text.tokenized = tokenize_preprocessed(text.text, unit_.folders());
    if (result.output_cut || text.tokenized.tokens.size() >= kTokensMax)
      return failed(Verdict::rejected,
                    fmt::format("With all its headers and macros {} is too large. Look "
                                "for a file that includes itself and for macros that "
                                "multiply.",
                                unit_.folders().shown_name));
    // The rules come first: an error message may quote a file that is not ours.
    std::vector<Complaint> complaints = check_preprocessed(text.tokenized);
    for (const SourceFile& file : text.tokenized.files) {
      if (file.kind != FileKind::local && file.kind != FileKind::reference) continue;
      const auto more = check_raw(unit_.text_of(file), file.name, unit_.is_program());
      complaints.insert(complaints.end(), more.begin(), more.end());
    }
    const auto macros = check_macros(
        text.tokenized, [this](const SourceFile& file) -> const std::string& {
          return unit_.text_of(file);
        });
    complaints.insert(complaints.end(), macros.begin(), macros.end());
    if (!complaints.empty()) return unit_.refuse(complaints);
    if (result.ok()) return std::nullopt;
    return unit_.explain_failure(result, [this](const std::string& name) {
      return unit_.folders().classify(name, false);
    });
  }

  Problem rewrite_text() {
    rewritten_ = rewrite(text_.text, text_.tokenized, unit_.is_program());
    if (!rewritten_.complaints.empty()) return unit_.refuse(rewritten_.complaints);
    if (unit_.is_program() && !rewritten_.has_main)
      return failed(Verdict::compile_error,
                    fmt::format("{} has no main function. A program needs one: "
                                "int main().",
                                unit_.folders().shown_name));
    return std::nullopt;
  }

  /// Everything that decides what is in the module.
  std::string module_key() const {
    Hasher hasher;
    hasher.add(rewritten_.text).add(file_identity(fs::canonical(clang_)));
    for (const auto& flags :
         {compile_flags(!unit_.is_program()), assemble_flags(), link_flags()})
      for (const std::string& flag : flags) hasher.add(flag);
    hasher.add(allowed_symbols_text()).add(std::uint64_t{kModuleAbiVersion});
    hasher.add(kHooksVersion);
    return hasher.hex();
  }

  Problem compile(const std::string& key) {
    write_scratch_file(folder_ / "unit.ii", rewritten_.text);
    // A debugger finds the sources beside the module.
    const fs::path sources = cache_.module_path(key).parent_path() / "src";
    std::vector<std::string> flags = compile_flags(!unit_.is_program());
    flags.push_back("-fdebug-compilation-dir=" + sources.string());
    if (auto problem = step(run_clang(flags, {"unit.ii", "-o", "unit.ll"})))
      return problem;
    const GuardedCode code =
        guard_calls(with_layouts(hook_odd_accesses(read_file(folder_ / "unit.ll"))));
    if (!code.reserved.empty())
      return unit_.refuse({{false, "", 0,
                            "The file uses " + code.reserved.front() +
                                ", whose name is reserved for the linker."}});
    write_scratch_file(folder_ / "hooked.ll", code.ir);
    if (auto problem = step(run_clang(assemble_flags(), {"hooked.ll", "-o", "unit.o"})))
      return problem;
    std::vector<std::string> linking = link_flags();
    for (std::string& flag : guard_flags(code.functions))
      linking.push_back(std::move(flag));
    if (auto problem = step(run_clang(linking, {"unit.o", "-o", "module.so"})))
      return problem;
    const auto complaints =
        check_symbols(module_symbols(read_file(folder_ / "module.so")),
                      unit_.is_program(), code.functions);
    if (!complaints.empty()) return unit_.refuse(complaints);
    return std::nullopt;
  }

  /// The rewritten text names files as the student knows them.
  Problem step(const ProcessResult& result) const {
    if (result.ok()) return std::nullopt;
    if (result.errors.find("<program entry>") != std::string::npos)
      return failed(Verdict::compile_error,
                    "main must be int main() or int main(int argc, char** argv).");
    return unit_.explain_failure(
        result,
        [this](const std::string& name) -> SourceFile {
          for (const SourceFile& file : text_.tokenized.files)
            if (file.name == name || file.path == name) return file;
          return {name, FileKind::system, name};
        },
        [this](const std::string& name) { return candidates_of(text_.tokenized, name); });
  }

  TranslationUnit unit_;
  ModuleCache& cache_;
  fs::path folder_;
  fs::path clang_;
  PreprocessedText text_;
  RewrittenText rewritten_;
};

/// Everything except the contents of files that decides the result of the request.
std::string hash_of_sim_request(const ModuleRequest& request, const fs::path& clang) {
  Hasher hasher;
  hasher.add("sim").add(fs::absolute(request.submission).string());
  hasher.add(request.scenarios.empty() ? "" : fs::absolute(request.scenarios).string());
  hasher.add(request.submission_name).add(std::uint64_t{request.box.is_closed()});
  for (const fs::path& folder : request.include_dirs)
    hasher.add(fs::absolute(folder).string());
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
  return SimBuild(request, std::move(submission), cache, folder).run(request_hash);
}

}  // namespace gridlock
