/// Finds the student in the names that learning platforms give to what they export.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// Tells an instructor whose download has no times how late work can be known.
constexpr const char* kHowToTellLateWork =
    "Late work is known by Moodle's grading worksheet as the --roster, by Canvas's _LATE "
    "in names, or if you add it as a folder student-01_LATE.";

/// What the name of an exported folder, archive or file says.
struct HandedName {
  /// The student's name as the platform writes it, with the platform's number, as in
  /// student_12345: two students may have the same name.
  std::string student;
  std::uint64_t attempt = 0;  ///< Later uploads have greater numbers.
  bool is_late = false;       ///< Whether the platform marks it as late.
  std::string file;  ///< The file's own name, if this is the name of a single file.
  bool marks_late =
      false;  ///< Whether this platform marks all late work, as Canvas does.
};

/// The name in NFC, with a letter and its mark as one character, so that it is the same
/// from any machine.
std::string composed(std::string name);

/// The name with plain letters in place of accented ones, to sort by: C for Ç.
std::string without_marks(std::string name);

/// The name, safe to print in one line.
std::string sanitize_name(std::string_view name);

/// Understands the name of a folder, an archive (without its ending) or a single file:
///
///     Canvas      student_LATE_12345_67890_last_block-1.cu, student_12345_text.html and,
///                 anonymous, anon_aB3dE_67890_last_block.cu
///     Moodle      student_12345_assignsubmission_file_, and the file's name behind it
///                 if the download has no folders
///     Gradescope  submission_12345; read_gradescope() finds its students
///     otherwise   the whole name is the student's, as in student-01 or in a repository
///                 of Classroom 50 or GitHub Classroom
HandedName understand(std::string_view name);

/// The file's name without the number that Canvas and browsers add to a later copy:
/// "a.cu" for "a-1.cu" and "a (1).cu".
std::string without_attempt(std::string_view file);

/// Whether a file has the name of a lab's file, apart from case and from what
/// without_attempt() removes.
bool is_same_file_name(std::string_view handed, std::string_view wanted);

/// Whether a student's name is another student's with an ending that copies get, as
/// "student-05_LATE", "student-05-v2" or "student-05 (1)" of "student-05".
bool looks_like_copy(std::string_view name, std::string_view of);

/// Whether looks_like_copy() holds and the ending has a word for a copy, as
/// "student-05_LATE" does.  A name with only a number may belong to another student.
bool is_copy_by_word(std::string_view name, std::string_view of);

/// At most three names: those nearest to `text`, in whole or in part, as "\"a\",
/// \"b\"".
std::string nearest_names(const std::string& text, const std::vector<std::string>& names);

}  // namespace gridlock
