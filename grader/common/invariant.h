/// \file
/// Rules that hold unless code of ours is wrong, checked in the builds `dev` and
/// `sanitize` only.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace gridlock {

#ifdef GRIDLOCK_INVARIANTS
constexpr bool kInvariants = true;
#else
constexpr bool kInvariants = false;
#endif

/// Reports the broken rule, and ends the process by SIGABRT.
[[noreturn]] inline void broken_invariant(const char* file, int line, const char* rule) {
  std::fprintf(stderr, "%s:%d: broken invariant: %s\n", file, line, rule);
  std::fflush(stderr);
  std::abort();
}

}  // namespace gridlock

/// INVARIANT(RULE, CONDITION): ends the process if the condition does not hold.  Without
/// GRIDLOCK_INVARIANTS, the condition is compiled and never evaluated.
#define INVARIANT(rule, ...)                 \
  (!::gridlock::kInvariants || (__VA_ARGS__) \
       ? static_cast<void>(0)                \
       : ::gridlock::broken_invariant(__FILE__, __LINE__, "" rule))
