// Groups of 16 blocks draw their own tickets; the last block of a group draws one for
// the group.
// overlay

// The words in which groups of 16 blocks count, a set for each of up to 64 counters.
__device__ int group_tickets[64 * 4096];
__device__ unsigned long long owner[64];

// The set that belongs to this counter: the one it already has, or the next free one.
__device__ unsigned setOf(int* counter) {
  const auto address = reinterpret_cast<unsigned long long>(counter);
  unsigned set = unsigned(address / sizeof(int)) % 64;
  for (;; set = (set + 1) % 64) {
    const unsigned long long was = atomicCAS(&owner[set], 0ull, address);
    if (was == 0 || was == address) return set;
  }
}

// Whether the calling thread's block is the last of all: the last of a group counts for
// the whole group.
__device__ int lastOfAll(int* counter) {
  const unsigned group = blockIdx.x / 16, groups = (gridDim.x + 15) / 16;
  const int size = int(min(16u, gridDim.x - 16 * group));
  int* tickets = group_tickets + setOf(counter) * 4096 + group % 4096;
  __threadfence();
  if (atomicAdd(tickets, 1) != size - 1) return 0;
  __threadfence();  // The tickets of the group, then the one for all of it.
  *tickets = 0;
  if (atomicAdd(counter, 1) != int(groups) - 1) return 0;
  __threadfence();
  *counter = 0;
  return 1;
}

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) is_last = lastOfAll(counter);
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  __syncthreads();
  if (threadIdx.x == 0) is_last = lastOfAll(counter);
  __syncthreads();
  return is_last;
}
