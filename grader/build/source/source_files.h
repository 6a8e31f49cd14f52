/// Finds the owner of each file: the student, the lab, the grader or the system.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// The name of the reference in findings about an overlay.  Its own name may also be the
/// submission's, and a debugger must not confuse the two.
constexpr const char* kReferenceName = "reference.cu";

/// Files in a lab's folder besides scenarios.cu: declarations of the submission's names
/// that scenarios.cu uses, compiled before the submission; and code compiled after it.
constexpr const char* kRequiredName = "required.cuh";
constexpr const char* kBehindName = "behind.cuh";

/// The file with the macros of the command line, in the private folder.  The simulator's
/// own headers come before it, so the macros cannot change them.
constexpr const char* kDefinitionsName = "gridlock_definitions.h";

/// The folder of a module's sources, deep enough within the module's folder that names
/// which begin with `..` do not lead out of that.
/// \param ups the largest number of `..` at the beginning of a name
std::filesystem::path sources_folder(const std::filesystem::path& module_folder,
                                     std::ptrdiff_t ups);
/// The same folder for a module that is already built: the nesting is read from disk.
std::filesystem::path sources_folder(const std::filesystem::path& module_folder);

/// The number of `..` at the beginning of a name.
std::ptrdiff_t ups_of(const std::string& name);

/// A folder so deep below this one that no `..` of an #include leads out of this one.
std::filesystem::path folder_without_neighbours(std::filesystem::path folder);

enum class FileKind {
  submission,  ///< The student's file.
  reference,   ///< The reference that an overlay changes.
  local,       ///< A header below the submission's folder; any header of a whole program.
  named,       ///< A file that a #line of a whole program names: the source that the text
               ///< was generated from.
  scenarios,   ///< The lab's scenarios.cu.
  lab,         ///< A header of the lab, even if the submission is in the same folder.
  ours,        ///< The simulator's CUDA headers, and gridlock/scenario.h.
  system,      ///< Found on the compiler's own search path.
  builtin,     ///< No file: "<built-in>", "<command line>".
  stranger,    ///< Anything else.
};

/// Whether the rules for submissions apply to the file.
inline bool is_students(FileKind kind) {
  return kind == FileKind::submission || kind == FileKind::reference ||
         kind == FileKind::local || kind == FileKind::named;
}
/// Whether the file was written for this course: it is neither the system's nor the
/// grader's.
inline bool is_written_here(FileKind kind) {
  return is_students(kind) || kind == FileKind::scenarios || kind == FileKind::lab;
}

struct SourceFile {
  std::filesystem::path path;  ///< Absolute.
  FileKind kind = FileKind::builtin;
  std::string name;  ///< The file's name for the student.
};

/// The largest number of `..` at the beginning of a name of the student's or the lab's
/// files.
std::ptrdiff_t ups_of(const std::vector<SourceFile>& files);

struct SourceFolders {
  std::filesystem::path build;       ///< The private folder in which the compiler runs.
  std::filesystem::path submission;  ///< The compiled file, absolute.
  std::string submission_name;       ///< Its name in the private folder.
  std::string shown_name;            ///< Its name for the student.
  std::filesystem::path reference;   ///< The reference of an overlay, absolute; or empty.
  std::filesystem::path scenarios;   ///< The lab's file, absolute; or empty.
  std::filesystem::path headers;     ///< Search folder for the student's quoted headers.
  std::vector<std::string> given;    ///< Headers in the scenarios' folder, the lab's own.
  std::vector<std::filesystem::path> include_dirs;  ///< Absolute.

  bool together = false;  ///< ModuleRequest::together.

  /// The name, in the private folder, of the file to compile.
  std::string main_name() const {
    return together ? scenarios.filename().string() : submission_name;
  }

  /// Whether the compiled file is C, as for nvcc: a .c file of a whole program.
  bool is_c() const { return scenarios.empty() && submission_name.ends_with(".c"); }

  /// Whether the compiled file is the lab's own, without a submission.
  bool is_of_lab() const { return !scenarios.empty() && submission == scenarios; }

  /// The owner of the file that a line marker names.
  /// \param system the marker's flag 3
  SourceFile classify(std::string_view marker_name, bool system) const;

  /// The file that a #line directive of a whole program names.  It need not exist.  A
  /// relative name is relative to the submission's folder.
  SourceFile named_by_line(std::string_view marker_name) const;
};

std::filesystem::path sim_include_dir();
std::filesystem::path scenario_include_dir();

}  // namespace gridlock
