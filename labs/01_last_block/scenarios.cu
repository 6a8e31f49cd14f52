// The scenarios of lab 01: each launches the student's code with the parameters it is
// given and returns what that code did.  They judge nothing.

#include "required.cuh"

#include <gridlock/delay.h>
#include <gridlock/scenario.h>

#include <string>
#include <vector>

namespace scenarios {

using gridlock::DeviceBuffer;
using gridlock::Scenario;

// The parameter `name` of launch number `launch`: "blocks0", "blocks1", ...
inline int ofLaunch(const Scenario& scenario, const char* name, int launch) {
  return scenario.param((name + std::to_string(launch)).c_str());
}

// Element i of the input with this seed.  checks.h has its own copy of the formula:
// this side does not decide what a right result is.
__host__ __device__ inline int element(size_t i, unsigned seed) {
  unsigned x = static_cast<unsigned>(i % 65521) + seed * 0x9e3779b9u;
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return static_cast<int>(x ^ (x >> 16));
}

// Element i of an input.  If `values` is 0, it is any number; otherwise all elements are
// the same number, at either end of an int's range or in its middle.
__host__ __device__ inline int element(size_t i, unsigned seed, int values) {
  constexpr unsigned kHalf = 1u << 31;
  const unsigned same = values == 1   ? kHalf
                        : values == 2 ? kHalf - 1
                        : values == 3 ? 0u - 1
                                      : 0u;
  return values == 0 ? element(i, seed) : static_cast<int>(same);
}

// The guard under test: 0 is lastBlock, 1 is lastBlockShared.
__device__ inline bool guard(int form, int* counter) {
  return form == 0 ? lastBlock(counter) : lastBlockShared(counter);
}

// Delays blocks by up to `late` steps, in an order other than that of their indices; on
// the simulator the schedules do that.
__device__ inline void delayBlock(int late) {
  gridlock::delay(late * ((blockIdx.x * 5 + 3) % gridDim.x) / gridDim.x);
}

// ---- The guard ---------------------------------------------------------------------

// told[block * threads + thread] is what the guard returned to this thread.
__global__ void askGuard(int form, int late, int* counter, int* told) {
  delayBlock(late);
  told[blockIdx.x * blockDim.x + threadIdx.x] = guard(form, counter) ? 1 : 0;
}

// All partials as a thread saw them, in one number: a different value of any of them, or
// a different order, gives a different number.
__device__ inline int digest(const int* partial) {
  unsigned sum = 0;
  for (unsigned block = 0; block < gridDim.x; ++block)
    sum = sum * 31 + static_cast<unsigned>(partial[block]);
  return static_cast<int>(sum);
}

// One thread of each block writes its partial.  In the last block every thread reads all
// of them: seen[thread] is their digest.
__global__ void mergeOnes(int form, int late, const int* value, int* partial,
                          int* counter, int* told, int* seen) {
  delayBlock(late);
  if (threadIdx.x == 0) partial[blockIdx.x] = value[blockIdx.x];

  const bool last = guard(form, counter);
  told[blockIdx.x * blockDim.x + threadIdx.x] = last ? 1 : 0;
  if (last) seen[threadIdx.x] = digest(partial);
}

// Each block counts how often each value below `threads` occurs in its share of `in`:
// thread t counts t, so that every thread writes one bin of the block's partial.  In the
// last block, each thread adds up a bin that another thread wrote.
__global__ void mergeHistograms(int form, int late, const int* in, int share,
                                int* partial, int* counter, int* bins) {
  delayBlock(late);
  const int* first = in + static_cast<size_t>(blockIdx.x) * share;
  int count = 0;
  for (int i = 0; i < share; ++i) count += first[i] == static_cast<int>(threadIdx.x);
  partial[blockIdx.x * blockDim.x + threadIdx.x] = count;

  if (!guard(form, counter)) return;

  const unsigned bin = blockDim.x - 1 - threadIdx.x;
  unsigned total = 0;
  for (unsigned block = 0; block < gridDim.x; ++block)
    total += static_cast<unsigned>(partial[block * blockDim.x + bin]);
  bins[bin] = static_cast<int>(total);
}

// Rounds of mergeOnes in one kernel.  Each has its own counter, `apart` ints from the
// previous one, and its own writing thread; form 2 uses both forms of the guard in turn.
// Bit r of told is the answer in round r; if `merges`, seen has the digests by round.
__global__ void mergeOften(int form, int rounds, int apart, bool merges, const int* value,
                           int* partial, int* counters, int* told, int* seen) {
  int answers = 0;
  for (int round = 0; round < rounds; ++round) {
    int* round_partial = partial + round * gridDim.x;
    if (threadIdx.x == (blockIdx.x + round) % blockDim.x)
      round_partial[blockIdx.x] = value[round * gridDim.x + blockIdx.x];

    if (!guard(form < 2 ? form : round % 2, counters + round * apart)) continue;

    answers |= 1 << round;
    if (merges) seen[round * blockDim.x + threadIdx.x] = digest(round_partial);
  }
  told[blockIdx.x * blockDim.x + threadIdx.x] = answers;
}

// A partial result for a check of the guard: below 100, so that reports are easy to read.
inline int partialResult(size_t i, unsigned seed) {
  return static_cast<int>(static_cast<unsigned>(element(i, seed)) % 100);
}

// Outputs how many blocks have a thread with `bit` in told[], how many such threads
// there are, and the first few of these blocks.  If there is only one such block, it is
// not named, because each run may have another last block.
GRIDLOCK_LONG_LOOP
void outputTold(const Scenario& scenario, const DeviceBuffer<int>& told, int threads,
                int bit) {
  const size_t count = told.count();
  std::vector<int> memory(count);
  int* const said = memory.data();  // A GPU build does not optimize memory[].
  told.download(said);
  constexpr int kFew = 4;
  int few[kFew] = {-1, -1, -1, -1};
  int blocks_told = 0, threads_told = 0;
  for (size_t first = 0; first < count; first += threads) {
    int listeners = 0;
    for (int thread = 0; thread < threads; ++thread)
      if (said[first + thread] & bit) ++listeners;
    if (listeners > 0) {
      if (blocks_told < kFew) few[blocks_told] = int(first / threads);
      ++blocks_told;
    }
    threads_told += listeners;
  }
  scenario.output("blocks_told", blocks_told);
  scenario.output("threads_told", threads_told);
  for (const int block : few) scenario.output("few_told", blocks_told == 1 ? -1 : block);
}

}  // namespace scenarios

