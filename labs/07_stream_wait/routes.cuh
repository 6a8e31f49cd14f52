// Given for the experiments of lab 07: a route from the first device to the second, and
// the time that copies along it take.
//
// A sample is the time per copy in a row of copies of one size, which the host issues
// without a pause.  So the host's work for a copy counts if it takes longer than the
// copy.
//
// An experiment includes this after the grader's own header, when its namespace has
// Scenario and DeviceBuffer.

#pragma once

#include "lanes.cuh"

#include <algorithm>
#include <cstdint>

namespace experiment {

#ifdef GRIDLOCK_SIM  // Large sizes take long and show nothing.
constexpr int64_t kBytesMin = 16, kBytesMax = 64;
constexpr int64_t kRow = 128, kCopiesMax = 2;
constexpr int kBlocks = 2, kThreads = 2;
#else
constexpr int64_t kBytesMin = 4096, kBytesMax = 1 << 30;
constexpr int64_t kRow = 256 << 20, kCopiesMax = 400;  // Limits of a sample.
constexpr int kBlocks = 512, kThreads = 512;
#endif

// Four words, which a thread moves at once.
struct alignas(16) Quad {
  unsigned x, y, z, w;

  __host__ __device__ bool operator==(const Quad& other) const {
    return x == other.x && y == other.y && z == other.z && w == other.w;
  }
};

// Quad i of the source, in production number `round`.
__host__ __device__ inline Quad quad(size_t i, unsigned round = 0) {
  const unsigned first = unsigned(i) * 2654435761u + 1 + round;
  return {first, first ^ 0x9E3779B9u, first + 77, ~first};
}

__global__ void produce(Quad* data, size_t count, unsigned round) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    data[i] = quad(i, round);
}

// Counts the wrong quads; the right ones repeat after `period` quads.
__global__ void judge(const Quad* data, size_t count, size_t period, unsigned round,
                      unsigned* wrong) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  unsigned mine = 0;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    mine += !(data[i] == quad(i % period, round));
  if (mine) atomicAdd(wrong, mine);
}

inline DeviceBuffer<Quad> quadsOn(const Scenario& scenario, Lane lane, const char* name,
                                  size_t count) {
  const OnDevice here(lane.device);
  return DeviceBuffer<Quad>(scenario, name, count);
}

// A source on the first device, and a target on the second.
class Route {
 public:
  explicit Route(const Scenario& scenario)
      : scenario_(scenario),
        from(scenario, 0),
        to(scenario, 1),
        bytes(scenario.param("point")),
        count(bytes / sizeof(Quad)),
        source(quadsOn(scenario, from, "source", count)),
        target(quadsOn(scenario, to, "target", count)) {
    settle("setting up");
    launch(from, "produce", produce, source.get(), count, 0u);
    settle("setting up");
  }

  // Outputs the time of a copy as "picoseconds", and the number of errors as "wrong".
  // `copy()` issues a copy that both lanes wait for.
  template <class Copy>
  void time(Copy copy) const {
    output(copy, wrongOfRounds(copy), kRounds);
  }

  // As time(), for a copy in one of the lanes, which the other one does not wait for.
  template <class Copy>
  void timeAlone(Copy copy) const {
    copy();
    output(copy, 0, 0);
  }

  // Returns the time per copy.  `prepare()` overwrites what earlier copies brought, so
  // that old data cannot pass for new data.
  template <class Copy, class Prepare>
  double picosecondsOf(Copy copy, Prepare prepare) const {
    const int64_t copies = std::clamp<int64_t>(kRow / bytes, 2, kCopiesMax);
    settle("the warm-up");
    prepare();
    settle("what comes before the copies");
    const Mark begin(scenario_, to), source_done(scenario_, from), end(scenario_, to);
    begin.record();
    begin.holdBack(from);
    for (int64_t i = 0; i < copies; ++i) copy();
    source_done.record();
    source_done.holdBack(to);
    end.record();
    settle("the copies");
    return begin.millisecondsTo(end) * 1e9 / double(copies);
  }

