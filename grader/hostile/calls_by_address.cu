// expect: passed
// lab: 02_lock_barrier
// Calls functions of its own, of a library and of CUDA by their addresses.

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "right_barrier.cuh"

struct Meddler {
  virtual ~Meddler() {}
  virtual int value() { return 1; }
};
struct Other : Meddler {
  int value() override { return 2; }
  int (Other::*member)() = &Other::value;
};

namespace {
struct Chain {
  int links = 0;
  Chain& add() { return ++links, *this; }
};
}  // namespace

void meddle() {
  const std::function<int(int)> twice = [](int x) { return 2 * x; };
  Other other;
  Meddler& one = other;
  cudaError_t (*const device)(int*) = cudaGetDevice;
  int (*const absolute)(int) = std::abs;
  int number = 0;
  std::vector<std::string> words(3, "a text that is too long for a string itself");
  words[1][2] = 'x';
  words.push_back(words[1] + std::to_string(twice(absolute(-4))) + words[0]);
  words.back()[50] = 'y';
  if (Chain().add().add().links != 2) abort();
  if (device(&number) != cudaSuccess || (other.*other.member)() != one.value()) abort();
  if (dynamic_cast<Other*>(&one) != &other) abort();
}