// Calls the guard in one launch after another, on one counter.
GRIDLOCK_SCENARIO(guard) {
  const int form = scenario.param("form");
  const int late = scenario.param("late");

  gridlock::DeviceBuffer<int> counter(scenario, "counter", 1);
  counter.fill([](size_t) { return 0; });
  scenario.watch(counter.get());
  for (int launch = 0; launch < scenario.param("launches"); ++launch) {
    const int blocks = scenarios::ofLaunch(scenario, "blocks", launch);
    const int threads = scenarios::ofLaunch(scenario, "threads", launch);
    gridlock::DeviceBuffer<int> told(scenario, "told", size_t(blocks) * threads);
    scenarios::askGuard<<<blocks, threads>>>(form, late, counter.get(), told.get());
    scenario.check_launch("a kernel that calls the guard");
    scenarios::outputTold(scenario, told, threads, 1);
    scenario.output("users", scenario.sharing_blocks(counter.get(), 1, 1));
    counter.output();
  }
}

// One partial per block, written by one thread.
GRIDLOCK_SCENARIO(merge_ones) {
  const int blocks = scenario.param("blocks");
  const int threads = scenario.param("threads");
  const int seed = scenario.param("seed");

  gridlock::DeviceBuffer<int> value(scenario, "value", blocks);
  value.fill([=](size_t i) { return scenarios::partialResult(i, seed); });
  gridlock::DeviceBuffer<int> partial(scenario, "partial", blocks);
  gridlock::DeviceBuffer<int> counter(scenario, "counter", 1);
  counter.fill([](size_t) { return 0; });
  gridlock::DeviceBuffer<int> told(scenario, "told", size_t(blocks) * threads);
  gridlock::DeviceBuffer<int> seen(scenario, "seen", threads);
  scenarios::mergeOnes<<<blocks, threads>>>(
      scenario.param("form"), scenario.param("late"), value.get(), partial.get(),
      counter.get(), told.get(), seen.get());
  scenario.check_launch("a kernel that merges in the last block");
  scenarios::outputTold(scenario, told, threads, 1);
  seen.output();
}

