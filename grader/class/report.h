/// The files of a class's report.  Each is a function of the manifest, the records and
/// the records of the banks, so making it again changes nothing.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "class/course.h"
#include "class/records.h"
#include "class/resemblance.h"
#include "class/roster.h"

namespace gridlock {

/// A lab's score that an instructor sets, from overrides.csv.
struct Override {
  double points = 0;  ///< In the points of grades.csv, which are those of course.toml.
  std::string reason;
};

struct StudentRow {
  StudentWork work;
  std::vector<Record> records;                 ///< One per lab, in the manifest's order.
  std::vector<std::optional<double>> earned;   ///< Points by the class's policy, per lab.
  std::vector<std::optional<Override>> fixed;  ///< One per lab.
  std::vector<std::string> code{};             ///< The code that was handed in, per lab.
  std::vector<int> days_late{};                ///< One per lab.
  std::set<std::size_t> dropped{};             ///< The labs that the course drops.
  std::optional<Person> person{};              ///< The student's entry in the roster.
  /// The roster's time of the work if it is in no known form; else "".
  std::string unread_time{};
  bool lacks_story = false;  ///< Whether a failure has no page to step through.

  /// The points that count in this lab; nothing while the record is open.  They are not
  /// rounded: points_text() does that.
  std::optional<double> points(std::size_t lab) const;
  bool has_namesake = false;  ///< Whether another student of the class has this name.

  /// The name in the roster, or else in what was handed in; a namesake's with the id.
  std::string name() const;
  /// The name as people say it: "Student One" for "One, Student".
  std::string spoken_name() const;
  /// The sum over the labs that are not dropped; nothing while one of these is open.
  std::optional<double> total() const;
};

struct ClassState {
  Manifest manifest;
  std::vector<Lab> labs;
  std::vector<StudentRow> rows;
  /// The data of the stories, keyed by "0001-01_last_block.html".
  std::map<std::string, std::string> stories{};
  std::string player{};  ///< The text of grader/player/player.js; "" shows no story.
  /// Keyed by the lab's id; empty where there is no solutions/.
  std::map<std::string, BankFailures> banks{};
  Course course{};
  std::optional<Roster> roster{};

  /// The records that are still to be graded, as "0001 student-01 01_last_block: why".
  std::vector<std::string> open() const;
  /// The points of all labs together, without those that the course drops.
  int points() const;
};

/// \throws UsageError if overrides.csv, course.toml or roster.csv in `folder` is wrong
ClassState state_of(const std::filesystem::path& folder, const Manifest& manifest,
                    const std::vector<Lab>& labs, const std::string& build);

/// The same class as if it had only this lab.
/// \param lab an index of `state.labs`
ClassState state_of_lab(const ClassState& state, std::size_t lab);

/// A class of one student, whose work has just been graded; `result` is the JSON of
/// `check`.
ClassState state_of_one(const nlohmann::ordered_json& result,
                        const std::vector<Lab>& labs, std::uint64_t seed);

/// Notes on a student's points for the instructor: what is late, does not count, was not
/// taken or was set by hand, each in a few words.
std::vector<std::string> notes_of(const ClassState& state, const StudentRow& row);

/// What the instructor should look at before giving points back, each in a sentence:
/// doubts about the roster, work handed in at an unknown time, points by hand above the
/// maximum, and pages without a story.
std::vector<std::string> warnings_of(const ClassState& state);

/// Columns student, one per lab, total, notes; with a roster also id, email, group and
/// name.  A cell that a spreadsheet would take for a formula begins with an apostrophe.
std::string grades_csv(const ClassState& state);

/// The grades in the form that the roster's platform imports, with the headings, ids and
/// maxima of its gradebook; for a plain roster, as Moodle imports them.  A cell is empty
/// if the person handed in nothing at all, or is not graded.
std::string gradebook_csv(const ClassState& state);

/// Everything in one JSON file, as `class merge` writes it.
nlohmann::ordered_json merged_json(const ClassState& state);

/// The results.json of one student for Gradescope's autograder.
nlohmann::ordered_json gradescope_json(const ClassState& state, const StudentRow& row);

/// The result.json of one student for Classroom 50 and for scripts.
nlohmann::ordered_json classroom_json(const ClassState& state, const StudentRow& row);

/// A JUnit file with a suite per student and lab, and a case per check.
std::string class_junit(const ClassState& state);

/// "lab 1, The last block", or "labs 1, 4" of several, for the title of a page.
std::string titles_of(const ClassState& state);

/// The page of the class; without `names`, students appear as numbers.
std::string class_page(const ClassState& state, bool names);

/// The part of that page about the bank: which mistakes the wrong submissions resemble,
/// how often and, with `names`, which submissions.  "" if no lab with a bank has a
/// wrong submission.
std::string table_of_resemblance(const ClassState& state, bool names);

/// The page of one student, with the stories that exist and the player that shows them.
std::string student_page(const ClassState& state, const StudentRow& row);

/// A cause for which checks of a record failed: its text as HTML, and those checks.
struct FailureGroup {
  std::vector<const CheckSummary*> checks;  ///< Only the first is told in full.
  std::string html;
};

/// The causes for which checks of this lab failed, the one that costs most first.  Checks
/// that are hidden or belong to a part that was not begun are left out.
/// \param told sentences of the sheet that need not be repeated
std::vector<FailureGroup> causes_of(const ClassState& state, const StudentRow& row,
                                    std::size_t lab, std::set<std::string>& told);

}  // namespace gridlock
