// Memory that nothing has written before it is read.
#include <cuda/atomic>

#include "cases.h"

__global__ void count_positive(unsigned* hits, const int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] > 0) atomicAdd(hits, 1u);
}
// The first atomicAdd adds to whatever lay there.
// missing: cudaMalloc() does not clear
CASE(counter_never_cleared, advice uninitialized_read) {
  int* values = device<int>(5);
  cudaMemset(values, 1, 5 * sizeof(int));
  return run(count_positive, 2, 3, device<unsigned>(), values, 5);
}

struct Tally {
  unsigned hits : 8;
  unsigned misses : 8;
};

__global__ void tally_up(unsigned* out) {
  __shared__ Tally tally;
  if (threadIdx.x == 0) tally.hits += 1;  // $added
  __syncthreads();
  out[threadIdx.x] = tally.hits & 0;
}
// An addition to a bit-field reads it.
// missing: Thread 0 of block 0 writes it only afterwards, in line $added
CASE(bit_field_counted, advice uninitialized_read) {
  return run(tally_up, 1, 4, device<unsigned>(4));
}

struct Cell {
  unsigned kind : 3;
  int weight : 5;
  unsigned next : 24;
};

struct Odd {  // 40 bits, which the compiler reads in two parts.
  __device__ void set(unsigned long long new_id, bool mark) {
    id = new_id;
    marked = mark;
  }
  unsigned long long id : 33;
  bool marked : 1;
};

__global__ void build(int* sum, Cell* cells, Odd* odd) {
  __shared__ Cell first;
  __shared__ volatile Cell seen;
  Cell own[2];
  const int i = threadIdx.x;
  own[i & 1].kind = i;
  if (i == 0) {
    first.weight = -3;
    first.kind = 1;
    seen.next = 7;
  }
  cells[i].kind = own[i & 1].kind;
  cells[i].next = cells[i].weight = i;
  odd[i].set(i, true);
  __syncthreads();
  atomicAdd(sum, first.weight + int(seen.next) + cells[i].weight + int(odd[i].id));
}
// An assignment to a bit-field reads its word only to keep the other bits.
// unsaid: uninitialized_read
CASE(bit_field_assigned, passed) {
  return run_expecting({4 * (7 - 3) + 6 + 6}, build, 1, 4, device<Cell>(4),
                       device<Odd>(4));
}

struct Item {
  int spare;
  int value;
};

__global__ void fill(Item* items) { items[threadIdx.x].value = threadIdx.x; }

__global__ void use(const Item* items, int* out) {
  const Item mine = items[threadIdx.x];
  out[threadIdx.x] = mine.value;
}
// A struct is copied as a whole, although its first member was never written.
// unsaid: uninitialized_read
CASE(unused_member_copied, passed) {
  Item* items = device<Item>(4);
  return run(fill, 1, 4, items) || run(use, 1, 4, items, device<int>(4));
}

constexpr int kThreads = 2;

__global__ void sum_neighbours(int* out) {
  __shared__ int part[kThreads + 1];
  part[threadIdx.x] = 1;  // $part
  __syncthreads();
  out[threadIdx.x] = part[threadIdx.x + 1] != 0;
}

// Each thread writes its element and reads the next one; the last has no next one.
// missing: Thread 0 of block 0 writes shared part[0], in line $part: if the read was meant for that
// unsaid: Let one thread write it
CASE(element_of_another_index, advice uninitialized_read) {
  return run(sum_neighbours, 1, kThreads, device<int>(kThreads));
}

__device__ int drawn, finishers;

template <bool either_way>
__global__ void finish_total(int* total) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    atomicAdd(total, 1);
    __threadfence();
    const bool last = atomicAdd(&drawn, 1) == int(gridDim.x) - 1;
    if (last || either_way) is_last = last;  // $set
  }
  __syncthreads();
  if (is_last && threadIdx.x == 1) atomicAdd(&finishers, 1);
}

// The last block sets the flag; what the others read is left over from another block.
// missing: Thread 0 of block 2 writes its own block's copy, in line $set: in every block a thread
// unsaid: Let one thread write it
CASE(flag_only_ever_set, advice uninitialized_read) {
  return run(finish_total<false>, 3, 2, zeros<int>());
}

CASE(flag_written_either_way, passed) {
  return run(finish_total<true>, 3, 2, zeros<int>());
}

__global__ void sum_before(int* out) {
  __shared__ int step;
  int all = 0;
  if (threadIdx.x == 0) {
    all += step & 0;
    step = 3;  // $step
  }
  __syncthreads();
  if (threadIdx.x == 1) *out = all + step;
}

// missing: Thread 0 of block 0 writes it only afterwards, in line $step: a write must come first
// unsaid: Let one thread write it
CASE(written_behind_its_read, advice uninitialized_read) {
  return run(sum_before, 1, 2, device<int>());
}

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void put(int* mail, int* full) {
  Word(*mail).store(7, cuda::memory_order_relaxed);
  Word(*full).store(1, cuda::memory_order_release);
}

__global__ void look(int* mail, int* full, int* out) {
  const int there = Word(*full).load(cuda::memory_order_acquire);
  const int taken = Word(*mail).load(cuda::memory_order_relaxed);
  *out = there ? taken == 7 : 1;
}

// The reader takes the value before it knows whether the value is there, and drops it if
// not.  A program may look at new memory in this way.
// unsaid: uninitialized_read
CASE(looked_at_first, passed) {
  int *mail = device<int>(), *full = zeros<int>(), *out = device<int>();
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  put<<<1, 1, 0, other>>>(mail, full);
  look<<<1, 1>>>(mail, full, out);
  return finish() || !holds(out, {1});
}
