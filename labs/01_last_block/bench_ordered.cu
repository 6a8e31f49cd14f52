// Another experiment of lab 01: what it costs to keep the order.  The composition of
// part 1c is compared with the same contestant's sum, which may add in any order, with
// what CUB has for operators that do not commute (its DeviceReduce is not for them), and
// with reading alone.  As in bench.cu, each composition reads its input from memory.
//
// baseline: cub_scan
// roof: read_roof
// unit: ns per composition
// point: elements

#include "last_block.cu"

#include <gridlock/experiment.h>

namespace experiment {
using namespace gridlock;
}

#include "bench_input.cuh"

#ifndef GRIDLOCK_SIM
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda/std/iterator>
#endif

namespace experiment {

#ifdef GRIDLOCK_SIM  // A whole warp and a part of one.
constexpr int kThreads = 40;
constexpr int64_t kSizes[] = {3, 9'000};
#else
constexpr int kThreads = 512;
constexpr int64_t kSizes[] = {1 << 15, 1 << 20, 1 << 24, 100'000'000, 1 << 30};
#endif

// Outputs the time of a composition, and whether it is wrong.
template <class Composition>
void timeComposition(const gridlock::Scenario& scenario, Work<Affine>& work,
                     Composition composition) {
  scenario.output("picoseconds", work.time(composition));
  const Affine found = work.result();
  const Affine right = rightComposition(work.in.first(), work.n);
  scenario.output("wrong", found.a != right.a || found.b != right.b);
}

}  // namespace experiment

GRIDLOCK_SCENARIO(points) { experiment::outputSizes(scenario, experiment::kSizes); }

GRIDLOCK_SCENARIO(measure) {
  experiment::Work<Affine> work(scenario);
  experiment::timeComposition(scenario, work, [&](const int* in) {
    sumNoncommMultiBlock<<<work.blocks, experiment::kThreads>>>(in, work.n, work.partial,
                                                                work.counter, work.out);
  });
}

GRIDLOCK_SCENARIO(measure_sum) {
  experiment::Work<int> work(scenario);
  experiment::timeSum(scenario, work, [&](const int* in) {
    sumSinglePass<<<work.blocks, experiment::kThreads>>>(in, work.n, work.partial,
                                                         work.counter, work.out);
  });
}

GRIDLOCK_SCENARIO(peer_read_roof) { experiment::timeReading(scenario); }

#ifndef GRIDLOCK_SIM  // The simulator has no CUB.

namespace experiment {

struct AffineOf {
  __host__ __device__ Affine operator()(int element) const { return affineOf(element); }
};
struct Compose {
  __host__ __device__ Affine operator()(Affine f, Affine g) const {
    return compose(f, g);
  }
};

// Stores the last of n results, and drops the others: a scan writes all of them, and that
// writing should not be timed.
class LastOnly {
 public:
  using iterator_category = cuda::std::random_access_iterator_tag;
  using value_type = Affine;
  using difference_type = ptrdiff_t;
  using pointer = void;

  class Place {
   public:
    __host__ __device__ Place(Affine* out, bool last) : out_(out), last_(last) {}
    __host__ __device__ const Place& operator=(Affine value) const {
      if (last_) *out_ = value;
      return *this;
    }

   private:
    Affine* out_;
    bool last_;
  };
  using reference = Place;

  __host__ __device__ LastOnly(Affine* out, ptrdiff_t n) : out_(out), left_(n - 1) {}
  __host__ __device__ Place operator[](ptrdiff_t i) const { return {out_, i == left_}; }
  __host__ __device__ Place operator*() const { return (*this)[0]; }
  __host__ __device__ LastOnly operator+(ptrdiff_t i) const {
    return {out_, left_ + 1 - i};
  }
  __host__ __device__ LastOnly& operator+=(ptrdiff_t i) {
    left_ -= i;
    return *this;
  }
  __host__ __device__ LastOnly& operator++() { return *this += 1; }

 private:
  Affine* out_;
  ptrdiff_t left_;  // The number of results until the last one.
};

}  // namespace experiment

// CUB's scan composes every beginning of the input; only the last result is kept.
GRIDLOCK_SCENARIO(peer_cub_scan) {
  using namespace experiment;
  Work<Affine> work(scenario);
  const auto scan = [&](void* memory, size_t& bytes, const int* in) {
    scenario.check(cub::DeviceScan::InclusiveScan(
                       memory, bytes, thrust::make_transform_iterator(in, AffineOf{}),
                       LastOnly(work.out.get(), work.n), Compose{}, work.n),
                   "DeviceScan::InclusiveScan");
  };
  size_t bytes = 0;
  scan(nullptr, bytes, work.in.all());
  gridlock::DeviceBuffer<char> memory(scenario, "CUB's memory", bytes);
  timeComposition(scenario, work, [&](const int* in) { scan(memory.get(), bytes, in); });
}

// CUB's reduction of runs of equal keys, all keys being equal.
GRIDLOCK_SCENARIO(peer_cub_reduce_by_key) {
  using namespace experiment;
  Work<Affine> work(scenario);
  gridlock::DeviceBuffer<int> runs(scenario, "runs", 1);
  const auto reduce = [&](void* memory, size_t& bytes, const int* in) {
    scenario.check(
        cub::DeviceReduce::ReduceByKey(memory, bytes, thrust::make_constant_iterator(0),
                                       thrust::make_discard_iterator(),
                                       thrust::make_transform_iterator(in, AffineOf{}),
                                       work.out.get(), runs.get(), Compose{}, work.n),
        "DeviceReduce::ReduceByKey");
  };
  size_t bytes = 0;
  reduce(nullptr, bytes, work.in.all());
  gridlock::DeviceBuffer<char> memory(scenario, "CUB's memory", bytes);
  timeComposition(scenario, work,
                  [&](const int* in) { reduce(memory.get(), bytes, in); });
}

#endif

GRIDLOCK_MODULE()
