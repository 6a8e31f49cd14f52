// Given for the experiments of lab 07: objects that own a lane, a mark or a permission to
// access a peer, and give it back at their end.
//
// An experiment includes this after the grader's headers, when its namespace has Scenario
// and DeviceBuffer.

#pragma once

#include "stream_wait.cuh"

namespace experiment {

// A lane that lives as long as the object.
class OwnLane {
 public:
  OwnLane(const Scenario& scenario, int device) : lane_{device, nullptr} {
    const OnDevice here(device);
    scenario.check(cudaStreamCreateWithFlags(&lane_.stream, cudaStreamNonBlocking),
                   "cudaStreamCreateWithFlags");
  }
  OwnLane(const OwnLane&) = delete;
  OwnLane& operator=(const OwnLane&) = delete;
  ~OwnLane() { cudaStreamDestroy(lane_.stream); }
  operator Lane() const { return lane_; }

 private:
  Lane lane_;
};

// An event of a lane's device.
class Mark {
 public:
  Mark(const Scenario& scenario, Lane lane, unsigned flags = cudaEventDefault)
      : scenario_(scenario), lane_(lane) {
    const OnDevice here(lane.device);
    scenario.check(cudaEventCreateWithFlags(&event_, flags), "cudaEventCreateWithFlags");
  }
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;
  ~Mark() { cudaEventDestroy(event_); }

  void record() const {
    scenario_.check(cudaEventRecord(event_, lane_.stream), "cudaEventRecord");
  }
  // Makes the other lane wait for the last record.
  void holdBack(Lane other) const {
    scenario_.check(cudaStreamWaitEvent(other.stream, event_, 0), "cudaStreamWaitEvent");
  }
  double millisecondsTo(const Mark& later) const {
    float taken = 0;
    scenario_.check(cudaEventElapsedTime(&taken, event_, later.event_),
                    "cudaEventElapsedTime");
    return taken;
  }

 private:
  const Scenario& scenario_;
  Lane lane_;
  cudaEvent_t event_ = nullptr;
};

// Whether two devices can use each other's memory.
inline bool arePeers(const Scenario& scenario) {
  int there = 0, back = 0;
  scenario.check(cudaDeviceCanAccessPeer(&there, 0, 1), "cudaDeviceCanAccessPeer");
  scenario.check(cudaDeviceCanAccessPeer(&back, 1, 0), "cudaDeviceCanAccessPeer");
  return there && back;
}

// Lets each of two devices use the other one's memory while the object lives; otherwise
// the permission would outlive the scenario.  `allow(device, peer)` asks for it.
class PeerAccess {
 public:
  template <class Allow>
  PeerAccess(const Scenario& scenario, Allow allow) {
    for (const int device : {0, 1})
      scenario.check(allow(device, 1 - device), "allowAccess");
  }
  PeerAccess(const PeerAccess&) = delete;
  PeerAccess& operator=(const PeerAccess&) = delete;
  ~PeerAccess() {
    for (const int device : {0, 1}) {
      const OnDevice here(device);
      cudaDeviceDisablePeerAccess(1 - device);
    }
    cudaGetLastError();  // There may have been no permission.
  }
};

inline cudaError_t enablePeer(int device, int peer) {
  const OnDevice here(device);
  return cudaDeviceEnablePeerAccess(peer, 0);
}

}  // namespace experiment
