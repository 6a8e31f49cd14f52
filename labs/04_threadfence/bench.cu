// The experiment of lab 04: what order costs.  Two questions, one picture.
//
// A fence, or a store, load or addition with an order: how much longer a step takes with
// the order than without, if the thread has just written 0, 1, 4 or 16 words.  One thread
// alone; `busy_`: while a kernel in another stream writes all the time; `block_`: every
// thread of a block; `grid_`: every thread of blocks on all multiprocessors.
//
// A message (`trip_`, your file, the reference, the ladder): how long it takes to another
// block and an answer back, if either side has just written as many words.
//
// baseline: reference
// unit: ns per fence, or per message and answer
// point: words written before it

#include "threadfence.cu"

#include <gridlock/device_clock.h>
#include <gridlock/experiment.h>

#include <type_traits>

#include "forms.cuh"

namespace experiment {

using gridlock::DeviceBuffer;
using gridlock::Scenario;

#ifdef GRIDLOCK_SIM  // Where size costs much and shows nothing.
constexpr int kSteps = 3, kTrips = 2, kWide = 2, kBlocksEach = 1;
constexpr int kStreamed = 8, kWriters = 2, kPasses = 1;
constexpr unsigned long long kClockFor = 0;
#else
constexpr int kSteps = 1000, kTrips = 500;
constexpr int kWide = 256, kBlocksEach = 2;  // For block_ and grid_.
constexpr int kStreamed = (256 << 20) / 16, kWriters = 512, kPasses = 1 << 30;
constexpr unsigned long long kClockFor = 200'000;  // Nanoseconds.
#endif
constexpr int kMost = 16;  // Words before a fence.

// Calls `run(n)` with the number of words as a constant: a loop that counts them would
// take longer than some fences.
template <class Run>
void withWords(const Scenario& scenario, Run run) {
  switch (scenario.param("point")) {
    case 0:
      return run(std::integral_constant<int, 0>());
    case 1:
      return run(std::integral_constant<int, 1>());
    case 4:
      return run(std::integral_constant<int, 4>());
    case 16:
      return run(std::integral_constant<int, 16>());
    default:
      scenario.fail("point", "it is 0, 1, 4 or 16");
  }
}

// ---- Time --------------------------------------------------------------------------

// The moment at which the clock of all multiprocessors moves on.
__device__ inline unsigned long long tick() {
  const unsigned long long last = gridlock::globalNanoseconds();
  unsigned long long now = gridlock::globalNanoseconds();
  while (kClockFor != 0 && now == last) now = gridlock::globalNanoseconds();
  return now;
}

// How many cycles of its own a multiprocessor counts in how many nanoseconds.
__global__ void readClocks(unsigned long long* clocks) {
  const unsigned long long begin = tick();
  const long long first = clock64();
  unsigned long long end = tick();
  while (end - begin < kClockFor) end = tick();
  clocks[0] = clock64() - first;
  clocks[1] = end - begin;
}

// Returns a number of cycles as "picoseconds", at the speed that the multiprocessors have
// now.
void outputCycles(const Scenario& scenario, double cycles) {
  DeviceBuffer<unsigned long long> clocks(scenario, "clocks", 2);
  readClocks<<<1, 1>>>(clocks.get());
  scenario.check_launch("a kernel that reads the clocks");
  unsigned long long read[2];
  clocks.download(read);
  const double each = 1000.0 * double(read[1]) / double(read[0]);
  scenario.output("picoseconds", cycles > 0 ? int64_t(cycles * each) : 0);
}

// ---- Words that a thread has just written ------------------------------------------

// Room for what every thread of a block writes in some steps, after which it begins anew.
// Neighbours in a warp write neighbouring words, one thread words far apart.
struct Room {
  static constexpr int kRows = 4;  // Steps.
  static constexpr int kEach = kRows * kMost * kWide;

  int* word;  // kEach for each block.
  // kRows - 1.  The compiler is not to know it: of two stores to one word, one after the
  // other, it would drop the first.
  int last;

