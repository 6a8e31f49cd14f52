/// One source text that becomes an object of a module for the simulator: it is
/// preprocessed, checked against the rules, rewritten, compiled with hooks, and
/// assembled.
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
  /// \param request its `submission` is the file with the text
  /// \param folder exists, and belongs to this unit alone
  SimUnit(ModuleRequest request, Submission submission,
          const std::filesystem::path& folder);
  SimUnit(const SimUnit&) = delete;
  SimUnit& operator=(const SimUnit&) = delete;

  const TranslationUnit& source() const { return unit_; }
  const std::vector<SourceFile>& files() const { return text_.tokenized.files; }
  bool has_main() const { return rewritten_.has_main; }
  /// The compiler's input; together with the flags it decides the object.
  const std::string& text() const { return rewritten_.text; }

  BuildProblem preprocess_and_rewrite();
  /// Compiles the text.  Debuggers will look for the sources in `kept_sources`.
  BuildProblem compile(const std::filesystem::path& kept_sources);
  /// The student's dynamic initialisers in the compiled code: "last_block.cu:12".
  const std::vector<std::string>& run_on_load() const { return run_on_load_; }
  /// The compiler's warnings about the student's own files (explain_warnings).
  const std::vector<std::string>& warnings() const { return warnings_; }
  std::set<std::string> defined_functions() const;
  /// The device variables that the code defines so that other files see them.
  std::set<std::string> shared_device_variables() const;
  /// Makes these device variables internal (code/passes.h).
  /// \param names linker names; names that the code does not define are ignored
  void keep_variables(const std::set<std::string>& names);
  /// Makes object(), with guards (code/guards.h) except for the functions in `elsewhere`.
  BuildProblem assemble(const std::set<std::string>& elsewhere);
  std::filesystem::path object() const { return folder_ / "unit.o"; }
  const std::vector<std::string>& guarded() const { return guarded_; }

  /// Runs clang in the unit's folder, on these files of that folder.
  ProcessResult run_clang(std::vector<std::string> flags,
                          std::initializer_list<std::string> files,
                          std::size_t output_limit = kCompilerLogMax);
  /// Runs one of the compiler's tools in that folder, with the same limits.
  ProcessResult run_tool(std::vector<std::string> command,
                         std::size_t output_limit = kCompilerLogMax);
  /// The problem of a failed step; nothing if it succeeded.
  BuildProblem step(const ProcessResult& result) const;

 private:
  static constexpr std::size_t kCompilerLogMax = 64 << 10;

  BuildProblem preprocess();
  BuildProblem preprocess_for_each_side();
  void note_initialisers(const std::string& ir);
  SourceFile owner_of(const std::string& name) const;
  void retokenize(std::string text, std::vector<SourceFile> more);
  BuildProblem run_pass(Pass pass, const std::vector<std::string>& headers,
                        PreprocessedText& text);

  ModuleRequest request_;
  TranslationUnit unit_;
  std::filesystem::path folder_;
  PreprocessedText text_;
  RewrittenText rewritten_;
  std::string code_;  ///< LLVM IR with hooks.
  std::vector<std::string> guarded_;
  std::vector<std::string> run_on_load_;
  std::vector<std::string> warnings_;
};

}  // namespace gridlock