  void poison() const {
    const OnDevice here(1);
    scenario_.check(cudaMemset(target, DeviceBuffer<Quad>::kPoison, bytes), "cudaMemset");
  }

  // The number of quads of the target that are not those of this round; the right ones
  // repeat after `period` quads.
  unsigned wrongQuads(size_t period, unsigned round) const {
    Count wrong(*this);
    launch(to, "judge", judge, target.get(), count, period, round, wrong.get());
    return wrong.found();
  }

  // Runs a kernel with as many threads as there are quads, or fewer.
  template <class... Parameters, class... Arguments>
  void launch(Lane lane, const char* name, void (*kernel)(Parameters...),
              Arguments... arguments) const {
    const OnDevice here(lane.device);
    const int blocks = int(std::min(size_t(kBlocks), (count + kThreads - 1) / kThreads));
    kernel<<<blocks, kThreads, 0, lane.stream>>>(arguments...);
    scenario_.check(cudaGetLastError(), name);
  }

 private:
  static constexpr unsigned kRounds = 2;

  template <class Copy>
  void output(Copy copy, unsigned wrong_before, unsigned round) const {
    const double each = picosecondsOf(copy, [&] { poison(); });
    scenario_.output("picoseconds", int64_t(each));
    scenario_.output("wrong", wrong_before + wrongQuads(count, round));
  }

  // A counter on the second device, 0 at first.
  class Count {
   public:
    explicit Count(const Route& route)
        : route_(route), here_(1), counter_(route.scenario_, "wrong", 1) {
      counter_.fill([](size_t) { return 0u; });
      route.settle("a counter");
    }
    unsigned* get() const { return counter_; }
    unsigned found() const {
      route_.settle("what is counted");
      unsigned found = 0;
      counter_.download(&found);
      return found;
    }

   private:
    const Route& route_;
    const OnDevice here_;
    DeviceBuffer<unsigned> counter_;
  };

  // Checks the order: a copy comes after what writes the source and before what
  // overwrites it; what reads the target comes after the copy.
  template <class Copy>
  unsigned wrongOfRounds(Copy copy) const {
    Count wrong(*this);
    for (unsigned round = 1; round <= kRounds; ++round) {
      launch(from, "produce", produce, source.get(), count, round);
      copy();
      launch(to, "judge", judge, target.get(), count, count, round, wrong.get());
    }
    return wrong.found();
  }

  // Waits for both devices.
  void settle(const char* what) const {
    for (const int device : {0, 1}) {
      const OnDevice here(device);
      scenario_.check(cudaDeviceSynchronize(), what);
    }
  }

  const Scenario& scenario_;

 public:
  const OwnLane from, to;
  const int64_t bytes;
  const size_t count;
  const DeviceBuffer<Quad> source, target;
};

// Outputs sizes as "point", each four times the one before, as long as both devices have
// room.
inline void outputSizes(const Scenario& scenario) {
  size_t room = SIZE_MAX;
  for (const int device : {0, 1}) {
    const OnDevice here(device);
    size_t available = 0, total = 0;
    scenario.check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo");
    room = std::min(room, available);
  }
  for (int64_t bytes = kBytesMin; bytes <= kBytesMax; bytes *= 4)
    if (size_t(bytes) <= room / 4) scenario.output("point", bytes);
}

// Times CUDA's own copy between devices, with peer access or without.  If devices cannot
// have access, there is no difference.
inline void timePeerCopy(const Scenario& scenario, bool with_access) {
  const Route route(scenario);
  const PeerAccess access(scenario, [&](int device, int peer) {
    return with_access && arePeers(scenario) ? enablePeer(device, peer) : cudaSuccess;
  });
  const Lane to = route.to;
  route.timeAlone([&] {
    scenario.check(cudaMemcpyPeerAsync(route.target, 1, route.source, 0,
                                       size_t(route.bytes), to.stream),
                   "cudaMemcpyPeerAsync");
  });
}

}  // namespace experiment
