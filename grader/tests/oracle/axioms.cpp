// The oracle itself: the well-known litmus tests, and the idioms of blocks that
// hand data to each other, with the verdicts that papers and the PTX manual give them.

#include "oracle/generate.h"
#include "oracle/oracle.h"
#include "oracle/write.h"
#include "tests/oracle/idioms.h"
#include "tests/test.h"

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
    // A plain read is not ordered in this way.
    CHECK(of({{0, {load(kX)}}, {1, {add(kX), guard(0), store(kX, 0)}}}).lenient.race);
  }

  TEST_CASE("release sequences: the own later store extends them, too") {
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
}

TEST_CASE("oracle: the idioms get the verdicts that papers and the manual give them") {
  for (const Idiom& idiom : Idioms::all()) {
    CAPTURE(idiom.name);
    const Program program{"idiom", 4, idiom.threads};
    CAPTURE(cuda_text(program));
    const Judgement judgement = judge(program);
    CHECK(judgement.lenient.race == (idiom.verdict == Says::race));
    CHECK(judgement.strict.race == (idiom.verdict != Says::right));
    if (idiom.stale == Idiom::Stale::unasked) continue;
    bool stale = false;
    for (const Results& results : judgement.strict.results) stale |= results.back() == 0;
    CHECK(stale == (idiom.stale == Idiom::Stale::if_not_right
                        ? idiom.verdict != Says::right
                        : idiom.stale == Idiom::Stale::always));
  }
}

TEST_SUITE("oracle: programs") {
  TEST_CASE("a number always gives the same program, of the right form") {
    for (std::uint64_t number = 0; number < 300; ++number) {
      const Program program = generate(number);
      CAPTURE(cuda_text(program));
      CHECK(complaint(program).empty());
      CHECK(cuda_text(program) == cuda_text(generate(number)));
    }
    CHECK(cuda_text(generate(1)) != cuda_text(generate(2)));
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
