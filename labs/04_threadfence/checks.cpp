// The checks of lab 04.  Read them in order: each rules out one wrong idea.  A title is a
// claim; it holds if the check passes.
//
// The checks about order are strict: what the PTX memory model does not promise fails
// them, also where today's GPUs keep it.

#include <gridlock/check.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using gridlock::Params;
using gridlock::check::Cheaper;
using gridlock::check::explore;
using gridlock::check::on_gpu;
using gridlock::check::Outcome;

constexpr std::int64_t kFences = 0, kRefs = 1;     // The two forms of everything.
constexpr std::int64_t kInBlock = 0, kBlocks = 1;  // How far apart who talks is.

// ---- Messages ----------------------------------------------------------------------

// "1 block", "3 blocks".
std::string counted(std::int64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

// The message stands in values[first..first + 3), and is the one with this number of this
// sender; scenarios.cu has the same formula.
void check_message(const std::vector<std::int64_t>& values, std::size_t first,
                   std::int64_t from, std::int64_t number, const std::string& which) {
  constexpr const char* kFields[] = {"from", "number", "value"};
  const std::int64_t expected[] = {from, number, from * 1000 + number * 7 + 3};
  REQUIRE(values.size() >= first + 3);
  for (std::size_t i = 0; i < 3; ++i)
    REQUIRE_MESSAGE(values[first + i] == expected[i], which, " arrived with ", kFields[i],
                    " = ", values[first + i], " where ", expected[i], " was sent");
}

Params talk_params(std::int64_t form, std::int64_t far, std::int64_t rounds) {
  // The first and the last thread of a block talk: they are in different warps.
  const std::int64_t threads = on_gpu() ? 64 : far == kInBlock ? 34 : 1;
  return {{"form", form}, {"far", far}, {"rounds", rounds}, {"threads", threads}};
}

// Two parties exchange `rounds` messages and as many answers.
void talk(std::int64_t form, std::int64_t far, std::int64_t rounds) {
  explore("talk", talk_params(form, far, rounds), [&](const Outcome& outcome) {
    const auto& out = outcome["out"];
    REQUIRE(out.size() == static_cast<std::size_t>(6 * rounds));
    for (std::int64_t round = 0; round < rounds; ++round) {
      const auto at = static_cast<std::size_t>(6 * round);
      const std::string number = std::to_string(round + 1);
      check_message(out, at, 0, round, "message " + number);
      check_message(out, at + 3, 1, round, "the answer to message " + number);
    }
    if (form == kRefs)
      REQUIRE_MESSAGE(outcome.counter("fences") == 0, "4d asks for no fence");
  });
}

// Each block sends one message, and the host waits for all of them.
void tell_host(std::int64_t form, std::int64_t blocks) {
  const Params params = {
      {"form", form}, {"blocks", blocks}, {"threads", on_gpu() ? 32 : 1}};
  explore("tell_host", params, [&](const Outcome& outcome) {
    const auto& arrived = outcome["arrived"];
    REQUIRE(arrived.size() == static_cast<std::size_t>(blocks));
    for (std::size_t block = 0; block < arrived.size(); ++block)
      REQUIRE_MESSAGE(arrived[block] == 1, "the kernel has ended, and block ", block,
                      " never told the host");
    for (std::int64_t block = 0; block < blocks; ++block)
      check_message(outcome["out"], static_cast<std::size_t>(3 * block), block, block,
                    "the message of block " + std::to_string(block));
    if (form == kRefs)
      REQUIRE_MESSAGE(outcome.counter("fences") == 0, "4d asks for no fence");
  });
}

LAB_CHECK("4a", 6, functional, "in a block: every message arrives, and every answer") {
  talk(kFences, kInBlock, 3);
}

LAB_CHECK("4a", 6, functional,
          "between two blocks: every message arrives, and every answer") {
  talk(kFences, kBlocks, 3);
}

LAB_CHECK("4a", 6, functional, "to the host: every block's message arrives") {
  for (const std::int64_t blocks : {1, 3}) {
    INFO(counted(blocks, "block"));
    tell_host(kFences, blocks);
  }
}

LAB_CHECK("4a", 3, strict, "in a block: who sees the flag sees the whole message") {
  talk(kFences, kInBlock, 2);
}

LAB_CHECK("4a", 3, strict, "between two blocks: who sees the flag sees the message") {
  talk(kFences, kBlocks, 2);
}

LAB_CHECK("4a", 3, strict, "to the host: when it sees the flag it sees the message") {
  tell_host(kFences, 2);
}

LAB_CHECK_ON("4a", 5, fences, sim, "no fence of 4a is wider than its reader is far") {
  const Cheaper cheaper(4);
  talk(kFences, kInBlock, 1);
  talk(kFences, kBlocks, 1);
  tell_host(kFences, 1);
}

// ---- The lock ----------------------------------------------------------------------

struct Crowd {
  std::int64_t blocks, rounds;
  int divisor = 1;  // How many times fewer executions than the default.
};

std::string text(const Crowd& crowd) {
  return counted(crowd.blocks, "block") + ", " + counted(crowd.rounds, "round") + " each";
}

// Every block takes the lock `rounds` times a launch.
void guard_sum(std::int64_t form, const Crowd& crowd, std::int64_t launches, bool watch) {
  INFO(text(crowd));
  const Cheaper cheaper(crowd.divisor);
  const Params params = {
      {"form", form},           {"blocks", crowd.blocks}, {"threads", on_gpu() ? 32 : 1},
      {"rounds", crowd.rounds}, {"launches", launches},   {"watch", watch ? 1 : 0}};
  explore("guard_sum", params, [&](const Outcome& outcome) {
    const std::int64_t overlaps = outcome.value("overlaps");
    REQUIRE_MESSAGE(overlaps == 0, "a block had the lock while another one had it, ",
                    counted(overlaps, "time"));
    const std::int64_t holders = launches * crowd.blocks * crowd.rounds;
    REQUIRE_MESSAGE(outcome.value("holders") == holders, counted(holders, "holder"),
                    " counted themselves, and the count is ", outcome.value("holders"));
    const std::int64_t sum =
        launches * crowd.rounds * crowd.blocks * (crowd.blocks + 1) / 2;
    REQUIRE_MESSAGE(outcome.value("sum") == sum, "the holders' sum should be ", sum,
                    ", and is ", outcome.value("sum"));
    if (form == kRefs)
      REQUIRE_MESSAGE(outcome.counter("fences") == 0, "4d asks for no fence");
  });
}

LAB_CHECK("4b", 7, functional, "one block at a time holds the lock, and all get it") {
  std::vector<Crowd> crowds = {{1, 2, 10}, {2, 2}, {3, 2}, {12, 1, 10}};
  if (on_gpu()) crowds = {{1, 4}, {2, 100}, {264, 10}, {2000, 1}};
  for (const Crowd& crowd : crowds) guard_sum(kFences, crowd, 1, true);
}

LAB_CHECK("4b", 7, functional, "the lock is free again for the next launch") {
  guard_sum(kFences, on_gpu() ? Crowd{264, 3} : Crowd{2, 1, 2}, 3, true);
}

LAB_CHECK("4b", 5, strict, "each holder sees what the one before it wrote") {
  std::vector<Crowd> crowds = {{2, 2}, {3, 1}};
  if (on_gpu()) crowds = {{2, 200}, {264, 20}};
  for (const Crowd& crowd : crowds) guard_sum(kFences, crowd, 1, false);
}

LAB_CHECK_ON("4b", 3, fences, sim, "no fence of the lock is wider than it has to be") {
  guard_sum(kFences, {2, 2, 4}, 1, false);
}

// ---- The table ---------------------------------------------------------------------

struct Readers {
  std::int64_t blocks, threads, calls;
  int divisor = 1;  // How many times fewer executions than the default.
};

std::string text(const Readers& readers) {
  return counted(readers.blocks, "block") + " of " + counted(readers.threads, "thread") +
         ", " + counted(readers.calls, "call") + " each";
}

// What a thread makes of `calls` looks at the table, as in scenarios.cu.
std::int64_t digest_of(std::int64_t seed, std::int64_t calls) {
  constexpr std::uint32_t kTableSize = 5;
  std::uint32_t digest = 0;
  for (std::int64_t call = 0; call < calls; ++call)
    for (std::uint32_t i = 0; i < kTableSize; ++i)
      digest = digest * 31 + static_cast<std::uint32_t>(seed) * (i + 1) + i;
  return static_cast<std::int32_t>(digest);
}

// Every thread asks for the table `calls` times a launch.
void read_table(std::int64_t form, const Readers& readers, std::int64_t launches) {
  constexpr std::int64_t kSeed = 41;
  INFO(text(readers));
  const Cheaper cheaper(readers.divisor);
  const Params params = {
      {"form", form},           {"blocks", readers.blocks}, {"threads", readers.threads},
      {"calls", readers.calls}, {"launches", launches},     {"seed", kSeed}};
  explore("read_table", params, [&](const Outcome& outcome) {
    const auto& seen = outcome["seen"];
    const std::int64_t expected = digest_of(kSeed, readers.calls);
    REQUIRE(seen.size() ==
            static_cast<std::size_t>(launches * readers.blocks * readers.threads));
    std::size_t blind = 0;
    for (const std::int64_t digest : seen)
      if (digest != expected) ++blind;
    REQUIRE_MESSAGE(blind == 0, blind, " of ",
                    counted(static_cast<std::int64_t>(seen.size()), "thread"),
                    " did not see the table as it should be");
    REQUIRE_MESSAGE(outcome.value("builds") == 1, "the table was built ",
                    counted(outcome.value("builds"), "time"), "; it should be once");
    if (form == kRefs)
      REQUIRE_MESSAGE(outcome.counter("fences") == 0, "4d asks for no fence");
  });
}

LAB_CHECK("4c", 7, functional, "the table is built once, and all see it whole") {
  std::vector<Readers> all = {{1, 1, 2, 10}, {1, 3, 1}, {2, 2, 2}, {12, 1, 1, 10}};
  if (on_gpu()) all = {{1, 1, 2}, {2, 64, 10}, {264, 256, 10}, {2000, 64, 2}};
  for (const Readers& readers : all) read_table(kFences, readers, 1);
}

LAB_CHECK("4c", 7, functional, "the next launch finds the table and does not build it") {
  read_table(kFences, on_gpu() ? Readers{264, 64, 2} : Readers{2, 1, 1, 2}, 3);
}

LAB_CHECK("4c", 5, strict, "who finds the table ready is sure to see all of it") {
  std::vector<Readers> all = {{2, 1, 2}, {2, 2, 1}};
  if (on_gpu()) all = {{2, 64, 10}, {264, 64, 10}};
  for (const Readers& readers : all) read_table(kFences, readers, 1);
}

LAB_CHECK_ON("4c", 3, fences, sim, "no fence about the table is wider than need be") {
  read_table(kFences, {2, 1, 2, 4}, 1);
  read_table(kFences, {3, 1, 1, 4}, 1);
}

// ---- The same without fences -------------------------------------------------------

LAB_CHECK("4d", 6, functional, "sendRef and receiveRef: messages arrive, near and far") {
  talk(kRefs, kInBlock, 3);
  talk(kRefs, kBlocks, 3);
  tell_host(kRefs, 3);
}

LAB_CHECK("4d", 4, functional, "lockRef and unlockRef: one block at a time, and again") {
  std::vector<Crowd> crowds = {{2, 2}, {3, 2}};
  if (on_gpu()) crowds = {{2, 100}, {264, 10}};
  for (const Crowd& crowd : crowds) guard_sum(kRefs, crowd, 2, true);
}

LAB_CHECK("4d", 4, functional, "tableOnceRef: built once, and all see it whole") {
  std::vector<Readers> all = {{1, 3, 1}, {2, 2, 2, 2}};
  if (on_gpu()) all = {{1, 64, 2}, {264, 256, 10}};
  for (const Readers& readers : all) read_table(kRefs, readers, 2);
}

LAB_CHECK("4d", 4, strict, "sendRef and receiveRef order the message, near and far") {
  talk(kRefs, kInBlock, 2);
  talk(kRefs, kBlocks, 2);
  tell_host(kRefs, 2);
}

LAB_CHECK("4d", 2, strict, "lockRef and unlockRef order what the lock guards") {
  guard_sum(kRefs, on_gpu() ? Crowd{264, 20} : Crowd{2, 2}, 1, false);
}

LAB_CHECK("4d", 2, strict, "tableOnceRef orders the table before what reads it") {
  read_table(kRefs, on_gpu() ? Readers{264, 64, 10} : Readers{2, 2, 1}, 1);
}

LAB_CHECK_ON("4d", 2, fences, sim, "no scope of 4d is wider than it has to be") {
  const Cheaper cheaper(4);
  talk(kRefs, kInBlock, 1);
  talk(kRefs, kBlocks, 1);
  tell_host(kRefs, 1);
  guard_sum(kRefs, {2, 2, 4}, 1, false);
  read_table(kRefs, {2, 1, 2, 4}, 1);
}

}  // namespace
