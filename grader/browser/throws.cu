// expect: wrong_result
// A handler and a clean-up share the code behind a throw; the end is an exit().
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

int main() {
  std::vector<int> host(1);
  try {
    throw std::runtime_error("thrown");
  } catch (const std::exception& error) {
    std::printf("%s %d\n", error.what(), host[0]);
  }
  std::exit(3);
}
