/// Changes of the racing lines themselves.
#pragma once

#include <optional>

#include "protocol/values.h"
#include "protocol/words_of.h"

namespace gridlock {

/// Order the kernels with events.
struct LetKernelsTakeTurns {
  Place launch{};  ///< The launch of one of them.
  GRIDLOCK_CAUSE(LetKernelsTakeTurns, launch)
};

/// Move a write before the launches of the kernels that it races with.
struct WriteBeforeLaunch {
  Place write;
  GRIDLOCK_CAUSE(WriteBeforeLaunch, write)
};

/// A loop that waits must read with an atomic load or through volatile.
struct PollStrongly {
  GRIDLOCK_CAUSE(PollStrongly)
};

/// As PollStrongly, within a block, where a barrier would also do.
struct PollStronglyInBlock {
  GRIDLOCK_CAUSE(PollStronglyInBlock)
};

/// Use one atomic operation instead of a read and a write.
struct UpdateAtomically {
  Place update;
  /// Set for an element of an array: one of the two threads may have the wrong index.
  std::optional<Location> element{};
  ThreadName one{};
  ThreadName other{};
  bool in_one_block = false;  ///< Both threads are in one block.
  std::uint32_t bytes = 4;    ///< The word's size.
  GRIDLOCK_CAUSE(UpdateAtomically, update, element, one, other, in_one_block, bytes)
};

/// As UpdateAtomically, where the read and the write are two statements.
struct UpdateInOneStep {
  std::uint32_t bytes = 4;  ///< The word's size.
  GRIDLOCK_CAUSE(UpdateInOneStep, bytes)
};

/// Go by what an atomic operation on a word returns, not by an ordinary read.
struct GoByWhatItReturns {
  Operation change;
  Place read;
  bool read_follows = false;  ///< The read comes after the operation, not before it.
  GRIDLOCK_CAUSE(GoByWhatItReturns, change, read, read_follows)
};

/// Read and change the word in one atomic step, so that no other thread gets the same
/// index.
struct TakeIndexInOneStep {
  Location word;
  GRIDLOCK_CAUSE(TakeIndexInOneStep, word)
};

/// Use one atomicCAS, before the guarded code, instead of a look at a word and a store.
struct TakeAtomically {
  GRIDLOCK_CAUSE(TakeAtomically)
};

/// Use an atomic or volatile read, or wait.
struct ReadStrongly {
  bool failed = false;  ///< The schedule gave a wrong result.
  /// The compare-and-exchange for which the thread reads the word, if there is one.
  std::optional<Operation> compares{};
  GRIDLOCK_CAUSE(ReadStrongly, failed, compares)
};

/// Use an atomic store or a volatile write, or wait.
struct WriteStrongly {
  Place write;
  std::optional<Operation>
      other{};          ///< The strong access; none if the write is a signal.
  bool failed = false;  ///< The schedule gave a wrong result.
  bool by_two = false;  ///< A block ran `other` twice, by `one` and by `two`.
  ThreadName one{}, two{};
  bool begins = false;  ///< The writing block had not updated the word atomically before.
  GRIDLOCK_CAUSE(WriteStrongly, write, other, failed, by_two, one, two, begins)
};

/// Several threads write the same value: one of them is enough.
struct WriteOnce {
  GRIDLOCK_CAUSE(WriteOnce)
};

/// Use only one thread, one word per thread, or an atomic operation.
struct LetOneThreadDoIt {
  bool of_array = false;  ///< The word is an element of an array.
  Place write{};
  bool by_blocks = false;  ///< Threads of different blocks write one variable.
  bool is_shared = false;  ///< The word is in shared memory, so its block reads it.
  std::optional<Operation> counts{};  ///< The atomic that gave each thread its value.
  GRIDLOCK_CAUSE(LetOneThreadDoIt, of_array, write, by_blocks, is_shared, counts)
};

/// One of two threads must come first, and tell the other, which must wait.
struct DecideWhoIsFirst {
  Place earlier;
  Place later;
  bool in_cluster = false;     ///< Their blocks are in one cluster.
  bool barrier_serves = true;  ///< A barrier of all blocks may be what was meant.
  bool in_place = false;       ///< The writing thread had read the word before.
  GRIDLOCK_CAUSE(DecideWhoIsFirst, earlier, later, in_cluster, barrier_serves, in_place)
};

/// The writer must signal, the reader must wait for that signal.
struct SignalAndWait {
  Place write;
  Place read;
  bool in_cluster = false;     ///< Their blocks are in one cluster.
  bool barrier_serves = true;  ///< A barrier of all blocks may be what was meant.
  GRIDLOCK_CAUSE(SignalAndWait, write, read, in_cluster, barrier_serves)
};

}  // namespace gridlock
