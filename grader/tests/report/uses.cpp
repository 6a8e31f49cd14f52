// How reports show what a submission's lines did with memory.
#include "report/uses_text.h"

#include <doctest/doctest.h>

#include "common/text.h"
#include "wording/names.h"
#include "wording/words.h"

namespace gridlock::test_uses {
const Look kPlain{false, 80};

/// \param variable the variable in `memory`
PlacedUse use_of(StepKind kind, const char* op, int line, const char* memory,
                 std::uint64_t times = 1, const char* variable = "") {
  PlacedUse use;
  use.use.kind = kind;
  use.use.op = op;
  use.use.times = times;
  use.use.kernels = use.use.blocks = use.use.threads = 1;
  use.place.file = "last_block.cu";
  use.place.line = line;
  use.memory = memory;
  use.variable = variable;
  return use;
}

std::string text_of(const std::vector<PlacedUse>& uses, std::size_t rows = 5) {
  return uses_text(kPlain, 2, "What your lines did", uses, "last_block.cu", rows);
}

Value value_of(std::uint64_t bits) { return {bits, 4, ValueKind::integer}; }

TEST_CASE("uses: who did it, how often, and with which values") {
  PlacedUse draws = use_of(StepKind::atomic, "atomicAdd", 9, "counter", 130);
  draws.use.blocks = draws.use.threads = 130;
  draws.use.values = {value_of(0)};
  CHECK(
      text_of({draws}) ==
      "  What your lines did:\n"
      "  line 9  atomicAdd counter, reads 0 each time; thread 0 of each of 130 blocks\n");

  PlacedUse writes = use_of(StepKind::write, "write", 12, "flags[0..7]", 16);
  writes.use.threads = 8;
  writes.use.values = {value_of(1), value_of(9)};
  writes.use.many_values = true;
  CHECK(contains(text_of({writes}),
                 "line 12  write flags[0..7], writes 1 to 9; 8 threads of "
                 "block 0, 16 times\n"));
}

TEST_CASE("uses: a call of the host tells its stream and the device that was current") {
  PlacedUse call = use_of(StepKind::call, "cudaDeviceEnablePeerAccess(1, 0)", 70, "");
  call.use.host = true;
  call.use.device = 0;
  CHECK(contains(text_of({call}),
                 "line 70  cudaDeviceEnablePeerAccess(1, 0) while device 0 "
                 "was current\n"));
}

TEST_CASE("uses: those that say most, by line, and each once") {
  const std::vector<PlacedUse> uses{use_of(StepKind::fence, "__threadfence", 3, ""),
                                    use_of(StepKind::read, "read", 4, "in[0]"),
                                    use_of(StepKind::atomic, "atomicAdd", 5, "counter"),
                                    use_of(StepKind::atomic, "atomicAdd", 5, "counter")};
  const std::string text = text_of(uses, 3);
  CHECK_FALSE(contains(text, "line 3"));
  CHECK(text.find("line 4") < text.find("line 5"));
  CHECK(text.find("line 5") == text.rfind("line 5"));
}

TEST_CASE("uses: two reads in one line are both shown, or counted if they are alike") {
  PlacedUse one = use_of(StepKind::read, "read", 4, "a[0..3]", 4, "a");
  one.use.threads = 4;
  PlacedUse other = one;
  CHECK(contains(text_of({one, other}),
                 "line 4  read a[0..3]; 4 threads of block 0, 8 "
                 "times\n"));
  other.memory = "a[1..4]";
  const PlacedUse adds =
      use_of(StepKind::atomic, "atomicAdd", 5, "counter", 1, "counter");
  const std::string text = text_of({one, other, adds}, 2);
  must_say(text, {"read a[0..3]", "read a[1..4]"});
  // Equal uses by other threads may come from two copies of the line's code.
  other = one;
  other.use.thread = {1, 0, 0};
  CHECK(contains(text_of({one, other}), "4 threads of block 0\n"));
}

TEST_CASE("uses: blocks of several kernels are told apart from those of one") {
  PlacedUse adds = use_of(StepKind::atomic, "atomicAdd", 9, "counter", 4);
  adds.use.blocks = adds.use.threads = 4;
  adds.use.kernels = 2;
  CHECK(contains(text_of({adds}), "; thread 0 of each of 4 blocks in 2 kernels\n"));
  adds.use.same_thread = false;
  adds.use.threads = adds.use.times = 8;
  CHECK(contains(text_of({adds}), "; 8 threads of 4 blocks in 2 kernels\n"));
}

TEST_CASE("uses: what touches a variable that the complaint names comes before others") {
  const std::vector<PlacedUse> uses{
      use_of(StepKind::atomic, "atomicOr", 5, "data.mask", 1, "data.mask"),
      use_of(StepKind::atomic, "atomicAdd", 6, "data.count", 1, "data.count"),
      use_of(StepKind::write, "write", 7, "data.counts[0]", 1, "data.counts"),
      use_of(StepKind::read, "read", 8, "2 elements of data.counts[0..1]", 1,
             "data.counts")};
  const auto shown = [&](const About& about) {
    return uses_text(kPlain, 2, "What your lines did", uses, "last_block.cu", 2, about);
  };
  const std::string text = shown({{"counts", "counts[0]"}, ""});
  must_say(text, {"line 7", "line 8"});
  CHECK_FALSE(contains(text, "line 5"));
  CHECK(contains(shown({}), "line 5"));
}

TEST_CASE(
    "uses: a read of what others wrote says more than a read of what nobody changes") {
  const std::vector<PlacedUse> uses{
      use_of(StepKind::read, "read", 4, "in[0..9]", 1, "in"),
      use_of(StepKind::atomic, "atomicAdd", 5, "counter", 1, "counter"),
      use_of(StepKind::write, "write", 6, "partial[4..37]", 1, "partial"),
      use_of(StepKind::read, "read", 7, "partial[4..35]", 1, "partial")};
  const std::string text = text_of(uses, 3);
  must_say(text, {"What your lines did (the most telling):\n  line 5",
                  "line 7  read partial[4..35]"});
  CHECK(contains(text_of(uses, 4), "What your lines did:\n  line 4"));
}

TEST_CASE("uses: copies and launches come before events, and a copy tells its size") {
  PlacedUse record = use_of(StepKind::call, "cudaEventRecord", 3, "");
  PlacedUse copy = use_of(StepKind::call, "cudaMemset", 4, "");
  for (PlacedUse* call : {&record, &copy}) {
    call->use.host = true;
    call->use.stream_name.emplace();
    call->stream = "the default stream";
  }
  copy.use.bytes = 8;
  const PlacedUse adds = use_of(StepKind::atomic, "atomicAdd", 2, "counter");
  CHECK_FALSE(contains(text_of({adds, record, copy}, 2), "line 2"));
  const std::string text = text_of({record, copy}, 1);
  CHECK(contains(text, "line 4  cudaMemset in the default stream, 8 bytes\n"));
}

TEST_CASE("uses: several launches of a line are of a kernel, and none is named alone") {
  Location launched;
  launched.kind = Location::Kind::kernel;
  launched.name = "fill";
  launched.index = 1;
  CHECK(words_of(launched, Names()) == "kernel 1, fill");
  launched.index.reset();
  CHECK(words_of(launched, Names()) == "fill");
}

TEST_CASE("uses: an atomic operation tells what it made of each value") {
  PlacedUse adds = use_of(StepKind::atomic, "atomicAdd", 9, "counter", 2);
  adds.use.values = {value_of(0), value_of(1)};
  adds.use.results = {value_of(1), value_of(2)};
  CHECK(contains(text_of({adds}),
                 "atomicAdd counter, 0 -> 1, 1 -> 2 (returns 0, 1); block 0"));
}

TEST_CASE("uses: of many changes by an atomic operation, a few are told") {
  PlacedUse adds = use_of(StepKind::atomic, "atomicAdd", 9, "counter", 4);
  for (std::uint64_t i = 0; i < 4; ++i) {
    adds.use.values.push_back(value_of(i));
    adds.use.results.push_back(value_of(i + 1));
  }
  CHECK(contains(text_of({adds}),
                 "atomicAdd counter, 0 -> 1, 1 -> 2, ..., 3 -> 4; block 0"));
}

TEST_CASE("uses: of a hang, the changes of what is waited for, of any element") {
  PlacedFinding hang;
  hang.accesses.resize(1);
  hang.accesses.front().location = "arrayOut[1]";
  hang.accesses.front().variable = "arrayOut";
  const auto changes = changes_of_awaited(
      {use_of(StepKind::write, "write", 5, "2 elements of arrayOut[0..3]", 1, "arrayOut"),
       use_of(StepKind::read, "read", 6, "arrayOut[1]", 1, "arrayOut"),
       use_of(StepKind::write, "write", 7, "arrayIn[1]", 1, "arrayIn")},
      hang);
  REQUIRE(changes.size() == 1);
  CHECK(changes.front().place.line == 5);
}

}  // namespace gridlock::test_uses
