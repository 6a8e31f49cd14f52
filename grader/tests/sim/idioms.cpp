// The idioms that programs use to hand data from block to block, row by row: which are
// right in the lenient level, which in the strict one.  The verdicts are those of an
// exhaustive enumeration of the PTX axioms (PTX ISA, "Memory Consistency Model").
//
// Each row plays the interleaving in which the reader sees the signal, and says whether
// the last access, mostly the reader's plain one, then races.  No access before it does,
// unless the row leaves that one unchecked.
#include <doctest/doctest.h>

#include <set>
#include <vector>

#include "tests/sim/stage.h"

namespace gridlock::sim::test_idioms {
// ---- The writer's side

const std::vector<Row> kWritersSide = {
    {"A: write, block barrier, fence by the leader, signal",
     {write("worker"), sync("worker", "leader"), fence("leader"), add("leader"),
      add("reader"), fence("reader"), read("reader")},
     Ordered::yes},
    {"A: the same with fence.acq_rel",
     {write("worker"), sync("worker", "leader"), fence_acq_rel("leader"), add("leader"),
      add("reader"), fence_acq_rel("reader"), read("reader")},
     Ordered::yes},
    {"B: write, everybody's fence, block barrier, signal: right as fence.sc",
     {write("worker"), fence("worker"), sync("worker", "leader"), add("leader"),
      add("reader"), fence("reader"), read("reader")},
     Ordered::yes},
    {"B: the reader's is fence.acq_rel",
     {write("worker"), fence("worker"), sync("worker", "leader"), add("leader"),
      add("reader"), fence_acq_rel("reader"), read("reader")},
     Ordered::lenient_only},
    {"B: the writer's is fence.acq_rel",
     {write("worker"), fence_acq_rel("worker"), sync("worker", "leader"), add("leader"),
      add("reader"), fence("reader"), read("reader")},
     Ordered::no},
    {"B: both are fence.acq_rel",
     {write("worker"), fence_acq_rel("worker"), sync("worker", "leader"), add("leader"),
      add("reader"), fence_acq_rel("reader"), read("reader")},
     Ordered::no},
    {"C: as B without the block barrier",
     {write("worker"), fence("worker"), add("leader"), add("reader"), fence("reader"),
      read("reader")},
     Ordered::no},
    {"D: no fence at all before the signal",
     {write("worker"), sync("worker", "leader"), add("leader"), add("reader"),
      fence("reader"), read("reader")},
     Ordered::no},
    {"E: a volatile payload without a fence is no race",
     {set("leader", kData), add("leader"), add("reader"), see("reader", kData)},
     Ordered::yes},
    {"G: a block fence does not reach another block",
     {write("worker"), sync("worker", "leader"), fence("leader", kBlockScope),
      add("leader"), add("reader"), fence("reader"), read("reader")},
     Ordered::no},
    {"H: block-scope atomics of two blocks race on the counter itself",
     {add("leader", kRelaxed, kBlockScope), add("reader", kRelaxed, kBlockScope)},
     Ordered::no},
    {"H: so does one of block scope with one of device scope",
     {add("leader", kRelaxed, kBlockScope), add("reader", kRelaxed, kDeviceScope)},
     Ordered::no},
    {"H: those of one block do not",
     {add("leader", kRelaxed, kBlockScope), add("worker", kRelaxed, kBlockScope)},
     Ordered::yes},
    {"a fence publishes what precedes it, not what follows",
     {fence("leader"), write("leader"), add("leader"), add("reader"), fence("reader"),
      read("reader")},
     Ordered::no},
    {"a fence after the signal is too late",
     {write("leader"), add("leader"), fence("leader"), add("reader"), fence("reader"),
      read("reader")},
     Ordered::no},
};

// ---- The reader's side: the writer does A, or B, up to its signal

const Steps kAfterA = {write("worker"), sync("worker", "leader"), fence("leader"),
                       add("leader"), add("reader")};
const Steps kAfterB = {write("worker"), fence("worker"), sync("worker", "leader"),
                       add("leader"), add("reader")};
const Step kReadersMeet = sync("reader", "helper");

const std::vector<Row> kReadersSide = {
    {"A, ticket, fence, block barrier, others read",
     kAfterA + Steps{fence("reader"), kReadersMeet, read("helper")}, Ordered::yes},
    {"B, ticket, fence, block barrier, others read",
     kAfterB + Steps{fence("reader"), kReadersMeet, read("helper")}, Ordered::yes},
    {"A, ticket, block barrier, every reader's fence.sc",
     kAfterA + Steps{kReadersMeet, fence("helper"), read("helper")}, Ordered::yes},
    {"B, ticket, block barrier, every reader's fence.sc",
     kAfterB + Steps{kReadersMeet, fence("helper"), read("helper")}, Ordered::yes},
    {"A, ticket, block barrier, every reader's fence.acq_rel",
     kAfterA + Steps{kReadersMeet, fence_acq_rel("helper"), read("helper")},
     Ordered::lenient_only},
    {"B, ticket, block barrier, every reader's fence.acq_rel",
     kAfterB + Steps{kReadersMeet, fence_acq_rel("helper"), read("helper")},
     Ordered::lenient_only},
    {"ticket, block barrier, plain read: advice, not a failure",
     kAfterA + Steps{kReadersMeet, read("helper")}, Ordered::lenient_only},
    {"ticket, block barrier, volatile payload: no race",
     {set("worker", kData), sync("worker", "leader"), add("leader"), add("reader"),
      kReadersMeet, see("helper", kData)},
     Ordered::yes},
    {"ticket, plain read by the same thread: advice, not a failure",
     kAfterA + Steps{read("reader")}, Ordered::lenient_only},
    {"ticket and fence, but no block barrier before others read",
     kAfterA + Steps{fence("reader"), read("helper")}, Ordered::no},
    {"an acquire at the ticket is enough; a release at the signal is enough",
     {write("leader"), add("leader", kRelease), add("reader", kAcquire), read("reader"),
      kReadersMeet, read("helper")},
     Ordered::yes},
    {"a release of block scope does not reach another block",
     {write("leader"), add("leader", kRelease, kBlockScope),
      unchecked(add("reader", kAcquire)), read("reader")},
     Ordered::no},
};

// ---- Relays and chains

/// Where the lock-free barrier may have a fence.
enum class FenceAt { workers, in, seen, out, last };

/// The lock-free barrier of Xiao and Feng (IPDPS 2010): a worker's block signals in, two
/// threads of a master block see it and signal out, and a third block reads.
///
/// With a fence of the workers it is the older barrier of CUB: every writer fences before
/// the block barrier.
Steps lock_free(const std::set<FenceAt>& fences) {
  Steps steps;
  const auto fence_at = [&](FenceAt place, const char* name) {
    if (fences.count(place)) steps.push_back(fence(name));
  };
  steps.push_back(write("worker"));
  fence_at(FenceAt::workers, "worker");
  steps.push_back(sync("worker", "leader"));
  fence_at(FenceAt::in, "leader");
  steps.push_back(set("leader", kIn));
  steps.push_back(see("watcher", kIn));
  fence_at(FenceAt::seen, "watcher");
  steps.push_back(sync("watcher", "announcer"));
  fence_at(FenceAt::out, "announcer");
  steps.push_back(set("announcer", kOut));
  steps.push_back(see("waiter", kOut));
  fence_at(FenceAt::last, "waiter");
  steps.push_back(sync("waiter", "last"));
  steps.push_back(read("last"));
  return steps;
}

using enum FenceAt;

const std::vector<Row> kLockFree = {
    {"X0: no fence", lock_free({}), Ordered::no},
    {"X1", lock_free({in}), Ordered::lenient_only},
    {"X2", lock_free({in, last}), Ordered::lenient_only},
    {"X3: three fences are needed and enough", lock_free({in, seen, last}), Ordered::yes},
    {"X4: three fences", lock_free({in, out, last}), Ordered::yes},
    {"X5: all four", lock_free({in, seen, out, last}), Ordered::yes},
    {"X6: none at the end", lock_free({in, seen, out}), Ordered::lenient_only},
    {"none at the beginning", lock_free({seen, out, last}), Ordered::no},
    {"X1, every writer fences for itself", lock_free({workers}), Ordered::lenient_only},
    {"X2, every writer fences for itself", lock_free({workers, last}),
     Ordered::lenient_only},
    {"X3, every writer fences for itself", lock_free({workers, seen, last}),
     Ordered::yes},
    {"X4, every writer fences for itself", lock_free({workers, out, last}), Ordered::yes},
    {"X6, every writer fences for itself", lock_free({workers, seen, out}),
     Ordered::lenient_only},
};

/// A writer's fence.sc and signal, seen in another block.
const Steps kPublished = {write("leader"), fence("leader"), set("leader", kIn)};
const Step kRelayMeets = sync("watcher", "announcer");

const std::vector<Row> kRelays = {
    {"what a fence.sc published rides along an acquire",
     kPublished + Steps{see("watcher", kIn, kSystemScope, kAcquire), kRelayMeets,
                        set("announcer", kOut), see("last", kOut), fence("last"),
                        read("last")},
     Ordered::yes},
    {"what a fence.sc published rides along a reader's fences",
     kPublished + Steps{see("watcher", kIn), fence_acq_rel("watcher"), kRelayMeets,
                        set("announcer", kOut), see("last", kOut), fence("last"),
                        read("last")},
     Ordered::yes},
    {"it does not ride along relaxed accesses alone",
     kPublished + Steps{see("watcher", kIn), kRelayMeets, set("announcer", kOut),
                        see("last", kOut), fence("last"), read("last")},
     Ordered::lenient_only},
    {"what a fence.sc published rides on, once it was seen, along acq_rel fences",
     kPublished + Steps{see("watcher", kIn), kRelayMeets, fence_acq_rel("announcer"),
                        set("announcer", kOut), see("last", kOut), fence("last"),
                        read("last")},
     Ordered::yes},
    {"it does not if the last fence is acq_rel",
     kPublished + Steps{see("watcher", kIn), kRelayMeets, fence_acq_rel("announcer"),
                        set("announcer", kOut), see("last", kOut), fence_acq_rel("last"),
                        read("last")},
     Ordered::lenient_only},
    {"a relay hands on what every writer fenced for itself",
     {write("worker"), fence("worker"), sync("worker", "leader"), set("leader", kIn),
      see("watcher", kIn), set("watcher", kOut), see("last", kOut), read("last")},
     Ordered::lenient_only},
    {"read-modify-writes extend a release sequence",
     {write("leader"), fence("leader"), add("leader"), add("watcher"), add("last"),
      fence("last"), read("last")},
     Ordered::yes},
    {"a store ends a release sequence",
     {write("leader"), fence("leader"), add("leader"), set("watcher", kCount),
      add("last"), fence("last"), read("last")},
     Ordered::no},
    {"between devices, device scope does not order",
     {write("leader"), fence("leader"), set("leader", kOut), see("abroad", kOut),
      fence("abroad"), read("abroad")},
     Ordered::no},
    {"between devices, system scope orders",
     {write("leader"), fence("leader", kSystemScope), set("leader", kOut),
      see("abroad", kOut), fence("abroad", kSystemScope), read("abroad")},
     Ordered::yes},
};

// ---- Orders in place of fences

/// A write, a block barrier, and the leader's signal to the reader.
Steps hand_over(MemoryOrder signal, MemoryOrder ticket) {
  return {write("worker"), sync("worker", "leader"), add("leader", signal),
          add("reader", ticket), read("reader")};
}

/// The lock-free barrier with the orders of its four accesses.
Steps lock_free(MemoryOrder in, MemoryOrder seen, MemoryOrder out, MemoryOrder last) {
  return {write("worker"),
          sync("worker", "leader"),
          set("leader", kIn, kDeviceScope, in),
          see("watcher", kIn, kDeviceScope, seen),
          sync("watcher", "announcer"),
          set("announcer", kOut, kDeviceScope, out),
          see("waiter", kOut, kDeviceScope, last),
          sync("waiter", "last"),
          read("last")};
}

const std::vector<Row> kOrders = {
    {"A: a release after the block barrier, and an acquire",
     hand_over(kRelease, kAcquire), Ordered::yes},
    {"A: acq_rel at both", hand_over(MemoryOrder::acq_rel, MemoryOrder::acq_rel),
     Ordered::yes},
    {"A: the ticket is relaxed", hand_over(kRelease, kRelaxed), Ordered::lenient_only},
    {"C: no block barrier",
     {write("worker"), add("leader", kRelease), add("reader", kAcquire), read("reader")},
     Ordered::no},
    {"D: the signal is relaxed", hand_over(kRelaxed, kAcquire), Ordered::no},
    {"D: the signal acquires", hand_over(kAcquire, kAcquire), Ordered::no},
    {"B: a release of one's own before the block barrier publishes nothing after",
     {write("worker"), set("worker", kOut, kDeviceScope, kRelease),
      sync("worker", "leader"), add("leader"), add("reader", kAcquire), read("reader")},
     Ordered::no},
    {"a ticket's acquire reaches the rest of the block through its barrier",
     {write("leader"), add("leader", kRelease), add("reader", kAcquire), kReadersMeet,
      read("helper")},
     Ordered::yes},
    {"a relaxed ticket does not",
     {write("leader"), add("leader", kRelease), add("reader"), kReadersMeet,
      read("helper")},
     Ordered::lenient_only},
    {"a release pairs with a fence",
     {write("leader"), add("leader", kRelease), add("reader"), fence_acq_rel("reader"),
      read("reader")},
     Ordered::yes},
    {"a fence pairs with an acquire",
     {write("leader"), fence_acq_rel("leader"), add("leader"), add("reader", kAcquire),
      read("reader")},
     Ordered::yes},
    {"lock-free barrier, X0", lock_free(kRelaxed, kRelaxed, kRelaxed, kRelaxed),
     Ordered::no},
    {"lock-free barrier, X1", lock_free(kRelease, kRelaxed, kRelaxed, kRelaxed),
     Ordered::lenient_only},
    {"lock-free barrier, X2", lock_free(kRelease, kRelaxed, kRelaxed, kAcquire),
     Ordered::lenient_only},
    {"lock-free barrier, X3: the relay needs a release too",
     lock_free(kRelease, kAcquire, kRelaxed, kAcquire), Ordered::lenient_only},
    {"lock-free barrier, X4: the relay needs an acquire too",
     lock_free(kRelease, kRelaxed, kRelease, kAcquire), Ordered::lenient_only},
    {"lock-free barrier, X5: the relay acquires and releases",
     lock_free(kRelease, kAcquire, kRelease, kAcquire), Ordered::yes},
    {"lock-free barrier, X6", lock_free(kRelease, kAcquire, kRelease, kRelaxed),
     Ordered::lenient_only},
    {"lock-free barrier: no release at the beginning",
     lock_free(kRelaxed, kAcquire, kRelease, kAcquire), Ordered::no},
};

// ---- The counter itself

const std::vector<Row> kCounter = {
    {"the last block may reset the counter plainly: it has seen every ticket",
     {fence("leader"), add("leader"), add("reader"), write("reader", kCount)},
     Ordered::yes},
    {"another thread of the last block may too, after a block barrier",
     {add("leader"), add("reader"), kReadersMeet, write("helper", kCount)},
     Ordered::yes},
    {"without the block barrier it may not",
     {add("leader"), add("reader"), write("helper", kCount)},
     Ordered::no},
    {"a flag that was seen may be cleared plainly, by whoever saw it",
     {set("leader", kOut), see("reader", kOut), write("reader", kOut)},
     Ordered::yes},
    {"or, after a block barrier, by another thread of the block",
     {set("leader", kOut), see("reader", kOut), kReadersMeet, write("helper", kOut)},
     Ordered::yes},
    {"but not if it was set again since",
     {set("leader", kOut), see("reader", kOut), set("leader", kOut),
      write("reader", kOut)},
     Ordered::no},
    {"a plain reset that has not seen a ticket races with it",
     {add("reader"), add("leader"), write("reader", kCount)},
     Ordered::no},
    {"and a ticket with a plain reset that it has not seen",
     {add("reader"), write("reader", kCount), add("leader")},
     Ordered::no},
    {"a plain read of the counter races with tickets taken since",
     {add("reader"), add("leader"), read("reader", kCount)},
     Ordered::no},
};

TEST_SUITE("sim idioms") {
  TEST_CASE("the writer's side") { play(kWritersSide); }
  TEST_CASE("the reader's side") { play(kReadersSide); }
  TEST_CASE("lock-free barriers") { play(kLockFree); }
  TEST_CASE("relays and chains") { play(kRelays); }
  TEST_CASE("orders in place of fences") { play(kOrders); }
  TEST_CASE("the counter itself") { play(kCounter); }

  TEST_CASE("an edge needs each scope to include the other thread") {
    struct Reader {
      const char* name;
      MemoryScope least;  ///< The narrowest scope that includes both threads.
    };
    const MemoryScope scopes[] = {kBlockScope, kDeviceScope, kSystemScope};
    for (const Reader& reader :
         {Reader{"worker", kBlockScope}, Reader{"reader", kDeviceScope},
          Reader{"abroad", kSystemScope}})
      for (const MemoryScope writer_fence : scopes)
        for (const MemoryScope signal : scopes)
          for (const MemoryScope look : scopes)
            for (const MemoryScope reader_fence : scopes) {
              CAPTURE(static_cast<int>(reader.least));
              CAPTURE(static_cast<int>(writer_fence));
              CAPTURE(static_cast<int>(signal));
              CAPTURE(static_cast<int>(look));
              CAPTURE(static_cast<int>(reader_fence));
              Stage s;
              s.write("leader", kData);
              s.fence("leader", writer_fence);
              s.set("leader", kOut, signal);
              const bool seen = signal >= reader.least && look >= reader.least;
              CHECK((s.see(reader.name, kOut, look) == Ordered::yes) == seen);
              s.fence(reader.name, reader_fence);
              const Ordered expected = !seen || writer_fence < reader.least ? Ordered::no
                                       : reader_fence < reader.least
                                           ? Ordered::lenient_only
                                           : Ordered::yes;
              CHECK(s.read(reader.name, kData) == expected);
            }
  }
}

}  // namespace gridlock::sim::test_idioms
