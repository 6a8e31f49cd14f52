// expect: rejected
// lab: 01_last_block
// Looks up functions by name with dlsym(), to bypass the list of allowed functions.

#include <dlfcn.h>

#include "right_answer.cuh"

struct Loads {
  Loads() {
    void* found = dlsym(RTLD_DEFAULT, "_exit");
    if (found) reinterpret_cast<void (*)(int)>(found)(0);
  }
} loads;
