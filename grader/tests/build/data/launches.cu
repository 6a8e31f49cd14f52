// Every form of launch that the rewriter knows; main returns how many went wrong.
// clang-format off: the spellings are the point.
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

__constant__ int coefficient[4] = {1, 2, 3, 4};
__constant__ const int table[3] = {5, 6, 7};
__device__ int counter;
__device__ static int calls = 0;
extern __device__ int later;
__device__ int later = 8;
__device__ __managed__ int managed = 3;
__device__ const char* const names[] = {"a", "b"};
__device__ constexpr int kNine = 9;

struct Pair {
  int a, b;
  __host__ __device__ Pair(int a = 0, int b = 0) : a(a), b(b) {}
  __device__ int sum() const { return a + b; }
};
__device__ Pair pair_of(int a, int b) { return Pair(a, b); }

__global__ void set(int* p, int value) { *p = value; }
__global__ void declared_first(int* p);
__global__ void declared_first(int* data) { *data = 11; }
__global__ void with_default(int* p, int n = 12, const char* s = "a,b") {
  *p = n + s[0] - 'a';
}
template <class T, int N>
__global__ void shared_memory(T* p, T v) {
  __shared__ T buffer[N];
  __shared__ int x, y[2];
  extern __shared__ __align__(16) unsigned char dynamic[];
  buffer[N - 1] = v;
  x = 1;
  y[1] = 2;
  dynamic[0] = 4;
  __syncthreads();
  *p = buffer[N - 1] + x + y[1] + dynamic[0];
}
template <>
__global__ void shared_memory<float, 3>(float* p, float v) { *p = v; }
template <class T>
__global__ void deduced(T* p, T v, int* null) { *p = null ? -1 : v; }
__global__ void overloaded(int* p) { *p = 13; }
__global__ void overloaded(int* p, float) { *p = 14; }
extern "C" __global__ void c_kernel(int* p) { *p = 15; }
__launch_bounds__(256) __global__ void bounded(int* p) {
  static __shared__ int q;
  q = 16;
  *p = q;
}
namespace outer {
namespace {
__global__ void inner(int* p) { *p = 17; }
}  // namespace
}  // namespace outer
__global__ void spaces(int* p) {
  *p = coefficient[1] + table[2] + later + managed + kNine + pair_of(1, 2).sum() +
       (names[1][0] - 'a') + atomicAdd(&counter, 1) + atomicAdd(&calls, 1);
}
__global__ void grid_wide(int* p) {
  cg::grid_group grid = cg::this_grid();
  if (grid.thread_rank() == 0) *p = 0;
  grid.sync();
  atomicAdd(p, 1);
}

#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
template <class Kernel>
void launch_any(Kernel kernel, int* p) { kernel<<<1, 1>>>(p); }
template <class T>
void launch_template(T* p) {
  shared_memory<T, 4><<<dim3(1), dim3{1, 1, 1}, 16>>>(p, T(1));
}
struct Runner {
  void (*kernel)(int*);
  void run(int* p) { this->kernel<<<1, 1>>>(p); }
};
template <class T>
struct Id {
  using type = T;
  static constexpr int value = 1;
};
template <int N>
constexpr int same() { return N; }

int* device_word;
int wrong = 0;
void expect(int line, int value) {
  int found = 0;
  cudaMemcpy(&found, device_word, sizeof found, cudaMemcpyDeviceToHost);
  if (found == value && cudaGetLastError() == cudaSuccess) return;
  printf("line %d: %d instead of %d\n", line, found, value);
  ++wrong;
}
#define EXPECT(value) expect(__LINE__, value)

int main(int argc, char** argv) {
  int* p;
  cudaMalloc(&p, 256);
  device_word = p;
  set<<<1, 1>>>(p, 1); EXPECT(1);
  set <<< 1 , 1 , 0 , 0 >>> (p, 2); EXPECT(2);
  set<<<0 + 1, 1>>>(p, '\3'); EXPECT(3);
  LAUNCH(set, 1, 1, p, 4); EXPECT(4);
  LAUNCH((deduced<int>), 1, 1, p, 5, nullptr); EXPECT(5);
  launch_any(declared_first, p); EXPECT(11);
  launch_any(outer::inner, p); EXPECT(17);
  launch_template(p); EXPECT(8);
  with_default<<<1, 1>>>(p); EXPECT(12);
  with_default<<<1, 1>>>(p, 5, "b"); EXPECT(6);
  deduced<<<1, 1>>>(p, 6, 0); EXPECT(6);
  deduced<int><<<1, 1>>>(p, 7, NULL); EXPECT(7);
  overloaded<<<1, 1>>>(p); EXPECT(13);
  overloaded<<<1, 1>>>(p, 1.0f); EXPECT(14);
  c_kernel<<<1, 1>>>(p); EXPECT(15);
  ::c_kernel<<<1, 1>>>(p); EXPECT(15);
  outer::inner<<<1, 1>>>(p); EXPECT(17);
  shared_memory<Id<Id<int>::type>::type, 4>
      <<<same<Id<Id<int>>::value>(), Id<Id<Id<int>>>::value, 16>>>(p, 2); EXPECT(9);
  void (*kernels[2])(int*) = {declared_first, c_kernel};
  for (int i = 0; i < 2; ++i) kernels[i]<<<1, 1>>>(p);
  EXPECT(15);
  Runner runner{outer::inner}, *pointer = &runner;
  runner.run(p); EXPECT(17);
  pointer->kernel<<<1, 1>>>(p); EXPECT(17);
  (argc > 50 ? declared_first : c_kernel)<<<1, 1>>>(p); EXPECT(15);
  if (argc > 50) (declared_first)<<<1, 1>>>(p); else bounded<<<1, 1>>>(p);
  EXPECT(16);
  auto lambda = [&](int n) { set<<<n, n>>>(p, n); };
  lambda(1); EXPECT(1);
  int late = 18;
  set<<<1, 1>>>(p, late++); EXPECT(18);
  set<<<1 << 1 >> 1, argc < 50 ? 1 : 2>>>(p, late); EXPECT(19);
  spaces<<<1, 1>>>(p); EXPECT(2 + 7 + 8 + 3 + 9 + 3 + 1);
  int three = 3, *null = nullptr;
  void* arguments[] = {&p, &three, &null};
  cudaLaunchKernel((const void*)set, 1, 1, arguments, 0, 0); EXPECT(3);
  cudaLaunchKernel((void*)deduced<int>, 1, 1, arguments, 0, 0); EXPECT(3);
  cudaLaunchKernel(reinterpret_cast<const void*>(&shared_memory<int, 5>), 1, 1, arguments,
                   16, 0);
  EXPECT(10);
  cudaLaunchKernel((const void*)static_cast<void (*)(int*)>(overloaded), 1, 1, arguments);
  EXPECT(13);
  cudaLaunchCooperativeKernel((void*)grid_wide, 2, 2, arguments, 0, 0); EXPECT(4);
  set<<<
    1,
    1
  >>>(
    p,
    __LINE__);
  EXPECT(__LINE__ - 1);
  cudaFree(p);
  return wrong;
}
