// expect: api_error, bad_access
// lab: 01_last_block
// Reads eight bytes by typeid, which takes them from the object's table of functions.

#include <cstring>
#include <typeinfo>

struct Dynamic {
  virtual ~Dynamic() {}
};

template <class Word>
inline Word get(const Word* from) {
  const char* table = reinterpret_cast<const char*>(from) + 8;
  const std::type_info* read = &typeid(*reinterpret_cast<const Dynamic*>(&table));
  Word word;
  std::memcpy(&word, &read, sizeof word);
  return word;
}

#include "unfenced_answer.cuh"