  // Where writer number `me` of this block begins in this step.
  __device__ int* row(int step, int me) const {
    return word + blockIdx.x * kEach + (step & last) * (kMost * kWide) + me;
  }
};

// What is written in a step.  The number of its column is in it.
__device__ inline int written(int step, int column) { return step * kMost + column; }

template <int kWords>
__device__ inline void write(const Room& room, int step, int me) {
  int* row = room.row(step, me);
#pragma unroll
  for (int i = 0; i < kWords; ++i) row[i * kWide] = written(step, i);
}

// How many words of writer `me` are not those of the last steps.
__device__ inline int wrongWords(const Room& room, int words, int steps, int me) {
  int wrong = 0;
  for (int step = steps > Room::kRows ? steps - Room::kRows : 0; step < steps; ++step)
    for (int i = 0; i < words; ++i)
      wrong += room.row(step, me)[i * kWide] != written(step, i);
  return wrong;
}

// ---- A fence -----------------------------------------------------------------------

// What a form works on: every thread has words of its own, in a line of the cache of its
// own, and takes them in turn.
constexpr int kLine = 32;

// What is timed: steps, each of which writes some words and then does what the form does,
// with its order or without.
template <class Form, bool kOrdered, int kWords>
__global__ void repeat(int steps, Room room, int* word, int* sum, long long* cycles) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
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

// Counts what is not as these steps must have left it.
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

// A message by a form.
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

// A message by the functions of 4a.
struct ByYours {
  static constexpr bool kFar = true;

  __device__ static void send(Message* slot, int* flag, Message message) {
    sendToBlock(slot, flag, message);
  }
  __device__ static Message receive(const Message* slot, int* flag) {
    return receiveFromBlock(slot, flag);
  }
};

struct ByYoursInBlock {
  static constexpr bool kFar = false;

  __device__ static void send(Message* slot, int* flag, Message message) {
    sendInBlock(slot, flag, message);
  }
  __device__ static Message receive(const Message* slot, int* flag) {
    return receiveInBlock(slot, flag);
  }
};

// A message so small that the flag is the message: no order is needed, and nothing that
// is sent from block to block can be faster.
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

// Party 0 sends and party 1 answers, `kTrips` times and once before, which is not timed:
// then both are there.
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
  __syncthreads();  // Orders these writes before everybody's use of the flags.
  if (threadIdx.x % 32 == 0)
    talk<Hand, kWords>(threadIdx.x / 32, slot, flag, room, wrong, cycles);
}

// Room for `blocks` blocks, on the device.
class RoomBuffer {
 public:
  RoomBuffer(const Scenario& scenario, int blocks)
      : words_(scenario, "written", size_t(blocks) * Room::kEach) {}
  Room get() const { return Room{words_, Room::kRows - 1}; }

 private:
  DeviceBuffer<int> words_;
};

// Lets two talk; returns how many cycles a message and its answer took, and adds what was
// wrong to `wrong`.
template <class Hand>
double cyclesOfTrip(const Scenario& scenario, int* wrong) {
  const RoomBuffer room(scenario, 2);
  DeviceBuffer<Message> slot(scenario, "slot", kMessages);
  DeviceBuffer<int> flag(scenario, "flag", kMessages), found(scenario, "wrong", 1);
  DeviceBuffer<long long> cycles(scenario, "cycles", 1);
  flag.fill([](size_t) { return 0; });
  found.fill([](size_t) { return 0; });
  withWords(scenario, [&](auto words) {
    constexpr int kWords = decltype(words)::value;
    if constexpr (Hand::kFar)
      talkBetweenBlocks<Hand, kWords>
          <<<2, 1>>>(slot.get(), flag.get(), room.get(), found.get(), cycles.get());
    else
      talkInBlock<Hand, kWords><<<1, 64>>>(room.get(), found.get(), cycles.get());
  });
  scenario.check_launch("two that talk");
  int missed = 0;
  found.download(&missed);
  *wrong += missed;
  long long taken = 0;
  cycles.download(&taken);
  return double(taken) / kTrips;
}

template <class Hand>
void timeTrip(const Scenario& scenario) {
  int wrong = 0;
  const double cycles = cyclesOfTrip<Hand>(scenario, &wrong);
  scenario.output("wrong", wrong);
  outputCycles(scenario, cycles);
}

// ---- Who else writes ---------------------------------------------------------------

struct Signals {
  int started;  // Blocks that write.
  int stop;     // Not 0: they are to end.
};

using Signal = cuda::atomic_ref<int, cuda::thread_scope_device>;

// Writes all of the memory, again and again, until it is told to stop; in the simulator,
// where nobody is slowed by it, once.
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
}

__global__ void awaitWriters(int blocks, Signals* signals) {
  while (Signal(signals->started).load(cuda::memory_order_relaxed) < blocks) {
  }
}

__global__ void stopWriters(Signals* signals) {
  Signal(signals->stop).store(1, cuda::memory_order_relaxed);
}

