// Copies between devices, in streams that events order and on default streams.
#include "cases.h"

constexpr int n = 8;

int* on_device_1(int count) {
  cudaSetDevice(1);
  int* memory = device<int>(count);
  cudaSetDevice(0);
  return memory;
}

__global__ void produce(int* data) { data[threadIdx.x] = 3 * threadIdx.x; }
__global__ void consume(const int* data, int* wrong) {
  if (data[threadIdx.x] != 3 * threadIdx.x) atomicAdd(wrong, 1);
}

// Two layers of two rows of two integers, which lie without gaps here and there.
cudaMemcpy3DPeerParms whole_box(int* here, int* there) {
  cudaMemcpy3DPeerParms box = {};
  box.srcPtr = make_cudaPitchedPtr(there, 2 * sizeof(int), 2 * sizeof(int), 2);
  box.dstPtr = make_cudaPitchedPtr(here, 2 * sizeof(int), 2 * sizeof(int), 2);
  box.srcDevice = 0, box.dstDevice = 1;
  box.extent = make_cudaExtent(2 * sizeof(int), 2, 2);
  return box;
}

// Device 0 produces; a stream of device 1 copies, with or without a wait, and consumes.
int produced_on_the_other(bool awaited, bool as_a_box) {
  int *there = device<int>(n), bad = -1;
  const cudaStream_t first = Streams().first;
  const cudaEvent_t produced = new_event();
  cudaSetDevice(1);
  int *here = device<int>(n), *wrong = device<int>();
  const cudaStream_t second = Streams().second;
  cudaMemsetAsync(wrong, 0, sizeof(int), second);

  cudaSetDevice(0);
  produce<<<1, n, 0, first>>>(there);
  cudaEventRecord(produced, first);
  cudaSetDevice(1);
  if (awaited) cudaStreamWaitEvent(second, produced, 0);
  const cudaMemcpy3DPeerParms box = whole_box(here, there);
  if (as_a_box) cudaMemcpy3DPeerAsync(&box, second);
  if (!as_a_box) cudaMemcpyPeerAsync(here, 1, there, 0, n * sizeof(int), second);
  consume<<<1, n, 0, second>>>(here, wrong);
  cudaMemcpyAsync(&bad, wrong, sizeof(int), cudaMemcpyDeviceToHost, second);
  OK(cudaStreamSynchronize(second));
  return bad == 0 ? 0 : 1;
}

CASE(after_an_event, passed) { return produced_on_the_other(true, false); }

CASE(without_an_event, data_race) { return produced_on_the_other(false, false); }

CASE(box_after_an_event, passed) { return produced_on_the_other(true, true); }

CASE(box_without_an_event, data_race) { return produced_on_the_other(false, true); }

// A box is cut out of larger layers: what is around it stays as it is, on both sides.
CASE(box_between_others, passed) {
  const int width = 4, height = 3, depth = 3, all = width * height * depth;
  int *there = device<int>(all), *here = on_device_1(all), host[all];
  for (int i = 0; i < all; ++i) host[i] = i;
  cudaMemcpy(there, host, sizeof host, cudaMemcpyHostToDevice);
  cudaSetDevice(1);
  cudaMemset(here, -1, sizeof host);

  cudaMemcpy3DPeerParms box = whole_box(here, there);
  box.srcPtr = make_cudaPitchedPtr(there, width * sizeof(int), width, height);
  box.dstPtr = make_cudaPitchedPtr(here, width * sizeof(int), width, height);
  box.srcPos = make_cudaPos(1 * sizeof(int), 1, 1);
  box.dstPos = make_cudaPos(2 * sizeof(int), 0, 1);
  OK(cudaMemcpy3DPeer(&box));

  // A box beyond a row, or beyond a layer where there is another one, is refused, and so
  // is memory of the other device.
  cudaMemcpy3DPeerParms wide = box, high = box, swapped = box;
  wide.dstPos.x = 3 * sizeof(int);
  high.srcPos.y = 2;
  swapped.srcDevice = 1;
  for (const auto* refused : {&wide, &high, &swapped})
    if (cudaMemcpy3DPeer(refused) == cudaSuccess) return 3;

  fetch(host, here);
  for (int i = 0; i < all; ++i) {
    const int x = i % width, y = i / width % height, z = i / (width * height);
    const bool inside = x >= 2 && y < 2 && z >= 1;
    if (host[i] != (inside ? i - 1 + width : -1)) return 1;
  }
  return 0;
}

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

// A copy on a default stream comes between what both devices do before and after.
CASE(on_default_streams, passed) {
  int *a = device<int>(n), *b = on_device_1(n), values[n];
  fill<<<1, n>>>(a, 7);
  cudaSetDevice(1);
  fill<<<1, n>>>(b, 1);
  cudaMemcpyPeer(b, 1, a, 0, n * sizeof(int));
  fill<<<1, n>>>(b, 8);
  cudaSetDevice(0);
  fill<<<1, n>>>(a, 9);
  // The same without the devices' names, and from the other device.
  cudaMemcpy(a, b, n * sizeof(int), cudaMemcpyDefault);
  fetch(values, a);
  for (int value : values)
    if (value != 8) return 1;
  return 0;
}

// A copy on a default stream waits for the blocking streams of both devices.
int of_stream(unsigned flags) {
  int *a = device<int>(n), *b = on_device_1(n);
  const cudaStream_t apart = Streams(flags).first;
  fill<<<1, n, 0, apart>>>(a, 7);
  cudaMemcpyPeer(b, 1, a, 0, n * sizeof(int));
  return finish();
}

CASE(of_a_blocking_stream, passed) { return of_stream(cudaStreamDefault); }

CASE(of_a_non_blocking_stream, data_race) { return of_stream(cudaStreamNonBlocking); }
