// The compiler checks an index before its use, in code compiled with
// -fsanitize=array-bounds.  This check finds errors that the address does not show: when
// the array ends where another variable begins, or lies inside a struct.
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/cuda_api/hooks.h"
#include "sim/execution/program_frame.h"

namespace {

using namespace gridlock::sim;

/// Clang's description of a type (compiler-rt, ubsan_value.h), followed by the type's
/// name.
struct Type {
  std::uint16_t kind;
  std::uint16_t info;  ///< For an integer: 2 * log2(bits), plus 1 if it is signed.

  const char* name() const { return reinterpret_cast<const char*>(this + 1); }
  bool is_signed() const { return info & 1; }
  unsigned bits() const { return 1u << (info >> 1); }
};

struct BadIndexData {
  const char* file;
  std::uint32_t line;
  std::uint32_t column;
  const Type* array;
  const Type* index;
};

std::string name_of(const Type& type) {
  std::string name = type.name();  // "'int [4]'"
  std::erase(name, '\'');
  return name;
}

std::int64_t value_of(std::uintptr_t index, const Type& type) {
  constexpr unsigned kWord = 64;
  if (!type.is_signed() || type.bits() >= kWord) return static_cast<std::int64_t>(index);
  const unsigned unused = kWord - type.bits();
  return static_cast<std::int64_t>(index << unused) >> unused;
}

}  // namespace

extern "C" void __ubsan_handle_out_of_bounds(const BadIndexData* data,
                                             std::uintptr_t index) {
  if (!machine || !machine->current()) return;  // In a constructor of a global object.
  machine->report_bad_index({value_of(index, *data->index), name_of(*data->array)},
                            pc_of(GRIDLOCK_FROM));
}

/// For containers of the C++ library; see cuda/gridlock_libraries.h.
/// \param function "std::vector::reference std::vector<int>::operator[](...) [...]"
extern "C" void gridlock_bad_index(std::size_t index, std::size_t size,
                                   const char* function) {
  // A whole program may take the address behind its last element.
  if (!machine || !machine->current() || machine->options.whole_program) return;
  std::string_view type = function;
  type = type.substr(0, type.find("::operator[]"));
  int open = 0;  // A type such as std::vector<unsigned long> has spaces in its brackets.
  std::size_t begin = type.size();
  for (; begin > 0 && (open > 0 || type[begin - 1] != ' '); --begin)
    open += (type[begin - 1] == '>') - (type[begin - 1] == '<');
  type.remove_prefix(begin);
  machine->report_bad_index({static_cast<std::int64_t>(index), std::string(type), size},
                            pc_of_innermost_call(machine->module));
}
