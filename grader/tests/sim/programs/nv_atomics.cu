// expect: passed
// Each of nvcc's built-in atomic functions, with its result.
#include <cstdio>

__global__ void all(int* i, unsigned* u, unsigned long long* l, float* f, double* d,
                    short* h, int* errors) {
  if (__nv_atomic_fetch_add(i, 5, __NV_ATOMIC_ACQ_REL) != 1) ++*errors;
  __nv_atomic_add(i, 5, __NV_ATOMIC_RELAXED);
  if (__nv_atomic_fetch_sub(u, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK) != 1)
    ++*errors;
  __nv_atomic_sub(u, 1, __NV_ATOMIC_RELAXED);
  if (__nv_atomic_fetch_max(u, 7, __NV_ATOMIC_RELAXED) != 0xffffffff) ++*errors;
  if (__nv_atomic_fetch_min(i, -3, __NV_ATOMIC_SEQ_CST) != 11) ++*errors;
  __nv_atomic_max(i, 2, __NV_ATOMIC_RELAXED);
  if (__nv_atomic_load_n(i, __NV_ATOMIC_RELAXED) != 2) ++*errors;
  __nv_atomic_store_n(l, 12, __NV_ATOMIC_RELEASE);
  if (__nv_atomic_fetch_or(l, 3, __NV_ATOMIC_RELAXED) != 12) ++*errors;
  if (__nv_atomic_fetch_and(l, 6, __NV_ATOMIC_RELAXED) != 15) ++*errors;
  __nv_atomic_xor(l, 1, __NV_ATOMIC_RELAXED);
  if (__nv_atomic_exchange_n(l, 9, __NV_ATOMIC_RELAXED) != 7) ++*errors;
  __nv_atomic_fetch_add(f, 0.5f, __NV_ATOMIC_RELAXED);
  __nv_atomic_sub(d, 2, __NV_ATOMIC_RELAXED);
  float old, next = 4;
  __nv_atomic_load(f, &old, __NV_ATOMIC_ACQUIRE);
  if (old != 1.5f) ++*errors;
  __nv_atomic_store(f, &next, __NV_ATOMIC_RELAXED);
  __nv_atomic_exchange(f, &old, &next, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  if (next != 4 || *f != 1.5f || *d != -1) ++*errors;
  short expected = 2;
  if (__nv_atomic_compare_exchange_n(h, &expected, 3, false, __NV_ATOMIC_RELAXED,
                                     __NV_ATOMIC_RELAXED))
    ++*errors;
  if (expected != 1) ++*errors;
  if (!__nv_atomic_compare_exchange_n(h, &expected, 3, false, __NV_ATOMIC_RELEASE,
                                      __NV_ATOMIC_ACQUIRE))
    ++*errors;
  double wanted = -1, desired = 8;
  if (!__nv_atomic_compare_exchange(d, &wanted, &desired, true, __NV_ATOMIC_ACQ_REL,
                                    __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM))
    ++*errors;
  if (*h != 3 || *d != 8) ++*errors;
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE);
}

struct Words {
  unsigned long long l = 1;
  double d = 1;
  int i = 1;
  unsigned u = 1;
  float f = 1;
  int errors = 0;
  short h = 1;
};

int main() {
  Words* words;
  cudaMallocManaged(&words, sizeof(Words));
  *words = Words();
  all<<<1, 1>>>(&words->i, &words->u, &words->l, &words->f, &words->d, &words->h,
                &words->errors);
  cudaDeviceSynchronize();
  printf("%d wrong\n", words->errors);
  return words->errors;
}
