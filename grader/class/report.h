/// The files that a class is reported in.  Each is made of the manifest, the records and
/// what was recorded of the banks, so that making it again changes nothing.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "class/records.h"
#include "class/resemblance.h"

namespace gridlock {

/// A score that an instructor sets, from overrides.csv.
struct Override {
  int points = 0;
  std::string reason;
};

/// A student with all records.
struct StudentRow {
  StudentWork work;
  std::vector<Record> records;                 ///< One per lab, in the manifest's order.
  std::vector<std::optional<int>> earned;      ///< Their points, by the class's policy.
  std::vector<std::optional<Override>> fixed;  ///< Likewise.

  /// The points that count in this lab; nothing while the record is open.
  std::optional<int> points(std::size_t lab) const;
  /// Their sum; nothing while one is open.
  std::optional<int> total() const;
};

/// A class with all that is known of it.
struct ClassState {
  Manifest manifest;
  std::vector<Lab> labs;
  std::vector<StudentRow> rows;
  std::set<std::string> stories{};  ///< "0001-01_last_block.html".
  /// By the lab's id; empty where there is no solutions/.
  std::map<std::string, BankFailures> banks{};

  /// The records that are still to be graded, "0001 student-01 01_last_block: why".
  std::vector<std::string> open() const;
};

/// \throws UsageError if `folder`/overrides.csv names a student or lab that there is not
ClassState state_of(const std::filesystem::path& folder, const Manifest& manifest,
                    const std::vector<Lab>& labs, const std::string& grader);

/// The same class as if it had only this lab.
/// \param lab an index of `state.labs`
ClassState state_of_lab(const ClassState& state, std::size_t lab);

/// A class of one student, whose work has just been graded; `result` is the JSON of
/// `check`.
ClassState state_of_one(const nlohmann::ordered_json& result,
                        const std::vector<Lab>& labs, std::uint64_t seed);

/// What an instructor should know of a student's points: what is late, does not count,
/// was not taken or set by hand, each as a few words.
std::vector<std::string> notes_of(const ClassState& state, const StudentRow& row);

/// student, one column per lab, total, notes.  A cell that a spreadsheet would take for a
/// formula begins with an apostrophe.
std::string grades_csv(const ClassState& state);

/// Everything in one file, as `class merge` writes it.
nlohmann::ordered_json merged_json(const ClassState& state);

/// The results.json of one student for Gradescope's autograder.
nlohmann::ordered_json gradescope_json(const ClassState& state, const StudentRow& row);

/// The result.json of one student for Classroom 50 and for scripts.
nlohmann::ordered_json classroom_json(const ClassState& state, const StudentRow& row);

/// A JUnit file: a suite per student and lab, a case per check.
std::string class_junit(const ClassState& state);

/// The page of the class; with `names`, else under the students' numbers.
std::string class_page(const ClassState& state, bool names);

/// The part of that page about the bank: which mistakes the wrong submissions resemble,
/// how often, and with `names` which ones; "" if there are none.
std::string tables_of_resemblance(const ClassState& state, bool names);

/// The page of one student.  It links the stories that there are, beside it.
std::string student_page(const ClassState& state, const StudentRow& row);

}  // namespace gridlock
