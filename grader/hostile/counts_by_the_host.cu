// expect: api_error
// lab: 01_last_block
// Counts with an atomic of the host's compiler, which orders everything.

#define FENCE() static_cast<void>(0)
#define atomicAdd(counter, one) __atomic_fetch_add(counter, one, __ATOMIC_ACQ_REL)

template <class Word>
inline Word get(const Word* from) {
  return *from;
}

#include "unfenced_answer.cuh"
