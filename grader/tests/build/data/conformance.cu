// Forms in which C++ accesses memory.  ../conformance.cpp calls each function and checks
// that all bytes read or written were announced.
#include <algorithm>
#include <cstddef>
#include <cstring>

struct Item {
  int first, last;
  __device__ void extend(int by) { last += by; }
  __device__ int length() const { return last - first; }
};
struct Big {
  int values[25];
};
struct Flags {
  unsigned ready : 1;
  unsigned count : 19;
  unsigned char other;
};
struct Wide {
  unsigned long long a : 40;
  unsigned b : 24;
};
struct Mixed {
  char c;
  short s;
  long long ll;
  double d;
};
struct __attribute__((packed)) Packed {
  char c;
  int i;
  double d;
};
struct Base {
  virtual ~Base() {}
  virtual int get() const { return value; }
  int value;
};
struct Derived : Base {
  int get() const override { return value + 1; }
};

#define CASE extern "C" __device__ void

// Each case gets `to` and `from`, two aligned buffers of 256 bytes.
CASE member_function(Item* to, const Item* from) { to->extend(from->length()); }
CASE bit_field_one(Flags* to, const Flags* from) { to->ready = from->ready; }
CASE bit_field_count(Flags* to, const Flags*) { to->count++; }
CASE bit_field_wide(Wide* to, const Wide* from) { to->a = from->b; }
CASE packed_member(Packed* to, const Packed* from) {
  to->i = from->i;
  to->d = from->d;
}
CASE volatile_word(volatile int* to, const volatile int* from) { *to = *from; }
CASE volatile_increment(volatile int* to, const int*) { *to = *to + 1; }
CASE volatile_wide(volatile double* to, const volatile double* from) { *to = *from; }
CASE ternary(int* to, const int* from) {
  *(from[0] ? to : to + 1) = from[1] ? from[2] : 0;
}
CASE comma_swap(int* to, int* from) { std::swap(*to, *from); }
CASE std_copy(int* to, const int* from) { std::copy(from, from + 5, to); }
CASE std_fill(int* to, const int*) { std::fill(to, to + 5, 3); }
CASE std_fill_bytes(char* to, const char*) { std::fill(to, to + 50, 'x'); }
CASE virtual_call(int* to, const int*) {
  Derived d;
  d.value = 1;
  Base* b = &d;
  *to = b->get();
}
template <class T>
__device__ void generic_copy(T* to, const T* from) {
  *to = *from;
}
CASE in_template(Mixed* to, const Mixed* from) { generic_copy(to, from); }
CASE logical_and(int* to, const int* from) { *to = from[0] && from[1]; }
CASE zero_init(Big* to, const Big*) { *to = Big{}; }
CASE atomic_add(int* to, const int*) { __sync_fetch_and_add(to, 1); }
CASE atomic_exchange(long long* to, const int*) {
  __atomic_exchange_n(to, 3, __ATOMIC_RELAXED);
}
CASE atomic_copy(char* to, const char* from) {
  __atomic_store_n(to, __atomic_load_n(from, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE);
}
__shared__ int shared_array[8];
__device__ int device_word;
CASE shared_and_device(int* to, const int* from) {
  shared_array[2] = *from;
  device_word = shared_array[2];
  *to = device_word;
}

__global__ void unused(int* p) { *p = 1; }
int main() {}