// A kernel that writes in a stream of its own, from begin() to end(), which are points in
// another stream.
class Writers {
 public:
  explicit Writers(const Scenario& scenario)
      : scenario_(scenario),
        memory_(scenario, "streamed", kStreamed),
        signals_(scenario, "signals", 1) {
    signals_.fill([](size_t) { return Signals{0, 0}; });
    scenario.check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
                   "cudaStreamCreateWithFlags");
  }
  Writers(const Writers&) = delete;
  Writers& operator=(const Writers&) = delete;
  ~Writers() { cudaStreamDestroy(stream_); }

  void begin(cudaStream_t other) {
    scenario_.check_launch("what comes before the writers");
    const int blocks = gridlock::multiprocessors(scenario_);
    writeOn<<<blocks, kWriters, 0, stream_>>>(memory_.get(), kStreamed, signals_.get());
    awaitWriters<<<1, 1, 0, other>>>(blocks, signals_.get());
  }
  void end(cudaStream_t other) { stopWriters<<<1, 1, 0, other>>>(signals_.get()); }

 private:
  const Scenario& scenario_;
  DeviceBuffer<int4> memory_;
  DeviceBuffer<Signals> signals_;
  cudaStream_t stream_ = nullptr;
};

// ---- The cost of a form ------------------------------------------------------------

struct Shape {
  int blocks, threads;
  Writers* writers = nullptr;
};

// The steps of a form in a stream of their own.
template <class Form>
class Repetition {
 public:
  Repetition(const Scenario& scenario, Shape shape)
      : scenario_(scenario),
        shape_(shape),
        room_(scenario, shape.blocks),
        word_(scenario, "word", kLine * size_t(shape.blocks) * shape.threads),
        sum_(scenario, "sum", size_t(shape.blocks) * shape.threads),
        wrong_(scenario, "wrong", 1),
        cycles_(scenario, "cycles", 2 * size_t(shape.blocks)) {
    wrong_.fill([](size_t) { return 0; });
    scenario.check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
                   "cudaStreamCreateWithFlags");
  }
  Repetition(const Repetition&) = delete;
  Repetition& operator=(const Repetition&) = delete;
  ~Repetition() { cudaStreamDestroy(stream_); }

  // How many cycles longer a step takes with the order than without, as the blocks have
  // it on the average.
  double cyclesOfOrder() {
    scenario_.check_launch("what comes before the steps");
    if (shape_.writers) shape_.writers->begin(stream_);
    withWords(scenario_, [&](auto words) {
      run<false, decltype(words)::value>(0);  // Warm up.
      run<true, decltype(words)::value>(shape_.blocks);
      run<false, decltype(words)::value>(0);
      run<true, decltype(words)::value>(shape_.blocks);
    });
    if (shape_.writers) shape_.writers->end(stream_);
    scenario_.check_launch("steps with an order and without");

    long long* taken = new long long[cycles_.count()];
    cycles_.download(taken);
    double more = 0;
    for (int block = 0; block < shape_.blocks; ++block)
      more += double(taken[shape_.blocks + block] - taken[block]);
    delete[] taken;
    return more / shape_.blocks / kSteps;
  }

  int wrong() const {
    int found = 0;
    wrong_.download(&found);
    return found;
  }

 private:
  template <bool kOrdered, int kWords>
  void run(int firstCycles) {
    scenario_.check(cudaMemsetAsync(word_, 0, word_.count() * sizeof(int), stream_),
                    "cudaMemsetAsync");
    repeat<Form, kOrdered, kWords><<<shape_.blocks, shape_.threads, 0, stream_>>>(
        kSteps, room_.get(), word_.get(), sum_.get(), cycles_.get() + firstCycles);
    judge<Form><<<shape_.blocks, shape_.threads, 0, stream_>>>(
        kSteps, kWords, room_.get(), word_.get(), sum_.get(), wrong_.get());
  }

  const Scenario& scenario_;
  const Shape shape_;
  const RoomBuffer room_;
  DeviceBuffer<int> word_, sum_, wrong_;
  DeviceBuffer<long long> cycles_;  // Of each block without the order, then with it.
  cudaStream_t stream_ = nullptr;
};

// The cost of a form that does what it is there for: it carries messages, too.
template <class Form>
void timeOrder(const Scenario& scenario, Shape shape) {
  Repetition<Form> repetition(scenario, shape);
  const double cycles = repetition.cyclesOfOrder();
  int wrong = repetition.wrong();
  cyclesOfTrip<By<Form>>(scenario, &wrong);
  scenario.output("wrong", wrong);
  outputCycles(scenario, cycles);
}

template <class Form>
void timeAlone(const Scenario& scenario) {
  timeOrder<Form>(scenario, {1, 1});
}

template <class Form>
void timeBusy(const Scenario& scenario) {
  Writers writers(scenario);
  timeOrder<Form>(scenario, {1, 1, &writers});
}

