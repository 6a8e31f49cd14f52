// expect: rejected
// lab: 01_last_block
// A system call without a library: _exit(0) by hand.

#include "right_answer.cuh"

struct Leaves {
  Leaves() { __asm__ __volatile__("syscall" : : "a"(231), "D"(0) : "rcx", "r11"); }
} leaves;
