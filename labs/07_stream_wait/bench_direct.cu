// The second experiment of lab 07: what a direct copy from one device to another costs,
// in a row of copies of one size.  copyDirect() is compared with CUDA's own copy, and
// with kernels that copy on either device.  It uses the first two devices.
//
// baseline: memcpy_peer
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

// Runs on either device: on the target's it pulls, on the source's it pushes.
__global__ void move(Quad* target, const Quad* source, size_t count) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    target[i] = source[i];
}

// Times a kernel that copies on one of the two devices.
void timeKernel(const Scenario& scenario, int device) {
  const Route route(scenario);
  const PeerAccess access(scenario, enablePeer);
  const Lane lane = device == 0 ? route.from : route.to;
  route.timeAlone([&] {
    route.launch(lane, "move", move, route.target.get(), route.source.get(), route.count);
  });
}

}  // namespace experiment

GRIDLOCK_SCENARIO(points) { experiment::outputSizes(scenario); }

// Times copyDirect(), with the access that allowAccess() gives.  If the devices cannot
// have access, the copy still works.
GRIDLOCK_SCENARIO(measure) {
  const experiment::Route route(scenario);
  const bool peers = experiment::arePeers(scenario);
  const experiment::PeerAccess access(scenario, [&](int device, int peer) {
    return peers ? allowAccess(device, peer) : cudaSuccess;
  });
  route.time([&] {
    scenario.check(
        copyDirect(route.to, route.target, route.from, route.source, route.bytes),
        "copyDirect");
  });
}

GRIDLOCK_SCENARIO(peer_memcpy_peer) { experiment::timePeerCopy(scenario, true); }

// The target's device reads the source, or the source's device writes the target: 16
// bytes a thread at a time.
GRIDLOCK_SCENARIO(peer_kernel_pulls) { experiment::timeKernel(scenario, 1); }

GRIDLOCK_SCENARIO(peer_kernel_pushes) { experiment::timeKernel(scenario, 0); }

GRIDLOCK_MODULE()
