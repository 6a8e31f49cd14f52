// expect: passed
// lab: 01_last_block
// Finds fork() in the C library's symbol table and calls it in a static constructor. The
// call fails, and nothing else happens.

#include "library_symbols.cuh"
#include "right_answer.cuh"

struct Forks {
  Forks() {
    const auto fork = reinterpret_cast<int (*)()>(find("fork"));
    if (!fork || fork() >= 0) *static_cast<volatile int*>(nullptr) = 1;
  }
} forks;
