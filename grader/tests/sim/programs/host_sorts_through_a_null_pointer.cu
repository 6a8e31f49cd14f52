// expect: bad_access
// The access is in a template of the C++ library; the report names the program's call.
// told: by the host  host_sorts_through_a_null_pointer.cu:9
#include <algorithm>
#include <cstdio>

void sort_all(int* values, int count) {
  // nullptr is not asked for.
  std::sort(values, values + count);
}

int main() {
  int* values = nullptr;
  sort_all(values, 4);
  std::puts("sorted");
  return 0;
}
