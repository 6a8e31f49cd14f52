// Memory that was freed, never allocated, or not written; also what kernels allocate.
#include "cases.h"

__global__ void fill(int* out) { out[threadIdx.x] = 1; }

CASE(used_after_free, bad_access) {
  int* out = device<int>(8);
  cudaFree(out);
  device<int>(8);
  fill<<<1, 8>>>(out);
  return finish();
}

CASE(used_after_a_reset, bad_access) {
  int* out = device<int>(8);
  cudaDeviceReset();
  fill<<<1, 8>>>(out);
  return finish();
}

// No device has a tebibyte, and the program ignores what cudaMalloc returns.
// missing: Earlier, the allocation in line $tebibyte failed: it asked for 1,099,511,627,776 bytes
CASE(allocation_that_failed, bad_access) {
  int *small = device<int>(16), *large;
  cudaMalloc(&large, 1ull << 40);  // $tebibyte
  fill<<<1, 1>>>(large);
  return small != nullptr && finish();
}

// The report cuts a long call.  A sentence may begin with a function's name.
// told: cudaMemcpyAsync of data, which had been freed in line $free when the
// told: stream came to it.
// told: by stream_of_the_copy
CASE(copied_after_free, bad_access) {
  int *data = device<int>(), result = 0;
  cudaStream_t stream_of_the_copy;
  OK(cudaStreamCreate(&stream_of_the_copy));
  OK(cudaMemset(data, 0, sizeof(int)));
  OK(cudaFree(data));  // $free
  OK(cudaMemcpyAsync(&result, data, sizeof(int), cudaMemcpyDeviceToHost,
                     stream_of_the_copy));
  return finish();
}

__global__ void fill_with_indices(int* a) { a[threadIdx.x] = threadIdx.x; }
__global__ void exchange(int* a) { atomicExch(a + threadIdx.x, 7); }
__global__ void sum(const int* a, const int* b, const int* c, const int* d, const int* e,
                    int* out) {
  const int i = threadIdx.x;
  out[i] = __ldg(a + i) + b[i] + __ldg(c + i) + d[i] + e[i];
}

// Memory is read only after a kernel, cudaMemset(), a copy from the host or from the
// device, in a stream or not, or an atomic has written it.
// unsaid: uninitialized_read
CASE(written_by_all_means, passed) {
  const int host[4] = {1, 2, 3, 4};
  int *a = device<int>(4), *b = device<int>(4), *c = device<int>(4), *d;
  int *e = device<int>(4), *out = device<int>(4), result[4];
  const cudaStream_t stream = Streams().first;
  cudaMallocAsync(&d, sizeof host, stream);
  fill_with_indices<<<1, 4, 0, stream>>>(a);
  cudaMemsetAsync(b, 0, sizeof host, stream);
  cudaMemcpyAsync(c, host, sizeof host, cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(d, c, sizeof host, cudaMemcpyDeviceToDevice, stream);
  exchange<<<1, 4, 0, stream>>>(e);
  sum<<<1, 4, 0, stream>>>(a, b, c, d, e, out);
  cudaMemcpyAsync(result, out, sizeof result, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  return result[3] == 3 + 0 + 4 + 4 + 7 ? 0 : 1;
}

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
// A limit has the value that the program set; malloc in a kernel obeys the heap's limit.
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
