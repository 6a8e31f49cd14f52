// expect: passed
// The host takes part in a barrier of the system's scope.
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_system>;

__global__ void answer(Barrier* barrier, const int* question, int* answer) {
  barrier->arrive_and_wait();
  *answer = *question + 1;
  (void)barrier->arrive();
}

int main() {
  Barrier* barrier;
  int *question, *result;
  cudaMallocManaged(&barrier, sizeof *barrier);
  cudaMallocManaged(&question, sizeof(int));
  cudaMallocManaged(&result, sizeof(int));
  new (barrier) Barrier(2);
  answer<<<1, 1>>>(barrier, question, result);
  *question = 41;
  barrier->arrive_and_wait();
  barrier->arrive_and_wait();
  const int good = *result == 42;
  cudaDeviceSynchronize();
  return good ? 0 : 1;
}
