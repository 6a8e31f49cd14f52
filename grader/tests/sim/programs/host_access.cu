// Accesses of the host beside kernels, by itself and through its libraries.
#include <emmintrin.h>

#include "cases.h"

// The host may not dereference a device pointer.
CASE(device_memory, bad_access) { return *device<int>() == 1 ? 0 : 1; }

__global__ void write_behind(char* text) {
  for (int i = 8; i < 16; ++i) text[i] = 'x';
}
// Library functions read no more than they need: the kernel writes behind the end of the
// text, behind the number, behind the first difference.
CASE(library_reads_what_is_there, passed) {
  char *text = pinned<char>(16), copy[8], *end;
  memset(text, 0, 16);
  snprintf(text, 8, "%d,%s", 42, "seven");
  write_behind<<<1, 1>>>(text);
  const bool right = strtol(text, &end, 10) == 42 && end == text + 2 &&
                     strlen(text) == 7 && strcmp(text, "42;") < 0 &&
                     strchr(text, ',') == text + 2 && memchr(text, '2', 16) == text + 1 &&
                     strcmp(strncpy(copy, text, 8), "42,seve") == 0;
  return finish() != 0 || !right;
}

__global__ void twice(float* a) { a[threadIdx.x] *= 2; }

/// The host fills memory by SSE's functions, which write four floats at once.
float* filled_by_sse() {
  float* a = managed<float>(64);
  for (int i = 0; i < 64; i += 4) _mm_store_ps(a + i, _mm_set1_ps(3));
  twice<<<1, 64>>>(a);
  return a;
}

CASE(sse_after_the_kernel, passed) {
  const float* a = filled_by_sse();
  cudaDeviceSynchronize();
  __m128 sum = _mm_setzero_ps();
  for (int i = 0; i < 64; i += 4) sum = _mm_add_ps(sum, _mm_load_ps(a + i));
  float sums[4];
  _mm_storeu_ps(sums, sum);
  return sums[0] == 96 ? 0 : 1;
}

// told: write a[8]  by the host
// told: racing write a[8]
CASE(sse_writes_while_a_kernel_reads, data_race) {
  float* a = filled_by_sse();
  _mm_stream_ps(a + 8, _mm_set1_ps(2));
  return finish();
}
