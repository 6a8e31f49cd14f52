// What the pages of a class say of many students, and of those who have not begun.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "class/report.h"
#include "class/stories.h"
#include "common/scratch_folder.h"
#include "tests/class/submissions.h"

namespace gridlock::test_pages {
namespace fs = std::filesystem;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

ordered_json check(const std::string& title, const std::string& verdict,
                   const std::string& part = "1a") {
  return {{"name", title},    {"part", part},       {"executor", "sim"},
          {"points", 0},      {"max_points", 5},    {"verdict", verdict},
          {"sentence", "s."}, {"replay", "abc:1s"}, {"finding", {{"message", "m"}}}};
}

/// A class with a student for each of these results in lab 1.
struct GradedClass {
  ScratchFolder scratch{"class"};
  Manifest manifest{{kLab1}, 7, "sim", {}};

  explicit GradedClass(const std::vector<ordered_json>& results) {
    fs::create_directories(scratch.path() / "records");
    for (const ordered_json& result : results) {
      const std::string number = std::to_string(manifest.students.size() + 1);
      manifest.students.push_back(
          {"000" + number, "student-0" + number, "", false, {}, {{kLab1, {"hash", ""}}}});
      Record record;
      record.status = RecordStatus::graded;
      record.score = 5;
      record.max_score = 100;
      record.result = result;
      write_record(scratch.path(), manifest.students.back(),
                   {"hash", kLab1, "sim", 7, "grader"}, record);
    }
  }
  ClassState state() const {
    return state_of(scratch.path(), manifest, labs({"1"}), "grader");
  }
};

}  // namespace

TEST_CASE("the class's page has the notes of its students, as text") {
  const ordered_json right{{"checks", {check("a", "passed")}}};
  GradedClass graded({right, right, right});
  CHECK_FALSE(has(class_page(graded.state(), true), "<th>notes</th>"));
  graded.manifest.students[0].is_late = true;
  graded.manifest.students[0].superseded = {"student-01_<b>.zip"};
  write(graded.scratch.path() / "overrides.csv",
        "student,lab,points,reason\nstudent-02,1,80,a <script> & a \"full\" disk\n");
  const ClassState state = graded.state();
  const std::string page = class_page(state, true);
  CHECK(has(page, "<th>sum</th><th>notes</th>"));
  CHECK(has(page, "<td>late<br>not counted: student-01_&lt;b&gt;.zip"));
  CHECK(has(page, "<td>01_last_block: set to 80: a &lt;script&gt; &amp; a"));
  CHECK_FALSE(has(page, "<script"));
  const std::string anonymous = class_page(state, false);
  CHECK_FALSE(has(anonymous, "<th>notes</th>"));
  CHECK_FALSE(has(anonymous, "set to 80"));
  CHECK_FALSE(has(anonymous, "student-01"));
}

TEST_CASE("notes that are sentences are joined as sentences, and others by semicolons") {
  const ordered_json flagged{{"checks", {check("a", "passed")}},
                             {"look_at", {"It runs early.", "It claims too much"}}};
  GradedClass graded(std::vector<ordered_json>{flagged});
  graded.manifest.students[0].is_late = true;
  CHECK(
      has(grades_csv(graded.state()),
          "late; 01_last_block: look at this by hand: It runs early. 01_last_block: look "
          "at this by hand: It claims too much"));
}

TEST_CASE(
    "points for a student whom the class does not have are an error that says more") {
  const ordered_json right{{"checks", {check("a", "passed")}}};
  const GradedClass graded(std::vector<ordered_json>{right});
  write(graded.scratch.path() / "overrides.csv", "student-99,1,80,a reason\n");
  CHECK_THROWS_WITH_AS(graded.state(),
                       doctest::Contains("There is no student \"student-99\".  The names "
                                         "are in the class's manifest.json."),
                       UsageError);
}

TEST_CASE("what most students missed has a row per check, with its verdicts, by number") {
  const ordered_json race{{"checks", {check("b", "data_race"), check("a", "passed")}}};
  const ordered_json wrong{{"checks", {check("b", "wrong_result"), check("a", "hang")}}};
  const ordered_json right{{"checks", {check("b", "passed"), check("a", "passed")}}};
  std::vector<ordered_json> results{race, wrong, race, right, right};
  const std::string row_of_b =
      "<tr><td class=\"n\">3</td><td>1a</td><td>b<br><small>s.</small></td>"
      "<td>data_race (2), wrong_result (1)</td></tr>\n";
  const std::string row_of_a =
      "<tr><td class=\"n\">1</td><td>1a</td><td>a<br><small>s.</small></td>"
      "<td>hang</td></tr>\n";
  // Each student of a few counts.
  CHECK(has(class_page(GradedClass(results).state(), true), row_of_b + row_of_a));
  results.push_back(right);
  const std::string page = class_page(GradedClass(results).state(), true);
  CHECK(has(page, row_of_b + "</table>"));
  CHECK_FALSE(has(page, row_of_a));
  CHECK_FALSE(has(
      class_page(GradedClass({wrong, right, right, right, right, right}).state(), true),
      "What most students missed"));
}

TEST_CASE("who has not begun a part has made no mistake in it") {
  const ordered_json wrong{{"checks", {check("a", "wrong_result", "1b")}}};
  ordered_json skeleton = wrong;
  skeleton["not_begun"] = {"1b"};
  CHECK(has(class_page(GradedClass({skeleton, wrong, skeleton}).state(), true),
            "<td>not begun (2), wrong_result (1)</td></tr>"));
}

TEST_CASE("of a part that was not begun, a student's page says that, and no more") {
  ordered_json result{
      {"not_begun", {"1b", "1c"}},
      {"checks",
       {check("first", "wrong_result", "1b"), check("second", "data_race", "1b"),
        check("third", "hang", "1a"), check("fourth", "hang", "1c")}}};
  const GradedClass graded(std::vector<ordered_json>{result});
  const ClassState state = graded.state();
  const std::string page = student_page(state, state.rows[0]);
  CHECK(times(page, "<p>1b: not begun</p>") == 1);
  CHECK(times(page, "<p>1c: not begun</p>") == 1);
  CHECK_FALSE(has(page, "first"));
  CHECK_FALSE(has(page, "second"));
  CHECK(has(page, "<h3>1a third"));
  CHECK(times(page, "at <code>labs/01_last_block/last_block.cu</code> and run") == 1);
  CHECK_FALSE(has(page, "All checks pass"));
  // Nor is there anything to step through.
  CHECK(first_schedule(result) == "abc:1s");
  result["not_begun"] = {"1a", "1b", "1c"};
  CHECK(first_schedule(result) == "");
  const GradedClass skeleton(std::vector<ordered_json>{result});
  const std::string untouched = student_page(skeleton.state(), skeleton.state().rows[0]);
  CHECK_FALSE(has(untouched, "<h3>"));
  CHECK_FALSE(has(untouched, "To repeat a failure at home"));
}

}  // namespace gridlock::test_pages
