// expect: passed
// lab: 02_lock_barrier
// Host code, CUDA and the libraries write to the stack, the heap, the submission's own
// variables and pinned memory.

#include <cerrno>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "right_barrier.cuh"

struct Squares {
  explicit Squares(int n = 3) : numbers(n, n * n) {}
  std::vector<int> numbers;
};

int device_number = 0;
std::vector<std::string> texts;
thread_local int calls = 0;

void meddle() {
  ++calls;
  errno = 0;
  std::unique_ptr<int> device(new int(-1));
  auto* const numbers = static_cast<int*>(calloc(4, sizeof(int)));
  if (cudaGetDevice(device.get()) != cudaSuccess || !numbers) abort();
  if (cudaGetDevice(&device_number) != cudaSuccess) abort();
  if (cudaGetDevice(numbers) != cudaSuccess || numbers[0] != device_number) abort();
  if (cudaHostRegister(numbers, 4 * sizeof(int), 0) != cudaSuccess) abort();
  numbers[3] = 7;
  if (cudaHostUnregister(numbers) != cudaSuccess) abort();
  free(numbers);
  texts.assign(1, "a text that no string holds in itself: " + std::to_string(calls));
  texts.front()[0] = 'A';
  texts.front().append(texts.front()).insert(3, "and ");
  std::map<int, std::list<std::string>> more;
  more[calls].push_back(texts.front());
  more[calls].front().back() = '.';
  const std::unique_ptr<Squares> one(new (std::nothrow) Squares(4));
  const std::unique_ptr<Squares[]> two(new (std::nothrow) Squares[2]);
  const std::unique_ptr<char[]> none(new (std::nothrow) char[std::size_t{1} << 45]);
  if (!one || !two || none || one->numbers[3] + two[1].numbers[2] != 25) abort();
}
