// The pictures of interleavings: their structure, not their pixels.
#include <pugixml.hpp>

#include "report/pictures.h"
#include "report/trace_model.h"
#include "report/trace_text.h"
#include "tests/test.h"
#include "wording/words.h"

namespace gridlock::test_trace {
PlacedAccess step(StepKind kind, const char* op, int line, int block, int thread = 0) {
  PlacedAccess placed;
  placed.access.kind = kind;
  placed.access.op = op;
  placed.access.pc = static_cast<std::uint64_t>(line);
  placed.access.block = {block, 0, 0};
  placed.access.thread = {thread, 0, 0};
  placed.access.kernel = 1;
  placed.place = {"last_block.cu", line, "", "source of line " + std::to_string(line)};
  return placed;
}

void note(PlacedAccess& placed, StepNote::Kind kind, int value) {
  placed.access.note = {.kind = kind, .value = {static_cast<std::uint64_t>(value)}};
  placed.note = words_of(placed.access.note);
}

/// Block 0 writes and draws a ticket, block 1 sees the ticket and reads.
TraceSubject race() {
  TraceSubject subject;
  subject.title = "the last block sees every partial result";
  subject.main_file = "last_block.cu";
  subject.steps = {step(StepKind::write, "write", 5, 0),
                   step(StepKind::barrier, "__syncthreads", 7, 0),
                   step(StepKind::barrier, "__syncthreads", 7, 0, 1),
                   step(StepKind::atomic, "atomicAdd", 8, 0, 1),
                   step(StepKind::atomic, "atomicAdd", 8, 1),
                   step(StepKind::read, "read", 12, 1)};
  std::vector<PlacedAccess>& steps = subject.steps;
  steps[0].access.racing = steps[5].access.racing = true;
  steps[1].access.meeting = steps[2].access.meeting = 2;
  steps[4].access.after = {3};
  note(steps[4], StepNote::Kind::reads, 1);
  subject.finding.emplace().kind = "data_race";
  subject.finding->message = "Nothing orders the write and the read of partial[0].";
  subject.finding->missing =
      "No __threadfence() lies between the write in line 5 and the atomicAdd in line 8.";
  subject.finding->lacks = {MissingLink::Kind::fence, Scope::device};
  return subject;
}

/// All elements of a class, as a picture's style names them.
pugi::xpath_node_set with_class(const pugi::xml_document& svg, const std::string& name) {
  return svg.select_nodes(("//*[@class='" + name + "']").c_str());
}

std::string texts_of(const pugi::xml_document& svg) {
  std::string all;
  for (const auto& node : svg.select_nodes("//text"))
    all += std::string(node.node().text().get()) + "\n";
  return all;
}

TEST_CASE("a trace has a lane for each thread, and the arrow that is missing") {
  const Trace trace = trace_of(race(), 20);
  REQUIRE(trace.lanes.size() == 3);
  CHECK(trace.lanes[0].name == "block 0, thread 0");
  CHECK(trace.lanes[2].group == "block 1");
  CHECK(trace.rows == 5);  // The barrier takes one row.
  CHECK(trace.marks[1].row == trace.marks[2].row);
  REQUIRE(trace.arrows.size() == 1);
  CHECK(trace.marks[trace.arrows[0].from].step == 4);
  CHECK(trace.marks[trace.arrows[0].to].step == 5);
  REQUIRE(trace.missing_arrow);
  CHECK(trace.marks[trace.missing_arrow->from].step == 1);
  CHECK(trace.marks[trace.missing_arrow->to].step == 6);
  CHECK(trace.lacks == "no __threadfence()");
  CHECK(trace.marks[0].place == "line 5");
}

TraceSubject of_last_block() {
  TraceSubject subject;
  subject.main_file = "last_block.cu";
  return subject;
}

TEST_CASE("a missing event points from what must come first") {
  TraceSubject subject = of_last_block();
  subject.steps = {step(StepKind::call, "cudaMemcpyAsync", 52, 0),
                   step(StepKind::call, "cudaMemcpyAsync", 48, 0)};
  for (int i = 0; i < 2; ++i) {
    Access& access = subject.steps[static_cast<std::size_t>(i)].access;
    access.host = access.racing = true;
    access.stream = 3 - i;
    access.device = 1 - i;
  }
  subject.finding.emplace().lacks = {MissingLink::Kind::event};
  subject.finding->asked_order =
      AskedOrder{{"last_block.cu", 48, "", ""}, {"last_block.cu", 52, "", ""}};
  const Trace trace = trace_of(subject, 20);
  REQUIRE(trace.missing_arrow);
  CHECK(trace.marks[trace.missing_arrow->from].place == "line 48");
  CHECK(trace.marks[trace.missing_arrow->to].place == "line 52");
  CHECK(trace.lacks == "no event");
  CHECK(trace.lanes[0].group == "device 0, stream 2");
}

TEST_CASE("streams have names in their lanes, if these tell them apart") {
  TraceSubject subject;
  for (int i = 0; i < 2; ++i) {
    subject.steps.push_back(step(StepKind::call, "cudaMemcpyAsync", 48 + i, 0));
    subject.steps.back().access.host = true;
    subject.steps.back().access.stream = 3 + i;
    subject.steps.back().stream = i == 0 ? "1st stream lane" : "2nd stream lane";
  }
  const Trace named = trace_of(subject, 20);
  CHECK(named.lanes[0].name == "1st stream lane");
  CHECK(named.lanes[1].name == "2nd stream lane");
  const std::string text = interleaving_text({false, 80}, 2, subject.steps, 9, "x.cu");
  CHECK(contains(text, "2nd stream lane"));
  for (PlacedAccess& each : subject.steps) each.stream = "stream copies";
  CHECK(trace_of(subject, 20).lanes[1].name == "stream 4");
}

TEST_CASE("of several kernels, the launches say in which stream they are") {
  TraceSubject subject;
  const auto add = [&](bool host, std::uint64_t kernel) {
    PlacedAccess placed = step(host ? StepKind::call : StepKind::write, "launch", 12, 0);
    placed.access.host = host;
    placed.access.kernel = kernel;
    if (host) placed.access.location.kind = Location::Kind::kernel;
    if (host) placed.stream = "default stream";
    subject.steps.push_back(placed);
  };
  add(true, 1);
  add(false, 1);
  CHECK(trace_of(subject, 20).marks[0].what == "launch");
  add(true, 2);
  add(false, 2);
  const Trace trace = trace_of(subject, 20);
  CHECK(trace.marks[0].what == "launch in default stream");
  CHECK(trace.marks[1].what == "launch");
}

TEST_CASE("of many steps, those are shown that touch what the complaint names") {
  TraceSubject subject = of_last_block();
  for (int i = 0; i < 30; ++i) {
    subject.steps.push_back(step(StepKind::atomic, "atomicAdd", 5 + i % 2, i));
    subject.steps.back().location = i % 6 == 0 ? "data.count" : "data.mask[1]";
  }
  const auto shown = [&](const char* name) {
    std::size_t count = 0;
    subject.about = {{name}, ""};
    for (const TraceMark& mark : trace_of(subject, 10).marks)
      count += mark.what == "atomicAdd data.count";
    return count;
  };
  CHECK(shown("count") == 5);
  CHECK(shown("counts") < 5);
}

TEST_CASE("several kernels are told apart") {
  TraceSubject subject;
  subject.steps = {step(StepKind::read, "read", 3, 0),
                   step(StepKind::write, "write", 4, 0)};
  subject.steps[1].access.kernel = 2;
  const Trace trace = trace_of(subject, 20);
  REQUIRE(trace.lanes.size() == 2);
  CHECK(trace.lanes[0].name == "kernel 1, block 0, thread 0");
  CHECK(trace.lanes[1].group == "kernel 2, block 0");
}

TEST_CASE("writes of one thread to one word, one after the other, are one mark") {
  TraceSubject subject = of_last_block();
  for (int i = 0; i < 3; ++i) {
    subject.steps.push_back(step(StepKind::write, "volatile write", 9, 0));
    subject.steps.back().location = "flag";
    note(subject.steps.back(), StepNote::Kind::writes, i);
  }
  const Trace trace = trace_of(subject, 20);
  REQUIRE(trace.marks.size() == 1);
  CHECK(trace.marks[0].times == 3);
  CHECK(trace.marks[0].note == "writes 2");
  CHECK(contains(interleaving_text(Look{}, 0, subject.steps, 20, subject.main_file),
                 "writes 2, after 0, 1"));
  // If the finding is an old value, each write keeps its row.
  subject.finding.emplace().kind = "stale_value";
  CHECK(trace_of(subject, 20).marks.size() == 3);
  for (PlacedAccess& placed : subject.steps) note(placed, StepNote::Kind::writes, 7);
  CHECK(contains(interleaving_text(Look{}, 0, subject.steps, 20, subject.main_file),
                 "writes 7 (last of 3 writes)"));
}

TEST_CASE("of a repeated look, what it saw before is told; of many writes, how many") {
  TraceSubject subject = of_last_block();
  subject.steps = {step(StepKind::read, "volatile read", 9, 0)};
  note(subject.steps[0], StepNote::Kind::reads, 3);
  subject.steps[0].access.times = 65;
  const auto text = [&] {
    return interleaving_text(Look{}, 0, subject.steps, 20, subject.main_file);
  };
  CHECK(contains(text(), "reads 3 (last of 65 reads)"));
  subject.steps[0].access.earlier = {Value{1}, Value{2}};
  CHECK(contains(text(), "reads 3, after 1, 2"));
  subject.steps.assign(5, step(StepKind::write, "volatile write", 9, 0));
  for (std::size_t i = 0; i < subject.steps.size(); ++i)
    note(subject.steps[i], StepNote::Kind::writes, static_cast<int>(i));
  CHECK(contains(text(), "writes 4 (last of 5 writes)"));
}

TEST_CASE("who waits forever is marked, also where it took no step that is shown") {
  TraceSubject subject = of_last_block();
  subject.steps = {step(StepKind::atomic, "atomicAdd", 8, 0),
                   step(StepKind::read, "volatile read", 9, 0)};
  subject.steps[1].location = "mutex";
  subject.steps[1].access.times = 12;
  subject.finding.emplace().kind = "deadlock";
  PlacedAccess host = step(StepKind::call, "cudaDeviceSynchronize", 20, 0);
  host.access.host = true;
  subject.finding->accesses = {subject.steps[1], host};
  const Trace trace = trace_of(subject, 20);
  REQUIRE(trace.marks.size() == 3);
  CHECK_FALSE(trace.marks[0].stuck);
  CHECK(trace.marks[1].stuck);
  CHECK(trace.marks[1].what == "spins forever on mutex");
  CHECK(trace.marks[1].times == 12);
  CHECK(trace.marks[2].stuck);
  CHECK(trace.lanes[trace.marks[2].lane].group == "host");
  CHECK_FALSE(trace.missing_arrow);
}

TEST_CASE("of who waits forever none need have taken a step that is shown") {
  TraceSubject subject = of_last_block();
  subject.finding.emplace().kind = "deadlock";
  subject.finding->accesses = {step(StepKind::read, "volatile read", 9, 0),
                               step(StepKind::read, "volatile read", 9, 1)};
  const Trace trace = trace_of(subject, 20);
  REQUIRE(trace.marks.size() == 2);
  for (const TraceMark& mark : trace.marks) {
    CHECK(mark.stuck);
    CHECK_FALSE(mark.step);
    CHECK(mark.what == "forever volatile read");
  }
  CHECK(trace.marks[0].lane != trace.marks[1].lane);
  // A step without a number shows none.
  CHECK_FALSE(contains(trace_json(trace), "\"step\": "));
  CHECK(contains(trace_json(trace_of(race(), 20)), "\"step\": 1"));
}

TEST_CASE("an arrow of which one end was left out for want of rows is left out too") {
  TraceSubject subject = race();
  subject.finding->kind = "deadlock";
  for (int block = 2; block < 6; ++block)
    subject.finding->accesses.push_back(step(StepKind::read, "read", 30 + block, block));
  CHECK_FALSE(trace_of(subject, 2).missing_arrow);
}

TEST_CASE("of many steps those are kept that race or are tied to another lane") {
  TraceSubject subject = race();
  const PlacedAccess other = [] {
    PlacedAccess placed = step(StepKind::fence, "__threadfence", 27, 2);
    placed.place.file = "scenarios.cu";
    return placed;
  }();
  for (int i = 0; i < 40; ++i) {
    subject.steps.push_back(other);
    subject.steps.back().place.line = 100 + i;
  }
  const Trace trace = trace_of(subject, 4);
  CHECK(trace.rows == 4);
  CHECK(trace.missing_arrow);
  CHECK(trace.arrows.size() == 1);
  CHECK(trace.lanes.size() == 3);  // Block 2 has nothing to show any more.
  std::size_t left_out = 0;
  for (const std::size_t steps : trace.left_out) left_out += steps;
  CHECK(left_out == 42);
}

TEST_CASE("of an old value, the read and the unseen write stay; later steps go first") {
  TraceSubject subject = of_last_block();
  // Messages in slot[0] to slot[5]; block 1 reads too early in slot[1].
  for (int slot = 0; slot < 6; ++slot)
    for (int block = 0; block < 2; ++block) {
      subject.steps.push_back(step(StepKind::atomic, "atomicExch", 8 + block, block));
      subject.steps.back().location = "slot[" + std::to_string(slot) + "]";
      subject.steps.back().note = slot == 1 && block == 1 ? "reads 0" : "reads 7";
      // Block 1's steps are tied to another lane, so other steps are dropped first.
      if (block == 1) subject.steps.back().access.after = {subject.steps.size() - 2};
    }
  subject.finding.emplace().kind = "stale_value";
  subject.finding->accesses = {subject.steps[3], subject.steps[2]};
  note(subject.finding->accesses[1], StepNote::Kind::writes, 7);
  subject.finding->accesses[1].access.kernel = 0;  // Unknown.
  const Trace trace = trace_of(subject, 3);
  REQUIRE(trace.marks.size() == 3);
  CHECK(trace.marks[1].step == 3);
  CHECK(trace.marks[2].step == 4);
  CHECK(trace.left_out.back() == 8);
  // If the finding's accesses are not among the steps, the last steps stay.
  subject.finding->accesses[0].place.line = 99;
  CHECK(trace_of(subject, 3).marks.back().step == 12);
}

TEST_CASE("of a wrong result, a lost update stays, and says so") {
  TraceSubject subject = of_last_block();
  subject.about = {{"count"}, ""};
  const auto add = [&](StepKind kind, int block, std::uint64_t value) {
    PlacedAccess placed = step(kind, "count", 25, block);
    placed.location = "count";
    auto& access = placed.access;
    (kind == StepKind::read ? access.found : access.left) = Value{value};
    subject.steps.push_back(placed);
  };
  add(StepKind::read, 0, 0);
  add(StepKind::read, 1, 0);
  add(StepKind::write, 0, 1);
  add(StepKind::write, 1, 1);
  for (int i = 0; i < 30; ++i) add(StepKind::atomic, i % 2, 1);
  const Trace trace = trace_of(subject, 4);
  REQUIRE(trace.marks.size() == 4);
  CHECK(trace.explains);
  CHECK(trace.marks[0].step == 2);
  CHECK(trace.marks[1].step == 3);
  CHECK(trace.marks[2].note == "step 3 is lost");
  // If block 1 reads after the write of block 0, nothing is lost.
  subject.about = {};
  std::swap(subject.steps[1], subject.steps[2]);
  CHECK_FALSE(trace_of(subject, 4).explains);
}

TEST_CASE(
    "of a wrong result, who wrote the word that it names stays, and what was read") {
  TraceSubject subject = of_last_block();
  const auto add = [&](StepKind kind, const std::string& location, int line) {
    PlacedAccess placed = step(kind, "write", line, 0);
    placed.location = location;
    if (kind != StepKind::read) placed.access.left = Value{1};
    if (kind == StepKind::read) placed.access.found = Value{0};
    subject.steps.push_back(placed);
  };
  add(StepKind::read, "report.mask", 11);
  add(StepKind::write, "report.masks[1]", 12);
  for (int i = 0; i < 30; ++i) add(StepKind::write, "report.masks[10]", 20 + i);
  subject.about = {{"masks", "masks[1]"}, ""};
  const Trace trace = trace_of(subject, 4);
  CHECK(trace.explains);
  REQUIRE(trace.marks.size() == 2);
  CHECK(trace.marks[0].line == 11);
  CHECK(trace.marks[1].line == 12);
  subject.about = {};
  CHECK(trace_of(subject, 4).marks.front().line == 46);
}

TEST_CASE("of a wrong result, a read of what nobody has written stays") {
  TraceSubject subject = of_last_block();
  for (int i = 0; i < 30; ++i)
    subject.steps.push_back(step(StepKind::read, "read", 10 + i, 0));
  for (PlacedAccess& read : subject.steps) {
    read.location = "partial[" + std::to_string(read.place.line) + "]";
    read.access.found = Value{7};
  }
  CHECK_FALSE(steps_explain(subject.steps, subject.main_file, {}));
  subject.steps[3].access.found = Value{0xA5A5A5A5};
  CHECK(steps_explain(subject.steps, subject.main_file, {}));
  CHECK(trace_of(subject, 2).marks.front().step == 4);
}

TEST_CASE("if a complaint speaks of events, the calls that use them stay") {
  TraceSubject subject = of_last_block();
  subject.about = {{"event"}, ""};
  const auto call = [&](const char* op, const char* stream) {
    PlacedAccess placed = step(StepKind::call, op, 40, 0);
    placed.access.host = true;
    placed.stream = stream;
    subject.steps.push_back(placed);
  };
  call("cudaEventRecord", "stream b");
  call("launch", "stream a");
  for (int i = 0; i < 20; ++i)
    subject.steps.push_back(step(StepKind::read, "read", 9, i));
  const Trace trace = trace_of(subject, 3);
  REQUIRE(trace.marks.size() == 3);
  CHECK(trace.marks[0].what == "cudaEventRecord in stream b");
  CHECK(trace.marks[1].what == "launch in stream a");
  // If all calls are in one stream, the steps do not name it.
  subject.steps[1].stream = "stream b";
  CHECK(trace_of(subject, 3).marks[0].what == "cudaEventRecord");
}

TEST_CASE("what an overlay leaves to the reference is the submission's, with its file") {
  // Among steps that are tied to no other lane, steps of the submission are kept.
  const auto has_place = [](const char* file, const std::string& place) {
    TraceSubject subject = race();
    for (int block = 2; block < 12; ++block) {
      subject.steps.push_back(step(StepKind::read, "read", 90 + block, block));
      subject.steps.back().place.file = block == 5 ? file : "scenarios.cu";
    }
    const Trace trace = trace_of(subject, 6);
    return std::any_of(trace.marks.begin(), trace.marks.end(),
                       [&](const TraceMark& mark) { return mark.place == place; });
  };
  CHECK(has_place("last_block.cu", "line 95"));
  CHECK(has_place("reference.cu", "reference.cu:95"));
  CHECK_FALSE(has_place("scenarios.cu", "scenarios.cu:95"));
}

TEST_CASE("what a worker says of order is believed only if it makes sense") {
  TraceSubject subject = race();
  subject.steps[0].access.after = {5, 0, ~std::uint64_t{0}};
  subject.steps[3].access.after = {3, 99};
  subject.steps[4].access.after = {4};
  CHECK(trace_of(subject, 20).arrows.empty());
  CHECK(trace_of({}, 20).rows == 0);
  for (PlacedAccess& placed : subject.steps) placed.access.racing = true;
  CHECK_FALSE(trace_of(subject, 20).missing_arrow);
  trace_svg(trace_of({}, 20));
}

TEST_CASE("an SVG is well-formed, has text for who cannot see it, and the red arrow") {
  TraceSubject subject = race();
  subject.steps[0].place.text = "a < b && \"c\" \x1b[31m\xff";
  pugi::xml_document svg;
  const std::string text = trace_svg(trace_of(subject, 20));
  REQUIRE(svg.load_string(text.c_str()));
  CHECK(is_utf8(text));
  const pugi::xml_node root = svg.child("svg");
  CHECK(std::string(root.child("title").text().get()) ==
        "the last block sees every partial result: data_race");
  const std::string description = root.child("desc").text().get();
  must_say(description,
           {"1. block 0, thread 0, line 5: racing write", "Missing: No __threadfence()"});
  CHECK(with_class(svg, "lane").size() == 3);
  CHECK(with_class(svg, "ring").size() == 2);
  CHECK(with_class(svg, "order").size() == 2);    // One in the legend.
  CHECK(with_class(svg, "missing").size() == 2);  // One in the legend.
  const std::string words = texts_of(svg);
  must_say(words, {"block 0", "block 1", "thread 1", "no __threadfence()",
                   "atomicAdd, reads 1", "line 12: source of line 12"});
  const auto [width, height] = svg_size(text);
  CHECK(width >= 640);
  CHECK(height >= 300);

  subject.finding.reset();
  subject.steps[0].access.racing = false;
  REQUIRE(svg.load_string(trace_svg(trace_of(subject, 20)).c_str()));
  CHECK(with_class(svg, "missing").empty());
}

TEST_CASE("a picture for a slide has the steps alone, without what is hidden") {
  const Trace trace = trace_of(race(), 20);
  pugi::xml_document svg;
  const auto draw = [&](const PictureLook& look) {
    REQUIRE(svg.load_string(trace_svg(trace, look).c_str()));
    return texts_of(svg);
  };
  const std::string whole = draw({});
  const auto holds = [](const std::string& text, const char* part) {
    return text.find(part) != text.npos;
  };
  CHECK(holds(whole, "data_race: Nothing orders"));
  CHECK(holds(whole, "lies between the write in line 5"));
  const std::string slide = draw({.slide = true, .hide = {"__syncthreads", "line 8"}});
  for (const char* part : {"data_race", "lies between", "atomicAdd", "thread 1", "steps"})
    CHECK_MESSAGE(!holds(slide, part), part, " is in\n", slide);
  CHECK(with_class(svg, "lane").size() == 2);  // Only those with a step.
  CHECK(with_class(svg, "order").empty());
  CHECK(with_class(svg, "missing").size() == 1);
  CHECK(holds(draw({.hide = {"__syncthreads"}}), "... 2 more steps"));
}

TEST_CASE("a remark stands below the first row with its text, and is read out") {
  const Trace trace = trace_of(race(), 20);
  const std::string text =
      trace_svg(trace, {.say = {"atomicAdd = its <ticket>", "line 12 = too = early"}});
  pugi::xml_document svg;
  REQUIRE(svg.load_string(text.c_str()));
  CHECK(with_class(svg, "remark halo").size() == 2);
  must_say(texts_of(svg), {"line 8: source of line 8\nits <ticket>\n",
                           "line 12: source of line 12\ntoo = early\n"});
  CHECK(contains(text, "line 8: atomicAdd. (its &lt;ticket&gt;)"));
  CHECK_THROWS_WITH_AS(trace_svg(trace, {.say = {"nowhere = x"}}),
                       "No row of the picture contains \"nowhere\".",
                       std::invalid_argument);
  CHECK_THROWS_WITH_AS(trace_svg(trace, {.hide = {"line 5", "nowhere"}}),
                       "No row of the picture contains \"nowhere\".",
                       std::invalid_argument);
  CHECK_THROWS_WITH_AS(trace_svg(trace, {.say = {"atomicAdd: x"}}),
                       "--say takes \"TEXT = REMARK\", not \"atomicAdd: x\".",
                       std::invalid_argument);
}

TEST_CASE("long words of a step take several lines; what no line holds is cut") {
  TraceSubject subject = race();
  subject.steps[3].access.op = std::string(30, 'a') + " " + std::string(60, 'b');
  subject.steps[4].access.op = std::string(300, 'c');
  pugi::xml_document svg;
  REQUIRE(svg.load_string(trace_svg(trace_of(subject, 20)).c_str()));
  const std::string words = texts_of(svg);
  must_say(words, {std::string(30, 'a') + "\n" + std::string(60, 'b'), "ccc..."});
}

TEST_CASE("the file for Perfetto names its lanes, and each flow has two ends") {
  const auto json = nlohmann::json::parse(trace_json(trace_of(race(), 20)));
  std::map<int, std::string> lanes;
  std::map<int, std::string> flows;
  std::size_t slices = 0, missing = 0;
  for (const auto& event : json.at("traceEvents")) {
    const std::string phase = event.at("ph");
    if (event.at("name") == "thread_name")
      lanes[event.at("tid")] = event.at("args").at("name");
    if (phase == "X") {
      ++slices;
      CHECK(lanes.count(event.at("tid")));
    }
    if (phase != "s" && phase != "f") continue;
    flows[event.at("id")] += phase;
    missing += event.at("cat") == "missing";
    // A flow must end inside of a slice of its lane, or the viewer drops it.
    bool inside = false;
    for (const auto& slice : json.at("traceEvents"))
      if (slice.at("ph") == "X" && slice.at("tid") == event.at("tid"))
        inside |= slice.at("ts") <= event.at("ts") &&
                  event.at("ts").get<int>() <
                      slice.at("ts").get<int>() + slice.at("dur").get<int>();
    CHECK(inside);
  }
  CHECK(lanes.size() == 3);
  CHECK(lanes[1] == "block 0, thread 0");
  CHECK(slices == 6);
  CHECK(missing == 2);
  CHECK(flows.size() == 2);
  for (const auto& [id, ends] : flows) CHECK(ends == "sf");
}

TEST_CASE(
    "on a terminal each row has a column for each lane, and says the same in words") {
  const TraceSubject subject = race();
  const Look look{false, 80};
  const std::string text =
      interleaving_text(look, 2, subject.steps, 10, subject.main_file);
  CAPTURE(text);
  must_say(text, {"  1  W | |  block 0, thread 0  line 5   racing write",
                  "  2  B B |  block 0            line 7   __syncthreads",
                  "  4  | A |  block 0, thread 1  line 8   atomicAdd",
                  "  5  | | A  block 1, thread 0  line 8   atomicAdd, reads 1",
                  "  6  | | R  block 1, thread 0  line 12  racing read"});
  CHECK(split_lines(text).size() == 5);
  CHECK_FALSE(contains(text, "threads 0 and 1"));  // The columns show them.
  CHECK(text.find_first_not_of("\n -~") != 0);
  for (const char c : text) CHECK(static_cast<unsigned char>(c) < 0x80);

  const std::string drawn =
      interleaving_text({.unicode = true}, 2, subject.steps, 10, "");
  CHECK(contains(drawn, "W │ │  block 0"));
}

}  // namespace gridlock::test_trace