// One histogram per block, written by all of its threads.
GRIDLOCK_SCENARIO(merge_histograms) {
  const int blocks = scenario.param("blocks");
  const int threads = scenario.param("threads");
  const int share = scenario.param("share");
  const int seed = scenario.param("seed");

  gridlock::DeviceBuffer<int> in(scenario, "in", size_t(blocks) * share);
  in.fill([=](size_t i) {
    return static_cast<int>(static_cast<unsigned>(scenarios::element(i, seed)) % threads);
  });
  gridlock::DeviceBuffer<int> partial(scenario, "partial", size_t(blocks) * threads);
  gridlock::DeviceBuffer<int> counter(scenario, "counter", 1);
  counter.fill([](size_t) { return 0; });
  gridlock::DeviceBuffer<int> bins(scenario, "bins", threads);
  scenarios::mergeHistograms<<<blocks, threads>>>(
      scenario.param("form"), scenario.param("late"), in.get(), share, partial.get(),
      counter.get(), bins.get());
  scenario.check_launch("a kernel that merges in the last block");
  bins.output();
}

// Several calls of the guard in one kernel.
GRIDLOCK_SCENARIO(merge_often) {
  const int blocks = scenario.param("blocks");
  const int threads = scenario.param("threads");
  const int rounds = scenario.param("rounds");
  const int apart = scenario.param("apart");
  const int seed = scenario.param("seed");

  gridlock::DeviceBuffer<int> value(scenario, "value", rounds * size_t(blocks));
  value.fill([=](size_t i) { return scenarios::partialResult(i, seed); });
  gridlock::DeviceBuffer<int> partial(scenario, "partial", rounds * size_t(blocks));
  gridlock::DeviceBuffer<int> counters(scenario, "counters", rounds * size_t(apart));
  counters.fill([](size_t) { return 0; });
  gridlock::DeviceBuffer<int> told(scenario, "told", size_t(blocks) * threads);
  gridlock::DeviceBuffer<int> seen(scenario, "seen", rounds * size_t(threads));
  scenarios::mergeOften<<<blocks, threads>>>(
      scenario.param("form"), rounds, apart, scenario.param("asks_only", 0) == 0,
      value.get(), partial.get(), counters.get(), told.get(), seen.get());
  scenario.check_launch("a kernel that calls the guard more than once");
  for (int round = 0; round < rounds; ++round)
    scenarios::outputTold(scenario, told, threads, 1 << round);
  seen.output();
}

namespace scenarios {

// The data of a launch of mergeOnes, with its own counter.
struct Ones {
  Ones(const Scenario& scenario, int blocks, int threads, unsigned seed)
      : blocks(blocks),
        threads(threads),
        value(scenario, "value", blocks),
        partial(scenario, "partial", blocks),
        counter(scenario, "counter", 1),
        told(scenario, "told", size_t(blocks) * threads),
        seen(scenario, "seen", threads) {
    value.fill([=](size_t i) { return partialResult(i, seed); });
    counter.fill([](size_t) { return 0; });
    scenario.watch(counter.get());
  }

