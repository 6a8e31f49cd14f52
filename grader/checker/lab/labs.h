/// Finds the labs of a tree: every folder labs/NN_topic with a lab.toml.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "checker/lab/sheet.h"

namespace gridlock {

/// The file of a lab that calls the submission.
inline constexpr const char* kScenariosFile = "scenarios.cu";

/// Below a lab's folder in a student's tree: the lab's file as it was handed out.
inline constexpr const char* kHandedOutFolder = "handed_out";

/// The user asked for something that does not exist or makes no sense.  The message says
/// what to do; the exit code is 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Hints for one part of a lab, from vague to nearly the answer.
struct Hint {
  std::string part;
  std::vector<std::string> levels;
};

struct LabPart {
  std::string id;  ///< "1a"
  std::string title;
};

/// The contents of lab.toml, and what follows from the folder.
struct Lab {
  std::string id;      ///< "01_last_block", the folder's name
  std::string number;  ///< "1"
  std::string topic;   ///< "last_block"
  std::string title;
  std::string submission_name;  ///< "last_block.cu"
  int points = 0;               ///< Hidden checks included.
  int devices = 1;              ///< The number of devices that its checks use on GPUs.
  std::vector<std::string> required;  ///< Declarations that the student must define.
  std::vector<std::string> given;     ///< The headers that are handed out with it.
  std::vector<Hint> hints;
  std::vector<LabPart> parts;          ///< May be empty.
  std::vector<std::string> builds_on;  ///< Labs that come before it on the path.
  std::vector<Promise> promises;       ///< From its sheet.toml; may be empty.
  std::filesystem::path folder;
  std::filesystem::path solution_folder;

  std::filesystem::path skeleton() const { return folder / submission_name; }
  std::filesystem::path solution() const { return solution_folder / submission_name; }
  std::filesystem::path scenarios() const { return folder / kScenariosFile; }
  std::filesystem::path handed_out() const {
    return folder / kHandedOutFolder / submission_name;
  }
};

/// The example that pictures and slides show for a lab: solutions/NN_topic/demo.toml.
struct LabDemo {
  std::filesystem::path wrong;  ///< The mistake that teaches the lab's idea.
  std::string check;            ///< Text in the title of the check that it fails.
};

/// The text of all files of the lab's checks: checks.h and checks*.cpp.
std::string text_of_checks(const Lab& lab);

/// The headers in a lab's folder that its lab.toml does not name in `given`, except
/// checks.h, required.cuh and behind.cuh.
std::vector<std::string> headers_not_given(const Lab& lab);

/// The lab's demo; nullopt in a tree without demo.toml, such as a student's.  Other keys
/// of that file are ignored here.
/// \throws std::runtime_error that names the file if it is wrong
std::optional<LabDemo> read_demo(const Lab& lab);

/// \throws UsageError if this tree, such as a student's, has no folder solutions/
void need_solutions(const std::filesystem::path& root, std::string_view what_needs_them);

/// All labs below `root`/labs, in order.
/// \throws std::runtime_error with file and line if a lab.toml is wrong, or if there are
/// no labs
std::vector<Lab> find_labs(const std::filesystem::path& root);

/// The labs in the order in which students take them: by number, but each after the labs
/// that it builds on.
std::vector<const Lab*> path_through(const std::vector<Lab>& labs);

/// The lab that "1", "01", "last_block" or "01_last_block" names.
/// \throws UsageError that lists the labs.
const Lab& find_lab(const std::vector<Lab>& labs, std::string_view word);

}  // namespace gridlock
