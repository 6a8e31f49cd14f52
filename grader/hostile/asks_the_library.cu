// expect: passed
// lab: 02_lock_barrier
// Uses errno, time() by a pointer of another function type, standard streams, bsearch() and
// call_once() as anybody may.

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <mutex>

#include "right_barrier.cuh"

int compare(const void* a, const void* b) {
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

void meddle() {
  std::time_t now = 0;
  reinterpret_cast<std::time_t (*)(unsigned long long)>(&std::time)(
      reinterpret_cast<unsigned long long>(&now));
  errno = 0;
  std::fputc('.', stderr);
  std::fprintf(stdout, "%d", now > 0);
  std::fflush(stdout);
  std::fflush(nullptr);
  const int key = 3, numbers[] = {1, 2, 3};
  if (!std::bsearch(&key, numbers, 3, sizeof key, compare)) std::abort();
  std::once_flag once;
  std::call_once(once, [&] { now = 0; });
}
