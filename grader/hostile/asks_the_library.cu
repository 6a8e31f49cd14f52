// expect: passed
// lab: 02_lock_barrier
// Uses errno, the heap, texts, numbers and standard files as anybody may.

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>

#include "right_barrier.cuh"

void meddle() {
  errno = 0;
  std::fputc('.', stderr);
  std::fprintf(stdout, "%d", errno);
  std::fflush(stdout);
  std::fflush(nullptr);
  auto* const numbers = static_cast<int*>(std::calloc(8, sizeof(int)));
  char text[8], *end = nullptr;
  std::strcpy(text, "12 x");
  if (!numbers || std::strtol(text, &end, 10) != 12 || std::toupper(end[1]) != 'X')
    std::abort();
  std::mt19937 generator(1);
  numbers[7] = int(generator() % 2);
  std::free(numbers);
}
