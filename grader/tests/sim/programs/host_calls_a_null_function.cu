// expect: crashed
// A function pointer that was never set: there is no code there, so only the caller's
// line tells where.
// told: host_calls_a_null_function.cu:9
#include <cstdio>

int (*transform)(int) = nullptr;

int apply(int value) { return transform(value) + 1; }

int main() {
  std::printf("%d\n", apply(3));
  return 0;
}
