/// Causes of hangs, and old values that were seen.
#pragma once

#include "protocol/values.h"
#include "protocol/words_of.h"

namespace gridlock {

/// A libcu++ object for which threads wait.
struct AwaitedObject {
  enum class Kind { none, barrier, latch, semaphore };
  friend constexpr Kind last_of(Kind) { return Kind::semaphore; }
  Kind kind = Kind::none;
  Location location;
  std::int64_t come = 0;  ///< Arrivals so far; a latch's count.
  std::int64_t expected = 0;
  std::int64_t bytes = 0;    ///< Bulk-copied bytes that a barrier's phase waits for.
  std::int64_t copying = 0;  ///< Bytes in flight that the barrier counts.
  GRIDLOCK_FIELDS(kind, location, come, expected, bytes, copying)
};

/// The last write of a word.
struct LastWrite {
  /// host_memory: no kernel wrote the word, which the host could write at any time.
  enum class By { unknown, nobody, host, host_memory, block };
  friend constexpr By last_of(By) { return By::block; }
  By by = By::unknown;
  std::array<int, 3> block{};
  Place at;                ///< Set for a block's write.
  bool unchanged = false;  ///< The write left the value as it was.
  GRIDLOCK_FIELDS(by, block, at, unchanged)
};

/// The values with which waiting threads compare the word that they poll.
struct WordComparison {
  struct Goal {
    Value value;
    std::vector<std::uint64_t> blocks;  ///< The blocks whose threads wait for it.
    GRIDLOCK_FIELDS(value, blocks)
  };
  Place at;
  Value compared;  ///< The word's value, or a value computed from it.
  bool is_signed = false;
  std::vector<Goal> goals;       ///< Empty if they are unknown.
  std::uint64_t more_goals = 0;  ///< The number of further goals.
  GRIDLOCK_FIELDS(at, compared, is_signed, goals, more_goals)
};

/// The action or wait of a thread that cannot continue.
enum class Awaits {
  running,
  block_barrier,
  warp,
  grid_barrier,
  cluster_barrier,
  word,
  object,
  device
};
constexpr Awaits last_of(Awaits) { return Awaits::device; }

/// Which threads of some blocks wait in the same way.
struct ThreadsOfBlocks {
  std::uint64_t count = 0;                ///< The number per block; 0 if they differ.
  std::vector<std::array<int, 3>> which;  ///< The threads in each block, if few.
  std::uint64_t of = 0;                   ///< The number of threads of a block.
  GRIDLOCK_FIELDS(count, which, of)
};

/// Which side of a copy is in pageable memory, so that the host waits for the copy.
enum class Pageable { none, target, source };
constexpr Pageable last_of(Pageable) { return Pageable::source; }

/// Threads that wait at the same place in the same way, or the host.
struct Waiter {
  bool is_host = false;
  std::vector<std::uint64_t> blocks;  ///< Linear indices, in any order.
  std::array<int, 3> grid{0, 1, 1};   ///< How many blocks their grid has on each side.
  std::uint64_t kernel = 0;  ///< The number of their launch; 0: several launches.
  ThreadsOfBlocks threads;
  int device = 0;
  Awaits awaits = Awaits::running;
  Operation at;  ///< For the host, the call.
  Location word;
  Value value;                   ///< The value of the polled word.
  LastWrite last_write;          ///< The last write of the polled word.
  WordComparison comparison;     ///< Empty for a mere test for 0.
  std::uint64_t more_words = 0;  ///< The number of further words that they poll.
  AwaitedObject object;
  Pageable pageable = Pageable::none;  ///< The side of the host's copy that is pageable.
  GRIDLOCK_FIELDS(is_host, blocks, grid, kernel, threads, device, awaits, at, word, value,
                  last_write, comparison, more_words, object, pageable)
};

/// A stream that waits for an event.
struct StreamWaiter {
  StreamName stream;
  Place wait;
  std::optional<StreamName> recorder;  ///< The stream that will record it, if any.
  Place record;
  bool of_last_round = false;  ///< The call that records the event was not repeated
                               ///< before this wait.
  Place called_from{};         ///< Where the function with the wait is called, if known.
  GRIDLOCK_FIELDS(stream, wait, recorder, record, of_last_round, called_from)
};

/// A deadlock: the threads and streams that wait, and the blocks that have ended.
struct NoThreadCanContinue {
  std::vector<Waiter> waiters;
  std::vector<StreamWaiter> streams;
  /// The ended blocks of a kernel with waiting blocks; empty if there are very many.
  std::vector<std::uint64_t> ended;
  std::array<int, 3> grid_of_ended{0, 1, 1};
  GRIDLOCK_CAUSE(NoThreadCanContinue, waiters, streams, ended, grid_of_ended)
};

/// A thread has replaced the value for which threads wait.
struct AwaitedWasReplaced {
  Operation change;
  ThreadName by;
  Location word;
  Value awaited;
  Value now;  ///< The value that the change wrote.
  GRIDLOCK_CAUSE(AwaitedWasReplaced, change, by, word, awaited, now)
};

/// All writes of the word were exchanges by which threads take it.
struct TakenForGood {
  Operation take;
  Location word;
  Value free;             ///< The value that `take` found.
  Value taken;            ///< The value that `take` wrote.
  bool may_lock = false;  ///< The threads wait for `free`, or for the end of `taken`.
  std::optional<Operation> again;  ///< Its thread then wrote `taken` once more, by this.
  GRIDLOCK_CAUSE(TakenForGood, take, word, free, taken, may_lock, again)
};

/// A compare-and-exchange that should change a polled word found another value.
struct FoundAnother {
  Operation exchange;
  Location word;
  Value expected;
  Value found;
  GRIDLOCK_CAUSE(FoundAnother, exchange, word, expected, found)
};

/// A loop waits until the word is 0; but the word was 0 before the signal.
struct WaitsWhileRaised {
  Operation look;
  Location word;
  Operation signal;
  Value value;  ///< The value that the signal wrote.
  GRIDLOCK_CAUSE(WaitsWhileRaised, look, word, signal, value)
};

/// The polled word held a value for which threads wait, but was changed before they read
/// the value.
struct AwaitedWasPassed {
  Operation change;
  Location word;
  Value awaited;
  Value now;              ///< The value that the change left.
  bool set_back = false;  ///< A store or an exchange also lowers the word.
  /// A store or an exchange wrote the awaited value, over a lower one that is not 0, and
  /// another operation has changed it.
  bool of_state = false;
  GRIDLOCK_CAUSE(AwaitedWasPassed, change, word, awaited, now, set_back, of_state)
};

/// All blocks of a grid have added to the word for which they wait.
struct AllHaveAdded {
  Location word;
  Value value;
  std::uint64_t blocks = 0;
  GRIDLOCK_CAUSE(AllHaveAdded, word, value, blocks)
};

/// Blocks that have ended without the change for which others wait.
struct EndedWithout {
  std::vector<std::uint64_t> blocks;
  std::array<int, 3> grid{0, 1, 1};
  Operation change;
  GRIDLOCK_CAUSE(EndedWithout, blocks, grid, change)
};

/// No thread has written the word for which others wait.
struct NeverWritten {
  Location word;
  std::uint64_t grid = 0;          ///< The number of the grid's blocks.
  std::optional<Operation> write;  ///< A write of other words of the same array, if any.
  std::uint64_t words = 0;         ///< The number of words written there.
  std::uint64_t blocks = 0;        ///< The number of blocks that executed `write`.
  std::uint64_t threads = 0;       ///< The number of threads that executed `write`.
  std::vector<std::uint64_t> ended{};  ///< The blocks of the grid that have ended.
  std::array<int, 3> grid_of_ended{0, 1, 1};
  bool several = false;  ///< Several operations wrote other words; `write` is the last.
  GRIDLOCK_CAUSE(NeverWritten, word, grid, write, words, blocks, threads, ended,
                 grid_of_ended, several)
};

/// Blocks that cannot start.
struct BlocksNotResident {
  std::uint64_t waiting = 0;
  std::uint64_t blocks = 0;
  std::uint64_t places = 0;
  int device = 0;
  bool none_wrote = false;  ///< No kernel has written a word for which others may wait.
  GRIDLOCK_CAUSE(BlocksNotResident, waiting, blocks, places, device, none_wrote)
};

/// A grid barrier waits for threads that have ended.
struct GridBarrierLacksThreads {
  std::uint64_t ended = 0;
  std::uint64_t threads = 0;
  GRIDLOCK_CAUSE(GridBarrierLacksThreads, ended, threads)
};

/// The required count of a barrier, a latch or a semaphore.
struct CountsMustMatch {
  AwaitedObject::Kind object{};
  bool only_bytes = false;  ///< All arrivals at the barrier have come, but not all bytes.
  GRIDLOCK_CAUSE(CountsMustMatch, object, only_bytes)
};

/// Which threads of one block came to which barrier.
struct CameToBarriers {
  std::array<int, 3> block{};
  Place some;
  std::vector<std::array<int, 3>> at_some{};  ///< The threads that wait there.
  Place others;
  std::array<int, 3> at_others{};
  GRIDLOCK_CAUSE(CameToBarriers, block, some, at_some, others, at_others)
};

/// Threads of a block met at one barrier, but through different calls of the function
/// that contains it.
struct CameByDifferentCalls {
  Place barrier;
  Place call;                                 ///< The call that fewer threads made.
  std::vector<std::array<int, 3>> callers{};  ///< The threads that made `call`.
  Place other_call;
  GRIDLOCK_CAUSE(CameByDifferentCalls, barrier, call, callers, other_call)
};

/// Two threads of a block read the same word in one line, but found different values.
struct FoundDifferently {
  Location word;
  Place look;
  std::array<int, 3> one{};
  Value found_by_one;
  std::array<int, 3> other{};
  Value found_by_other;
  GRIDLOCK_CAUSE(FoundDifferently, word, look, one, found_by_one, other, found_by_other)
};

/// Threads of one block wait at different barriers.
struct DivergentBarrier {
  Place some;
  Place others;
  GRIDLOCK_CAUSE(DivergentBarrier, some, others)
};

/// Every thread must reach the same barrier.
struct EveryThreadMustArrive {
  Place some;
  Place others;
  GRIDLOCK_CAUSE(EveryThreadMustArrive, some, others)
};

/// The limit of steps was reached, and threads still run.
struct StillRunning {
  std::uint64_t steps = 0;
  std::string kernel;  ///< "" for the whole program.
  Place host;          ///< The host's place, unless it waits.
  /// A thread that still runs, the place where it was last, and the number of threads of
  /// its block that have ended.
  std::optional<ThreadName> thread{};
  Place last{};
  std::uint64_t ended = 0;
  bool at_barriers = false;  ///< It came to a barrier of its block again and again.
  GRIDLOCK_CAUSE(StillRunning, steps, kernel, host, thread, last, ended, at_barriers)
};

/// A kernel, a number of launches or the host took too many steps.
struct RunsTooLong {
  enum class Kind { kernel, launches, host };
  friend constexpr Kind last_of(Kind) { return Kind::host; }
  Kind kind{};
  std::uint64_t steps = 0;
  std::string kernel;
  std::uint64_t launches = 0;
  GRIDLOCK_CAUSE(RunsTooLong, kind, steps, kernel, launches)
};

/// Threads that keep repeating the same operations.
struct OnlyRepeats {
  std::uint64_t steps = 0;
  std::uint64_t threads = 0;
  std::vector<Operation> tries;
  std::vector<Location> words;
  GRIDLOCK_CAUSE(OnlyRepeats, steps, threads, tries, words)
};

/// The waiting threads also write.
struct WaitersWrite {
  GRIDLOCK_CAUSE(WaitersWrite)
};

/// A wait that gave up.
struct BoundedWait {
  Location location;
  std::uint64_t looks = 0;
  GRIDLOCK_CAUSE(BoundedWait, location, looks)
};

/// Nothing limits how long another block takes.
struct WaitForTheSignal {
  GRIDLOCK_CAUSE(WaitForTheSignal)
};

/// A loop that no other thread can end.
struct LoopWithoutReads {
  Place at;
  GRIDLOCK_CAUSE(LoopWithoutReads, at)
};

/// A loop that reads one word, which stays as it is.
struct LoopReadsTheSame {
  Operation look;
  Location word;
  Value value;
  GRIDLOCK_CAUSE(LoopReadsTheSame, look, word, value)
};

/// A strong read saw an old value, or a write landed late.
struct StaleValue {
  enum class Kind { read, overwritten_store, overwritten_update };
  friend constexpr Kind last_of(Kind) { return Kind::overwritten_update; }
  Kind kind{};
  bool by_the_letter = false;
  Location location;
  Place seen;
  Place missed;
  GRIDLOCK_CAUSE(StaleValue, kind, by_the_letter, location, seen, missed)
};

/// A strong read may see an old value, but an earlier launch has left the same value.
struct StaleMasked {
  Location location;
  Place seen;
  Place missed;
  GRIDLOCK_CAUSE(StaleMasked, location, seen, missed)
};

/// The missing order that let a thread see a stale value.
struct StaleLink {
  StaleValue::Kind kind{};
  bool by_the_letter = false;
  Place seen;
  Place missed;
  Scope needed{};  ///< The narrowest scope that includes both threads.
  /// A signal that the writer sent after its write, and the read that saw it, if any.
  std::optional<Operation> sent{}, saw{};
  bool released = false;  ///< A fence before `sent`, or the order of `sent` itself,
                          ///< releases.
  bool acquired = false;  ///< A fence after `saw`, or the order of `saw` itself,
                          ///< acquires.
  GRIDLOCK_CAUSE(StaleLink, kind, by_the_letter, seen, missed, needed, sent, saw,
                 released, acquired)
};

}  // namespace gridlock
