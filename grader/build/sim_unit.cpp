#include "build/sim_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "build/code/guards.h"
#include "build/code/host_addresses.h"
#include "build/code/instrument.h"
#include "build/code/passes.h"
#include "build/rewrite/assembly.h"
#include "build/rewrite/rewrite.h"
#include "build/rules.h"
#include "build/source/declarations.h"
#include "common/files.h"

namespace gridlock {
namespace {

/// Makes the preprocessed code instantiate library templates itself.  No hook would see
/// accesses in the library's instantiations, for example through a std::string with
/// made-up contents.
void compile_library_templates(std::string& code) {
  for (const std::string_view name : {"string<", "streambuf<", "stringbuf<", "ios<",
                                      "istream<", "ostream<", "iostream<"}) {
    const std::string form = "extern template class basic_" + std::string(name);
    for (auto at = code.find(form); at != code.npos; at = code.find(form, at)) {
      const std::size_t bytes = std::min(code.find(';', at), code.size()) - at;
      code.replace(at, bytes, bytes, ' ');
    }
  }
}

}  // namespace

SimUnit::SimUnit(ModuleRequest request, Submission submission, const fs::path& folder)
    : request_(std::move(request)),
      unit_(request_, std::move(submission), folder),
      folder_(folder) {}

BuildProblem SimUnit::preprocess_and_rewrite() {
  std::vector<Complaint> complaints;
  if (!unit_.folders().is_of_lab())
    complaints = check_raw(unit_.submission_text(), unit_.folders().shown_name,
                           unit_.is_program());
  if (!complaints.empty()) return unit_.refuse(complaints);
  unit_.write_sources();
  if (auto problem = preprocess()) return *problem;
  TextWithoutAssembly without =
      replace_assembly(text_.text, text_.tokenized, unit_.is_program());
  if (!without.complaints.empty()) return unit_.refuse(without.complaints);
  if (without.changed) retokenize(std::move(without.text), text_.tokenized.files);
  rewritten_ =
      rewrite(text_.text, text_.tokenized, unit_.is_program(), unit_.folders().is_c());
  if (!rewritten_.complaints.empty()) return unit_.refuse(rewritten_.complaints);
  return std::nullopt;
}

ProcessResult SimUnit::run_clang(std::vector<std::string> flags,
                                 std::initializer_list<std::string> files,
                                 std::size_t output_limit) {
  flags.insert(flags.begin(), find_clang().string());
  flags.insert(flags.end(), files);
  return run_tool(std::move(flags), output_limit);
}

ProcessResult SimUnit::run_tool(std::vector<std::string> command,
                                std::size_t output_limit) {
  ProcessRequest request =
      compiler_request(std::move(command), unit_.folders(), unit_.box());
  request.output_limit = output_limit;
  request.stop_at_output_limit = output_limit != kCompilerLogMax;
  request.errors_limit = kCompilerLogMax;
  return run_process(request);
}

BuildProblem SimUnit::preprocess() {
  if (auto problem = run_pass(Pass::only, {}, text_)) return problem;
  const auto& files = text_.tokenized.files;
  const bool asks = std::any_of(files.begin(), files.end(), [&](const SourceFile& file) {
    return is_written_here(file.kind) &&
           unit_.text_of(file).find("__CUDA_ARCH__") != std::string::npos;
  });
  return asks && !unit_.folders().is_c() ? preprocess_for_each_side() : std::nullopt;
}

BuildProblem SimUnit::preprocess_for_each_side() {
  PreprocessedText host, device;
  std::vector<std::string> headers;
  // If only one side includes a header, both include it first in the next attempt.
  for (bool again = true; again;) {
    if (auto problem = run_pass(Pass::host, headers, host)) return problem;
    if (auto problem = run_pass(Pass::device, headers, device)) return problem;
    const auto more = unit_.headers_of_one_side(host.tokenized, device.tokenized);
    again = headers.empty() && !more.empty();
    headers.insert(headers.end(), more.begin(), more.end());
  }
  MergedText merged = merge_passes(host, device);
  if (!merged.complaints.empty()) return unit_.refuse(merged.complaints);
  retokenize(std::move(merged.text), device.tokenized.files);
  return std::nullopt;
}

/// Replaces the text.  `more` are files that the new text may no longer name.
void SimUnit::retokenize(std::string text, std::vector<SourceFile> more) {
  text_.text = std::move(text);
  text_.tokenized = tokenize_preprocessed(text_.text, unit_.folders());
  auto& files = text_.tokenized.files;
  for (SourceFile& file : more)
    if (std::none_of(files.begin(), files.end(), [&](const SourceFile& known) {
          return known.path == file.path && known.name == file.name;
        }))
      files.push_back(std::move(file));
}

BuildProblem SimUnit::run_pass(Pass pass, const std::vector<std::string>& headers,
                               PreprocessedText& text) {
  std::vector<std::string> flags = preprocess_flags(unit_.folders(), pass);
  for (const std::string& header : headers)
    flags.insert(flags.end(), {"-include", header});
  if (!request_.definitions.empty())
    flags.insert(flags.end(), {"-include", kDefinitionsName});
  if (request_.legacy) flags.push_back("-DGRIDLOCK_LEGACY=1");
  if (const fs::path required = unit_.required(); !required.empty())
    flags.insert(flags.end(), {"-include", required.string()});
  // The compiler recognizes the file by this name if the file includes itself.
  ProcessResult result =
      run_clang(flags, {"./" + unit_.folders().main_name()}, kPreprocessedBytesMax);
  text.text = std::move(result.output);
  if (!unit_.is_program()) compile_library_templates(text.text);
  text.tokenized = {};
  if (!result.output_cut)
    text.tokenized = tokenize_preprocessed(text.text, unit_.folders());
  if (result.output_cut || text.tokenized.tokens.size() >= kTokensMax)
    return failed(Verdict::rejected,
                  fmt::format("With all its headers and macros {} is too large. Look "
                              "for a file that includes itself and for macros that "
                              "multiply.",
                              unit_.folders().shown_name));
  // An incomplete text could seem to break a rule.
  if (auto problem = unit_.lack_of_machine(result)) return problem;
  // Check the rules first: an error message could quote a file that is not the student's.
  std::vector<Complaint> complaints =
      check_preprocessed(text.tokenized, unit_.is_program());
  for (const SourceFile& file : text.tokenized.files) {
    if (file.kind != FileKind::local && file.kind != FileKind::reference) continue;
    const auto more = check_raw(unit_.text_of(file), file.name, unit_.is_program());
    complaints.insert(complaints.end(), more.begin(), more.end());
  }
  if (!complaints.empty()) return unit_.refuse(complaints);
  if (result.ok()) return std::nullopt;
  return unit_.explain_failure(result, [this](const std::string& name) {
    return unit_.folders().classify(name, false);
  });
}

BuildProblem SimUnit::compile(const fs::path& kept_sources) {
  write_scratch_file(folder_ / "unit.ii", rewritten_.text);
  std::vector<std::string> flags = compile_flags(unit_.folders());
  flags.push_back("-fdebug-compilation-dir=" + kept_sources.string());
  ProcessResult compiled = run_clang(flags, {"unit.ii", "-o", "unit.ll"});
  if (!compiled.ok() && compiled.errors_cut) {
    // The many warnings may have hidden the error.
    flags.push_back("-w");
    compiled = run_clang(flags, {"unit.ii", "-o", "unit.ll"});
  }
  if (auto problem = step(compiled)) return problem;
  warnings_ = explain_warnings(
      parse_diagnostics(compiled.errors),
      [this](const std::string& name) { return owner_of(name); },
      [this](const SourceFile& file, int line) { return unit_.line_text(file, line); });
  const std::string ir = read_file(folder_ / "unit.ll");
  note_initialisers(ir);
  code_ =
      with_host_addresses(with_layouts(hook_comparisons(hook_accesses(with_gaps(ir)))));
  return std::nullopt;
}

/// Notes initialisers in the submission's files; the lab's headers may have others.
void SimUnit::note_initialisers(const std::string& ir) {
  for (const Initialiser& one : dynamic_initialisers(ir))
    for (const SourceFile& file : text_.tokenized.files) {
      if (file.name != one.file && file.path != one.file) continue;
      if (file.kind == FileKind::submission || file.kind == FileKind::local)
        run_on_load_.push_back(fmt::format("{}:{}", file.name, one.line));
      break;
    }
}

std::set<std::string> SimUnit::defined_functions() const {
  return gridlock::defined_functions(code_);
}

std::set<std::string> SimUnit::shared_device_variables() const {
  return gridlock::shared_device_variables(code_);
}

void SimUnit::keep_variables(const std::set<std::string>& names) {
  code_ = with_own_variables(code_, names);
}

BuildProblem SimUnit::assemble(const std::set<std::string>& elsewhere) {
  GuardedCode code = guard_calls(std::exchange(code_, {}), elsewhere);
  if (!code.reserved.empty())
    return unit_.refuse({{false, "", 0,
                          "The file uses " + code.reserved.front() +
                              ", whose name is reserved for the linker."}});
  write_scratch_file(folder_ / "hooked.ll", code.ir);
  guarded_ = std::move(code.functions);
  return step(run_clang(assemble_flags(), {"hooked.ll", "-o", "unit.o"}));
}

SourceFile SimUnit::owner_of(const std::string& name) const {
  for (const SourceFile& file : text_.tokenized.files)
    if (file.name == name || file.path == name) return file;
  return {name, FileKind::system, name};
}

// Messages about the rewritten text name files as the student does.
BuildProblem SimUnit::step(const ProcessResult& result) const {
  if (result.ok()) return std::nullopt;
  if (result.errors.find("<program entry>") != std::string::npos)
    return failed(Verdict::compile_error,
                  "main must be int main() or int main(int argc, char** argv).");
  return unit_.explain_failure(
      result, [this](const std::string& name) { return owner_of(name); },
      [this](const std::string& name) { return candidates_of(text_.tokenized, name); });
}

}  // namespace gridlock
