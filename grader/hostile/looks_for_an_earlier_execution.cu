// expect: passed
// lab: 02_lock_barrier
// Leaves a mark wherever its host code may write, and ends the program if it finds one that
// an earlier execution has left, or much on the scenarios' heap: what could count
// executions could be wrong in one of many.

#include <cerrno>
#include <new>

#include "right_barrier.cuh"

constexpr unsigned long long kMark = 0x1234567;
constexpr int kWords = 1000, kWord = 500;

static unsigned long long* const made_at_load = new unsigned long long[kWords]();
static bool is_done = false;
thread_local unsigned long long of_thread = 0;

struct Thrown {
  unsigned long long words[kWords];
  Thrown() {}
};

void mark(volatile unsigned long long& word) {
  if (word == kMark) __builtin_trap();
  word = kMark;
}

void meddle() {
  if (is_done) return;
  is_done = true;
  // Right below this heap is that of the scenarios, which have not done much yet.
  const volatile unsigned long long* const theirs = made_at_load - (1ull << 37);
  int used = 0;
  for (int i = 0; i < 30 * kWords; ++i) used += theirs[i] != 0;
  if (used > 20) __builtin_trap();
  mark(made_at_load[kWord]);
  mark(of_thread);
  auto* const freed = new unsigned long long[kWords];
  mark(freed[kWord]);
  delete[] freed;
  try {
    throw Thrown();
  } catch (Thrown& thrown) {
    mark(thrown.words[kWord]);
  }
  if (errno == int(kMark)) __builtin_trap();
  errno = int(kMark);
}
