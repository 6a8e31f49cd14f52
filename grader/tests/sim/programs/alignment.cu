// Where data lie: alignment that is asked for, packed data, and misaligned addresses.
#include <cstdint>

#include "cases.h"

extern __shared__ __align__(16) unsigned char raw[];
__device__ alignas(16) int word[4];

template <class T>
__device__ bool aligned(const T* address, int bytes) {
  return reinterpret_cast<std::uintptr_t>(address) % bytes == 0;
}

__global__ void check_alignment(bool* out) {
  __shared__ alignas(16) int a[4];
  __shared__ alignas(float4) char b[16];
  alignas(32) __shared__ int c[2];
  a[threadIdx.x] = b[0] = c[0] = raw[0] = word[0] = 1;
  *out = aligned(a, 16) && aligned(b, 16) && aligned(c, 32);
}
// alignas stands behind __shared__ and __device__; nvcc accepts that, too.
CASE(behind_the_space, passed) {
  bool* out = device<bool>();
  check_alignment<<<1, 1, 64>>>(out);
  return !holds(out, {true});
}

struct alignas(64) Big {
  int numbers[20];
};

__global__ void third(int* out, Big big) { *out = big.numbers[3] + !aligned(&big, 64); }
CASE(argument, passed) { return run_expecting({7}, third, 1, 1, Big{{0, 0, 0, 7}}); }

struct __attribute__((packed)) Packed {
  char tag;
  int number;
  double weight;
};
struct alignas(16) Wide {
  int part[4];
};
__device__ Packed packed[3];
__device__ unsigned char bytes[64];

__global__ void use_anywhere(int* wrong) {
  const int me = threadIdx.x;
  packed[me].tag = 1;
  packed[me].number = 2;
  packed[me].weight = 3;
  const Packed copy = packed[me];
  memcpy(bytes + 1 + 8 * me, &copy.number, sizeof copy.number);
  Wide* const wide = reinterpret_cast<Wide*>(raw + 32);
  wide[me] = Wide{{1, 2, 3, 4}};
  float3* const three = reinterpret_cast<float3*>(raw + 32 + 3 * sizeof(Wide));
  three[me] = make_float3(1, 2, 3);
  reinterpret_cast<double2*>(raw + 128)[me] = make_double2(1, 2);
  if (copy.number != 2 || wide[me].part[3] != 4 || three[me].z != 3) *wrong = 1;
}
// The compiler splits an access to packed data, which may lie anywhere.  Vectors and
// structures at addresses that their types ask for are fine too.
CASE(packed_structures, passed) {
  int* wrong = zeros<int>();
  use_anywhere<<<1, 3, 256>>>(wrong);
  return !holds(wrong, {0});
}

__device__ alignas(8) unsigned char record[16];

__global__ void count() { atomicAdd(reinterpret_cast<unsigned*>(record + 2), 1u); }
// A counter behind a header of two bytes.
// told: Misaligned atomicAdd
CASE(misaligned_atomic, bad_access) { return run(count, 1, 1); }

__global__ void carve_up() {
  int* const counts = reinterpret_cast<int*>(raw);
  double* const sums = reinterpret_cast<double*>(counts + 3);
  if (threadIdx.x < 3) counts[threadIdx.x] = 0;
  sums[threadIdx.x] = 0;
}
// Dynamic shared memory is divided without regard to the alignment of a double.
// told: this address is 4 bytes past one
CASE(misaligned_word, bad_access) {
  carve_up<<<1, 4, 3 * sizeof(int) + 4 * sizeof(double)>>>();
  return finish();
}

__global__ void load_four(const int* in, int* out) {
  const int4 four = *reinterpret_cast<const int4*>(in);
  *out = four.x + four.y + four.z + four.w;
}
// Reads an array from its second element on, four elements at a time.
// told: Misaligned read: its type needs an address
CASE(misaligned_vector_read, bad_access) {
  int* const in = zeros<int>(8);
  return run(load_four, 1, 1, in + 1, in);
}

__global__ void store_wide(int* out) { *reinterpret_cast<Wide*>(out) = Wide{}; }
// told: Misaligned write: its type needs an address
CASE(misaligned_vector_write, bad_access) {
  return run(store_wide, 1, 1, zeros<int>(8) + 2);
}

__global__ void two_of_four(const int* in, int* out) {
  *out = reinterpret_cast<const int4*>(in)->x + reinterpret_cast<const int2*>(in)->y;
}
// A read of a single element needs no more than that element's alignment.
CASE(elements_of_a_misaligned_vector, passed) {
  int* const in = zeros<int>(8);
  return run(two_of_four, 1, 1, in + 1, in);
}
