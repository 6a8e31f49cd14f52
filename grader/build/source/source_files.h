/// The owner of each file: the student, the lab, the grader or the system.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// The name of the reference in findings, under a submission that is laid over it.  A
/// debugger must not confuse it with the submission, which has the same name in its
/// folder.
constexpr const char* kReferenceName = "reference.cu";

/// Files of a lab's folder besides scenarios.cu: declarations of the submission's names
/// that scenarios.cu uses, compiled in front of the submission, and code that is compiled
/// behind it.
constexpr const char* kRequiredName = "required.cuh";
constexpr const char* kBehindName = "behind.cuh";

/// The file of the macros on the command line, in the private folder.  The simulator's
/// own headers come before it: nothing there may change them.
constexpr const char* kDefinitionsName = "gridlock_definitions.h";

/// The folder, in that of a module, that holds the texts from which it was made, each
/// under its name.  Texts that are named by `..` lie in it, too: it has as many folders
/// above.
/// \param ups the most `..` at the beginning of a name
std::filesystem::path sources_folder(const std::filesystem::path& module_folder,
                                     std::ptrdiff_t ups);
/// The same of a module that has been built.
std::filesystem::path sources_folder(const std::filesystem::path& module_folder);

/// The number of `..` at the beginning of a name.
std::ptrdiff_t ups_of(const std::string& name);

/// A folder below this one that is so deep that no `..` of an #include leads out of it.
std::filesystem::path folder_without_neighbours(std::filesystem::path folder);

/// The owner of a file.
enum class FileKind {
  submission,  ///< The student's file.
  reference,   ///< The reference of an overlay.
  local,       ///< A header below the folder of the submission; of a whole program, any.
  named,      ///< The file that #line of a whole program names: the text that it was made
              ///< from.
  scenarios,  ///< The lab's scenarios.cu.
  lab,        ///< A header of the lab, also where the submission is in its folder.
  ours,       ///< The CUDA headers of the simulator, gridlock/scenario.h.
  system,     ///< Found on the compiler's own search path.
  builtin,    ///< No file: "<built-in>", "<command line>".
  stranger,   ///< Anything else.
};

/// Whether the file is held to the rules for submissions.
inline bool is_students(FileKind kind) {
  return kind == FileKind::submission || kind == FileKind::reference ||
         kind == FileKind::local || kind == FileKind::named;
}
/// Files written for this course, not the system's and not the grader's.
inline bool is_written_here(FileKind kind) {
  return is_students(kind) || kind == FileKind::scenarios || kind == FileKind::lab;
}

/// One file of a translation unit.
struct SourceFile {
  std::filesystem::path path;  ///< Absolute.
  FileKind kind = FileKind::builtin;
  std::string name;  ///< The student's name of the file.
};

/// The most `..` at the beginning of a name of the student's or the lab's files.
std::ptrdiff_t ups_of(const std::vector<SourceFile>& files);

/// The folders of a translation unit's files.
struct SourceFolders {
  std::filesystem::path build;       ///< The private folder that is compiled in.
  std::filesystem::path submission;  ///< The file that is compiled, absolute.
  std::string submission_name;       ///< Its name in the private folder.
  std::string shown_name;            ///< Its name for the student.
  std::filesystem::path reference;   ///< The reference of an overlay, absolute; or empty.
  std::filesystem::path scenarios;   ///< The lab's file, absolute; or empty.
  std::filesystem::path headers;     ///< Search folder for the student's quoted headers.
  std::vector<std::string> given;    ///< Headers in the scenarios' folder, the lab's own.
  std::vector<std::filesystem::path> include_dirs;  ///< Absolute.

  bool together = false;  ///< ModuleRequest::together.

  /// The compiled file, in the private folder.
  std::string main_name() const {
    return together ? scenarios.filename().string() : submission_name;
  }

  /// Whether the lab's own file is compiled, apart from a submission.
  bool is_of_lab() const { return !scenarios.empty() && submission == scenarios; }

  /// The owner of a file that a line marker names.  `system` is the marker's flag 3.
  SourceFile classify(std::string_view marker_name, bool system) const;

  /// A file that a #line directive of a whole program names.  It need not exist; a name
  /// without a folder, or below one, is relative to the submission's folder.
  SourceFile named_by_line(std::string_view marker_name) const;
};

/// The folder of the CUDA headers that the simulator compiles with.
std::filesystem::path sim_include_dir();
/// The folder of gridlock/scenario.h.
std::filesystem::path worker_include_dir();

}  // namespace gridlock
