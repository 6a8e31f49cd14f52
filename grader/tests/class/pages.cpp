// The pages of a class with many students, some without a begun part.
#include "class/report.h"
#include "class/stories.h"
#include "tests/class/submissions.h"

namespace gridlock::test_pages {

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

ordered_json check(const std::string& title, const std::string& verdict,
                   const std::string& part = "1a") {
  return judged(
      title, verdict,
      {{"part", part}, {"max_points", 5}, {"sentence", "s."}, {"replay", "abc:1s"}});
}

const ordered_json kRight{{"checks", {check("a", "passed")}}};

/// The page of the only student of a class.
std::string page_of(const ordered_json& result) {
  const ClassState state = GradedClass({graded_as(5, result)}).state();
  return student_page(state, state.rows[0]);
}

TEST_CASE("the class's page has the notes of its students, as text") {
  GradedClass graded(graded_as({kRight, kRight, kRight}));
  CHECK_FALSE(contains(class_page(graded.state(), true), "<th>notes</th>"));
  graded.manifest.students[0].is_late = true;
  graded.manifest.students[0].superseded = {"student-01_<b>.zip"};
  write(graded.scratch / "overrides.csv",
        "student,lab,points,reason\nstudent-02,1,80,a <script> & a \"full\" disk\n");
  const ClassState state = graded.state();
  const std::string page = class_page(state, true);
  must_say(page, {">sum</th><th>notes</th>",
                  "<td>late<br>not counted: student-01_&lt;b&gt;.zip",
                  "<td>01_last_block: set to 80: a &lt;script&gt; &amp; a"});
  CHECK(times(page, "<script") == 1);  // Our own, which the page's policy names.
  must_not_say(class_page(state, false), {"<th>notes</th>", "set to 80", "student-01"});
}

TEST_CASE("notes that are sentences are joined as sentences, and others by semicolons") {
  const ordered_json flagged{{"checks", {check("a", "passed")}},
                             {"look_at", {"It runs early.", "It claims too much"}}};
  GradedClass graded({graded_as(5, flagged)});
  graded.manifest.students[0].is_late = true;
  CHECK(contains(
      grades_csv(graded.state()),
      "late; 01_last_block: look at this by hand: It runs early. 01_last_block: look "
      "at this by hand: It claims too much"));
}

TEST_CASE("the class's page has a row per check, with who passed and the verdicts") {
  const ordered_json race{{"checks", {check("b", "data_race"), check("a", "passed")}}};
  const ordered_json wrong{
      {"checks", {check("b", "wrong_result"), check("a", "skipped")}}};
  const ordered_json right{{"checks", {check("b", "passed"), check("a", "passed")}}};
  const std::string page =
      class_page(GradedClass(graded_as({race, wrong, race, right, right})).state(), true);
  must_say(page,
           {"<td class=\"n\">1</td><td>1a</td><td>b<br><small>s.</small></td>"
            "<td class=\"share\" data-s=\"40\">2 of 5",
            "<td>data_race (2), wrong_result (1)</td></tr>",
            "<td>a<br><small>s.</small></td><td class=\"share\" data-s=\"100\">4 of 4"});
  // The heat map: faults of order, other faults, and what did not run.
  CHECK(times(page, "<td class=\"o\" data-s=\"3\" title=\"data_race\">") == 2);
  CHECK(times(page, "<td class=\"f\" data-s=\"0\" title=\"wrong_result\">") == 1);
  CHECK(times(page, "<td class=\"u\" data-s=\"2\" title=\"not run\">") == 1);
  CHECK(times(page, "<td class=\"p\"") == 6);
}

TEST_CASE("the class's page has the mean, the median and the quartiles of each lab") {
  const GradedClass graded(graded_as({kRight, kRight, kRight, kRight}));
  write(graded.scratch / "overrides.csv",
        "0001,1,10,x\n0002,1,40,x\n0003,1,60,x\n0004,1,100,x\n");
  must_say(class_page(graded.state(), false),
           {"<dt>mean</dt><dd>52.5</dd><dt>median</dt><dd>50.0</dd>"
            "<dt>lower quartile</dt><dd>32.5</dd>"
            "<dt>upper quartile</dt><dd>70.0</dd>",
            "Students by points: 1 from 10 points on, 1 from 40 points on, 1 from 60 "
            "points on, 1 from 90 points on"});
}

TEST_CASE("who has not begun a part has made no mistake in it") {
  const ordered_json wrong{{"checks", {check("a", "wrong_result", "1b")}}};
  ordered_json skeleton = wrong;
  skeleton["not_begun"] = {"1b"};
  CHECK(contains(
      class_page(GradedClass(graded_as({skeleton, wrong, skeleton})).state(), true),
      "<td>not begun (2), wrong_result (1)</td></tr>"));
}

TEST_CASE("what stops all checks comes first on the student's page, and is named once") {
  const auto page = [](const char* other) {
    return page_of({{"checks", {check("a", "compile_error"), check("b", other, "1b")}}});
  };
  const std::string stopped = page("compile_error"), partly = page("passed");
  CHECK(stopped.find("<h3>Cause 1") < stopped.find("class=\"part\""));
  CHECK_FALSE(contains(stopped, ">cause 1</a>"));
  CHECK(partly.find("<h3>Cause 1") > partly.find("class=\"part\""));
  CHECK(contains(partly, ">cause 1</a>"));
}

TEST_CASE("a page whose player is missing is named, and a namesake has an id") {
  GradedClass graded({graded_as(5, {{"checks", {check("a", "data_race")}}})});
  const std::string missing = "could not be drawn: student-01.";
  REQUIRE(warnings_of(graded.state()).size() == 1);
  CHECK(contains(warnings_of(graded.state())[0], missing));
  write(graded.scratch / "stories/0001-01_last_block.html", "A page.");
  CHECK(warnings_of(graded.state()).empty());
  graded.manifest.students[0].student = "one_1001";
  graded.add("one_1002");
  write(graded.scratch / "roster.csv", "id,name\n1001,Student One\n1002,Student One\n");
  CHECK(contains(class_page(graded.state(), true), ">Student One (1002)</a>"));
  CHECK(contains(student_page(graded.state(), graded.state().rows[1]),
                 "<title>Student One: lab 1"));
}

TEST_CASE("the class's page names those whose code is the same but for names") {
  const GradedClass graded(graded_as({kRight, kRight, kRight}));
  for (const auto& [id, code] : {std::pair{"0001", "int a = b + 7;"},
                                 {"0002", "int a = b + 8;"},
                                 {"0003", "int x =\n  y + 7;  // Mine."}})
    write(graded.scratch / "submissions" / id / kLab1 / "last_block.cu", code);
  CHECK(contains(class_page(graded.state(), true),
                 "the same but for names and layout: student-01; student-03</p>"));
  CHECK_FALSE(contains(class_page(graded.state(), false), "the same but"));
}

TEST_CASE("checks that lack the same are one card, which tells each thing once") {
  const auto lacks = [](const std::string& title, const std::string& cause) {
    ordered_json made = check(title, "data_race");
    made["finding"]["message"] = "Nothing orders it: " + title;
    made["finding"]["cause_id"] = cause;
    if (title == "fourth") made["sentence"] = "t.";
    return made;
  };
  const ordered_json result{
      {"checks",
       {lacks("first", "no fence"), check("second", "passed"),
        lacks("third", "no barrier"), lacks("fourth", "no fence")}}};
  const std::string page = page_of(result);
  CHECK(times(page, "<section class=\"card\"") == 2);
  must_say(page, {"Costs you 10 points in 2 checks.", "Nothing orders it: first",
                  "The task: &ldquo;s.&rdquo;<br>\n&ldquo;t.&rdquo;"});
  CHECK_FALSE(contains(page, "Nothing orders it: fourth"));
  CHECK(times(page, "The task") == 1);
  CHECK(times(page, ">cause 1</a>") == 2);
  const ClassState state = GradedClass({graded_as(5, result)}).state();
  const auto tests = gradescope_json(state, state.rows[0]).at("tests");
  CHECK(tests[0].at("name") == "first");
  CHECK(tests[0].at("number") == "1a");
  CHECK(contains(tests[0].at("output").get<std::string>(), "Nothing orders it: first"));
  CHECK(tests[3].at("output") == "The same cause as in 1a: first");
  ordered_json of_an_older_build = result;
  for (ordered_json& one : of_an_older_build["checks"])
    if (one.contains("finding")) one["finding"].erase("cause_id");
  CHECK(times(page_of(of_an_older_build), "<section class=\"card\"") == 3);
}

TEST_CASE("a student's page marks the lines of a finding in the student's own code") {
  ordered_json race = check("a", "data_race");
  race["finding"]["accesses"] = ordered_json::parse(R"([
      {"file": "last_block.cu", "line": 2, "op": "write",
       "block": [3, 0, 0], "thread": [1, 2, 0]},
      {"file": "scenarios.cu", "line": 9, "op": "read", "text": "<theirs>"}])");
  race["finding"]["message"] = "`a < b` is lost";
  const GradedClass graded({graded_as(5, {{"checks", {race}}})});
  write(graded.scratch / "submissions/0001/01_last_block/last_block.cu",
        "one\ntwo < 2\nthree\n4\n5\nsix\n");
  const ClassState state = graded.state();
  const std::string page = student_page(state, state.rows[0]);
  must_say(page, {": <code>a &lt; b</code> is lost</p>",
                  "   1  one\n<mark>   2  two &lt; 2\n</mark>   3  three\n",
                  "by block 3, thread (1,2,0), line 2</li>",
                  "scenarios.cu:9: <code>&lt;theirs&gt;</code>"});
  must_not_say(page, {"six", "by,"});
}

