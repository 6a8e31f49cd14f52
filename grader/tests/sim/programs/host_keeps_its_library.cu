// expect: passed
// What device code may not call, host code calls as ever: arguments in all kinds of
// registers and on the stack, results of all kinds, exceptions.
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>

__global__ void nothing() {}

int main() {
  int n[9], failed = 0;
  const auto check = [&](bool right) { failed += !right; };
  check(sscanf("1 2 3 4 5 6 7 8 9", "%d %d %d %d %d %d %d %d %d", n, n + 1, n + 2, n + 3,
               n + 4, n + 5, n + 6, n + 7, n + 8) == 9);
  check(n[8] == 9);
  const ldiv_t divided = ldiv(17, 5);
  check(divided.quot == 3 && divided.rem == 2);
  check(std::sqrt(std::complex<float>(-4, 0)) == std::complex<float>(0, 2));
  check(std::fma(2.0L, 3.0L, 4.0L) == 10 && std::floor(2.5L) == 2);
  int (*const lower)(int) = tolower;
  check(std::function<int(int)>(lower)('A') == 'a');
  std::ostringstream text;
  text << std::setprecision(3) << 2.5 << ' ' << 7 << ' ' << std::string(3, 'x');
  check(text.str() == "2.5 7 xxx" && std::to_string(1.5).substr(0, 3) == "1.5");
  try {
    check(std::stoi("no number") != 0);
    check(false);
  } catch (const std::invalid_argument& error) {
    check(std::string(error.what()) == "stoi");
  }
  std::mt19937 random(1);
  check(random() == 1791095845u);
  const std::map<std::string, int> map{{"b", 2}, {"a", 1}};
  check(map.begin()->second == 1);
  nothing<<<1, 1>>>();
  return failed;
}
