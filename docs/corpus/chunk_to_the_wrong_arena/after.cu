// expect: passed
// thread: sonots/cumo#187
// A chunk goes back to the arena of its own stream.
#include <cstdlib>
#include <vector>

struct Chunk {
  int* memory;
  int owner;
};
std::vector<Chunk> arenas[2];

Chunk allocate(int owner) {
  if (!arenas[owner].empty()) {
    const Chunk chunk = arenas[owner].back();
    arenas[owner].pop_back();
    return chunk;
  }
  Chunk chunk{nullptr, owner};
  cudaMalloc(&chunk.memory, 32 * sizeof(int));
  return chunk;
}
void release(Chunk chunk) { arenas[chunk.owner].push_back(chunk); }

__global__ void set(int* words, int value) { words[threadIdx.x] = value; }
__global__ void twice(const int* in, int* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }

int main() {
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  int *out, result[32];
  cudaMalloc(&out, sizeof result);
  const Chunk first = allocate(1);
  set<<<1, 32, 0, streams[1]>>>(first.memory, 4);
  twice<<<1, 32, 0, streams[1]>>>(first.memory, out);
  release(first);
  const Chunk second = allocate(0);
  set<<<1, 32, 0, streams[0]>>>(second.memory, 5);
  cudaDeviceSynchronize();
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int word : result)
    if (word != 8) return 1;
  return 0;
}
