// The player's stories: the values and the knowledge of each step.
#include "report/story_json.h"
#include "tests/test.h"

namespace gridlock::test_story {
using nlohmann::json;

PlacedAccess step(StepKind kind, const char* op, int line, int block,
                  const std::string& location) {
  PlacedAccess placed;
  placed.access.kind = kind;
  placed.access.op = op;
  placed.access.block = {block, 0, 0};
  placed.access.kernel = 1;
  placed.place = {"a.cu", line, "", "line " + std::to_string(line)};
  placed.location = location;
  return placed;
}

Value number(std::uint64_t bits) { return {bits, 4, ValueKind::integer}; }

/// Block 0 writes a message, fences and raises a flag; block 1 sees it, and reads.
TraceSubject message() {
  TraceSubject subject;
  subject.main_file = "a.cu";
  subject.steps = {step(StepKind::write, "write", 1, 0, "message"),
                   step(StepKind::fence, "__threadfence", 2, 0, ""),
                   step(StepKind::write, "volatile write", 3, 0, "flag"),
                   step(StepKind::read, "volatile read", 5, 1, "flag"),
                   step(StepKind::fence, "__threadfence", 6, 1, ""),
                   step(StepKind::read, "read", 7, 1, "message")};
  auto& steps = subject.steps;
  steps[0].access.found = number(0);
  steps[0].access.left = number(42);
  steps[2].access.found = number(0);
  steps[2].access.left = number(1);
  steps[3].access.found = number(1);
  steps[3].access.after = {2};
  steps[4].access.knows = {2};
  steps[5].access.found = number(42);
  steps[5].access.knows = {2};
  return subject;
}

json story_of(const TraceSubject& subject, std::size_t rows,
              const std::string& text = "") {
  return json::parse(story_json({trace_of(subject, rows), subject.main_file, text}));
}

TEST_CASE("a story says what each step read and wrote, and which write it saw") {
  const json story = story_of(message(), 30);
  REQUIRE(story.at("words").size() == 2);
  CHECK(story.at("words").at(0) == json{{"name", "message"}, {"before", "0"}});
  const json& steps = story.at("steps");
  REQUIRE(steps.size() == 6);
  CHECK(steps.at(0).at("writes") == "42");
  CHECK_FALSE(steps.at(0).contains("reads"));
  CHECK(steps.at(3).at("reads") == "1");
  CHECK(steps.at(3).at("saw") == 2);
  CHECK(steps.at(3).at("knows").empty());
  CHECK(steps.at(4).at("knows") == json{2});
  CHECK_FALSE(steps.at(4).contains("word"));
  CHECK(steps.at(5).at("word") == 0);
  CHECK(steps.at(5).at("reads") == "42");
}

TEST_CASE("what a write left is unknown, or a value from before is: a story says so") {
  TraceSubject subject = message();
  subject.steps[0].access.left.reset();
  subject.steps[0].access.found.reset();
  const json story = story_of(subject, 30);
  CHECK(story.at("steps").at(0).at("writes") == "?");
  CHECK_FALSE(story.at("words").at(0).contains("before"));
}

TEST_CASE("steps that are left out are counted, and what is known of them stays known") {
  TraceSubject subject = message();
  subject.steps[2].access.racing = subject.steps[5].access.racing = true;
  const json story = story_of(subject, 2);
  REQUIRE(story.at("steps").size() == 2);
  CHECK(story.at("omitted") == json{2, 2, 0});
  CHECK(story.at("steps").at(1).at("knows") == json{0});
  CHECK_FALSE(story.at("steps").at(1).contains("saw"));
}

TEST_CASE("a worker's indices that make no sense are left out") {
  TraceSubject subject = message();
  subject.steps[4].access.knows = {2, 3, 99};
  subject.steps[5].access.after = {77};
  const json steps = story_of(subject, 30).at("steps");
  CHECK(steps.at(4).at("knows") == json{2});
  CHECK_FALSE(steps.at(5).contains("saw"));
}

TEST_CASE("a read sees writes, not the reads and copies that come before it") {
  TraceSubject subject = message();
  subject.steps[3].access.after = {0, 2};
  subject.steps[2].access.kind = StepKind::read;
  CHECK_FALSE(story_of(subject, 30).at("steps").at(3).contains("saw"));
  subject.steps[2].access.kind = StepKind::write;
  CHECK(story_of(subject, 30).at("steps").at(3).at("saw") == 2);
  subject.steps[3].access.kind = StepKind::call;
  CHECK_FALSE(story_of(subject, 30).at("steps").at(3).contains("saw"));
}

TEST_CASE(
    "what fences make visible is told with the fence before, as far as both are shown") {
  TraceSubject subject = message();
  subject.steps[4].access.fenced = {{0, 1}, {5, 1}, {0, 77}, {2, 1}};
  const json all = story_of(subject, 30).at("steps");
  CHECK(all.at(4).at("fenced") == json::parse(R"([{"write": 0, "fence": 1}])"));
  CHECK_FALSE(all.at(3).contains("fenced"));
  subject.steps[0].access.racing = subject.steps[4].access.racing = true;
  const json few = story_of(subject, 2).at("steps");
  REQUIRE(few.size() == 2);
  CHECK_FALSE(few.at(1).contains("fenced"));
}

TEST_CASE("a repaired run shows what the threads of the wrong one do with its memory") {
  TraceSubject subject = message();
  subject.steps.insert(subject.steps.begin(),
                       step(StepKind::write, "write", 9, 0, "something else"));
  for (PlacedAccess& placed : subject.steps)
    for (std::uint64_t& before : placed.access.after) ++before;
  subject.steps.push_back(step(StepKind::read, "read", 7, 2, "message"));
  subject.focus = message().steps;
  const json story = story_of(subject, 30);
  CHECK(story.at("steps").size() == 6);
  CHECK(story.at("omitted") == json{1, 0, 0, 0, 0, 0, 1});
}

TEST_CASE("each block has its own shared memory") {
  TraceSubject subject;
  subject.steps = {step(StepKind::write, "write", 1, 0, "word"),
                   step(StepKind::write, "write", 1, 1, "word")};
  for (PlacedAccess& placed : subject.steps) placed.access.location.is_shared = true;
  const json story = story_of(subject, 30);
  REQUIRE(story.at("words").size() == 2);
  CHECK(story.at("words").at(1).at("name") == "word, block 1");
}

TEST_CASE("of the submission whole functions are shown, of other files the lines") {
  TraceSubject subject = message();
  subject.steps[0].place.file = "scenarios.cu";
  std::string text;
  for (int line = 1; line <= 90; ++line) text += "// filler\n";
  subject.steps[2].place.line = 93;
  text += "}\n__global__ void kernel() {\n  flag = 1;\n}\n// after\n";
  json story = story_of(subject, 30, text);
  REQUIRE(story.at("sources").size() == 2);
  const json& own = story.at("sources").at(0);
  CHECK(own.at("name") == "a.cu");
  CHECK(own.at("own") == true);
  const json& last = own.at("parts").back();
  CHECK(last.at("first") == 92);
  CHECK(last.at("lines") == json{"__global__ void kernel() {", "  flag = 1;", "}"});
  CHECK(story.at("sources").at(1).at("parts") ==
        json::parse(R"([{"first": 1, "lines": ["line 1"]}])"));
  // Without the text there are only the lines of the steps.
  story = story_of(subject, 30);
  CHECK(story.at("sources").at(0).at("own") == false);
}

TEST_CASE("a page holds the story and the player, and no end of a script by accident") {
  const std::string page = story_page("<t>@TITLE@</t>@STORY@|@PLAYER@", "play()", "a < b",
                                      R"({"a": "</script>"})");
  CHECK(page == "<t>a &lt; b</t>{\"a\": \"\\u003c/script>\"}|play()");
  CHECK(story_page("@TITLE@ @STORY@ @PLAYER@", "play()", "@STORY@", "@PLAYER@") ==
        "@STORY@ @PLAYER@ play()");
}

}  // namespace gridlock::test_story
