// Device code allocates: bounds and lifetimes are those of any allocation.
#include "cases.h"

struct Node {
  int value;
  Node* next;
};

__global__ void sum_of_a_list(int* out) {
  Node* head = nullptr;
  for (int i = 1; i <= 3; ++i) head = new Node{i, head};
  int sum = 0;
  while (head != nullptr) {
    Node* next = head->next;
    sum += head->value;
    delete head;
    head = next;
  }
  int* words = (int*)malloc(4 * sizeof(int));
  for (int i = 0; i < 4; ++i) words[i] = sum;
  out[threadIdx.x] = words[3];
  free(words);
  if (malloc(size_t(64) << 20) != nullptr) out[threadIdx.x] = 0;
}
CASE(list, passed) { return run_expecting({6, 6}, sum_of_a_list, 1, 2); }

__global__ void free_twice() {
  int* word = new int(1);
  delete word;
  delete word;
}
CASE(freed_twice, api_error) { return run(free_twice, 1, 1); }

__global__ void overrun() {
  int* words = (int*)malloc(4 * sizeof(int));
  words[4] = 1;
  free(words);
}
CASE(out_of_bounds, bad_access) { return run(overrun, 1, 1); }

__global__ void allocate(bool* there) {
  void* memory = malloc(size_t{16} << 20);
  *there = memory != nullptr;
  free(memory);
}
// Limits are what the program has set, and malloc in a kernel goes by its own.
// schedules: 5
CASE(made_larger, passed) {
  constexpr size_t kBytes = size_t{64} << 20;
  size_t value = 0;
  bool* there = device<bool>();
  cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize);
  if (value != size_t{8} << 20) return 1;
  if (cudaDeviceSetLimit(cudaLimitMallocHeapSize, kBytes) != cudaSuccess) return 2;
  cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize);
  if (value != kBytes) return 3;
  if (run(allocate, 1, 1, there) || !holds(there, {true})) return 4;
  return cudaDeviceSetLimit(cudaLimit(99), 1) == cudaErrorInvalidValue ? 0 : 5;
}
