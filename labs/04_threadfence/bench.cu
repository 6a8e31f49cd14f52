// The experiment of lab 04: what order costs.  Two questions, one picture.
//
// How much longer a step takes with a fence, or with an order in its store, load or
// addition, if the thread has just written 0, 1, 4 or 16 words.  The thread is alone;
// in `busy_`, the other multiprocessors write all the time, in another stream.  In
// `block_`, every thread of a block takes steps; in `grid_`, every thread of blocks on
// all multiprocessors.
//
// A message (`trip_`, your file, the reference, the ladder): how long it and its answer
// take, to another block and back, if each side has just written as many words.
//
// baseline: reference
// unit: ns per fence, or per message and answer
// point: words written before it

#include "threadfence.cu"

#include <gridlock/experiment.h>

#include <type_traits>

#include "bench_kernels.cuh"

namespace experiment {

using gridlock::DeviceBuffer;
using gridlock::Scenario;

#ifdef GRIDLOCK_SIM
constexpr int kSteps = 3, kBusySteps = 3, kBlocksEach = 1, kStreamed = 8, kWriters = 2;
constexpr unsigned long long kClockFor = 8;
#else
constexpr int kSteps = 1000, kBusySteps = 200;
constexpr int kBlocksEach = 2;  // On each multiprocessor, for grid_.
constexpr int kStreamed = (256 << 20) / 16, kWriters = 512;  // int4; threads of a block.
constexpr unsigned long long kClockFor = 200'000;            // Nanoseconds.
#endif

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

// Outputs a number of cycles as "picoseconds", at the speed that the multiprocessors have
// now, and that speed as "megahertz".
void outputCycles(const Scenario& scenario, double cycles) {
  DeviceBuffer<long long> passed(scenario, "cycles", 1);
  DeviceBuffer<unsigned long long> meanwhile(scenario, "nanoseconds", 1);
  gridlock::compareClocks<<<1, 1>>>(kClockFor, passed.get(), meanwhile.get());
  scenario.check_launch("a kernel that compares the clocks");
  long long clock = 0;
  passed.download(&clock);
  unsigned long long nanoseconds = 0;
  meanwhile.download(&nanoseconds);
  const double megahertz = 1000.0 * double(clock) / double(nanoseconds);
  scenario.output("megahertz", int64_t(megahertz));
  scenario.output("picoseconds", cycles > 0 ? int64_t(cycles / megahertz * 1e6) : 0);
}

// ---- Messages ----------------------------------------------------------------------

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

// Room for `blocks` blocks, on the device.
class RoomBuffer {
 public:
  RoomBuffer(const Scenario& scenario, int blocks)
      : words_(scenario, "written", size_t(blocks) * Room::kEach) {}
  Room get() const { return Room{words_, Room::kRows - 1}; }

 private:
  DeviceBuffer<int> words_;
};

// Lets two parties talk.  Returns the cycles that a message and its answer took, and adds
// the number of errors to `wrong`.
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

// ---- Other writers -----------------------------------------------------------------

// A kernel that writes all the time, in a stream of its own and on all multiprocessors
// but one.  It makes a limited number of passes, so nothing waits for it forever; if it
// ends too early, demandWork() fails.
class Writers {
 public:
  explicit Writers(const Scenario& scenario)
      : scenario_(scenario),
        blocks_(gridlock::multiprocessors(scenario) - 1),
        memory_(scenario, "streamed", kStreamed),
        signals_(scenario, "signals", 1) {
    if (blocks_ < 1) blocks_ = 1;
    signals_.fill([](size_t) { return Signals{0, 0, 0, 0}; });
    scenario.check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
                   "cudaStreamCreateWithFlags");
  }
  Writers(const Writers&) = delete;
  Writers& operator=(const Writers&) = delete;
  ~Writers() { cudaStreamDestroy(stream_); }

  void begin() {
    scenario_.check_launch("what comes before the writers");
    writeOn<<<blocks_, kWriters, 0, stream_>>>(memory_.get(), kStreamed, signals_.get());
    scenario_.check(cudaGetLastError(), "a kernel that writes all the time");
  }

  // Notes how many writers are at work when `other` has come to this point.  All should
  // be.
  void note(cudaStream_t other) { noteWriters<<<1, 1, 0, other>>>(signals_.get()); }

  // Tells the writers to stop when `other` has come to this point.
  void end(cudaStream_t other) { stopWriters<<<1, 1, 0, other>>>(signals_.get()); }

  // Fails, after all work has ended, unless all were at work from note() to end().
  void demandWork() const {
    Signals found;
    signals_.download(&found);
    if (kPasses == 1) return;  // The simulator makes only one pass.
    if (found.noted != blocks_)
      scenario_.fail("the writers", "they had not all begun when the steps did");
    if (found.tired != 0)
      scenario_.fail("the writers", "they ended before the steps, which took too long");
  }

 private:
  const Scenario& scenario_;
  int blocks_;
  DeviceBuffer<int4> memory_;
  DeviceBuffer<Signals> signals_;
  cudaStream_t stream_ = nullptr;
};

// ---- The cost of a form ------------------------------------------------------------

struct Shape {
  int blocks, threads;
  int steps = kSteps;
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

  // How many cycles longer a step takes with the order than without, on average over the
  // blocks.
  double cyclesOfOrder() {
    scenario_.check_launch("what comes before the steps");
    if (shape_.writers) shape_.writers->begin();
    withWords(scenario_, [&](auto words) {
      run<decltype(words)::value>();  // Warms up.
      if (shape_.writers) shape_.writers->note(stream_);
      run<decltype(words)::value>();
    });
    if (shape_.writers) shape_.writers->end(stream_);
    scenario_.check_launch("steps with an order and without");
    if (shape_.writers) shape_.writers->demandWork();

    long long* taken = new long long[cycles_.count()];
    cycles_.download(taken);
    double more = 0;
    for (int block = 0; block < shape_.blocks; ++block)
      more += double(taken[shape_.blocks + block] - taken[block]);
    delete[] taken;
    return more / shape_.blocks / shape_.steps;
  }

  int wrong() const {
    int found = 0;
    wrong_.download(&found);
    return found;
  }

 private:
  template <int kWords>
  void run() {
    runOne<false, kWords>(0);
    runOne<true, kWords>(shape_.blocks);
  }

  template <bool kOrdered, int kWords>
  void runOne(int firstCycles) {
    repeat<Form, kOrdered, kWords><<<shape_.blocks, shape_.threads, 0, stream_>>>(
        shape_.steps, room_.get(), word_.get(), sum_.get(), cycles_.get() + firstCycles);
    judge<Form><<<shape_.blocks, shape_.threads, 0, stream_>>>(
        shape_.steps, kWords, room_.get(), word_.get(), sum_.get(), wrong_.get());
  }

  const Scenario& scenario_;
  const Shape shape_;
  const RoomBuffer room_;
  DeviceBuffer<int> word_, sum_, wrong_;
  DeviceBuffer<long long> cycles_;  // Each block's cycles, plain and ordered.
  cudaStream_t stream_ = nullptr;
};

// Times a form, and tests that it orders: it must carry messages.
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
  timeOrder<Form>(scenario, {1, 1, kBusySteps, &writers});
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

// ---- One thread while others write; many threads ----

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
