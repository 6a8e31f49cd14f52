// Given for lab 04's experiment: what is timed.  Nothing in this file is for you to
// change.

#pragma once

#include <cuda/atomic>

#include "bench_forms.cuh"
#include "message.cuh"

namespace experiment {

#ifdef GRIDLOCK_SIM  // Large sizes take long and show nothing.
constexpr int kTrips = 2, kWide = 2, kPasses = 1;
#else
constexpr int kTrips = 500;    // Messages, and as many answers.
constexpr int kWide = 256;     // Threads of a block, at most.
constexpr int kPasses = 5000;  // Passes of a writing kernel, far more than are needed.
#endif
constexpr int kMost = 16;  // Words that a thread writes before a fence.

// ---- Words that a thread has just written ------------------------------------------

// Room for the words that a block's threads write in kRows steps, and then write again.
// Neighbours in a warp write neighbouring words; one thread's words are far apart.
struct Room {
  static constexpr int kRows = 4;  // Steps.
  static constexpr int kEach = kRows * kMost * kWide;

  int* word;  // kEach words for each block.
  // kRows - 1, but not a constant: of two stores to one word, the compiler would drop the
  // first.
  int last;

  // Where the words of writer `me` of this block begin in this step.
  __device__ int* row(int step, int me) const {
    return word + blockIdx.x * kEach + (step & last) * (kMost * kWide) + me;
  }
};

// The value to write in a step; it contains the number of its column.
__device__ inline int written(int step, int column) { return step * kMost + column; }

template <int kWords>
__device__ inline void write(const Room& room, int step, int me) {
  int* row = room.row(step, me);
#pragma unroll
  for (int i = 0; i < kWords; ++i) row[i * kWide] = written(step, i);
}

// The number of words of writer `me` that lack the values of the last steps.
__device__ inline int wrongWords(const Room& room, int words, int steps, int me) {
  int wrong = 0;
  for (int step = steps > Room::kRows ? steps - Room::kRows : 0; step < steps; ++step)
    for (int i = 0; i < words; ++i)
      wrong += room.row(step, me)[i * kWide] != written(step, i);
  return wrong;
}

// ---- A fence -----------------------------------------------------------------------

// The data of a form: every thread has a cache line of its own, and uses its words in
// turn.
constexpr int kLine = 32;

// The timed loop: each step writes some words and then does what the form does, with its
// order or without.
template <class Form, bool kOrdered, int kWords>
__global__ void repeat(int steps, Room room, int* word, int* sum, long long* cycles) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < Room::kRows; ++i) word[kLine * me + i] = 0;
  int found = 0;
  const long long begin = clock64();
#pragma unroll 4
  for (int i = 0; i < steps; ++i) {
    write<kWords>(room, i, threadIdx.x);
    int* mine = word + kLine * me + (i & room.last);
    found += kOrdered ? Form::order(mine, i) : Form::plain(mine, i);
  }
  const long long end = clock64();
  sum[me] = found;
  if (threadIdx.x == 0) cycles[blockIdx.x] = end - begin;
}

// Counts the words that do not have the values that these steps must leave.
template <class Form>
__global__ void judge(int steps, int words, Room room, const int* word, const int* sum,
                      int* wrong) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  int found = wrongWords(room, words, steps, threadIdx.x), expected = 0;
  for (int i = 0; i < Room::kRows && i < steps; ++i) {
    const int count = (steps - i + Room::kRows - 1) / Room::kRows;
    const int last = i + (count - 1) * Room::kRows;
    found += word[kLine * me + i] != Form::after(count, last);
    expected += Form::sum(count);
  }
  found += sum[me] != expected;
  if (found != 0) atomicAdd(wrong, found);
}

// ---- A message ---------------------------------------------------------------------

__host__ __device__ inline Message messageOf(int from, int number) {
  return Message{from, number, from * 1000 + number * 7 + 3};
}

// Sends and receives a message; the order is that of a form.
template <class Form>
struct By {
  static constexpr bool kFar = Form::kFar;

  __device__ static void send(Message* slot, int* flag, Message message) {
    *slot = message;
    Form::raise(flag);
  }
  __device__ static Message receive(const Message* slot, int* flag) {
    Form::wait(flag);
    return *slot;
  }
};

