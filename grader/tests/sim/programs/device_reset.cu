// expect: passed
// A reset destroys what its device has, and nothing of another one.
#include <cstdio>

__global__ void write(int* data, int value) { *data = value; }

struct Things {
  int* memory;
  int* pinned;
  cudaStream_t stream;
  cudaEvent_t event;
};

Things things_of(int device) {
  Things made;
  cudaSetDevice(device);
  cudaMalloc(&made.memory, sizeof(int));
  cudaMallocHost(&made.pinned, sizeof(int));
  cudaStreamCreate(&made.stream);
  cudaEventCreate(&made.event);
  return made;
}

int failures = 0;

void expect(const char* what, cudaError_t got, cudaError_t wanted) {
  if (got != wanted) std::printf("%s: %s\n", what, cudaGetErrorName(got));
  failures += got != wanted;
}

int main() {
  const Things kept = things_of(0), lost = things_of(1);
  size_t before = 0, after = 0, total = 0;
  cudaMemGetInfo(&before, &total);
  cudaDeviceEnablePeerAccess(0, 0);
  write<<<1, 1, 0, lost.stream>>>(lost.memory, 1);
  cudaSetDevice(0);
  write<<<1, 1, 0, kept.stream>>>(kept.memory, 2);

  cudaSetDevice(1);
  expect("reset", cudaDeviceReset(), cudaSuccess);
  cudaMemGetInfo(&after, &total);
  failures += after <= before;
  write<<<1, 1, 0, lost.stream>>>(kept.memory, 1);
  expect("launch", cudaGetLastError(), cudaErrorInvalidResourceHandle);
  expect("query", cudaStreamQuery(lost.stream), cudaErrorInvalidResourceHandle);
  expect("record", cudaEventRecord(lost.event, nullptr), cudaErrorInvalidResourceHandle);
  expect("wait", cudaStreamWaitEvent(kept.stream, lost.event, 0),
         cudaErrorInvalidResourceHandle);
  expect("free", cudaFree(lost.memory), cudaErrorInvalidValue);
  expect("free pinned", cudaFreeHost(lost.pinned), cudaErrorInvalidValue);
  expect("enable again", cudaDeviceEnablePeerAccess(0, 0), cudaSuccess);

  // The device goes on, with things that are new.
  const Things again = things_of(1);
  write<<<1, 1, 0, again.stream>>>(again.memory, 3);
  expect("launch again", cudaStreamSynchronize(again.stream), cudaSuccess);

  cudaSetDevice(0);
  int value = 0;
  cudaGetLastError();
  expect("record, device 0", cudaEventRecord(kept.event, kept.stream), cudaSuccess);
  expect("synchronize, device 0", cudaEventSynchronize(kept.event), cudaSuccess);
  cudaMemcpy(&value, kept.memory, sizeof(int), cudaMemcpyDeviceToHost);
  return value == 2 && failures == 0 ? 0 : 1;
}
