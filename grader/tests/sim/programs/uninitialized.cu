// Memory that nothing has written before it is read.
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
// To add to a bit-field is to read it.
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
