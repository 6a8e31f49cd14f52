// The oracle itself: the well-known litmus tests, and the idioms of blocks that
// hand data to each other, with the verdicts that papers and the PTX manual give them.
#include <doctest/doctest.h>

#include <string>

#include "oracle/generate.h"
#include "oracle/oracle.h"
#include "oracle/write.h"

namespace gridlock::oracle::test_axioms {
namespace {

using namespace write;

constexpr int kX = 0, kY = 1, kZ = 2;

bool allows(const Executions& executions, const Results& results) {
  return executions.results.count(results) != 0;
}

Judgement of(std::vector<Thread> threads) {
  return judge({"test", 4, std::move(threads)});
}

}  // namespace

TEST_SUITE("oracle: litmus tests") {
  TEST_CASE("message passing: fences on both sides forbid the stale value") {
    const auto message = [](Ops between_writes, Ops between_reads, Op signal, Op wait) {
      Ops writer{set(kX, 1)}, reader{wait};
      writer.insert(writer.end(), between_writes.begin(), between_writes.end());
      writer.push_back(signal);
      reader.insert(reader.end(), between_reads.begin(), between_reads.end());
      reader.push_back(see(kX));
      return of({{0, writer}, {1, reader}});
    };
    const Results stale{1, 0};
    CHECK(allows(message({}, {}, set(kY, 1), see(kY)).strict, stale));
    CHECK(allows(message({fence()}, {}, set(kY, 1), see(kY)).strict, stale));
    CHECK_FALSE(allows(message({fence()}, {}, set(kY, 1), see(kY)).lenient, stale));
    CHECK(allows(message({}, {fence()}, set(kY, 1), see(kY)).lenient, stale));
    CHECK_FALSE(allows(message({fence()}, {fence()}, set(kY, 1), see(kY)).strict, stale));
    CHECK_FALSE(
        allows(message({fence_acq_rel()}, {fence_acq_rel()}, set(kY, 1), see(kY)).strict,
               stale));
    CHECK_FALSE(allows(message({}, {}, release(kY, 1), acquire(kY)).strict, stale));
    CHECK(
        allows(message({}, {}, release(kY, 1, Scope::block), acquire(kY)).strict, stale));
    CHECK(allows(message({fence(Scope::block)}, {fence()}, set(kY, 1), see(kY)).lenient,
                 stale));
  }

  TEST_CASE("store buffering: only fence.sc forbids that both miss the other") {
    const auto buffering = [](Op fence_a, Op fence_b) {
      return of(
          {{0, {set(kX, 1), fence_a, see(kY)}}, {1, {set(kY, 1), fence_b, see(kX)}}});
    };
    CHECK_FALSE(allows(buffering(fence(), fence()).strict, {0, 0}));
    CHECK(allows(buffering(fence(), fence()).strict, {0, 1}));
    CHECK(allows(buffering(fence(), fence_acq_rel()).lenient, {0, 0}));
    CHECK(allows(buffering(fence(), fence(Scope::block)).lenient, {0, 0}));
    const auto seq_cst = [](Kind kind, int variable) {
      return Op{kind, variable, 1, false, Order::seq_cst, Scope::device, false};
    };
    CHECK_FALSE(allows(of({{0, {seq_cst(Kind::store, kX), seq_cst(Kind::load, kY)}},
                           {1, {seq_cst(Kind::store, kY), seq_cst(Kind::load, kX)}}})
                           .strict,
                       {0, 0}));
  }

  TEST_CASE("load buffering: allowed, but not out of thin air and not in order") {
    const Judgement plain = of({{0, {see(kX), set(kY, 1)}}, {1, {see(kY), set(kX, 1)}}});
    CHECK(allows(plain.strict, {1, 1}));
    CHECK_FALSE(allows(plain.strict_in_order, {1, 1}));
    const Judgement guarded =
        of({{0, {see(kX), guard(1), set(kY, 1)}}, {1, {see(kY), guard(1), set(kX, 1)}}});
    CHECK_FALSE(allows(guarded.strict, {1, 1}));
    CHECK(of({{0, {see(kX), pass_on(kY)}}, {1, {see(kY), pass_on(kX)}}})
              .strict.results.size() == 1);
  }

  TEST_CASE("coherence: strong reads of one word do not go back, weak ones may") {
    CHECK_FALSE(allows(of({{0, {set(kX, 1)}}, {1, {see(kX), see(kX)}}}).strict, {1, 0}));
    CHECK(allows(of({{0, {store(kX, 1)}}, {1, {load(kX), load(kX)}}}).strict, {1, 0}));
    const Judgement own = of({{0, {set(kX, 1), see(kX)}}, {1, {set(kX, 2)}}});
    CHECK(own.strict.results == std::set<Results>{{1}, {2}});
  }

  TEST_CASE("coherence: a write that comes after another in causality overwrites it") {
    const Judgement chain =
        of({{0, {store(kX, 1), release(kY, 1)}},
            {1, {acquire(kY), guard(1), store(kX, 2), release(kZ, 1)}},
            {2, {acquire(kZ), guard(1), load(kX)}}});
    CHECK(allows(chain.strict, {1, 1, 2}));
    CHECK_FALSE(allows(chain.strict, {1, 1, 1}));
  }

  TEST_CASE("independent reads of independent writes: fence.sc between the reads") {
    const auto reads = [](Op between) {
      return of({{0, {set(kX, 1)}},
                 {1, {set(kY, 1)}},
                 {2, {see(kX), between, see(kY)}},
                 {3, {see(kY), between, see(kX)}}});
    };
    CHECK_FALSE(allows(reads(fence()).strict, {1, 0, 1, 0}));
    CHECK(allows(reads(fence_acq_rel()).strict, {1, 0, 1, 0}));
  }

  TEST_CASE("write to read causality: a release hands on what its thread acquired") {
    const auto chain = [](Op last) {
      return of(
          {{0, {set(kX, 1)}}, {1, {see(kX), release(kY, 1)}}, {2, {last, see(kX)}}});
    };
    // The first read is part of no acquire pattern; but it comes before the release, so
    // what it observed is released.
    CHECK_FALSE(allows(chain(acquire(kY)).strict, {1, 1, 0}));
    CHECK(allows(chain(see(kY)).strict, {1, 1, 0}));
  }

  TEST_CASE("read-modify-writes are atomic, unless a scope leaves the other out") {
    // The first two are examples of PTX ISA 8.10.3.
    CHECK_FALSE(allows(of({{0, {add(kX)}}, {1, {add(kX)}}}).strict, {0, 0}));
    CHECK(allows(of({{0, {add(kX, 1, Scope::block)}}, {1, {add(kX)}}}).strict, {0, 0}));
    CHECK_FALSE(of({{0, {add(kX)}}, {1, {add(kX)}}}).strict.race);
    CHECK(of({{0, {add(kX, 1, Scope::block)}}, {1, {add(kX)}}}).lenient.race);
    CHECK_FALSE(of({{0, {add(kX, 1, Scope::block)}}, {0, {add(kX, 1, Scope::block)}}})
                    .strict.race);
  }

  TEST_CASE("an atomic is ordered before what its observer does next to the word") {
    const Ops ticket{add(kX), guard(1), fence(), store(kX, 0)};
    CHECK_FALSE(of({{0, ticket}, {1, ticket}}).strict.race);
    // A plain read is not ordered so.
    CHECK(of({{0, {load(kX)}}, {1, {add(kX), guard(0), store(kX, 0)}}}).lenient.race);
  }

  TEST_CASE(
      "release sequences: read-modify-writes extend them, the own later store too") {
    const auto reads = [](Ops middle, int seen) {
      return of({{0, {store(kX, 1), release(kY, 1)}},
                 {1, std::move(middle)},
                 {2, {acquire(kY), guard(seen), load(kX)}}});
    };
    CHECK_FALSE(reads({add(kY, 10)}, 11).strict.race);
    CHECK(reads({see(kY), guard(1), set(kY, 11)}, 11).strict.race);
    CHECK(reads({set(kY, 11)}, 11).lenient.race);
    CHECK_FALSE(of({{0, {store(kX, 1), release(kY, 1), set(kY, 2)}},
                    {1, {acquire(kY), guard(2), load(kX)}}})
                    .strict.race);
  }

  TEST_CASE("patterns of two accesses to one word are in PTX, and not in C++20") {
    const Program stores{"stores",
                         2,
                         {{0, {store(kX, 1), release(kY, 1), set(kY, 2)}},
                          {1, {acquire(kY), guard(2), load(kX)}}}};
    CHECK_FALSE(judge(stores).strict.race);
    CHECK(judge(stores, Patterns::cpp).lenient.race);
    // The second read may see the other write, which releases nothing.
    const Program reads{
        "reads",
        3,
        {{0, {store(kX, 1), release(kY, 1)}},
         {1, {set(kY, 2)}},
         {2, {see(kY), pass_on(2), acquire(kY), guard(2), load(2), guard(1), load(kX)}}}};
    CHECK_FALSE(judge(reads).strict.race);
    CHECK(judge(reads, Patterns::cpp).strict.race);
    CHECK_FALSE(judge(reads, Patterns::cpp).lenient.race);
  }

  TEST_CASE("what a fence.sc published rides along every edge of causality") {
    // Fence.sc, a hand-over by acquire and release, then a signal without a fence.
    const auto chain = [](Op second) {
      return of({{0, {store(kX, 1), fence(), set(kY, 1)}},
                 {1, {second, guard(1), set(kZ, 1)}},
                 {2, {see(kZ), guard(1), fence(), load(kX)}}});
    };
    CHECK_FALSE(chain(acquire(kY)).strict.race);
    CHECK(chain(see(kY)).strict.race);
    CHECK_FALSE(chain(see(kY)).lenient.race);
    // The signal is seen without an acquire, then handed on by acq_rel fences.
    const auto relay = [](Op last) {
      return of({{0, {store(kX, 1), fence(), set(kY, 1)}},
                 {1, {see(kY), pass_on(3), sync()}},
                 {1, {sync(), load(3), guard(1), fence_acq_rel(), set(kZ, 1)}},
                 {2, {see(kZ), guard(1), last, load(kX)}}});
    };
    CHECK_FALSE(relay(fence()).strict.race);
    CHECK(relay(fence_acq_rel()).strict.race);
    CHECK_FALSE(relay(fence_acq_rel()).lenient.race);
  }
}

TEST_SUITE("oracle: the lenient level") {
  // A message by way of two relays that have no fence.
  Judgement relayed(Ops writer) {
    return of({{0, std::move(writer)},
               {1, {see(kY), guard(1), set(kZ, 1)}},
               {2, {see(kZ), guard(1), set(3, 1)}},
               {3, {see(3), guard(1), load(kX)}}});
  }

  TEST_CASE("what was published to the device and seen is visible through relays") {
    for (const Ops& writer : {Ops{store(kX, 1), release(kY, 1)},
                              Ops{store(kX, 1), fence_acq_rel(), set(kY, 1)},
                              Ops{store(kX, 1), fence(), set(kY, 1)}}) {
      CHECK_FALSE(relayed(writer).lenient.race);
      CHECK(relayed(writer).strict.race);
    }
    CHECK(relayed({store(kX, 1), set(kY, 1)}).lenient.race);
    CHECK(relayed({store(kX, 1), fence(Scope::block), set(kY, 1)}).lenient.race);
  }

  TEST_CASE(
      "a fence.sc is performed when it is executed, another fence when it is seen") {
    const auto signalled_by_another = [](Op writers_fence) {
      return of({{0, {store(kX, 1), writers_fence, sync()}},
                 {0, {sync(), set(kY, 1)}},
                 {1, {see(kY), guard(1), load(kX)}}});
    };
    CHECK_FALSE(signalled_by_another(fence()).lenient.race);
    CHECK(signalled_by_another(fence_acq_rel()).lenient.race);
    CHECK(signalled_by_another(fence(Scope::block)).lenient.race);
  }

  TEST_CASE("within a block a block fence is enough, and the reader needs none") {
    const auto in_block = [](int reader) {
      return of({{0, {store(kX, 1), fence(Scope::block), set(kY, 1)}},
                 {reader, {see(kY), guard(1), load(kX)}}});
    };
    CHECK_FALSE(in_block(0).lenient.race);
    CHECK(in_block(0).strict.race);
    CHECK(in_block(1).lenient.race);
  }
}

TEST_SUITE("oracle: idioms") {
  enum class Verdict { right, strict_race, race };
  struct Said {
    Verdict verdict;
    bool stale;  ///< The last result can be 0 though all guards let through.
  };

  Said say(std::vector<Thread> threads) {
    const Judgement judgement = of(std::move(threads));
    bool stale = false;
    for (const Results& results : judgement.strict.results) stale |= results.back() == 0;
    return {judgement.lenient.race  ? Verdict::race
            : judgement.strict.race ? Verdict::strict_race
                                    : Verdict::right,
            stale};
  }
  void check(const std::string& row, const Said& said, Verdict verdict) {
    CAPTURE(row);
    CHECK(said.verdict == verdict);
    CHECK(said.stale == (verdict != Verdict::right));
  }

  Ops joined(std::initializer_list<Ops> parts) {
    Ops all;
    for (const Ops& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }

  // Block 0: a leader that signals, a worker that writes.  Block 1 reads.
  std::vector<Thread> writer_side(Ops worker, Ops leader, Ops reader = {}) {
    if (reader.empty()) reader = {add(kY), guard(1), fence(), load(kX)};
    return {{0, std::move(leader)}, {0, std::move(worker)}, {1, std::move(reader)}};
  }

  TEST_CASE("the writer's side") {
    using enum Verdict;
    const Ops reader_acq_rel{add(kY), guard(1), fence_acq_rel(), load(kX)};
    check("A", say(writer_side({store(kX, 1), sync()}, {sync(), fence(), add(kY)})),
          right);
    check("A, acq_rel",
          say(writer_side({store(kX, 1), sync()}, {sync(), fence_acq_rel(), add(kY)},
                          reader_acq_rel)),
          right);
    check("B",
          say(writer_side({store(kX, 1), fence(), sync()}, {fence(), sync(), add(kY)})),
          right);
    check("B1", say(writer_side({store(kX, 1), fence(), sync()}, {sync(), add(kY)})),
          right);
    check("B, acq_rel reader",
          say(writer_side({store(kX, 1), fence(), sync()}, {sync(), add(kY)},
                          reader_acq_rel)),
          strict_race);
    check("B, acq_rel writer",
          say(writer_side({store(kX, 1), fence_acq_rel(), sync()},
                          {fence_acq_rel(), sync(), add(kY)})),
          race);
    check("C", say(writer_side({store(kX, 1), fence()}, {fence(), add(kY)})), race);
    check("D", say(writer_side({store(kX, 1), sync()}, {sync(), add(kY)})), race);
    check(
        "G",
        say(writer_side({store(kX, 1), sync()}, {sync(), fence(Scope::block), add(kY)})),
        race);
    // The race is on the counter; the fences order the data all the same.
    const Said block_counter = say(
        writer_side({store(kX, 1), sync()}, {sync(), fence(), add(kY, 1, Scope::block)}));
    CHECK(block_counter.verdict == race);
    CHECK_FALSE(block_counter.stale);
    const Said volatile_payload = say(writer_side({set(kX, 1), sync()}, {sync(), add(kY)},
                                                  {add(kY), guard(1), fence(), see(kX)}));
    CHECK(volatile_payload.verdict == right);
    CHECK(volatile_payload.stale);
  }

  TEST_CASE("a fence publishes what precedes it, and before the signal") {
    check("early",
          say({{0, {fence(), store(kX, 1), add(kY)}},
               {1, {add(kY), guard(1), fence(), load(kX)}}}),
          Verdict::race);
    check("late",
          say({{0, {store(kX, 1), add(kY), fence()}},
               {1, {add(kY), guard(1), fence(), load(kX)}}}),
          Verdict::race);
  }

  TEST_CASE("the reader's side") {
    using enum Verdict;
    const auto reader_side = [](Ops leader, Ops helper) {
      return std::vector<Thread>{
          {0, {store(kX, 1), fence(), add(kY)}},
          {1, joined({{add(kY)}, std::move(leader), {pass_on(kZ), sync()}})},
          {1, joined({{sync(), load(kZ), guard(1)}, std::move(helper)})}};
    };
    check("leader's fence", say(reader_side({fence()}, {load(kX)})), right);
    check("every reader's fence", say(reader_side({}, {fence(), load(kX)})), right);
    check("every reader's acq_rel fence",
          say(reader_side({}, {fence_acq_rel(), load(kX)})), strict_race);
    check("no fence", say(reader_side({}, {load(kX)})), strict_race);
    check("block fence", say(reader_side({fence(Scope::block)}, {load(kX)})),
          strict_race);
  }

  TEST_CASE("the lock-free barrier: three fences are needed and enough") {
    using enum Verdict;
    const auto barrier = [](bool in, bool seen, bool out, bool end) {
      const auto maybe = [](bool wanted) { return wanted ? Ops{fence()} : Ops{}; };
      const int kIn = 1, kOut = 2, kTold = 3;
      Op announce = set(kOut, 0);
      announce.stores_last_read = true;
      return say({{0, {store(kX, 1), sync()}},
                  {0, joined({{sync()}, maybe(in), {set(kIn, 1)}})},
                  {1, joined({{see(kIn)}, maybe(seen), {pass_on(kTold), sync()}})},
                  {1, joined({{sync(), load(kTold)}, maybe(out), {announce}})},
                  {2, joined({{see(kOut), guard(1)}, maybe(end), {load(kX)}})}});
    };
    check("X0", barrier(false, false, false, false), race);
    check("X1", barrier(true, false, false, false), strict_race);
    check("X2", barrier(true, false, false, true), strict_race);
    check("X3", barrier(true, true, false, true), right);
    check("X4", barrier(true, false, true, true), right);
    check("X5", barrier(true, true, true, true), right);
    check("X6", barrier(true, true, true, false), strict_race);
    check("without the first", barrier(false, true, true, true), race);
  }
}

TEST_SUITE("oracle: programs") {
  TEST_CASE("a number always gives the same program, of the right form") {
    for (std::uint64_t number = 0; number < 300; ++number) {
      const Program program = generate(number);
      CAPTURE(litmus_table(program));
      CHECK(complaint(program).empty());
      CHECK(litmus_table(program) == litmus_table(generate(number)));
    }
    CHECK(litmus_table(generate(1)) != litmus_table(generate(2)));
  }

  TEST_CASE("what lenient allows, strict allows") {
    for (std::uint64_t number = 0; number < 60; ++number) {
      const Judgement judgement = judge(generate(number));
      CHECK(judgement.lenient.count <= judgement.strict.count);
      CHECK(judgement.lenient.count > 0);
      CHECK((judgement.strict.race || !judgement.lenient.race));
      for (const Results& results : judgement.lenient.results)
        CHECK(judgement.strict.results.count(results) == 1);
    }
  }

  TEST_CASE("programs of a wrong form are refused") {
    CHECK_THROWS(of({{0, {guard(1), load(kX)}}}));
    CHECK_THROWS(of({{0, {load(kX), guard(1), sync()}}}));
    CHECK_THROWS(of({{0, {sync()}}, {0, {load(kX)}}}));
    CHECK_THROWS(of({{0, {load(9)}}}));
  }
}

}  // namespace gridlock::oracle::test_axioms