  int blocks, threads;
  DeviceBuffer<int> value, partial, counter, told, seen;
};

// A stream that does not wait for any other.
class Stream {
 public:
  explicit Stream(const Scenario& scenario, const char* name = "the stream") {
    scenario.check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
                   "cudaStreamCreateWithFlags");
    scenario.name_stream(stream_, name);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { cudaStreamDestroy(stream_); }

  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

}  // namespace scenarios

// Two kernels in flight at once; the second has `more` blocks more.
GRIDLOCK_SCENARIO(at_once) {
  const int form = scenario.param("form"), late = scenario.param("late");
  const int blocks = scenario.param("blocks"), threads = scenario.param("threads");
  const unsigned seed = scenario.param("seed");
  const scenarios::Ones one(scenario, blocks, threads, seed);
  const scenarios::Ones other(scenario, blocks + int(scenario.param("more")), threads,
                              seed + 1);
  scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  const scenarios::Stream left(scenario, "the first stream");
  const scenarios::Stream right(scenario, "the second stream");
  const scenarios::Ones* const works[] = {&one, &other};
  for (const scenarios::Ones* work : works)
    scenarios::
        mergeOnes<<<work->blocks, threads, 0, work == &one ? left.get() : right.get()>>>(
            form, late, work->value.get(), work->partial.get(), work->counter.get(),
            work->told.get(), work->seen.get());
  scenario.check_launch("kernels that merge in the last block");
  for (const scenarios::Ones* work : works) {
    scenarios::outputTold(scenario, work->told, threads, 1);
    scenario.output("users", scenario.sharing_blocks(work->counter.get(), 1, 1));
    work->seen.output();
    work->counter.output();
  }
}

// ---- The sum and the ordered composition -------------------------------------------

namespace scenarios {

// This many elements fit into any GPU's memory, and the host fills them quickly.
constexpr int kAlwaysFits = 1 << 22;

__global__ void fillOnDevice(int* in, int n, unsigned seed, int values) {
  const size_t count = n, stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; i < count; i += stride) in[i] = element(i, seed, values);
}

// The input of a launch: it may begin in the middle of an array.
class Input {
 public:
  Input(const Scenario& scenario, int n, unsigned seed)
      : before_(scenario.param("offset", 0)), in_(scenario, "in", size_t(n) + before_) {
    const int values = scenario.param("values", 0);
    if (scenario.param("watch", 0)) scenario.watch(in_.get());
    if (n <= kAlwaysFits) {
      in_.fill([=](size_t i) {
        return i < before_ ? -1 : element(i - before_, seed, values);
      });
      return;
    }
    fillOnDevice<<<2048, 256>>>(get(), n, seed, values);
    scenario.check_launch("fillOnDevice");
  }

  int* get() const { return in_.get() + before_; }

  // With the parameter "watch": outputs how the blocks share the input, counting threads
  // that read 16 elements or more.
  void output_sharing(const Scenario& scenario) const {
    if (scenario.param("watch", 0)) scenario.output_sharing(in_.get(), 16 * sizeof(int));
  }

 private:
  size_t before_;
  DeviceBuffer<int> in_;
};

// The result of a launch; before it is written, it differs from an unwritten `partial`.
template <class Value>
class Result : public DeviceBuffer<Value> {
 public:
  explicit Result(const Scenario& scenario, size_t count = 1)
      : DeviceBuffer<Value>(scenario, "out", count, DeviceBuffer<Value>::kOtherPoison) {
    scenario.watch(this->get());
  }

