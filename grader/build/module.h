/// \file
/// A submission becomes a loadable module for one executor.
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

/// A request for a module.
struct ModuleRequest {
  ExecutorKind executor = ExecutorKind::sim;
  /// The student's .cu.  Never written to.  Its headers may be in its folder.
  std::filesystem::path submission;
  /// The lab's scenarios.cu, which is compiled apart from the submission and declares the
  /// names that it uses; empty for a whole program with its own main.
  std::filesystem::path scenarios;
  /// Whether that is an experiment, which includes the submission: only then may a
  /// compiler inline one in the other.
  bool together = false;
  /// The name under which the submission is reported: "last_block.cu".
  std::string submission_name;
  /// The lab's reference solution, which an overlay (overlay.h) is laid over; empty for a
  /// whole program.
  std::filesystem::path reference;
  /// Headers in the scenarios' folder that belong to the lab, not to the student, even if
  /// the submission is in the same folder.
  std::vector<std::string> given;
  /// Search path of \#include after the submission's own folder; the scenarios' folder is
  /// added.
  std::vector<std::filesystem::path> include_dirs;
  /// Further source files of a whole program.
  std::vector<std::filesystem::path> other_sources;
  std::vector<std::string> definitions;  ///< Macros: "NAME" or "NAME=VALUE".
  /// Whether names are declared that CUDA 13 has dropped.
  bool legacy = false;
  /// Declarations the submission must have, as the student should read them; shown
  /// when the scenarios do not compile against it.
  std::vector<std::string> required;
  Box box;  ///< The box in which the compilers run.
  /// Modules are kept here under the hash of all their inputs.
  std::filesystem::path cache_dir;
};

/// The result.
struct ModuleBuild {
  Verdict verdict = Verdict::passed;  ///< passed, compile_error, rejected, skipped
                                      ///< (no nvcc), timeout or grader_error.
  std::string message;                ///< Text for the student; "" if passed.
  std::string warnings;               ///< compiler_warnings() of the module.
  std::filesystem::path module;       ///< The shared object.
  std::string source_hash;            ///< Hex digits; in every schedule string.
  double seconds = 0;
  bool cached = false;
  /// Set if no measurement explains a grader_error: the verdict if this machine builds a
  /// module of ours, so that the submission is at fault.
  std::optional<Verdict> if_ours_builds{};
};

/// Builds the module, or finds it in the cache.  Never throws because of a submission; a
/// broken installation is a grader_error with a sentence.
ModuleBuild build_module(const ModuleRequest& request);

/// Lines of a submission that run as soon as its module for the simulator is loaded,
/// before any check: "last_block.cu:12".  Such code could pretend to be the worker, so a
/// person should check it.
std::vector<std::string> run_on_load(const std::filesystem::path& module);

/// The compiler's warnings about the student's own files that point at a likely mistake,
/// for a module of the simulator; "" without warnings.
std::string compiler_warnings(const std::filesystem::path& module);

/// One place in the source.
struct SourceLine {
  std::string file;  ///< The student's name of the file: "last_block.cu".
  int line = 0;      ///< 0 if unknown.
  std::string function;
  std::string text;  ///< The line, without the white space around it.
  /// The line of the call into which the compiler has inlined the function, if it has.
  std::vector<SourceLine> inlined_into{};
  GRIDLOCK_FIELDS(file, line, function, text)
};

/// A source file as it was stored with the module, by its name in SourceLine::file; "" if
/// it was not.
std::string stored_source(const std::filesystem::path& module, const std::string& file);

/// The lines of program counters: offsets in the module that calls return to, as the
/// hooks see them (any address within a call except its first byte works as well).  For
/// each, the innermost frame that is not in our own headers or the system's; 0 has no
/// line.  Takes one subprocess for all of them.
std::vector<SourceLine> source_lines(const std::filesystem::path& module,
                                     const std::vector<std::uint64_t>& pcs);

}  // namespace gridlock
