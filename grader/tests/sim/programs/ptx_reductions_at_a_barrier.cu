// expect: passed
// bar.red counts, and asks whether all or some threads say yes.
#include <cstdio>

__global__ void ask(int* errors) {
  unsigned count, all, some;
  const unsigned yes = threadIdx.x % 4 == 0;
  asm volatile(
      "{\n\t.reg .pred p, q, r;\n\t"
      "setp.ne.u32 p, %3, 0;\n\t"
      "bar.red.popc.u32 %0, 0, p;\n\t"
      "bar.red.and.pred q, 3, 64, p;\n\t"
      "bar.red.or.pred r, 3, 64, !p;\n\t"
      "selp.u32 %1, 1, 0, q;\n\t"
      "selp.u32 %2, 1, 0, r;\n\t}"
      : "=r"(count), "=r"(all), "=r"(some)
      : "r"(yes)
      : "memory");
  if (count != 16 || all || !some) atomicAdd(errors, 1);
}

int main() {
  int* errors;
  cudaMallocManaged(&errors, sizeof(int));
  *errors = 0;
  ask<<<1, 64>>>(errors);
  cudaDeviceSynchronize();
  printf("%d wrong\n", *errors);
  return *errors;
}
