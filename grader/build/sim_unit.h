/// One source text on its way to a module for the simulator: preprocessed, held to the
/// rules, rewritten, compiled with hooks, assembled.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "build/rewrite/rewriter.h"
#include "build/rewrite/two_passes.h"
#include "build/toolchain.h"
#include "build/translation_unit.h"

namespace gridlock {

/// A result that ends the build; nothing if there is no problem.
using BuildProblem = std::optional<ModuleBuild>;

class SimUnit {
 public:
  /// `folder`, its own, exists; `request.submission` is the text's file.
  SimUnit(ModuleRequest request, Submission submission,
          const std::filesystem::path& folder);
  SimUnit(const SimUnit&) = delete;
  SimUnit& operator=(const SimUnit&) = delete;

  const TranslationUnit& source() const { return unit_; }
  const std::vector<SourceFile>& files() const { return text_.tokenized.files; }
  bool has_main() const { return rewritten_.has_main; }
  /// The compiler's input, which decides the object together with the flags.
  const std::string& text() const { return rewritten_.text; }

  /// Makes the text.
  BuildProblem preprocess_and_rewrite();
  /// Compiles the text.  A debugger finds the sources in `kept_sources`.
  BuildProblem compile(const std::filesystem::path& kept_sources);
  /// Dynamic initialisers of the student's in the compiled code: "last_block.cu:12".
  const std::vector<std::string>& run_on_load() const { return run_on_load_; }
  /// The compiler's warnings about the student's own files (explain_warnings).
  const std::vector<std::string>& warnings() const { return warnings_; }
  /// The functions that the compiled code defines.
  std::set<std::string> defined_functions() const;
  /// The device variables that it defines for other files too.
  std::set<std::string> shared_device_variables() const;
  /// Makes these device variables its own (code/own_variables.h).
  /// \param names  The linker's names; names that it does not define are ignored.
  void keep_variables(const std::set<std::string>& names);
  /// Makes object(), with guards (code/guards.h) for functions that are not `elsewhere`.
  BuildProblem assemble(const std::set<std::string>& elsewhere);
  std::filesystem::path object() const { return folder_ / "unit.o"; }
  /// The functions that have a guard in it.
  const std::vector<std::string>& guarded() const { return guarded_; }

  /// Runs clang on files of the unit's folder.
  ProcessResult run_clang(std::vector<std::string> flags,
                          std::initializer_list<std::string> files,
                          std::size_t output_limit = kCompilerLogMax);
  /// Runs a tool of the compiler's there, within the same limits.
  ProcessResult run_tool(std::vector<std::string> command,
                         std::size_t output_limit = kCompilerLogMax);
  /// The problem of a step that failed.
  BuildProblem step(const ProcessResult& result) const;

 private:
  static constexpr std::size_t kCompilerLogMax = 64 << 10;

  BuildProblem preprocess();
  BuildProblem preprocess_for_each_side();
  void note_initialisers(const std::string& ir);
  /// The owner of a file, by the name that the rewritten text has for it.
  SourceFile owner_of(const std::string& name) const;
  void retokenize(std::string text, std::vector<SourceFile> more);
  BuildProblem run_pass(Pass pass, const std::vector<std::string>& headers,
                        PreprocessedText& text);

  ModuleRequest request_;
  TranslationUnit unit_;
  std::filesystem::path folder_;
  PreprocessedText text_;
  RewrittenText rewritten_;
  std::string code_;  ///< With hooks, in LLVM's intermediate language.
  std::vector<std::string> guarded_;
  std::vector<std::string> run_on_load_;
  std::vector<std::string> warnings_;
};

}  // namespace gridlock
