// Tests what a class's pages say about wrong submissions: stories, mistakes of the
// bank, and what a person should look at.
#include "class/resemblance.h"

#include "class/report.h"
#include "class/stories.h"
#include "common/verdict.h"
#include "tests/class/submissions.h"

namespace gridlock::test_resemblance {
using nlohmann::json;

json check(const std::string& title, const std::string& verdict,
           const std::string& cause = "") {
  json made = judged(title, verdict);
  if (!cause.empty()) made["finding"]["cause"] = cause;
  return made;
}

Lab lab_in(const fs::path& folder, const std::vector<std::string>& mistakes) {
  Lab lab = find_lab(find_labs(GRIDLOCK_SOURCE_DIR), "1");
  lab.solution_folder = folder;
  fs::create_directories(folder / "mistakes");
  for (const std::string& mistake : mistakes)
    write_file_atomic(folder / "mistakes" / (mistake + ".cu"), "");
  return lab;
}

std::optional<LabFailure> failure_in(const std::vector<json>& checks,
                                     const std::set<std::string>& not_begun = {}) {
  return failure_of(read_lab({{"checks", checks}}), not_begun);
}

TEST_CASE("a failure is the worst verdict, its cause, and the checks that failed") {
  json hidden = check("hidden", "data_race", "no fence");
  hidden["hidden"] = true;
  const auto failure =
      failure_in({check("a", "passed"), check("b", "wrong_result", "x"),
                  check("c", "data_race", "no fence"), hidden, check("d", "skipped")});
  REQUIRE(failure);
  const Verdict worst = worse(Verdict::wrong_result, Verdict::data_race);
  CHECK(failure->verdict == name(worst));
  CHECK(failure->cause == (worst == Verdict::data_race ? "no fence" : "x"));
  CHECK(failure->checks == std::set<std::string>{"b", "c"});
  CHECK_FALSE(failure_in({check("a", "passed"), hidden}));
  CHECK_FALSE(failure_in({check("a", "compile_error")}));
}

TEST_CASE("a submission resembles mistakes with its verdict, its cause and its checks") {
  const BankFailures bank{{"all", {"data_race", "no fence", {"a", "b", "c", "d"}}},
                          {"half", {"data_race", "no fence", {"a", "b"}}},
                          {"twin", {"data_race", "no fence", {"a", "b"}}},
                          {"other_cause", {"data_race", "no lock", {"a", "b"}}},
                          {"other_verdict", {"deadlock", "no fence", {"a", "b"}}}};
  const auto names = [&](const LabFailure& failure) {
    std::string text;
    for (const Resemblance& one : resembling(failure, bank)) text += one.mistake + " ";
    return text;
  };
  CHECK(names({"data_race", "no fence", {"a", "b"}}) == "half twin ");
  CHECK(names({"data_race", "no fence", {"a", "b", "c"}}) == "all ");
  CHECK(names({"data_race", "no fence", {"d", "e"}}) == "");
  CHECK(names({"deadlock", "no fence", {"a", "b"}}) == "other_verdict ");
  CHECK(resembling({"data_race", "no fence", {"a", "b"}}, bank)[0].share == 1);
}

TEST_CASE("what was not begun resembles no mistake, and nothing is compared there") {
  json begun = check("a", "data_race", "no fence");
  json other = check("b", "wrong_result", "x");
  other["part"] = "1b";
  const BankFailures bank{{"no_fence", {"data_race", "no fence", {"a", "b"}}},
                          {"skeleton_like", {"wrong_result", "x", {"b"}}}};
  const auto failure = failure_in({begun, other}, {"1b"});
  REQUIRE(failure);
  CHECK(failure->checks == std::set<std::string>{"a"});
  const auto like = resembling(*failure, bank);
  REQUIRE(like.size() == 1);
  CHECK(like[0].mistake == "no_fence");
  CHECK(like[0].share == 1);
  CHECK_FALSE(failure_in({begun, other}, {"1a", "1b"}));
}

TEST_CASE("how mistakes fail is kept beside the bank, and goes with them") {
  const Scratch folder;
  const Lab lab = lab_in(folder.path(), {"old", "new"});
  CHECK(read_bank_failures(lab).empty());
  record_bank_failures(lab, {{"old", {"data_race", "no \"fence\"", {"b, c", "a"}}},
                             {"gone", {"deadlock", "", {"a"}}}});
  record_bank_failures(lab, {{"new", {"deadlock", "", {"d"}}}});
  const BankFailures bank = read_bank_failures(lab);
  CHECK(bank.size() == 2);
  CHECK(bank.at("old").cause == "no \"fence\"");
  CHECK(bank.at("old").checks == std::set<std::string>{"a", "b, c"});
  CHECK(bank.at("new").verdict == "deadlock");
  write_file_atomic(folder / "bank_failures.json", "{}");
  CHECK_THROWS_WITH_AS(read_bank_failures(lab), doctest::Contains("is damaged"),
                       std::runtime_error);
}

TEST_CASE("every mistake that was recorded exists and resembles itself") {
  for (const Lab& lab : find_labs(GRIDLOCK_SOURCE_DIR)) {
    const BankFailures bank = read_bank_failures(lab);
    for (const auto& [mistake, failure] : bank) {
      CAPTURE(lab.id);
      const auto& shown = mistake;
      INFO(shown);
      CHECK(fs::exists(lab.solution_folder / "mistakes" / (mistake + ".cu")));
      const auto like = resembling(failure, bank);
      REQUIRE_FALSE(like.empty());
      CHECK(like.front().share == 1);
    }
  }
}

TEST_CASE("the class's page counts the mistakes, and names students only for us") {
  const Scratch folder;
  const ordered_json wrong{{"checks", {check("<a>", "data_race", "no fence")}}};
  GradedClass graded(graded_as({wrong, wrong}));
  graded.lab = {lab_in(folder / "solutions", {"no_fence"})};
  record_bank_failures(graded.lab[0], {{"no_fence", {"data_race", "no fence", {"<a>"}}}});
  write(folder / "solutions/mistakes/no_fence.cu",
        "// expect: data_race\n// no cure: it never waits\n"
        "// It has <no>\n// fence.  It is short.\n");
  const ClassState state = graded.state();
  const std::string line = "<td class=\"n\">2</td><td>1</td><td>data_race</td><td>";
  const std::string link =
      "/solutions/mistakes/no_fence.cu\"><code>no_fence</code></a> It "
      "has &lt;no&gt; fence.</td>";
  must_say(class_page(state, true), {line, link + "<td><a href=\"students/0001.html\">"});
  must_say(class_page(state, false), {line, link + "</tr>"});
  // Numbers are left out too, since they are in the order of the names.
  must_not_say(class_page(state, false), {"student-0", "0001"});
  CHECK_FALSE(contains(student_page(state, state.rows[0]), "no_fence"));
}

TEST_CASE("a student's page plays the story, and says how to see it at home") {
  json hidden = check("h", "data_race");
  hidden["hidden"] = true;
  hidden["replay"] = "hidden:schedule";
  json failed = check("a", "data_race");
  failed["replay"] = "abc:1s:sum:rr-1";
  const ordered_json result{{"checks", {hidden, failed}}};
  CHECK(first_schedule(read_lab(result)) == "abc:1s:sum:rr-1");
  CHECK(first_schedule(read_lab({{"checks", {hidden, check("b", "passed")}}})) == "");
  CHECK(first_schedule({}) == "");
  GradedClass graded(graded_as({result}));
  ClassState state = graded.state();
  CHECK_FALSE(contains(student_page(state, state.rows[0]), "interleaving-player"));
  write(story_path(graded.scratch.path(), state.rows[0].work, kLab1),
        "<script type=\"application/json\">\n {\"a\": 1}\n</script>");
  state = graded.state();
  state.player = "play();";
  const std::string page = student_page(state, state.rows[0]);
  // The hash is the output of `printf 'play();' | openssl dgst -sha256 -binary | base64`.
  must_say(page, {"<interleaving-player><script type=\"application/json\">{\"a\": 1}<",
                  "<script>play();</script>",
                  "script-src 'sha256-SmzG4Dr+ZS54i8lXoMqMFG70gMhVE/jbJNzzbzqDCN4='",
                  "./gridlock trace 1 --out steps.html --schedule &#39;abc:1s:sum:rr-1"});
  CHECK_FALSE(contains(page, "hidden:schedule"));
}

TEST_CASE("what a person should look at is in the table and on the page") {
  const ordered_json result{{"look_at", {"It runs <code>."}},
                            {"checks", {check("a", "passed")}}};
  const ClassState state = GradedClass(graded_as({result})).state();
  CHECK(contains(grades_csv(state),
                 "01_last_block: look at this by hand: It runs <code>."));
  CHECK(contains(student_page(state, state.rows[0]),
                 "Look at this by hand. It runs &lt;code&gt;."));
}

TEST_CASE("the class's page says who was graded without a box") {
  const ordered_json without{{"checks", {check("a", "passed")}}};
  ordered_json boxed = without;
  boxed["boxed"] = true;
  const auto page = [](const std::vector<ordered_json>& results) {
    return class_page(GradedClass(graded_as(results)).state(), true);
  };
  CHECK(contains(
      page({boxed, without}),
      "1 of 2 were compiled and run in a box, with limits for each process (tier B). "
      "1 of 2 were compiled and run without a box, with the grader's own rights "
      "(tier D)."));
  CHECK(contains(page({boxed, boxed}), "All of it was compiled and run in a box"));
  boxed["tier"] = "A";
  CHECK(contains(
      page({boxed, boxed}),
      "All of it was compiled and run in a box, with limits for all its processes "
      "together (tier A)."));
}

}  // namespace gridlock::test_resemblance
