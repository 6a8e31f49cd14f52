// Crashes of the host: the report names the line of the program, not one of a library.
#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <vector>

#include "cases.h"

int (*transform)(int) = nullptr;

int apply(int value) { return transform(value) + 1; }  // $null_function

// There is no code where the pointer points to, so only the caller's line tells where.
// told: crash.cu:$null_function
CASE(null_function, crashed) { return apply(3); }

void sort_all(int* values, int count) { std::sort(values, values + count); }  // $sort

// The access is in a template of the C++ library.
// told: by the host  crash.cu:$sort
CASE(null_pointer_sorted, bad_access) {
  sort_all(nullptr, 4);
  return 0;
}

void put(std::vector<int>& results, std::size_t at) {
  int& result = results.at(at);  // $at
  result = 1;
}

// missing: std::out_of_range
// told: call  by the host  crash.cu:$at
CASE(exception_of_the_library, crashed) {
  std::vector<int> results(4);
  for (std::size_t i = 0; i <= 4; ++i) put(results, i);
  return 0;
}

// The file is missing, and the result of fopen() is not checked: the C library crashes
// with the null pointer.  The report names the call.
// told: call  by the host  crash.cu:$fgets
CASE(reads_from_no_file, crashed) {
  char line[80];
  std::FILE* const from = std::fopen("/no/such/file", "r");
  std::fgets(line, sizeof line, from);  // $fgets
  return 0;
}

// told: what(): no memory
CASE(exception, crashed) { throw std::runtime_error("no memory for the halo"); }

__device__ int seats;

__global__ void sit() {
  const int before = atomicAdd(&seats, 1);  // $sit
  assert(before < 1);
  atomicSub(&seats, 1);
}
// An assertion that fails in some schedule is told with the steps that led to it.
// told: line $sit  atomicAdd seats, 0 -> 1
// told: Assertion failed: before < 1
CASE(assertion_in_a_kernel, crashed) { return run(sit, 2, 1); }
