/// doctest assumes that this target has no exceptions; here it has them.
#pragma push_macro("__wasi__")
#undef __wasi__
#define DOCTEST_CONFIG_NO_MULTITHREADING
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS
#include_next <doctest/doctest.h>
#pragma pop_macro("__wasi__")
