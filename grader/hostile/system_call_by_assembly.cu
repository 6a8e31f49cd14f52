// expect: rejected
// lab: 01_last_block
// Makes the system call of _exit(0) in assembly, without a library.

#include "right_answer.cuh"

struct Leaves {
  Leaves() { __asm__ __volatile__("syscall" : : "a"(231), "D"(0) : "rcx", "r11"); }
} leaves;
