/// \file
/// Turns a submission into a loadable module for one executor.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/fields.h"
#include "common/verdict.h"
#include "isolation/box.h"

namespace gridlock {

enum class ExecutorKind { sim, gpu };
constexpr ExecutorKind last_of(ExecutorKind) { return ExecutorKind::gpu; }
std::string_view name(ExecutorKind executor);  ///< "sim" or "gpu".

struct ModuleRequest {
  ExecutorKind executor = ExecutorKind::sim;
  /// The student's .cu, which is never written to.  Its headers may be in its folder.
  std::filesystem::path submission;
  /// The lab's scenarios.cu, which is compiled separately from the submission and
  /// declares the names that it uses; empty for a whole program with its own main.
  std::filesystem::path scenarios;
  /// Whether the scenarios are an experiment, which includes the submission: only then
  /// may the compiler inline one into the other.
  bool together = false;
  /// The submission's name in reports: "last_block.cu".
  std::string submission_name;
  /// The lab's reference solution, for overlays (overlay.h); empty for a whole program.
  std::filesystem::path reference;
  /// Headers in the scenarios' folder that belong to the lab and not to the student, even
  /// if the submission is in the same folder.
  std::vector<std::string> given;
  /// The search path of \#include, after the submission's own folder.  The scenarios'
  /// folder is added to it.
  std::vector<std::filesystem::path> include_dirs;
  /// Further source files of a whole program.
  std::vector<std::filesystem::path> other_sources;
  std::vector<std::string> definitions;  ///< Macros: "NAME" or "NAME=VALUE".
  /// Whether to declare names that CUDA 13 has removed.
  bool legacy = false;
  /// Declarations that the submission must have, in the form for students; shown if the
  /// scenarios do not compile with the submission.
  std::vector<std::string> required;
  Box box;  ///< Where the compilers run.
  /// The folder in which modules are kept under the hash of all their inputs.
  std::filesystem::path cache_dir;
};

struct ModuleBuild {
  Verdict verdict = Verdict::passed;  ///< passed, compile_error, rejected, skipped
                                      ///< (no nvcc), timeout or grader_error.
  std::string message;                ///< Text for the student; "" if passed.
  std::string warnings;               ///< What compiler_warnings() returns.
  std::filesystem::path module;       ///< The shared object.
  std::string source_hash;            ///< In hex digits; part of every schedule string.
  double seconds = 0;
  bool cached = false;
  /// For a grader_error without a known cause: the verdict to give instead if this
  /// machine can build a file of ours, which proves the submission at fault.
  std::optional<Verdict> if_ours_builds{};
};

/// Builds the module, or finds it in the cache.  Never throws because of a submission; a
/// broken installation leads to a grader_error with an explanation.
ModuleBuild build_module(const ModuleRequest& request);

/// The lines of a submission that run as soon as its module for the simulator is loaded,
/// before any check: "last_block.cu:12".  Such code could pretend to be the worker, so a
/// person should read it.
std::vector<std::string> run_on_load(const std::filesystem::path& module);

/// The compiler's warnings about the student's own files that point at a likely mistake,
/// for a module for the simulator; "" if there are none.
std::string compiler_warnings(const std::filesystem::path& module);

struct SourceLine {
  std::string file;  ///< The file's name for the student: "last_block.cu".
  int line = 0;      ///< 0 if unknown.
  std::string function;
  std::string text;  ///< The line, trimmed.
  /// If the function was inlined: the line of the call.
  std::vector<SourceLine> inlined_into{};
  GRIDLOCK_FIELDS(file, line, function, text)
};

/// The text of a source file stored with the module, by its SourceLine::file; or "".
std::string stored_source(const std::filesystem::path& module, const std::string& file);

/// The source lines of return addresses, given as offsets in the module.  (Any address
/// within the call works, except for its first byte; 0 has no line.)  Each result is the
/// line of the innermost frame outside of the grader's and the system's headers.  Starts
/// one subprocess for all addresses.
std::vector<SourceLine> source_lines(const std::filesystem::path& module,
                                     const std::vector<std::uint64_t>& pcs);

}  // namespace gridlock
