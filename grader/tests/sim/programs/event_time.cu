// The time between two events.
#include "cases.h"

__global__ void nothing() {}

// It is there if both are timed, recorded and done.
CASE(when_it_is_there, passed) {
  const cudaEvent_t begin = new_event(), end = new_event(), unused = new_event();
  cudaEvent_t untimed;
  float ms = -1;
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
  cudaEventRecord(begin);
  nothing<<<1, 1>>>();
  cudaEventRecordWithFlags(end, 0, cudaEventRecordDefault);
  cudaEventRecord(untimed);
  cudaEventSynchronize(end);
  if (cudaEventElapsedTime(&ms, begin, end) != cudaSuccess || ms <= 0) return 1;
  EXPECT(cudaErrorInvalidValue, cudaEventElapsedTime(nullptr, begin, end));
  cudaEventSynchronize(untimed);
  constexpr cudaError_t invalid = cudaErrorInvalidResourceHandle;
  EXPECT(invalid, cudaEventElapsedTime(&ms, begin, untimed));
  EXPECT(invalid, cudaEventElapsedTime(&ms, begin, unused));
  cudaEventDestroy(end);
  EXPECT(invalid, cudaEventElapsedTime(&ms, begin, end));
  cudaGetLastError();
  return 0;
}

// The time of a kernel in each of two streams, from an event in the default stream to one
// there or in the first of them.
bool of_both(bool in_the_default_stream) {
  const auto [first, second] = Streams();
  const cudaEvent_t begin = new_event(), end = new_event();
  cudaEventRecord(begin);
  nothing<<<1, 1, 0, first>>>();
  nothing<<<1, 1, 0, second>>>();
  cudaEventRecord(end, in_the_default_stream ? nullptr : first);
  cudaEventSynchronize(end);
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  std::printf("%f\n", ms);
  return ms > 0.0015f;
}

// Events in the default stream come before and after the kernels of all others.
CASE(of_all_streams, passed) { return of_both(true) ? 0 : 1; }

// An event in one stream may come before a kernel in the other one has ended.  What is
// printed of times may differ with the schedule: that is no advice.
CASE(of_one_stream, passed) {
  std::printf("%s\n", of_both(false) ? "the time of both" : "the time of one");
  return 0;
}
