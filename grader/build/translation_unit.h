/// The shared part of both executors' builds: the private folder, its files, and the way
/// from complaints and compiler messages to a result.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "build/cache.h"
#include "build/diagnostics.h"
#include "build/module.h"
#include "build/source/complaint.h"
#include "build/source/lexer.h"
#include "build/source/source_files.h"
#include "build/submission.h"
#include "common/subprocess.h"

namespace gridlock {

/// A result that is not a module.
ModuleBuild failed(Verdict verdict, std::string message);

/// One request on its way to a module.
class TranslationUnit {
 public:
  TranslationUnit(const ModuleRequest& request, Submission submission,
                  const std::filesystem::path& build_folder);

  const SourceFolders& folders() const { return folders_; }
  const Box& box() const { return request_.box; }
  const std::string& submission_text() const { return submission_.text; }
  /// The reference that the submission is laid over, if it is an overlay.
  std::optional<SourceFile> reference() const;
  bool is_program() const { return folders_.scenarios.empty(); }

  /// Writes the text, as a whole, into the private folder, and an experiment that
  /// includes it.  A submission's ends with the code that its lab compiles behind it.
  /// \throws std::system_error
  void write_sources() const;

  /// The lab's declarations of the submission's names that it uses; empty without such a
  /// file.
  std::filesystem::path required() const { return beside_scenarios(kRequiredName); }

  /// The message about functions that the scenarios use and the submission lacks.
  ModuleBuild lacks(const std::vector<std::string>& functions) const;

  /// The source of a line as its author wrote it, without white space around it.
  std::string line_text(const SourceFile& file, int line) const;
  /// The text of a file of the student or the lab; "" if it cannot be read.
  const std::string& text_of(const SourceFile& file) const;

  /// Complaints as a result: `rejected` if one of them is a rule's, else compile_error.
  ModuleBuild refuse(const std::vector<Complaint>& complaints) const;

  /// The resource that this machine lacked, if that is why a compiler failed: room on the
  /// disk, memory.  The compiler's words are not enough: the submission may have caused
  /// them.
  std::optional<ModuleBuild> lack_of_machine(const ProcessResult& result) const;

  /// The student's message for a compiler's failure.  `classify` understands the names
  /// that the compiler uses.
  ModuleBuild explain_failure(const ProcessResult& result, const Classifier& classify,
                              const Candidates& candidates = {}) const;

  /// The hash of all text of the student and the lab, for schedule strings.
  std::string source_hash(const std::vector<SourceFile>& files) const;

  /// The system's and our own headers that only one of two texts includes, by the names
  /// that it uses.
  std::vector<std::string> headers_of_one_side(const TokenizedText& one,
                                               const TokenizedText& other) const;

  /// All inputs that decide the result of the request.
  std::vector<Dependency> dependencies(const std::vector<SourceFile>& files) const;

  /// Copies the student's and the lab's files to `folder`, which is as deep as names need
  /// it that begin with `..` (sources_folder).
  void keep_sources(const std::vector<SourceFile>& files,
                    const std::filesystem::path& folder) const;

 private:
  /// The macros of the command line, as a header.
  std::string definitions_text() const;
  std::string source_of(const Complaint& complaint) const;
  /// The message about the first bracket of the submission that is never closed; ""
  /// without one.
  std::string open_bracket() const;
  std::string scenarios_message(const Explanation& explanation) const;
  /// The declarations that the lab asks for, each in a line.
  std::string required_text() const;
  /// A file that scenarios and submission share, if there is one.
  std::filesystem::path beside_scenarios(const char* name) const;

  const ModuleRequest& request_;
  SourceFolders folders_;
  Submission submission_;
  mutable std::map<std::filesystem::path, std::string> texts_;
};

/// A grader_error, or this verdict if the machine builds a module of ours.
ModuleBuild unexplained(Verdict if_ours_builds, std::string message);

/// Leaves only the module and its sources in a build folder.
void remove_steps(const std::filesystem::path& build_folder);

/// Builds for the simulator and for the GPU.
/// \throws std::system_error and std::runtime_error for failures that are not the
/// student's fault.
ModuleBuild build_sim_module(const ModuleRequest& request, Submission submission,
                             ModuleCache& cache);
ModuleBuild build_gpu_module(const ModuleRequest& request, Submission submission,
                             ModuleCache& cache);

}  // namespace gridlock
