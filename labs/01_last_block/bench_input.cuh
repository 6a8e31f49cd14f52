// The input of lab 01's experiments, its right result, and how fast it can be read.
// First make gridlock/experiment.h's names known in namespace `experiment`.

#pragma once

#include "block_fold.cuh"

namespace experiment {

#ifdef GRIDLOCK_SIM  // Large sizes take long and show nothing.
constexpr int kBlocksEach = 1;
constexpr unsigned kPeriod = 8;
#else
constexpr int kBlocksEach = 2;
constexpr unsigned kPeriod = 1 << 16;
#endif

// The input is periodic, so that the correct result for a billion elements follows from
// the result for a few.
__host__ __device__ inline int elementAt(size_t i) {
  return int(unsigned(i % kPeriod) * 2654435761u);
}

static __global__ void fillInput(int* in, size_t n) {
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += threads)
    in[i] = elementAt(i);
}

// The fold of the `n` values of(elementAt(first)), of(elementAt(first + 1)), ..., in this
// order; `none` for n = 0.
template <class Value, class Of, class Fold>
Value rightFold(size_t first, size_t n, Value none, Of of, Fold fold) {
  Value all = none;
  size_t i = first;
  for (; n > 0 && i % kPeriod != 0; ++i, --n) all = fold(all, of(elementAt(i)));
  Value period = none;
  for (size_t k = 0; k < kPeriod; ++k) period = fold(period, of(elementAt(k)));
  for (size_t times = n / kPeriod; times > 0;
       times /= 2) {  // Powers of `period` commute.
    if (times % 2) all = fold(all, period);
    period = fold(period, period);
  }
  for (size_t k = 0; k < n % kPeriod; ++k) all = fold(all, of(elementAt(k)));
  return all;
}

inline unsigned rightSum(size_t first, size_t n) {
  return rightFold(
      first, n, 0u, [](int element) { return unsigned(element); },
      [](unsigned left, unsigned right) { return left + right; });
}

inline Affine rightComposition(size_t first, size_t n) {
  return rightFold(first, n, identity(), affineOf, compose);
}

// Outputs the sizes of a list that fit into half of the device's free memory.
template <size_t kCount>
void outputSizes(const Scenario& scenario, const int64_t (&sizes)[kCount]) {
  size_t free = 0, total = 0;
  scenario.check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  for (const int64_t size : sizes)
    if (uint64_t(size) * sizeof(int) * kTurnsMin <= free / 2)
      scenario.output("point", size);
}

// The input of a fold; `Value` is the type of its result.
template <class Value>
class Work {
 public:
  explicit Work(const Scenario& scenario)
      : scenario_(scenario),
        n(int(scenario.param("point"))),
        blocks(kBlocksEach * multiprocessors(scenario)),
        in(scenario, "in", n),
        partial(scenario, "partial", blocks),
        counter(scenario, "counter", 1),
        out(scenario, "out", 1) {
    counter.fill([](size_t) { return 0; });
    fillInput<<<blocks, 256>>>(in.all(), in.allElements());
    scenario.check_launch("fillInput");
  }

  // Returns how many picoseconds `fold(in)` takes; it must leave its result in `out`.
  template <class Fold>
  int64_t time(Fold fold) {
    Steps steps;
#ifndef GRIDLOCK_SIM  // A large input takes long, so few repetitions are enough.
    if (n >= 1 << 22) steps = {2, 12};
#endif
    return stepPicoseconds(
        scenario_,
        [&](int folds) {
          for (int i = 0; i < folds; ++i) fold(in.next());
        },
        steps);
  }

  Value result() const {
    Value value;
    out.download(&value);
    return value;
  }

 private:
  const Scenario& scenario_;

 public:
  int n, blocks;
  Turns<int> in;
  DeviceBuffer<Value> partial;
  DeviceBuffer<int> counter;
  DeviceBuffer<Value> out;
};

// Outputs the time of a sum, and whether it is wrong.
template <class Sum>
void timeSum(const Scenario& scenario, Work<int>& work, Sum sum) {
  scenario.output("picoseconds", work.time(sum));
  scenario.output("wrong", unsigned(work.result()) != rightSum(work.in.first(), work.n));
}

// Reads four[0..count) and adds it up, which takes next to no time.  Stores the sum only
// if `tells`.
template <int kLoads>
__global__ void __launch_bounds__(kThreadsMax, 1)
    readOnly(const int4* four, size_t count, bool tells, unsigned* sum) {
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  unsigned mine = 0;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += kLoads * threads) {
    int4 loaded[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k)
      loaded[k] = four[i + k * threads < count ? i + k * threads : count - 1];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      const unsigned four_of_it = unsigned(loaded[k].x) + unsigned(loaded[k].y) +
                                  unsigned(loaded[k].z) + unsigned(loaded[k].w);
      mine += i + k * threads < count ? four_of_it : 0u;
    }
  }
  // The second condition is almost never true, but the compiler cannot know.
  if (tells || mine == 0x9e3779b9u) atomicAdd(sum, mine);
}

// How fast the input can be read: the best of several ways.  No fold can be faster, since
// it has to read each element.
inline void timeReading(const Scenario& scenario) {
  Work<unsigned> work(scenario);
  const size_t fours = work.n / 4;
  int wrong = 0;
  const auto best_of = [&](auto kernel) {
#ifdef GRIDLOCK_SIM
    const dim3 shapes[] = {{1, 4, 1}};  // Blocks per multiprocessor, threads.
#else
    const dim3 shapes[] = {{1, 1024, 1}, {2, 1024, 1}, {2, 512, 1}, {8, 256, 1}};
#endif
    int64_t best = INT64_MAX;
    for (const dim3 shape : shapes) {
      const int blocks = shape.x * multiprocessors(scenario);
      const auto read = [&](const int* in, bool tells) {
        kernel<<<blocks, shape.y>>>(reinterpret_cast<const int4*>(in), fours, tells,
                                    work.out.get());
      };
      work.out.fill([](size_t) { return 0u; });
      read(work.in.next(), true);
      scenario.check_launch("readOnly");
      wrong += work.result() != rightSum(work.in.first(), 4 * fours);
      const int64_t taken = work.time([&](const int* in) { read(in, false); });
      if (taken < best) best = taken;
    }
    return best;
  };
  const int64_t four = best_of(readOnly<4>), eight = best_of(readOnly<8>);
  scenario.output("picoseconds", four < eight ? four : eight);
  scenario.output("wrong", wrong);
}

}  // namespace experiment
