// expect: passed
// lab: 02_lock_barrier
// The honest twin of makes_up_a_hash_table and others: uses objects that the C++ library
// has, and has it write to its own ones.

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "right_barrier.cuh"

struct Failure : std::exception {
  explicit Failure(std::string text) : text(std::move(text)) {}
  const char* what() const noexcept override { return text.c_str(); }
  std::string text;
};

void meddle() {
  std::unordered_map<int, std::string> map;
  for (int i = 0; i < 1000; ++i) map[i] = std::to_string(i);
  map.rehash(5000);
  auto shared = std::make_shared<std::map<std::string, int>>();
  const std::function<void()> fail = [&] { throw Failure("a text of more than 16 bytes"); };
  try {
    fail();
  } catch (Failure& failure) {
    failure.text += " and more";
    (*shared)[failure.what()] = 1;
  }
  try {
    std::vector<int>(3).at(3) = 1;
  } catch (const std::exception& failure) {
    (*shared)[failure.what()] = 2;
  }
  if (map.at(999) != "999" || shared->size() != 2) throw Failure("not what it was");
}
