// doctest's own code, once for the command and once for each test binary.
#define DOCTEST_CONFIG_IMPLEMENT
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS  // We handle Ctrl-C and crashes.
#include <doctest/doctest.h>
