// expect: rejected
// lab: 01_last_block
// Has the C library call a function that no hook announces.

extern "C" int __cxa_atexit(void (*function)(void*), void* argument, void* of);
extern "C" void __cxa_finalize(void* of);

template <class Word>
inline Word get(const Word* from) {
  Word token = *from;
  __cxa_atexit([](void*) {}, &token, &token);
  __cxa_finalize(&token);
  return token;
}

#include "unfenced_answer.cuh"
