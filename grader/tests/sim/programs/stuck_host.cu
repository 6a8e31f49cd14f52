// The host waits for what never comes.
#include "cases.h"

#include <cstdlib>

__global__ void wait_for_host(volatile int* gate) {
  while (*gate == 0) {
  }
}

int* closed_gate() {
  int* gate = pinned<int>();
  *gate = 0;
  return gate;
}

// A kernel waits for the host to open the gate, but the host first waits for `stream`.
int open_after(cudaStream_t stream, int* gate) {
  nothing<<<1, 1, 0, stream>>>();
  cudaStreamSynchronize(stream);  // $host
  *gate = 1;
  return finish();
}

// A kernel waits for the host, the host for a stream, and the stream for the kernel.
// missing: The host waits in cudaStreamSynchronize in line $host
// missing: The stream second waits in line $wait for the event passed that the stream first records
// told: stream second
// told: cudaStreamWaitEvent(second, passed, 0);
CASE(stream_behind_a_stuck_one, deadlock) {
  int* gate = closed_gate();
  const auto [first, second] = Streams();
  cudaEvent_t passed;
  cudaEventCreate(&passed);
  wait_for_host<<<1, 1, 0, first>>>(gate);
  cudaEventRecord(passed, first);
  cudaStreamWaitEvent(second, passed, 0);  // $wait
  return open_after(second, gate);
}

// A copy with pageable memory waits for its stream, and the stream for the host.
// missing: waits in cudaMemcpyAsync in line $copy, because to is pageable memory,
// missing: a copy with it is not asynchronous (allocate it with cudaMallocHost, and
CASE(pageable_target, deadlock) {
  int *gate = closed_gate(), *from = device<int>();
  int* to = static_cast<int*>(std::malloc(sizeof *to));
  wait_for_host<<<1, 1>>>(gate);
  cudaMemcpyAsync(to, from, sizeof *to,  // $copy
                  cudaMemcpyDeviceToHost);
  *gate = 1;
  return finish();
}

// missing: for the event e[i] that the
// told: waits forever in cudaStreamWaitEvent
CASE(waits_in_a_loop, deadlock) {
  int* gate = closed_gate();
  const auto [first, second] = Streams();
  const cudaEvent_t e[] = {new_event(), new_event()};
  cudaEventRecord(e[0], first);
  wait_for_host<<<1, 1, 0, first>>>(gate);
  cudaEventRecord(e[1], first);
  for (int i = 0; i < 2; ++i) cudaStreamWaitEvent(second, e[i], 0);
  return open_after(second, gate);
}

cudaStream_t pick(const cudaStream_t* s, int i) { return s[i]; }

// missing: for the event that the
CASE(two_waits_in_a_line, deadlock) {
  int* gate = closed_gate();
  const auto [first, second] = Streams();
  const cudaStream_t s[] = {first, second};
  const cudaEvent_t before = new_event(), after = new_event();
  cudaEventRecord(before, first);
  wait_for_host<<<1, 1, 0, first>>>(gate);
  cudaEventRecord(after, first);
  // clang-format off: both in a line.
  cudaStreamWaitEvent(pick(s, 1), before, 0); cudaStreamWaitEvent(pick(s, 1), after, 0);
  // clang-format on
  return open_after(second, gate);
}

__global__ void stuck(volatile int* flag, int* tries) {
  while (*flag == 0) *tries += 1;
}
__global__ void work(int* word) { atomicAdd(word, 1); }

// The host launches work while the kernel `stuck` runs.  Neither its repeated stores nor
// the ends of the other kernels are progress.
// schedules: 1
// missing: The kernel stuck still runs
CASE(hang_beside_other_launches, no_progress) {
  int* words = zeros<int>(3);
  const auto [one, other] = Streams();
  stuck<<<1, 1, 0, one>>>(words, words + 1);
  while (cudaStreamQuery(one) == cudaErrorNotReady) {
    work<<<1, 1, 0, other>>>(words + 2);
    cudaStreamSynchronize(other);
  }
  return 0;
}

// Every kernel ends, but the host waits for a value that no kernel brings.
// schedules: 1
// missing: The program still runs after
CASE(launches_without_end, timeout) {
  int *done = zeros<int>(2), host[1] = {};
  while (host[0] == 0) {
    work<<<1, 1>>>(done + 1);
    fetch(host, done);
  }
  return 0;
}
