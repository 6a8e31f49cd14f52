// The experiment of lab 07: what a copy from one device to another through the host's
// memory costs, in a row of copies of one size.  copyStaged() is compared with a host
// that waits for each half, and with CUDA's own copy, with peer access and without.  It
// uses the first two devices.
//
// baseline: slower_half
// unit: ns per copy
// point: bytes in a copy
// devices: 2

#include "stream_wait.cu"

#include <gridlock/scenario.h>

namespace experiment {
using gridlock::DeviceBuffer;
using gridlock::Scenario;
}  // namespace experiment

#include "routes.cuh"

namespace experiment {

#ifdef GRIDLOCK_SIM
constexpr size_t kChunk = 32;
constexpr size_t kPinned = 32;
#else
constexpr size_t kChunk = 8 << 20;    // Bytes in a buffer of the pipe.
constexpr size_t kPinned = 32 << 20;  // Bytes of the buffer for one half alone.
#endif

// Pinned host memory, which both devices may use.
class Pinned {
 public:
  Pinned(const Scenario& scenario, size_t count) {
    scenario.check(cudaHostAlloc(&data_, count * sizeof(Quad), cudaHostAllocPortable),
                   "cudaHostAlloc");
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned() { cudaFreeHost(data_); }
  Quad* get() const { return data_; }
  operator Quad*() const { return data_; }

 private:
  Quad* data_ = nullptr;
};

// Times one half alone: from the first device to a buffer that is reused.  Adds the
// number of errors to `wrong`.  Returns picoseconds per copy.
double toHost(const Scenario& scenario, const Route& route, int64_t& wrong) {
  const size_t part = std::min(route.count, kPinned / sizeof(Quad));
  const Pinned pinned(scenario, part);
  const Lane from = route.from;
  const auto copy = [&] {
    for (size_t done = 0; done < route.count; done += part)
      scenario.check(cudaMemcpyAsync(pinned, route.source + done, part * sizeof(Quad),
                                     cudaMemcpyDeviceToHost, from.stream),
                     "cudaMemcpyAsync");
  };
  copy();  // Warms up.
  const double taken =
      route.picosecondsOf(copy, [&] { std::fill_n(pinned.get(), part, Quad{}); });
  for (size_t i = 0; i < part; ++i) wrong += !(pinned[i] == quad(route.count - part + i));
  return taken;
}

// Times the other half alone: from a buffer that is reused to the second device.
double fromHost(const Scenario& scenario, const Route& route, int64_t& wrong) {
  const size_t part = std::min(route.count, kPinned / sizeof(Quad));
  const Pinned pinned(scenario, part);
  for (size_t i = 0; i < part; ++i) pinned[i] = quad(i);
  const Lane to = route.to;
  const auto copy = [&] {
    for (size_t done = 0; done < route.count; done += part)
      scenario.check(cudaMemcpyAsync(route.target + done, pinned, part * sizeof(Quad),
                                     cudaMemcpyHostToDevice, to.stream),
                     "cudaMemcpyAsync");
  };
  copy();  // Warms up.
  const double taken = route.picosecondsOf(copy, [&] { route.poison(); });
  wrong += route.wrongQuads(part, 0);
  return taken;
}

}  // namespace experiment

GRIDLOCK_SCENARIO(points) { experiment::outputSizes(scenario); }

GRIDLOCK_SCENARIO(measure) {
  const experiment::Route route(scenario);
  Pipe pipe{};
  scenario.check(openPipe(&pipe, route.to, route.from, experiment::kChunk), "openPipe");
  route.time([&] {
    scenario.check(copyStaged(&pipe, route.target, route.source, route.bytes),
                   "copyStaged");
  });
  scenario.check(closePipe(&pipe), "closePipe");
}

// Copies as copyStaged() does, but the host waits for each half of each chunk.
GRIDLOCK_SCENARIO(peer_host_waits) {
  const experiment::Route route(scenario);
  constexpr size_t kChunk = experiment::kChunk / sizeof(experiment::Quad);
  const experiment::Pinned buffer(scenario, kChunk);
  const Lane from = route.from, to = route.to;
  route.time([&] {
    for (size_t done = 0; done < route.count; done += kChunk) {
      const size_t part = std::min(kChunk, route.count - done) * sizeof(experiment::Quad);
      scenario.check(cudaMemcpyAsync(buffer, route.source + done, part,
                                     cudaMemcpyDeviceToHost, from.stream),
                     "cudaMemcpyAsync");
      scenario.check(cudaStreamSynchronize(from.stream), "cudaStreamSynchronize");
      scenario.check(cudaMemcpyAsync(route.target + done, buffer, part,
                                     cudaMemcpyHostToDevice, to.stream),
                     "cudaMemcpyAsync");
      scenario.check(cudaStreamSynchronize(to.stream), "cudaStreamSynchronize");
    }
  });
}

// The halves alone, one after the other: a copy through the host can be no faster than
// the slower half.
GRIDLOCK_SCENARIO(peer_slower_half) {
  const experiment::Route route(scenario);
  int64_t wrong = 0;
  const double down = experiment::toHost(scenario, route, wrong);
  const double up = experiment::fromHost(scenario, route, wrong);
  scenario.output("picoseconds", int64_t(std::max(down, up)));
  scenario.output("wrong", wrong);
}

GRIDLOCK_SCENARIO(peer_memcpy_no_access) { experiment::timePeerCopy(scenario, false); }

GRIDLOCK_SCENARIO(peer_memcpy_peer) { experiment::timePeerCopy(scenario, true); }

GRIDLOCK_MODULE()
