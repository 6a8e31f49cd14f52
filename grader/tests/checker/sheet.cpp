// The sentences of a sheet, and the checks that test them.
#include <doctest/doctest.h>

#include "checker/lab/sheet.h"
#include "checker/lab/skeleton.h"
#include "common/text.h"

namespace gridlock::test_sheet {
using Sentences = std::vector<std::string>;

TEST_CASE("sheet: the sentences of a section, its table's cells among them") {
  const std::string page =
      "# Lab\n\nNot this.\n\n## The task\n\nOpen [it](x.cu). Nobody\nwaits!\n\n"
      "| part | you write |\n|---|---|\n| 1a | A guard. True once. |\n\n"
      "```text\n./gridlock check 1\n```\n\n**Why.** Is 1.5 much? Yes\n\n"
      "## Commands\n\nNor this.\n";
  CHECK(sentences_of_section(page, "## The task") ==
        Sentences{"Open it.", "Nobody waits!", "A guard.", "True once.",
                  "**Why.** Is 1.5 much?", "Yes"});
  CHECK(sentences_of_section(page, "## Elsewhere").empty());
}

TEST_CASE("sheet: the sentences of comments in front of what is to be written") {
  const std::string skeleton =
      "// Lab 1.\n// Given: all.\n\n#include <x>\n\n// ---- 1a: ----\n\n"
      "// Draws a ticket.  No two threads\n// get the same.\nint draw() {\n"
      "  // Step 1: how?\n  return 0;  // Not so.\n}\n";
  CHECK(sentences_of_comments(skeleton) ==
        Sentences{"Draws a ticket.", "No two threads get the same."});
}

TEST_CASE("sheet: a check quotes the first sentence that it holds") {
  const std::vector<Promise> promises = {{"One.", {"is true"}, {}, ""},
                                         {"Two.", {"is true", "once"}, {}, ""},
                                         {"Three.", {}, {}, "no"}};
  CHECK(sentence_for(promises, "it is true in one block") == "One.");
  CHECK(sentence_for(promises, "called once") == "Two.");
  CHECK(sentence_for(promises, "another") == "");
}

TEST_CASE("sheet: a check that may have broken one of two promises quotes neither") {
  const std::vector<Promise> promises = {{"One.", {"is true"}, {}, ""},
                                         {"Two.", {"is true", "once"}, {}, ""}};
  CHECK(sentence_for(promises, "it is true", Verdict::wrong_result, "it is 3") == "");
  CHECK(sentence_for(promises, "called once", Verdict::wrong_result, "it is 3") ==
        "Two.");
}

TEST_CASE("sheet: what a check says picks the sentence that is broken") {
  const std::vector<Promise> promises = {
      {"It ends.", {"is true", "once"}, {}, ""},
      {"No thread waits.", {"is true"}, {"deadlock", "never ended"}, ""},
      {"Nor does the host.", {"once"}, {"deadlock"}, ""}};
  CHECK(sentence_for(promises, "is true", Verdict::deadlock, "all wait") ==
        "No thread waits.");
  CHECK(sentence_for(promises, "once", Verdict::deadlock, "all wait") ==
        "Nor does the host.");
  CHECK(sentence_for(promises, "is true", Verdict::wrong_result, "it is 3") ==
        "It ends.");
  CHECK(sentence_for(promises, "is true", Verdict::bad_access, "of nothing") == "");
  const std::vector<std::string> titles = {"it is true", "called once"};
  const Sentences sentences = {"It ends.", "No thread waits.", "Nor does the host."};
  CHECK(gaps_in_sheet(sentences, promises, titles, "block 1 never ended").empty());
  CHECK(gaps_in_sheet(sentences, promises, titles, "block 1 has ended") ==
        Sentences{"no check says: never ended"});
}

TEST_CASE("sheet: the sentence with the longer phrase is quoted") {
  const std::vector<Promise> promises = {
      {"Launches all.", {"is true"}, {"launch returned"}, ""},
      {"Even without work.", {"is true"}, {"where there is no work"}, ""}};
  CHECK(sentence_for(promises, "is true", Verdict::wrong_result,
                     "launch returned 0 where there is no work") == "Even without work.");
}

TEST_CASE("sheet: what does not fit together is named") {
  const std::vector<Promise> promises = {{"It waits", {"it waits"}, {}, ""},
                                         {"for nobody. Nor for you.", {"ends"}, {}, ""},
                                         {"It sings.", {}, {}, "it is an aside"}};
  const Sentences sentences = {"It waits, and reads, for nobody.", "Nor for you."};
  CHECK(gaps_in_sheet({"It waits for nobody.", "Nor for you.", "It sings."}, promises,
                      {"it waits", "it ends"}, "") == Sentences{});
  CHECK(gaps_in_sheet(sentences, promises, {"it waits", "it waits long", "it dances"},
                      "") ==
        Sentences{"sheet.toml has no entry for: , and reads, for nobody.",
                  "\"it waits\" is in the titles of 2 checks, not of one",
                  "\"ends\" is in the titles of 0 checks, not of one",
                  "the sheet does not say: It sings.",
                  "nothing on the sheet asks for: it dances"});
}

TEST_CASE("a check asks for a function that is as it was handed out") {
  const std::string skeleton =
      "// Sends the queue, when its turn\n// comes.\nint sendQueue(int count) {\n"
      "  //  TODO 1: send it\n  return 0;\n}\n\n// Gives the next one.\n"
      "int next() {\n  return 1;  //  TODO 2\n}\n\nint given() { return 2; }\n";
  const std::string begun = replace_all(skeleton, "return 1;", "return 3;");
  const std::string shared = replace_all(skeleton, "// comes.", "// Gives the next one.");
  const auto alone =
      functions_not_begun(shared, replace_all(shared, "return 1;", "return 3;"));
  REQUIRE(alone.size() == 1);
  CHECK(alone[0].comment == "Sends the queue, when its turn");
  const auto left = functions_not_begun(skeleton, begun);
  REQUIRE(left.size() == 1);
  CHECK(left[0].name == "sendQueue");
  CHECK(left[0].comment == "Sends the queue, when its turn comes.");
  const auto all = functions_not_begun(skeleton, skeleton);
  const auto asked = [&](const char* title, const char* said = "",
                         const std::vector<std::string>& sentences = {}) {
    return function_asked_for(all, title, said, sentences);
  };
  CHECK(all.size() == 2);
  CHECK(asked("workOff and sendQueue: all is sent") == "sendQueue");
  CHECK(asked("next: no call disturbs another") == "next");
  CHECK(asked("the next item is drawn before work begins") == "");
  CHECK(asked("work: the next item") == "");
  CHECK(asked("the queue is filled", "a queue filled by sendQueue(): 0") == "sendQueue");
  const Promise turn{.says = "Sends the queue, when its turn comes.",
                     .checks = {"it is sent"}};
  const Promise other{.says = "Gives the next one.", .checks = {"it is given"}};
  const auto tested = sentences_tested_by("it is sent", {other, turn});
  CHECK(tested == Sentences{turn.says});
  CHECK(asked("it is sent", "", tested) == "sendQueue");
}

}  // namespace gridlock::test_sheet
