// expect: passed
// The C++ that kernels use: virtual functions, function pointers, lambdas, templates,
// recursion, constexpr and restrict.
struct Shape {
  __device__ virtual int area(int x) const { return x; }
};
struct Scaled : Shape {
  int factor;
  __device__ explicit Scaled(int factor) : factor(factor) {}
  __device__ int area(int x) const override { return x * factor; }
};
__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __forceinline__ int thrice(int x) { return 3 * x; }
__device__ int (*const table[2])(int) = {twice, thrice};
template <class F>
__device__ int apply(F f, int x) {
  return f(x);
}
__device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__host__ __device__ constexpr int square(int x) { return x * x; }

__global__ void compute(int* __restrict__ out, int addend) {
  const Scaled scaled(3);
  const Shape* shape = &scaled;
  __builtin_assume(addend > 0);
  const auto lambda = [=] __device__(int x) { return x + addend; };
  int (*function)(int) = table[threadIdx.x];
  out[threadIdx.x] =
      shape->area(4) + apply(lambda, 10) + fibonacci(10) + function(7) + square(3);
}

int main() {
  int *out, result[2];
  cudaMalloc(&out, sizeof result);
  compute<<<1, 2>>>(out, 5);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 12 + 15 + 55 + 14 + 9 && result[1] == 12 + 15 + 55 + 21 + 9 ? 0 : 1;
}
