// The main function of every test binary.
#include <doctest/doctest.h>

#include <cstdio>
#include <string_view>

#include "tests/part.h"

namespace {

gridlock::Part asked;

}  // namespace

gridlock::Part gridlock::asked_part() { return asked; }

int main(int argc, char** argv) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::string_view(argv[i]) != "--part") continue;
    const int read = std::sscanf(argv[i + 1], "%zu/%zu", &asked.number, &asked.of);
    if (read != 2 || asked.number < 1 || asked.number > asked.of) {
      std::fprintf(stderr, "--part %s: write 1/2, or 2/2\n", argv[i + 1]);
      return 2;
    }
  }
  return doctest::Context(argc, argv).run();
}