template <class Form>
void timeBlock(const Scenario& scenario) {
  timeOrder<Form>(scenario, {1, kWide});
}

template <class Form>
void timeGrid(const Scenario& scenario) {
  timeOrder<Form>(scenario, {kBlocksEach * gridlock::multiprocessors(scenario), kWide});
}

using AcqRelBlock = forms::AcqRel<cuda::thread_scope_block>;
using AcqRelDevice = forms::AcqRel<cuda::thread_scope_device>;
using AcqRelSystem = forms::AcqRel<cuda::thread_scope_system>;

}  // namespace experiment

GRIDLOCK_SCENARIO(points) {
  for (const int64_t words : {0, 1, 4, 16}) scenario.output("point", words);
}

// ---- Messages ----

GRIDLOCK_SCENARIO(measure) { experiment::timeTrip<experiment::ByYours>(scenario); }

GRIDLOCK_SCENARIO(peer_trip_in_flag) {
  experiment::timeTrip<experiment::InTheFlag>(scenario);
}
GRIDLOCK_SCENARIO(peer_trip_in_block) {
  experiment::timeTrip<experiment::ByYoursInBlock>(scenario);
}
GRIDLOCK_SCENARIO(peer_trip_threadfence_system) {
  experiment::timeTrip<experiment::By<forms::ThreadfenceSystem>>(scenario);
}
GRIDLOCK_SCENARIO(peer_trip_seq_cst) {
  experiment::timeTrip<experiment::By<forms::SequentiallyConsistent>>(scenario);
}
GRIDLOCK_SCENARIO(peer_trip_add_acq_rel) {
  experiment::timeTrip<experiment::By<forms::AddAcqRel>>(scenario);
}

// ---- One thread alone ----

GRIDLOCK_SCENARIO(peer_threadfence_block) {
  experiment::timeAlone<forms::ThreadfenceBlock>(scenario);
}
GRIDLOCK_SCENARIO(peer_threadfence) {
  experiment::timeAlone<forms::Threadfence>(scenario);
}
GRIDLOCK_SCENARIO(peer_threadfence_system) {
  experiment::timeAlone<forms::ThreadfenceSystem>(scenario);
}
GRIDLOCK_SCENARIO(peer_acq_rel_block) {
  experiment::timeAlone<experiment::AcqRelBlock>(scenario);
}
GRIDLOCK_SCENARIO(peer_acq_rel) {
  experiment::timeAlone<experiment::AcqRelDevice>(scenario);
}
GRIDLOCK_SCENARIO(peer_acq_rel_system) {
  experiment::timeAlone<experiment::AcqRelSystem>(scenario);
}
GRIDLOCK_SCENARIO(peer_store_release) {
  experiment::timeAlone<forms::StoreRelease>(scenario);
}
GRIDLOCK_SCENARIO(peer_load_acquire) {
  experiment::timeAlone<forms::LoadAcquire>(scenario);
}
GRIDLOCK_SCENARIO(peer_add_release) {
  experiment::timeAlone<forms::AddRelease>(scenario);
}
GRIDLOCK_SCENARIO(peer_add_acq_rel) { experiment::timeAlone<forms::AddAcqRel>(scenario); }

// ---- In company ----

GRIDLOCK_SCENARIO(peer_busy_threadfence) {
  experiment::timeBusy<forms::Threadfence>(scenario);
}
GRIDLOCK_SCENARIO(peer_busy_acq_rel) {
  experiment::timeBusy<experiment::AcqRelDevice>(scenario);
}
GRIDLOCK_SCENARIO(peer_busy_store_release) {
  experiment::timeBusy<forms::StoreRelease>(scenario);
}
GRIDLOCK_SCENARIO(peer_block_threadfence) {
  experiment::timeBlock<forms::Threadfence>(scenario);
}
GRIDLOCK_SCENARIO(peer_block_acq_rel) {
  experiment::timeBlock<experiment::AcqRelDevice>(scenario);
}
GRIDLOCK_SCENARIO(peer_block_store_release) {
  experiment::timeBlock<forms::StoreRelease>(scenario);
}
GRIDLOCK_SCENARIO(peer_grid_threadfence) {
  experiment::timeGrid<forms::Threadfence>(scenario);
}
GRIDLOCK_SCENARIO(peer_grid_acq_rel) {
  experiment::timeGrid<experiment::AcqRelDevice>(scenario);
}
GRIDLOCK_SCENARIO(peer_grid_store_release) {
  experiment::timeGrid<forms::StoreRelease>(scenario);
}

GRIDLOCK_MODULE()
