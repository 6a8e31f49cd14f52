// doctest's own code, once for the command and once for each test binary.
#define DOCTEST_CONFIG_IMPLEMENT
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS  // Ctrl-C and crashes are not doctest's.
#include <doctest/doctest.h>