  // How many blocks accessed the result.
  void output_users(const Scenario& scenario) const {
    scenario.output("users", scenario.sharing_blocks(this->get(), 1, 1));
  }
};

// `n`, or the length that fits in half of the free memory.
int lengthThatFits(const Scenario& scenario, unsigned n) {
  if (n <= kAlwaysFits) return n;
  size_t free_bytes = 0, total_bytes = 0;
  scenario.check(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
  const size_t most = free_bytes / 2 / sizeof(int);
  return n <= most ? n : static_cast<int>(most);
}

// The number of slots of `partial`: the offset plus the most blocks of any launch.
int slots(const Scenario& scenario) {
  int most = 0;
  for (int launch = 0; launch < scenario.param("launches"); ++launch)
    if (const int blocks = ofLaunch(scenario, "blocks", launch); blocks > most)
      most = blocks;
  return most + static_cast<int>(scenario.param("offset", 0));
}

// Outputs the words of the first slots of `partial`, after a launch of `blocks` blocks.
template <class Value>
void outputSlots(const Scenario& scenario, const Value* partial, int blocks) {
  constexpr int kFew = 8, kWords = sizeof(Value) / sizeof(int);
  int words[kFew * kWords] = {};
  const size_t bytes = (blocks < kFew ? blocks : kFew) * sizeof(Value);
  scenario.check(cudaMemcpy(words, partial, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
  scenario.output("slots", words, kFew * kWords);
}

}  // namespace scenarios

// sumFinal alone, over n partial sums.
GRIDLOCK_SCENARIO(final_sum) {
  const int n = scenarios::lengthThatFits(scenario, scenario.param("n"));
  scenario.output("n", n);
  const scenarios::Input partial(scenario, n, scenario.param("seed"));
  scenarios::Result<int> out(scenario);
  sumFinal<<<1, scenario.param("threads")>>>(partial.get(), n, out.get());
  scenario.check_launch("sumFinal");
  out.output();
}

// form 0: sumPartials, then sumFinal; form 1: sumSinglePass.  The launches follow one
// another, with the same counter and the same partials.
GRIDLOCK_SCENARIO(sum) {
  gridlock::DeviceBuffer<int> slots(scenario, "partial", scenarios::slots(scenario));
  int* const partial = slots.get() + scenario.param("offset", 0);
  gridlock::DeviceBuffer<int> counter(scenario, "counter", 1);
  counter.fill([](size_t) { return 0; });
  for (int launch = 0; launch < scenario.param("launches"); ++launch) {
    const int wanted = scenarios::ofLaunch(scenario, "n", launch);
    const int n = scenarios::lengthThatFits(scenario, wanted);
    const int blocks = scenarios::ofLaunch(scenario, "blocks", launch);
    const int threads = scenarios::ofLaunch(scenario, "threads", launch);
    const scenarios::Input in(scenario, n, scenario.param("seed") + launch);
    scenarios::Result<int> out(scenario);
    if (scenario.param("form") == 0) {
      sumPartials<<<blocks, threads>>>(in.get(), n, partial);
      sumFinal<<<1, threads>>>(partial, blocks, out.get());
      scenario.check_launch("sumPartials, then sumFinal");
    } else {
      sumSinglePass<<<blocks, threads>>>(in.get(), n, partial, counter.get(), out.get());
      scenario.check_launch("sumSinglePass");
    }
    in.output_sharing(scenario);
    scenario.output("n", n);
    out.output();
    out.output_users(scenario);
    counter.output();
    scenarios::outputSlots(scenario, partial, blocks);
  }
}

// Two sums at the same time, by sumSinglePass, each with its own counter, partials and
// result.
GRIDLOCK_SCENARIO(sums_at_once) {
  const int n = scenario.param("n"), blocks = scenario.param("blocks");
  const unsigned seed = scenario.param("seed");
  const scenarios::Input one(scenario, n, seed), other(scenario, n, seed + 1);
  gridlock::DeviceBuffer<int> partial(scenario, "partial", 2 * size_t(blocks));
  gridlock::DeviceBuffer<int> counter(scenario, "counter", 2);
  scenarios::Result<int> out(scenario, 2);
  counter.fill([](size_t) { return 0; });
  scenario.check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  const scenarios::Stream left(scenario, "the first stream");
  const scenarios::Stream right(scenario, "the second stream");
  for (int i = 0; i < 2; ++i)
    sumSinglePass<<<blocks, int(scenario.param("threads")), 0,
                    i ? right.get() : left.get()>>>(i ? other.get() : one.get(), n,
                                                    partial.get() + i * size_t(blocks),
                                                    counter.get() + i, out.get() + i);
  scenario.check_launch("sumSinglePass in two streams");
  out.output();
}

// The ordered composition by sumNoncommMultiBlock, one launch after another.
GRIDLOCK_SCENARIO(compose) {
  gridlock::DeviceBuffer<Affine> slots(scenario, "partial", scenarios::slots(scenario));
  Affine* const partial = slots.get() + scenario.param("offset", 0);
  gridlock::DeviceBuffer<int> counter(scenario, "counter", 1);
  counter.fill([](size_t) { return 0; });
  for (int launch = 0; launch < scenario.param("launches"); ++launch) {
    const int wanted = scenarios::ofLaunch(scenario, "n", launch);
    const int n = scenarios::lengthThatFits(scenario, wanted);
    const int blocks = scenarios::ofLaunch(scenario, "blocks", launch);
    const int threads = scenarios::ofLaunch(scenario, "threads", launch);
    const scenarios::Input in(scenario, n, scenario.param("seed") + launch);
    scenarios::Result<Affine> out(scenario);
    sumNoncommMultiBlock<<<blocks, threads>>>(in.get(), n, partial, counter.get(),
                                              out.get());
    scenario.check_launch("sumNoncommMultiBlock");
    in.output_sharing(scenario);
    Affine result;
    out.download(&result);
    scenario.output("n", n);
    scenario.output("a", result.a);
    scenario.output("b", result.b);
    out.output_users(scenario);
    counter.output();
    scenarios::outputSlots(scenario, partial, blocks);
  }
}

GRIDLOCK_MODULE()