TEST_CASE("a student's page shows the line that a compiler refuses below what it says") {
  ordered_json refused = check("a", "compile_error");
  refused["finding"]["message"] = "last_block.cu:1: error: no < here\n    a < ;";
  CHECK(contains(page_of({{"checks", {refused}}}),
                 "error: no &lt; here</p>\n<pre>    a &lt; ;</pre>\n"));
}

TEST_CASE("of a part that was not begun, a student's page says that, and no more") {
  ordered_json result{
      {"not_begun", {"1b", "1c"}},
      {"checks",
       {check("first", "wrong_result", "1b"), check("second", "data_race", "1b"),
        check("third", "deadlock", "1a"), check("fourth", "deadlock", "1c")}}};
  const std::string page = page_of(result);
  CHECK(times(page, ">not begun</p>") == 2);
  CHECK(times(page, "<section class=\"card\"") == 1);
  CHECK(contains(page, "<strong>deadlock</strong>: m"));
  CHECK(times(page, "at <code>labs/01_last_block/last_block.cu</code> and run") == 1);
  // Parts that were not begun have nothing to step through.
  CHECK(first_schedule(read_lab(result)) == "abc:1s");
  result["not_begun"] = {"1a", "1b", "1c"};
  CHECK(first_schedule(read_lab(result)) == "");
  must_not_say(page_of(result), {"class=\"card\"", "at home"});
}

}  // namespace gridlock::test_pages
