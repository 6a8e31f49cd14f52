// Reports name each stream, also if a line or a loop makes several.
#include "cases.h"

__global__ void look(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

// A stream that a loop made has the name of its element.
// missing: after the cudaMemsetAsync in line $memset, in streams[0]:
// told: line $memset  racing cudaMemsetAsync data[0], 256
// unsaid: streams[i]
CASE(one_of_a_loop, data_race) {
  const int count = 1;
  cudaStream_t streams[2], other;
  for (int i = 0; i < count; ++i) cudaStreamCreate(&streams[i]);
  cudaStreamCreate(&other);
  int* data = device<int>(64);
  cudaMemsetAsync(data, 0, 64 * sizeof(int), streams[0]);  // $memset
  look<<<1, 1, 0, other>>>(data, data + 1);
  return finish();
}

__global__ void fill(int* data) { data[threadIdx.x] = 1; }  // $fill

// command: --strict
// missing: in the 2nd stream, after the launch in line $loop_first, in the 1st stream
// missing: record one in the 1st stream after line $loop_first
CASE(two_of_a_loop, data_race) {
  int* data = device<int>(64);
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  fill<<<1, 64, 0, streams[0]>>>(data);  // $loop_first
  fill<<<1, 64, 0, streams[1]>>>(data);
  return finish();
}

void make_and_destroy(int count, int* data) {
  cudaStream_t streams[2];
  for (int i = 0; i < 2; i++) cudaStreamCreateWithFlags(&streams[i], 1);
  for (int i = 0; i < count; ++i) fill<<<1, 64, 0, streams[i]>>>(data);  // $again
  for (const cudaStream_t stream : streams) cudaStreamDestroy(stream);
}

// The second call of a function makes its first two streams, not a third and fourth.
// command: --strict
// missing: after the launch in line $again, in streams[0] (2nd call)
// told: streams[1], 2nd call
// unsaid: 3rd
CASE(made_by_the_second_call, data_race) {
  int* data = device<int>(64);
  make_and_destroy(1, data);
  cudaDeviceSynchronize();
  make_and_destroy(2, data);
  return finish();
}

// A line launches both kernels, and each step names its kernel.
// command: --strict
// missing: No event orders
// missing: If they are meant to overlap, let both use that word with atomics.
// told: launch kernel 1
// told: launch kernel 2
// told: kernel 1, block 0, thread 0  line $fill  racing write
// told: kernel 2, block 0, thread 0  line $fill  racing write
CASE(launches_of_a_loop, data_race) {
  int* data = device<int>();
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (const auto stream : streams) fill<<<1, 1, 0, stream>>>(data);
  return finish();
}

// If one line makes two streams or two pieces of memory, each has its own name.
// missing: in the stream first, after the launch in line $copy, in the stream second
// missing: "location":"words[0]"
CASE(two_of_a_line, data_race) {
  cudaStream_t first, second;
  cudaStreamCreate(&first), cudaStreamCreate(&second);
  int *words, *copies;
  cudaMalloc(&copies, 16), cudaMallocAsync(&words, 16, first);
  fill<<<1, 4, 0, first>>>(words);
  const cudaEvent_t filled = new_event();
  cudaEventRecord(filled, first);
  cudaStreamWaitEvent(second, filled);
  look<<<1, 4, 0, second>>>(words, copies);  // $copy
  cudaFreeAsync(words, first);
  return finish();
}