// A message so small that the flag itself carries it: no order is needed, and nothing
// sent between blocks is faster.
struct InTheFlag {
  static constexpr bool kFar = true;
  using Word = forms::Ref<cuda::thread_scope_device>;

  __device__ static void send(Message*, int* flag, Message message) {
    Word(*flag).store(2 * message.number + message.from + 1, cuda::memory_order_relaxed);
  }
  __device__ static Message receive(const Message*, int* flag) {
    int found = 0;
    while (found == 0) found = Word(*flag).load(cuda::memory_order_relaxed);
    return messageOf((found - 1) % 2, (found - 1) / 2);
  }
};

__device__ inline int differ(Message one, Message other) {
  return one.from != other.from || one.number != other.number || one.value != other.value;
}

// Party 0 sends and party 1 answers: once untimed, after which both are running, and then
// `kTrips` times.
template <class Hand, int kWords>
__device__ void talk(int party, Message* slot, int* flag, const Room& room, int* wrong,
                     long long* cycles) {
  int missed = 0;
  long long begin = 0;
  for (int i = 0; i <= kTrips; ++i) {
    Message* there = slot + 2 * i;
    if (i == 1) begin = clock64();
    if (party == 0) {
      write<kWords>(room, i, party);
      Hand::send(there, flag + 2 * i, messageOf(0, i));
      missed += differ(Hand::receive(there + 1, flag + 2 * i + 1), messageOf(1, i));
    } else {
      missed += differ(Hand::receive(there, flag + 2 * i), messageOf(0, i));
      write<kWords>(room, i, party);
      Hand::send(there + 1, flag + 2 * i + 1, messageOf(1, i));
    }
  }
  const long long end = clock64();
  missed += wrongWords(room, kWords, kTrips + 1, party);
  if (missed != 0) atomicAdd(wrong, missed);
  if (party == 0) *cycles = end - begin;
}

constexpr int kMessages = 2 * (kTrips + 1);

// A thread of each of two blocks.
template <class Hand, int kWords>
__global__ void talkBetweenBlocks(Message* slot, int* flag, Room room, int* wrong,
                                  long long* cycles) {
  talk<Hand, kWords>(blockIdx.x, slot, flag, room, wrong, cycles);
}

// Threads of two warps of a block, through shared memory.
template <class Hand, int kWords>
__global__ void talkInBlock(Room room, int* wrong, long long* cycles) {
  __shared__ Message slot[kMessages];
  __shared__ int flag[kMessages];
  if (threadIdx.x == 0)
    for (int i = 0; i < kMessages; ++i) flag[i] = 0;
  __syncthreads();  // Orders these writes before any use of the flags.
  if (threadIdx.x % 32 == 0)
    talk<Hand, kWords>(threadIdx.x / 32, slot, flag, room, wrong, cycles);
}

// ---- Other writers -----------------------------------------------------------------

struct Signals {
  int started;  // Blocks that write.
  int stop;     // Nonzero tells them to end.
  int tired;    // Threads that ended before they were told to.
  int noted;    // The value of `started` at the end.
};

using Signal = cuda::atomic_ref<int, cuda::thread_scope_device>;

// Writes all of the memory again and again until it is told to stop.  In the simulator,
// where writing slows no other thread, it does so at most once.
__global__ void writeOn(int4* memory, int count, Signals* signals) {
  if (threadIdx.x == 0) Signal(signals->started).fetch_add(1, cuda::memory_order_relaxed);
  const int step = gridDim.x * blockDim.x;
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int pass = 0; pass < kPasses; ++pass)
    for (int at = first; at < count; at += step) {
      memory[at] = make_int4(pass, at, pass, at);
      if ((at - first) / step % 16 == 0 &&
          Signal(signals->stop).load(cuda::memory_order_relaxed) != 0)
        return;
    }
  Signal(signals->tired).fetch_add(1, cuda::memory_order_relaxed);
}

__global__ void noteWriters(Signals* signals) {
  signals->noted = Signal(signals->started).load(cuda::memory_order_relaxed);
}

__global__ void stopWriters(Signals* signals) {
  Signal(signals->stop).store(1, cuda::memory_order_relaxed);
}

}  // namespace experiment
