// The main function of every test binary.
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdio>

#include "tests/skip.h"

int main(int count, char** arguments) {
  const int result = doctest::Context(count, arguments).run();
  for (const std::string& each : gridlock::skipped_cases)
    std::printf("skipped: %s\n", each.c_str());
  return result;
}
