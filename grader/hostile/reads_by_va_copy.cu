// expect: bad_access
// lab: 01_last_block
// Reads by va_copy, a builtin of the compiler and not a library function.

template <class Word>
inline Word get(const Word* from) {
  __builtin_va_list list;
  __builtin_va_copy(list, *reinterpret_cast<__builtin_va_list*>(const_cast<Word*>(from)));
  return *reinterpret_cast<Word*>(list);
}

#include "unfenced_answer.cuh"
