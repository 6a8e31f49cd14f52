/// Why two accesses to the same memory race: the evidence for the missing link of the
/// chain that should carry a value from one to the other.
#pragma once

#include "protocol/values.h"
#include "protocol/words_of.h"

namespace gridlock {

/// Two accesses that nothing orders.
struct Race {
  bool earlier_writes = false;
  bool later_writes = false;
  bool on_devices = false;            ///< The message should name the devices.
  bool earlier_is_on_device = false;  ///< The earlier access is not by the host.
  bool later_is_on_device = false;    ///< The later access is not by the host.
  int earlier_device = 0;
  int later_device = 0;
  Location location;
  bool by_the_letter = false;  ///< A race only by the letter of the PTX model.
  bool equal_values = false;   ///< Two writes, of the same value.
  GRIDLOCK_CAUSE(Race, earlier_writes, later_writes, on_devices, earlier_is_on_device,
                 later_is_on_device, earlier_device, later_device, location,
                 by_the_letter, equal_values)
};

/// Two tasks whose streams, events and waits do not order them; nothing more is known.
struct NothingOrdersThem {
  GRIDLOCK_CAUSE(NothingOrdersThem)
};

/// Two strong accesses of different, overlapping words.
struct SharesSomeBytes {
  GRIDLOCK_CAUSE(SharesSomeBytes)
};

/// An operation whose scope does not include the other thread.
struct ScopeTooNarrow {
  Operation operation;
  Scope scope = Scope::block;
  Scope needed = Scope::block;
  OtherEnd other;
  GRIDLOCK_CAUSE(ScopeTooNarrow, operation, scope, needed, other)
};

/// A scope that is too narrow breaks the chain of fences and signals.
struct ChainTooNarrow {
  GRIDLOCK_CAUSE(ChainTooNarrow)
};

/// The last signal that one block saw from the other was sent before both accesses.
struct SignalBeforeBoth {
  Operation signal;
  std::optional<Operation> look{};  ///< The reading block's last poll, if known.
  Location word{};                  ///< The polled word.
  Value found{};                    ///< The value that the poll found.
  GRIDLOCK_CAUSE(SignalBeforeBoth, signal, look, word, found)
};

/// The reader did not wait for the signal that is sent after the write.
struct SignalBeforeWrite {
  Operation signal;
  Operation first;
  std::optional<Operation> look{};  ///< The reading block's last poll, if known.
  Location word{};                  ///< The polled word.
  Value found{};                    ///< The value that the poll found.
  GRIDLOCK_CAUSE(SignalBeforeWrite, signal, first, look, word, found)
};

/// Another thread of the block signals, and no barrier lies between the access and the
/// signal.
struct SignalledByNeighbour {
  Operation first;
  Operation signal;
  bool first_writes = false;
  GRIDLOCK_CAUSE(SignalledByNeighbour, first, signal, first_writes)
};

/// A thread signals before the access that the signal should publish.
struct SignalledTooEarly {
  Operation signal;
  Operation first;
  bool first_writes = false;
  bool both_write = false;
  /// The value that the signal wrote, if it is a compare-and-exchange: such a signal also
  /// admits one thread to the work.
  std::optional<Value> claims{};
  GRIDLOCK_CAUSE(SignalledTooEarly, signal, first, first_writes, both_write, claims)
};

/// Like SignalledByNeighbour, but in this execution the signal came after the access.
struct WriterSignalledByNeighbour {
  Place write;
  Operation signal;
  bool reads = false;  ///< `write` is a read.
  GRIDLOCK_CAUSE(WriterSignalledByNeighbour, write, signal, reads)
};

/// The writer signalled after its write, but the reading block has seen only another
/// thread's signal or, in one block, the reading thread has seen none.
struct SignalNotAwaited {
  Place write;
  Operation signal;
  Location flag;
  Place read;
  bool in_one_block = false;
  GRIDLOCK_CAUSE(SignalNotAwaited, write, signal, flag, read, in_one_block)
};

/// Another thread of the block saw the signal, and no barrier lies between that operation
/// and the read.
struct SeenByNeighbour {
  Operation seen;
  Place read;
  GRIDLOCK_CAUSE(SeenByNeighbour, seen, read)
};

/// A thread made an access too early: it waited for a signal only afterwards.
struct AccessBeforeWait {
  Operation access;
  Operation wait;
  GRIDLOCK_CAUSE(AccessBeforeWait, access, wait)
};

/// A loop waits with ordinary reads.
struct PollsPlainly {
  Place loop;
  bool in_one_block = false;  ///< The loop waits for a thread of its own block.
  GRIDLOCK_CAUSE(PollsPlainly, loop, in_one_block)
};

/// One thread of a block signals, another one uses the data, and no barrier lies between.
struct NoBarrierBeforeSignal {
  Operation first;
  Operation later;
  GRIDLOCK_CAUSE(NoBarrierBeforeSignal, first, later)
};

/// A read, a later write, and no signal between them.
struct NeitherWaits {
  /// The words that the reading block looked at before it went on; the other block
  /// writes none of them.  Empty if there are no such words, or many.
  std::vector<Location> looked{};
  std::array<int, 3> block{};
  std::array<int, 3> missing{};
  GRIDLOCK_CAUSE(NeitherWaits, looked, block, missing)
};

/// The reader went on because of a value that it had written itself.
struct WentOnByItself {
  Operation look;
  Operation change;
  Location word;
  Value value;
  GRIDLOCK_CAUSE(WentOnByItself, look, change, word, value)
};

/// A block added itself to a counter, and went on before another block had added itself.
struct WentOnBefore {
  Operation look;  ///< The poll of the counter.
  Location counter;
  Value found;
  std::array<int, 3> block{};
  std::array<int, 3> missing{};
  /// Two threads of the block that both added to the counter; unset if only one did.
  std::optional<ThreadName> one{}, other{};
  Place add{};
  GRIDLOCK_CAUSE(WentOnBefore, look, counter, found, block, missing, one, other, add)
};

/// A thread did not stop where another thread of its block was still waiting.
struct NeighbourStillWaits {
  Operation look;
  ThreadName waiting;
  ThreadName passed;
  bool comes_later = false;  ///< The other thread had not reached the wait.
  GRIDLOCK_CAUSE(NeighbourStillWaits, look, waiting, passed, comes_later)
};

/// A thread came to its access, and nothing made it wait for another block.
struct NothingHeldItBack {
  ThreadName thread;
  Place access;
  std::optional<Place> barrier{};  ///< The last __syncthreads() before, if there is one.
  GRIDLOCK_CAUSE(NothingHeldItBack, thread, access, barrier)
};

/// A write, a later access, and no signal that was seen in between.
struct NothingSignalled {
  Place write;
  Place read;
  GRIDLOCK_CAUSE(NothingSignalled, write, read)
};

/// A third block passed the signal on, without a fence.
struct RelayWithoutFence {
  GRIDLOCK_CAUSE(RelayWithoutFence)
};

/// As RelayWithoutFence, where the block without the fence is known.
struct RelayLacksFence {
  std::array<int, 3> block{};
  Scope needed = Scope::block;
  Operation seen;
  Operation sent;
  GRIDLOCK_CAUSE(RelayLacksFence, block, needed, seen, sent)
};

/// A fence lies between the two accesses, but its scope is too narrow.
struct FenceTooNarrow {
  Operation fence;
  Scope scope = Scope::block;
  Scope needed = Scope::block;
  bool hardware_forgives = false;  ///< Only the letter of the rules requires more.
  GRIDLOCK_CAUSE(FenceTooNarrow, fence, scope, needed, hardware_forgives)
};

/// The fence comes after the signal that it should precede.
struct FenceAfterSignal {
  Operation fence;
  Operation signal;
  std::optional<Operation> early{};  ///< Another fence, which precedes the write.
  Place write{};
  GRIDLOCK_CAUSE(FenceAfterSignal, fence, signal, early, write)
};

/// The fence comes before the write, but must come between the write and the signal.
struct FenceBeforeWrite {
  Operation fence;
  GRIDLOCK_CAUSE(FenceBeforeWrite, fence)
};

/// The signalling thread fences before the barrier at which it learns of the write.
struct FenceBeforeBarrier {
  Operation fence;
  Operation barrier;
  Operation signal;
  GRIDLOCK_CAUSE(FenceBeforeBarrier, fence, barrier, signal)
};

/// The host's signal does not release what the host wrote.
struct HostDoesNotRelease {
  Operation signal;
  Place write;
  GRIDLOCK_CAUSE(HostDoesNotRelease, signal, write)
};

/// The required place has a fence of sufficient scope, but another thread executes it.
struct FenceOfAnother {
  Operation fence;
  ThreadName by;
  ThreadName needed_by;
  bool sends = false;  ///< The other thread sends the signal; otherwise it has seen it.
  GRIDLOCK_CAUSE(FenceOfAnother, fence, by, needed_by, sends)
};

/// An atomic operation sends the signal, but its memory order does not release.
struct SignalDoesNotRelease {
  Operation signal;
  GRIDLOCK_CAUSE(SignalDoesNotRelease, signal)
};

/// No fence lies between the write and the signal.
struct NoFenceBeforeSignal {
  Scope needed = Scope::block;
  Place write;
  Operation signal;
  /// The operation that saw the signal, if no fence follows it before the read either.
  std::optional<Operation> seen{};
  Place read{};
  bool first_reads = false;  ///< `write` is a read, and `read` is a write.
  GRIDLOCK_CAUSE(NoFenceBeforeSignal, needed, write, signal, seen, read, first_reads)
};

/// An atomic operation saw the signal, but its memory order does not acquire.
struct SignalDoesNotAcquire {
  Operation seen;
  Place read;
  bool releases = false;  ///< Its order already releases.
  GRIDLOCK_CAUSE(SignalDoesNotAcquire, seen, read, releases)
};

/// No fence lies between seeing the signal and the read.
struct NoFenceAfterSignal {
  Scope needed = Scope::block;
  Operation seen;
  Place read;
  bool writes = false;    ///< The access at `read` is a write.
  bool released = false;  ///< The signal itself carries an order; no fence does.
  GRIDLOCK_CAUSE(NoFenceAfterSignal, needed, seen, read, writes, released)
};

/// One statement such as `++count`, or two statements, read a word and then write it.
struct UpdateInTwoSteps {
  Place update;
  std::optional<Operation> between;  ///< Another operation that may come in between.
  std::optional<Place> read{};       ///< The read, if it is a statement of its own.
  GRIDLOCK_CAUSE(UpdateInTwoSteps, update, between, read)
};

/// Two threads found the same value in a word before one of them had changed it.
struct LookedBeforeTaken {
  Location word;
  Value found;
  Place look;
  Place change;  ///< Where one of the threads changed the word.
  ThreadName one;
  ThreadName other;
  GRIDLOCK_CAUSE(LookedBeforeTaken, word, found, look, change, one, other)
};

/// Two threads found the same value in a word, and used it as an index.
struct SameIndexFound {
  Location word;
  Value found;
  Place look;
  Place use;
  ThreadName one;
  ThreadName other;
  GRIDLOCK_CAUSE(SameIndexFound, word, found, look, use, one, other)
};

/// A thread relied on an earlier load of a word, but the word held another value when the
/// thread changed it.
struct ChangedSinceLook {
  Location word;
  Value seen;
  Place look;
  Operation change;
  Value found;
  GRIDLOCK_CAUSE(ChangedSinceLook, word, seen, look, change, found)
};

/// A further fault: no fence precedes this signal to other blocks.
struct AlsoUnfenced {
  Scope needed = Scope::device;
  Operation signal;
  GRIDLOCK_CAUSE(AlsoUnfenced, needed, signal)
};

/// A thread relied on a count that another thread had raised beyond the number of
/// elements.
struct TakenBeyond {
  Operation change;
  ThreadName by;
  Location word;
  Value now;  ///< The count after the change.
  Place look;
  std::uint64_t elements = 0;
  GRIDLOCK_CAUSE(TakenBeyond, change, by, word, now, look, elements)
};

/// Threads take a word by compare-and-exchanges.  One of these expected the value that
/// means "taken", and so succeeded although the word was taken.
struct SwappedForItself {
  Operation exchange;
  ThreadName by;
  Location word;
  Value value;           ///< The value that the exchange expected, found and wrote.
  bool is_free = false;  ///< No exchange takes the word by that value.
  GRIDLOCK_CAUSE(SwappedForItself, exchange, by, word, value, is_free)
};

/// An ordinary access to a word that another thread uses with atomics.
struct OrdinaryBesideStrong {
  Operation ordinary;
  Operation strong;
  bool reads = false;
  GRIDLOCK_CAUSE(OrdinaryBesideStrong, ordinary, strong, reads)
};

/// Two ordinary accesses to a word that an exchange uses as a flag or a lock.
struct OrdinaryOnFlag {
  Operation one;
  Operation other;
  Operation exchange;
  Location flag;
  GRIDLOCK_CAUSE(OrdinaryOnFlag, one, other, exchange, flag)
};

/// Several threads run the same line and write the same word.
struct SeveralThreadsWrite {
  Place line;
  ThreadName one;  ///< Two of the threads.
  ThreadName other;
  GRIDLOCK_CAUSE(SeveralThreadsWrite, line, one, other)
};

/// A thread tried to change a lock's word, failed, and went on as if it had the lock.
struct IgnoredAttempt {
  Operation attempt;
  std::array<int, 3> block{};
  Value found;
  GRIDLOCK_FIELDS(attempt, block, found)
};

/// Two threads looked at a lock's word in the same line, and both went on.
struct LockAdmitsBoth {
  Operation look;
  /// Where the first thread still was; unset if it was farther on, but had not given
  /// the lock back.
  std::optional<Place> inside;
  /// The first thread had given the lock back; only the ignored attempt is wrong.
  bool was_given_back = false;
  /// The ignored attempt, by one of the two threads, or by a third one that freed the
  /// lock between them.
  std::optional<IgnoredAttempt> ignored;
  GRIDLOCK_CAUSE(LockAdmitsBoth, look, inside, was_given_back, ignored)
};

/// An asynchronous copy that its thread has not waited for.
struct CopyInFlight {
  Place copy;
  Place use;
  Location barrier;  ///< The barrier whose phase includes the copy, if known.
  GRIDLOCK_CAUSE(CopyInFlight, copy, use, barrier)
};

/// An asynchronous copy whose end is not ordered before another thread's access.
struct CopyNotAwaited {
  Place wait;
  Place use;
  Location barrier;  ///< The barrier whose phase included the copy, if known.
  GRIDLOCK_CAUSE(CopyNotAwaited, wait, use, barrier)
};

/// A bulk copy of PTX is in flight when its bytes are used.
struct BulkCopyInFlight {
  /// The link that is missing between the copy and the use.
  enum class Lacks {
    wait_at_barrier,  ///< The wait at the mbarrier that counts the bytes.
    expected_bytes,   ///< The call that tells the mbarrier how many bytes to expect.
    wait_for_reads,   ///< The wait for a bulk group that reads these bytes.
    wait_for_writes,  ///< The wait for a bulk group that writes them.
  };
  friend constexpr Lacks last_of(Lacks) { return Lacks::wait_for_writes; }
  Lacks lacks = Lacks::wait_at_barrier;
  Place copy;
  Place use;
  Location barrier;       ///< Set for wait_at_barrier and expected_bytes.
  bool has_read = false;  ///< The issuing thread has waited until the source was read.
  GRIDLOCK_CAUSE(BulkCopyInFlight, lacks, copy, use, barrier, has_read)
};

/// A bulk copy might miss a write that is ordered before it.
struct UnseenByBulkCopy {
  Location location;
  GRIDLOCK_CAUSE(UnseenByBulkCopy, location)
};

/// No fence.proxy.async lies between a write and a bulk copy that must see it.
struct NoProxyFence {
  Place write;
  Place copy;
  bool same_thread = false;  ///< One thread writes and issues the copy.
  GRIDLOCK_CAUSE(NoProxyFence, write, copy, same_thread)
};

/// The lanes of a warp met in a function that orders no memory accesses.
struct LanesOnlyConverge {
  Operation met;
  Place earlier;
  Place later;
  GRIDLOCK_CAUSE(LanesOnlyConverge, met, earlier, later)
};

/// Two accesses by threads of one block, and no barrier between them.
struct NoBlockBarrier {
  Place earlier;
  Place later;
  Location barrier;         ///< A barrier object that would also do.
  bool next_round = false;  ///< `later` belongs to the next turn of a loop or of calls.
  Location also_between_blocks{};  ///< Set if other blocks may use the word as well.
  /// Both accesses are writes, and neither thread has been at either place before: the
  /// upper place comes first in the program.
  bool first_turn = false;
  /// The place of a write whose thread has just read at the other place, with no step in
  /// between.
  Place update{};
  std::uint32_t bytes = 0;  ///< The word's size.
  GRIDLOCK_CAUSE(NoBlockBarrier, earlier, later, barrier, next_round, also_between_blocks,
                 first_turn, update, bytes)
};

/// In a loop, the writer is a round ahead of the reader.
struct RoundAhead {
  Place barrier;
  Place read;
  Place write;
  /// Another barrier already lies between the write and `barrier`.
  bool read_may_move = false;
  GRIDLOCK_CAUSE(RoundAhead, barrier, read, write, read_may_move)
};

/// __ldg reads memory that the kernel writes.
struct ReadPastCache {
  GRIDLOCK_CAUSE(ReadPastCache)
};

}  // namespace gridlock
