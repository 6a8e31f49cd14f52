// Functions of the C library that code under test calls through us (--wrap): printf and
// its kin, whose %n would write where no hook sees it.
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "sim/machine.h"
#include "sim/own_memory.h"

namespace gridlock::sim {
namespace {

/// Whether a format has the conversion %n, whatever flags and lengths it carries.
bool writes_a_count(const char* format) {
  for (const char* at = std::strchr(format, '%'); at; at = std::strchr(at, '%')) {
    at += 1 + std::strspn(at + 1, "-+ #0'I123456789*$.hlLqjzt");
    if (*at == 'n') return true;
    if (*at) ++at;
  }
  return false;
}

void check_format(const char* format, const void* from) {
  if (!format || !writes_a_count(format)) return;
  if (!machine || !machine->current) refuse_unattended("calls printf with %n");
  machine->report_misuse(
      machine->current->block
          ? "the printf of device code has no %n"
          : "printf with %n writes where the simulator cannot see it; use the number of "
            "characters that printf returns",
      pc_of(from));
}

}  // namespace
}  // namespace gridlock::sim

using gridlock::sim::check_format;

#define GRIDLOCK_FROM __builtin_return_address(0)
/// `name(parameters, format, ...)`, which goes on as `list_name(arguments, format,
/// list)`.
#define GRIDLOCK_PRINT(name, list_name, parameters, ...)   \
  int __wrap_##name parameters {                           \
    check_format(format, GRIDLOCK_FROM);                   \
    std::va_list list;                                     \
    va_start(list, format);                                \
    const int written = std::list_name(__VA_ARGS__, list); \
    va_end(list);                                          \
    return written;                                        \
  }
#define GRIDLOCK_PRINT_LIST(name, parameters, ...) \
  int __wrap_##name parameters {                   \
    check_format(format, GRIDLOCK_FROM);           \
    return std::name(__VA_ARGS__);                 \
  }

extern "C" {

GRIDLOCK_PRINT(printf, vprintf, (const char* format, ...), format)
GRIDLOCK_PRINT(fprintf, vfprintf, (std::FILE * file, const char* format, ...), file,
               format)
GRIDLOCK_PRINT(sprintf, vsprintf, (char* to, const char* format, ...), to, format)
GRIDLOCK_PRINT(snprintf, vsnprintf, (char* to, std::size_t size, const char* format, ...),
               to, size, format)
GRIDLOCK_PRINT_LIST(vprintf, (const char* format, std::va_list list), format, list)
GRIDLOCK_PRINT_LIST(vfprintf, (std::FILE * file, const char* format, std::va_list list),
                    file, format, list)
GRIDLOCK_PRINT_LIST(vsprintf, (char* to, const char* format, std::va_list list), to,
                    format, list)
GRIDLOCK_PRINT_LIST(vsnprintf,
                    (char* to, std::size_t size, const char* format, std::va_list list),
                    to, size, format, list)

}  // extern "C"
