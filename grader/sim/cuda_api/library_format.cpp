// Reports the accesses of printf and its variants, found from their formats.
#include <cstddef>
#include <cstring>
#include <cwchar>

#include "sim/cuda_api/hooks.h"
#include "sim/cuda_api/library_calls.h"

namespace gridlock::sim {
namespace {

/// A parsed conversion of a format.
struct Conversion {
  bool width_is_argument = false, precision_is_argument = false;
  bool is_numbered = false;  ///< `%1$s`: it does not take the next argument.
  std::size_t precision = SIZE_MAX;
  int longs = 0;  ///< The number of l's; also 1 for j, z and t, which are as long as l.
  bool is_long_double = false;
  char letter = 0;
};

/// Parses the conversion after a `%`, and moves `at` behind it.
Conversion take_conversion(const char*& at) {
  Conversion result;
  at += std::strspn(at, "-+ #'I0");
  if (*at == '*') result.width_is_argument = true;
  at += std::strspn(at, "*0123456789");
  if (*at == '$') {
    result.is_numbered = true;
    at += 1 + std::strspn(at + 1, "-+ #'I0123456789*$");
  }
  if (*at == '.') {
    ++at;
    result.precision_is_argument = *at == '*';
    result.precision = 0;
    for (; *at == '*' || *at == '$' || (*at >= '0' && *at <= '9'); ++at)
      if (*at >= '0' && *at <= '9')
        result.precision = result.precision * 10 + static_cast<std::size_t>(*at - '0');
  }
  for (; *at && std::strchr("hlLqjzt", *at); ++at) {
    result.longs += *at != 'h' && *at != 'L';
    result.is_long_double = result.is_long_double || *at == 'L';
  }
  result.letter = *at;
  if (*at) ++at;
  return result;
}

/// Takes the conversion's argument from the list; if it is a text, reports the read.
void take_argument(const LibraryCall& call, const Conversion& conversion,
                   std::va_list& list) {
  // `%%`, `%m` and the end take no argument.
  if (std::strchr("%m", conversion.letter)) return;
  if (conversion.letter == 's') {
    const char* text = va_arg(list, const char*);
    if (text && conversion.longs == 0)
      call.reads_text(text, conversion.precision);
    else if (text)
      call.reads(text, sizeof(wchar_t));
  } else if (std::strchr("aAeEfFgG", conversion.letter)) {
    if (conversion.is_long_double)
      va_arg(list, long double);
    else
      va_arg(list, double);
  } else if (conversion.longs == 0 && conversion.letter != 'p') {
    va_arg(list, int);
  } else {
    va_arg(list, long);
  }
}

}  // namespace

void LibraryCall::reads_format(const char* format, std::va_list arguments) const {
  reads_text(format);
  // The order of the lines that a kernel prints depends on the schedule.
  if (machine && machine->current() && machine->current()->block)
    machine->note_dependence();
  std::va_list list;
  va_copy(list, arguments);
  bool numbered = false;  // If so, it is unknown which argument is which.
  for (const char* at = std::strchr(format, '%'); at; at = std::strchr(at, '%')) {
    Conversion conversion = take_conversion(++at);
    if (conversion.letter == 'n') refuse_count();
    numbered = numbered || conversion.is_numbered;
    if (numbered) continue;
    if (conversion.width_is_argument) va_arg(list, int);
    if (conversion.precision_is_argument) {
      const int given = va_arg(list, int);
      conversion.precision = given < 0 ? SIZE_MAX : static_cast<std::size_t>(given);
    }
    take_argument(*this, conversion, list);
  }
  va_end(list);
}

void LibraryCall::refuse_count() const {
  if (!machine || !machine->current()) refuse_unattended(Unattended::printf_count);
  machine->report_misuse(machine->current()->block ? Misuse::Kind::count_of_device_printf
                                                   : Misuse::Kind::count_of_printf,
                         pc_of(from_));
}

}  // namespace gridlock::sim
