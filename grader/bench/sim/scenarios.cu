// The work around the barrier: every thread reads what a thread of the next block wrote.

#include <gridlock/scenario.h>

__device__ void gridBarrier(int* arrived, int goal);

namespace scenarios {

// In round r each thread writes `words` words, waits for all, and reads those of the same
// thread in the next block.  Two sets of words alternate, so one barrier a round is
// enough: a set is written again only after the barrier that follows its readers.
__global__ void exchange(int barriers, int words, int* arrived, int* set, int* sums) {
  const int threads = gridDim.x * blockDim.x;
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const int neighbour = (me + blockDim.x) % threads;
  int sum = 0;
  for (int round = 0; round < barriers; ++round) {
    int* now = set + (round % 2) * threads * words;
    for (int word = 0; word < words; ++word) now[me * words + word] = me + word + 1;
    gridBarrier(arrived, (round + 1) * gridDim.x);
    for (int word = 0; word < words; ++word) sum += now[neighbour * words + word];
  }
  sums[me] = sum;
}

}  // namespace scenarios

GRIDLOCK_SCENARIO(exchange) {
  const int blocks = scenario.param("blocks");
  const int threads = scenario.param("threads");
  const int barriers = scenario.param("barriers");
  const int words = scenario.param("words");
  const size_t all = static_cast<size_t>(blocks) * threads;

  gridlock::DeviceBuffer<int> arrived(scenario, "arrived", 1);
  gridlock::DeviceBuffer<int> set(scenario, "set", 2 * all * words);
  gridlock::DeviceBuffer<int> sums(scenario, "sums", all);
  scenario.check(cudaMemset(arrived, 0, sizeof(int)), "cudaMemset");
  scenarios::exchange<<<blocks, threads>>>(barriers, words, arrived, set, sums);
  scenario.check_launch("exchange");

  int* host = new int[all];
  sums.download(host);
  long long sum = 0;
  for (size_t i = 0; i < all; ++i) sum += host[i];
  delete[] host;
  scenario.output("sum", sum);
}

GRIDLOCK_MODULE()
