// expect: passed
// An assignment to a bit-field reads its word only to keep the other bits: that the first
// one finds memory that nobody has written is no fault.
// unsaid: uninitialized_read
#include <cuda_runtime.h>

struct Cell {
  unsigned kind : 3;
  int weight : 5;
  unsigned next : 24;
};

struct Odd {  // 40 bits, which the compiler reads in two parts.
  __device__ void set(unsigned long long id, bool marked) {
    this->id = id;
    this->marked = marked;
  }
  unsigned long long id : 33;
  bool marked : 1;
};

__global__ void build(Cell* cells, Odd* odd, int* sum) {
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

int main() {
  Cell* cells;
  Odd* odd;
  int* sum;
  cudaMalloc(&cells, 4 * sizeof(Cell));
  cudaMalloc(&odd, 4 * sizeof(Odd));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  build<<<1, 4>>>(cells, odd, sum);
  int result;
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  return result != 4 * (7 - 3) + 6 + 6;
}
