// expect: crashed
// The C++ library ends the program for the exception.  The report names the line of the
// program, not one of the library.
// missing: std::out_of_range
// told: call  by the host  host_throws_and_nobody_catches.cu:10
#include <vector>

void put(std::vector<int>& results, std::size_t at, int value) {
  if (value == 0) return;
  int& result = results.at(at);
  result = value;
}

int main() {
  std::vector<int> results(4);
  for (std::size_t i = 0; i <= 4; ++i) put(results, i, 1);
  return results[0] - 1;
}
