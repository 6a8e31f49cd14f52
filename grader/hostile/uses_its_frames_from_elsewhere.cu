// expect: passed
// lab: 02_lock_barrier
// A right answer whose own variables are written while they live: by a function of a
// stream, by an asynchronous copy and, in a frame further up, by a callee.

#include "right_barrier.cuh"

void note(void* to) { *static_cast<int*>(to) = 7; }

__attribute__((noinline)) void fill(unsigned (&words)[4], int& more) {
  for (unsigned& word : words) word = 1;
  more = 2;
}

void meddle() {
  int noted = 0, more = 0;
  unsigned words[4], zeros[4] = {};
  unsigned* device = nullptr;
  cudaStream_t stream;
  fill(words, more);
  cudaStreamCreate(&stream);
  cudaMalloc(&device, sizeof zeros);
  cudaMemcpy(device, zeros, sizeof zeros, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(words, device, sizeof words, cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, note, &noted);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(device);
  if (noted != 7 || more != 2 || words[3] != 0) cudaGetDevice(nullptr);
}
