/// What the builds of both executors share: the private folder, its files, and the
/// conversion of complaints and compiler messages into a result.
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
#include "common/hash.h"
#include "common/subprocess.h"

namespace gridlock {

ModuleBuild failed(Verdict verdict, std::string message);

class TranslationUnit {
 public:
  TranslationUnit(const ModuleRequest& request, Submission submission,
                  const std::filesystem::path& build_folder);

  const SourceFolders& folders() const { return folders_; }
  const Box& box() const { return request_.box; }
  const std::string& submission_text() const { return submission_.text; }
  /// The reference, if the submission is an overlay.
  std::optional<SourceFile> reference() const;
  bool is_program() const { return folders_.scenarios.empty(); }

  /// Writes the text, merged if it is an overlay's, into the private folder and, for an
  /// experiment, also the scenarios, which include it.  Adds the lab's behind.cuh to a
  /// submission.
  /// \throws std::system_error
  void write_sources() const;

  /// The lab's file with declarations of the submission's names that the scenarios use;
  /// empty if there is none.
  std::filesystem::path required() const { return beside_scenarios(kRequiredName); }

  ModuleBuild lacks(const std::vector<std::string>& functions) const;

  /// A source line as its author wrote it, trimmed.
  std::string line_text(const SourceFile& file, int line) const;
  /// The text of a file of the student or the lab; "" if it cannot be read.
  const std::string& text_of(const SourceFile& file) const;

  /// The result for these complaints: `rejected` if one of them is about a rule, else
  /// compile_error.
  ModuleBuild refuse(const std::vector<Complaint>& complaints) const;

  /// The result if the step failed because this machine lacks a resource, such as disk
  /// space or memory; else nullopt.  The compiler's message alone does not prove a lack:
  /// the submission may have caused it.
  std::optional<ModuleBuild> lack_of_machine(const ProcessResult& result) const;

  ModuleBuild explain_failure(const ProcessResult& result, const Classifier& classify,
                              const Candidates& candidates = {}) const;

  /// A hash of all text of the student and the lab, for schedule strings.
  std::string source_hash(const std::vector<SourceFile>& files) const;

  /// The headers of the system or the grader that only one of the two texts includes, as
  /// files of the student or the lab name them.
  std::vector<std::string> headers_of_one_side(const TokenizedText& one,
                                               const TokenizedText& other) const;

  std::vector<Dependency> dependencies(const std::vector<SourceFile>& files) const;

  /// Copies the files of the student and the lab to `folder`, which must be deep enough
  /// for names that begin with `..` (sources_folder).
  void keep_sources(const std::vector<SourceFile>& files,
                    const std::filesystem::path& folder) const;

 private:
  /// The macros of the command line as a header.
  std::string definitions_text() const;
  std::string source_of(const Complaint& complaint) const;
  /// The message about the submission's first bracket that is never closed; "" if there
  /// is none.
  std::string open_bracket() const;
  std::string scenarios_message(const Explanation& explanation) const;
  /// The result of a failure without an error in the text.
  ModuleBuild end_without_errors(const ProcessResult& result) const;
  /// The declarations that the lab requires, one per line.
  std::string required_text() const;
  /// A file beside the scenarios that they share with submissions; empty if there is
  /// none.
  std::filesystem::path beside_scenarios(const char* name) const;

  const ModuleRequest& request_;
  SourceFolders folders_;
  Submission submission_;
  mutable std::map<std::filesystem::path, std::string> texts_;
};

/// The result of an unexplained failure: grader_error, or `if_ours_builds` if this
/// machine can build a module of ours.
ModuleBuild unexplained(Verdict if_ours_builds, std::string message);

/// A hasher that has taken everything in the request that decides its result, and the
/// identities of the compiler and of this program, but no contents of files.
Hasher request_hasher(const ModuleRequest& request,
                      const std::filesystem::path& compiler);

/// Removes everything from a build folder except the module and its sources.
void remove_steps(const std::filesystem::path& build_folder);

/// Build a module for the simulator and for the GPU.
/// \throws std::system_error and std::runtime_error for failures that the student did not
/// cause
ModuleBuild build_sim_module(const ModuleRequest& request, Submission submission,
                             ModuleCache& cache);
ModuleBuild build_gpu_module(const ModuleRequest& request, Submission submission,
                             ModuleCache& cache);

}  // namespace gridlock
