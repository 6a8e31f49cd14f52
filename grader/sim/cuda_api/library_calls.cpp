// Wrappers of C library functions that code under test calls (--wrap).  The hooks do not
// see accesses within the library, so each wrapper first reports them to the machine.
// The names are in [recorded] of build/allowed_symbols.txt.
#include "sim/cuda_api/library_calls.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <strings.h>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>

#include "sim/cuda_api/hooks.h"

namespace gridlock::sim {
namespace {

/// Calls that only the compiler generates, with the words for the code that causes them.
constexpr std::pair<std::string_view, const char*> kLanguage[] = {
    {"__cxa_allocate_exception", "throw"},
    {"__cxa_rethrow", "throw"},
    {"__dynamic_cast", "dynamic_cast"},
};

/// A function's name, nearly as written in the source: without template arguments, result
/// type and parameters.
std::string shown(const char* symbol) {
  for (const auto& [name, word] : kLanguage)
    if (name == symbol) return word;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  if (status != 0) return symbol;
  constexpr std::string_view kOperator = "operator";
  std::string name;
  int depth = 0;
  for (std::string_view rest = demangled.get(); !rest.empty(); rest.remove_prefix(1)) {
    if (depth == 0 && rest.starts_with(kOperator)) {
      const std::size_t end = rest.find('(', kOperator.size() + 1);
      return name.append(rest.substr(0, std::min(end, rest.find(" <"))));
    }
    if (rest[0] == '(' && depth == 0) break;
    if (rest[0] == '<') ++depth;
    if (depth == 0 && rest[0] == ' ') name.clear();
    if (depth == 0 && rest[0] != ' ') name += rest[0];
    if (rest[0] == '>') --depth;
  }
  return name;
}

/// The cause to report if device code uses this symbol.
Cause what_is(const char* symbol) {
  const std::string_view name = symbol;
  if (name == "__cxa_guard_acquire")
    return HostOnlyFeature{HostOnlyFeature::Kind::guarded_static};
  if (name == "__cxa_thread_atexit")
    return HostOnlyFeature{HostOnlyFeature::Kind::thread_local_variable};
  return HostOnly{shown(symbol), true};
}

void refuse_on_device(const char* symbol, const void* from) {
  if (!in_device_code()) return;
  machine->report_misuse(what_is(symbol), pc_of(from));
}

/// Whether the code, which runs while its module is loaded, is in a whole program.
bool is_in_program(const void* code) {
  Dl_info file{};
  if (::dladdr(code, &file) == 0) return false;
  void* const handle = ::dlopen(file.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  return handle && ::dlsym(handle, "gridlock_program_entry");
}

/// Parses a number in a text; reports exactly the characters that the library reads.
template <class Convert>
auto number(const LibraryCall& call, const char* text, char** end, Convert convert) {
  call.is_for_hosts();
  call.reads(text, 1);
  char* stop = nullptr;
  const auto value = convert(text, &stop);
  call.reads(text + 1, static_cast<std::size_t>(stop - text));
  if (end) {
    call.writes_to(end);
    *end = stop;
  }
  return value;
}

/// The number of bytes up to and including `found`; `all` if that is null.
std::size_t bytes_to(const void* begin, const void* found, std::size_t all) {
  if (!found) return all;
  return static_cast<std::size_t>(static_cast<const char*>(found) -
                                  static_cast<const char*>(begin)) +
         1;
}

/// The number of bytes that vsnprintf will write, including the terminating zero.
std::size_t printed_bytes(const char* format, std::va_list list) {
  std::va_list copy;
  va_copy(copy, list);
  const int length = std::vsnprintf(nullptr, 0, format, copy);
  va_end(copy);
  return length < 0 ? 0 : static_cast<std::size_t>(length) + 1;
}

/// How to destroy the objects that the program has thrown.
std::map<void*, void (*)(void*)>& thrown() {
  static std::map<void*, void (*)(void*)> all;
  return all;
}

/// Ends the loan of an object that was thrown.
void take_back(const void* object) {
  if (machine)
    std::erase_if(machine->memory.lent_by_libraries,
                  [=](const Range& each) { return each.base == address_of(object); });
}

using RehashPolicy = std::__detail::_Prime_rehash_policy;
/// std::pair<bool, std::size_t>, in a form that a C function may return.
struct NeedsRehash {
  bool needs;
  std::size_t count;
};

using ListNode = std::__detail::_List_node_base;
using TreeNode = std::_Rb_tree_node_base;

template <class Node>
void writes_nodes(const LibraryCall& call, std::initializer_list<Node*> nodes) {
  if (machine && machine->options.whole_program) return;  // A program harms only itself.
  for (const Node* node : nodes)
    if (node) call.writes(node, sizeof *node);
}

void writes_list(const LibraryCall& call, ListNode* list) {
  ListNode* node = list;
  do {
    writes_nodes(call, {node});
    node = node->_M_next;
  } while (node != list);
}

/// Reports a write to each node that rebalancing a tree may change: those above `node`,
/// and two generations below each of them.
void writes_tree(const LibraryCall& call, TreeNode* node, TreeNode* header) {
  writes_nodes(call, {header});
  for (; node && node != header; node = node->_M_parent)
    for (TreeNode* child : {node, node->_M_left, node->_M_right})
      if (child) writes_nodes(call, {child, child->_M_left, child->_M_right});
}

}  // namespace

void LibraryCall::is_for_hosts() const { refuse_on_device(name_, from_); }

void LibraryCall::reads(const void* memory, std::size_t bytes) const {
  memory_function(memory, bytes, false, from_, frame_);
}

void LibraryCall::writes(const void* memory, std::size_t bytes) const {
  memory_function(memory, bytes, true, from_, frame_);
}

void LibraryCall::object(const void* memory, std::size_t bytes, bool write) const {
  plain(const_cast<void*>(memory), static_cast<std::uint32_t>(bytes), write,
        Alignment::natural, from_, frame_);
}

void LibraryCall::is_made_up() const {
  if (machine ? machine->options.whole_program : is_in_program(from_)) return;
  if (!machine || !machine->current()) refuse_unattended(Unattended::write);
  machine->report_crash(Fault{Fault::Kind::foreign_address}, pc_of(from_));
}

void LibraryCall::knows_type_of(const void* object) const {
  if (machine && machine->options.whole_program) return;
  // The entry before the virtual table's functions points to the object's type, which is
  // itself an object of a class in the C++ library.
  const auto table = *static_cast<const std::uintptr_t* const* const*>(object);
  Dl_info symbol{};
  if (::dladdr(reinterpret_cast<const void*>(*table[-1]), &symbol) == 0 ||
      !symbol.dli_sname ||
      !std::string_view(symbol.dli_sname).starts_with("_ZTVN10__cxxabiv1"))
    is_made_up();
}

void LibraryCall::prints_to(const std::FILE* file) const {
  if (file != stdin && file != stdout && file != stderr) is_made_up();
}

std::size_t LibraryCall::reads_text(const char* text, std::size_t bytes_most) const {
  if (bytes_most == 0) return 0;
  reads(text, 1);  // Even an empty text has a terminating zero.
  const std::size_t length = strnlen(text, bytes_most);
  const std::size_t bytes = std::min(length, bytes_most - 1) + 1;
  reads(text + 1, bytes - 1);
  return length;
}

void LibraryCall::compares(const char* a, const char* b, std::size_t bytes_most,
                           bool without_case) const {
  if (bytes_most == 0) return;
  reads(a, 1);
  reads(b, 1);
  const auto folded = [&](char c) {
    return without_case ? std::tolower(static_cast<unsigned char>(c)) : c;
  };
  std::size_t equal = 0;
  while (equal + 1 < bytes_most && a[equal] && folded(a[equal]) == folded(b[equal]))
    ++equal;
  reads(a + 1, equal);
  reads(b + 1, equal);
}

}  // namespace gridlock::sim

using namespace gridlock::sim;

#define GRIDLOCK_CALL(name) const LibraryCall call(#name, GRIDLOCK_FROM, GRIDLOCK_FRAME)

/// Defines the wrapper of `result name(parameters)`: `touches` reports the accesses, and
/// `itself` is the call.
#define GRIDLOCK_WRAPPER(result, name, parameters, touches, itself) \
  result __wrap_##name parameters {                                 \
    GRIDLOCK_CALL(name);                                            \
    touches;                                                        \
    return itself;                                                  \
  }
/// The same for a function that CUDA does not have in device code.
#define GRIDLOCK_HOST(result, name, parameters, touches, itself) \
  GRIDLOCK_WRAPPER(result, name, parameters, (call.is_for_hosts(), touches), itself)

/// The wrappers for double, float and, in host code only, long double.
#define GRIDLOCK_REAL(result, name, rest, touches, arguments)                           \
  GRIDLOCK_WRAPPER(GRIDLOCK_##result(double), name, (double x GRIDLOCK_##rest(double)), \
                   touches, ::name arguments)                                           \
  GRIDLOCK_WRAPPER(GRIDLOCK_##result(float), name##f, (float x GRIDLOCK_##rest(float)), \
                   touches, ::name##f arguments)                                        \
  GRIDLOCK_HOST(GRIDLOCK_##result(long double), name##l,                                \
                (long double x GRIDLOCK_##rest(long double)), touches,                  \
                ::name##l arguments)
#define GRIDLOCK_NOTHING(type) void
#define GRIDLOCK_NUMBER(type) type
#define GRIDLOCK_TWO_RESULTS(type) , type *first, type *second
#define GRIDLOCK_PART(type) , type* part
#define GRIDLOCK_POWER(type) , int* power
#define GRIDLOCK_DIVISOR(type) , type y, int *quotient

/// For a function that parses a number and stores through `end` where it stopped.
#define GRIDLOCK_PARSE(result, name, parameters, ...)                           \
  result __wrap_##name parameters {                                             \
    GRIDLOCK_CALL(name);                                                        \
    return number(call, text, end,                                              \
                  [&]([[maybe_unused]] const char* at, char** stop) -> result { \
                    return static_cast<result>(__VA_ARGS__);                    \
                  });                                                           \
  }
#define GRIDLOCK_PARSE_INTEGER(result, name)                                        \
  GRIDLOCK_PARSE(result, name, (const char* text, char** end, int base),            \
                 ::name(at, stop, base))                                            \
  GRIDLOCK_PARSE(result, __isoc23_##name, (const char* text, char** end, int base), \
                 ::name(at, stop, base))
#define GRIDLOCK_PARSE_REAL(result, name) \
  GRIDLOCK_PARSE(result, name, (const char* text, char** end), ::name(at, stop))
/// For parsers without `end`, such as atoi.
#define GRIDLOCK_PARSE_SIMPLY(result, name, ...)                                   \
  result __wrap_##name(const char* text) {                                         \
    GRIDLOCK_CALL(name);                                                           \
    return number(call, text, nullptr, [](const char* at, char** stop) -> result { \
      return static_cast<result>(__VA_ARGS__);                                     \
    });                                                                            \
  }

/// `name(parameters, format, ...)` and `list_name(parameters, format, list)`.
#define GRIDLOCK_PRINT(side, name, parameters, touches, ...)        \
  int __wrap_##name(GRIDLOCK_OPEN parameters, ...) {                \
    GRIDLOCK_CALL(name);                                            \
    side;                                                           \
    std::va_list list;                                              \
    va_start(list, format);                                         \
    call.reads_format(format, list);                                \
    touches;                                                        \
    const int written = std::v##name(__VA_ARGS__, list);            \
    va_end(list);                                                   \
    return written;                                                 \
  }                                                                 \
  int __wrap_v##name(GRIDLOCK_OPEN parameters, std::va_list list) { \
    GRIDLOCK_CALL(v##name);                                         \
    call.is_for_hosts();                                            \
    call.reads_format(format, list);                                \
    touches;                                                        \
    return std::v##name(__VA_ARGS__, list);                         \
  }
#define GRIDLOCK_OPEN(...) __VA_ARGS__
#define GRIDLOCK_ALL SIZE_MAX

extern "C" {

// Called by a guard in the module (build/code/guards.h): library functions that have not
// been reviewed are for host code only.
void gridlock_host_only(const char* symbol, const void* from) {
  refuse_on_device(symbol, from);
}

// Called before a compiler intrinsic with accesses that no hook reports.
void gridlock_unwatched(const char* name) {
  const void* const from = __builtin_return_address(0);
  refuse_on_device(name, from);
  if (!machine || !machine->current() || machine->options.whole_program) return;
  machine->report_crash(gridlock::Fault{gridlock::Fault::Kind::foreign_address},
                        pc_of(from));
}

// The rest of the heap is in device_heap.cpp.
void* __wrap_calloc(std::size_t count, std::size_t size) {
  GRIDLOCK_CALL(calloc);
  call.is_for_hosts();
  const std::size_t bytes = count && size > SIZE_MAX / count ? SIZE_MAX : count * size;
  void* const memory = take_for_host(bytes, false);
  if (memory) call.writes(memory, bytes);
  return memory ? std::memset(memory, 0, bytes) : nullptr;
}

void* __wrap__ZnwmRKSt9nothrow_t(std::size_t size, const std::nothrow_t&) {
  GRIDLOCK_CALL(_ZnwmRKSt9nothrow_t);
  call.is_for_hosts();
  return take_for_host(size, false);
}
void* __wrap__ZnamRKSt9nothrow_t(std::size_t size, const std::nothrow_t&) {
  GRIDLOCK_CALL(_ZnamRKSt9nothrow_t);
  call.is_for_hosts();
  return take_for_host(size, false);
}

// Until the object is destroyed, the code that throws it may write it.
void* __wrap___cxa_allocate_exception(std::size_t size) {
  GRIDLOCK_CALL(__cxa_allocate_exception);
  call.is_for_hosts();
  // Another execution may have left something there.
  void* const object = std::memset(abi::__cxa_allocate_exception(size), 0, size);
  if (machine) machine->memory.lent_by_libraries.push_back({address_of(object), size});
  return object;
}
void __wrap___cxa_free_exception(void* object) {
  take_back(object);
  abi::__cxa_free_exception(object);
}
[[noreturn]] void __wrap___cxa_throw(void* object, std::type_info* type,
                                     void (*destroy)(void*)) {
  thrown()[object] = destroy;
  abi::__cxa_throw(object, type, [](void* gone) {
    const auto found = thrown().extract(gone);
    if (found && found.mapped()) found.mapped()(gone);
    take_back(gone);
  });
}

// The size of a hash table.
NeedsRehash __wrap__ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(
    const RehashPolicy* self, std::size_t buckets, std::size_t elements,
    std::size_t more) {
  GRIDLOCK_CALL(_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm);
  call.is_for_hosts();
  call.writes(self, sizeof *self);
  const auto [needs, count] = self->_M_need_rehash(buckets, elements, more);
  return {needs, count};
}

// Mathematics.
GRIDLOCK_REAL(NOTHING, sincos, TWO_RESULTS, call.writes_to(first, second),
              (x, first, second))
GRIDLOCK_REAL(NUMBER, modf, PART, call.writes_to(part), (x, part))
GRIDLOCK_REAL(NUMBER, frexp, POWER, call.writes_to(power), (x, power))
GRIDLOCK_REAL(NUMBER, remquo, DIVISOR, call.writes_to(quotient), (x, y, quotient))
GRIDLOCK_WRAPPER(double, nan, (const char* tag), call.reads_text(tag), ::nan(tag))
GRIDLOCK_WRAPPER(float, nanf, (const char* tag), call.reads_text(tag), ::nanf(tag))
GRIDLOCK_HOST(long double, nanl, (const char* tag), call.reads_text(tag), ::nanl(tag))
GRIDLOCK_HOST(double, lgamma_r, (double x, int* sign), call.writes_to(sign),
              ::lgamma_r(x, sign))
GRIDLOCK_HOST(float, lgammaf_r, (float x, int* sign), call.writes_to(sign),
              ::lgammaf_r(x, sign))
GRIDLOCK_HOST(long double, lgammal_r, (long double x, int* sign), call.writes_to(sign),
              ::lgammal_r(x, sign))
GRIDLOCK_HOST(int, rand_r, (unsigned* seed), call.updates(seed), ::rand_r(seed))
GRIDLOCK_HOST(double, erand48, (unsigned short* state),
              (call.reads(state, 6), call.writes(state, 6)), ::erand48(state))

// Functions on memory and text, with the part that they read.
GRIDLOCK_HOST(int, memcmp, (const void* a, const void* b, std::size_t size),
              (call.reads(a, size), call.reads(b, size)), std::memcmp(a, b, size))
GRIDLOCK_HOST(int, bcmp, (const void* a, const void* b, std::size_t size),
              (call.reads(a, size), call.reads(b, size)), std::memcmp(a, b, size))
GRIDLOCK_HOST(void*, bzero, (void* to, std::size_t size), call.writes(to, size),
              std::memset(to, 0, size))
GRIDLOCK_HOST(const void*, memchr, (const void* from, int what, std::size_t size),
              (call.reads(from, std::min<std::size_t>(size, 1)),
               call.reads(from, bytes_to(from, std::memchr(from, what, size), size))),
              std::memchr(from, what, size))
GRIDLOCK_HOST(const void*, memrchr, (const void* from, int what, std::size_t size),
              call.reads(from, size), ::memrchr(from, what, size))
GRIDLOCK_HOST(std::size_t, strlen, (const char* text), (void)0, call.reads_text(text))
GRIDLOCK_HOST(std::size_t, strnlen, (const char* text, std::size_t most), (void)0,
              call.reads_text(text, most))
GRIDLOCK_HOST(int, strcmp, (const char* a, const char* b),
              call.compares(a, b, GRIDLOCK_ALL, false), std::strcmp(a, b))
GRIDLOCK_HOST(int, strncmp, (const char* a, const char* b, std::size_t most),
              call.compares(a, b, most, false), std::strncmp(a, b, most))
GRIDLOCK_HOST(int, strcasecmp, (const char* a, const char* b),
              call.compares(a, b, GRIDLOCK_ALL, true), ::strcasecmp(a, b))
GRIDLOCK_HOST(int, strncasecmp, (const char* a, const char* b, std::size_t most),
              call.compares(a, b, most, true), ::strncasecmp(a, b, most))
GRIDLOCK_HOST(int, strcoll, (const char* a, const char* b),
              (call.reads_text(a), call.reads_text(b)), std::strcoll(a, b))
GRIDLOCK_HOST(const char*, strchr, (const char* text, int what), call.reads_text(text),
              std::strchr(text, what))
GRIDLOCK_HOST(const char*, strrchr, (const char* text, int what), call.reads_text(text),
              std::strrchr(text, what))
GRIDLOCK_HOST(const char*, index, (const char* text, int what), call.reads_text(text),
              std::strchr(text, what))
GRIDLOCK_HOST(const char*, rindex, (const char* text, int what), call.reads_text(text),
              std::strrchr(text, what))
GRIDLOCK_HOST(const char*, strstr, (const char* text, const char* part),
              (call.reads_text(text), call.reads_text(part)), std::strstr(text, part))
GRIDLOCK_HOST(std::size_t, strspn, (const char* text, const char* set),
              (call.reads_text(text), call.reads_text(set)), std::strspn(text, set))
GRIDLOCK_HOST(std::size_t, strcspn, (const char* text, const char* set),
              (call.reads_text(text), call.reads_text(set)), std::strcspn(text, set))
GRIDLOCK_HOST(const char*, strpbrk, (const char* text, const char* set),
              (call.reads_text(text), call.reads_text(set)), std::strpbrk(text, set))
GRIDLOCK_HOST(char*, strdup, (const char* text), call.reads_text(text), ::strdup(text))
GRIDLOCK_HOST(char*, strndup, (const char* text, std::size_t most),
              call.reads_text(text, most), ::strndup(text, most))
GRIDLOCK_HOST(char*, strcpy, (char* to, const char* from),
              call.writes(to, call.reads_text(from) + 1), std::strcpy(to, from))
GRIDLOCK_HOST(char*, stpcpy, (char* to, const char* from),
              call.writes(to, call.reads_text(from) + 1), ::stpcpy(to, from))
GRIDLOCK_HOST(char*, strncpy, (char* to, const char* from, std::size_t most),
              (call.reads_text(from, most), call.writes(to, most)),
              std::strncpy(to, from, most))
GRIDLOCK_HOST(char*, strcat, (char* to, const char* from),
              call.writes(to + call.reads_text(to), call.reads_text(from) + 1),
              std::strcat(to, from))
GRIDLOCK_HOST(char*, strncat, (char* to, const char* from, std::size_t most),
              call.writes(to + call.reads_text(to), call.reads_text(from, most) + 1),
              std::strncat(to, from, most))

// Numbers in texts.
GRIDLOCK_PARSE_INTEGER(long, strtol)
GRIDLOCK_PARSE_INTEGER(long long, strtoll)
GRIDLOCK_PARSE_INTEGER(unsigned long, strtoul)
GRIDLOCK_PARSE_INTEGER(unsigned long long, strtoull)
GRIDLOCK_PARSE_REAL(float, strtof)
GRIDLOCK_PARSE_REAL(double, strtod)
GRIDLOCK_PARSE_REAL(long double, strtold)
GRIDLOCK_PARSE_SIMPLY(int, atoi, std::strtol(at, stop, 10))
GRIDLOCK_PARSE_SIMPLY(long, atol, std::strtol(at, stop, 10))
GRIDLOCK_PARSE_SIMPLY(long long, atoll, std::strtoll(at, stop, 10))
GRIDLOCK_PARSE_SIMPLY(double, atof, std::strtod(at, stop))

// Functions in which the library calls virtual functions of the objects passed to it.
GRIDLOCK_HOST(void*, __dynamic_cast,
              (const void* object, const abi::__class_type_info* from,
               const abi::__class_type_info* to, std::ptrdiff_t offset),
              call.knows_type_of(object), abi::__dynamic_cast(object, from, to, offset))
// Nodes of std::list and std::map.
GRIDLOCK_HOST(void, _ZNSt8__detail15_List_node_base7_M_hookEPS0_,
              (ListNode * self, ListNode* position),
              writes_nodes(call, {self, position, position->_M_prev}),
              self->_M_hook(position))
GRIDLOCK_HOST(void, _ZNSt8__detail15_List_node_base9_M_unhookEv, (ListNode * self),
              writes_nodes(call, {self->_M_next, self->_M_prev}), self->_M_unhook())
GRIDLOCK_HOST(void, _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_,
              (ListNode * self, ListNode* first, ListNode* last),
              writes_nodes(call, {self, self->_M_prev, first, first->_M_prev, last,
                                  last->_M_prev}),
              self->_M_transfer(first, last))
GRIDLOCK_HOST(void, _ZNSt8__detail15_List_node_base10_M_reverseEv, (ListNode * self),
              writes_list(call, self), self->_M_reverse())
GRIDLOCK_HOST(void, _ZNSt8__detail15_List_node_base4swapERS0_S1_,
              (ListNode * a, ListNode* b), (writes_list(call, a), writes_list(call, b)),
              ListNode::swap(*a, *b))
GRIDLOCK_HOST(void, _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_,
              (bool left, TreeNode* node, TreeNode* parent, TreeNode* header),
              (writes_nodes(call, {node}), writes_tree(call, parent, header)),
              std::_Rb_tree_insert_and_rebalance(left, node, parent, *header))
GRIDLOCK_HOST(TreeNode*, _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_,
              (TreeNode * node, TreeNode* header),
              writes_tree(call,
                          node->_M_left && node->_M_right
                              ? TreeNode::_S_minimum(node->_M_right)
                              : node,
                          header),
              std::_Rb_tree_rebalance_for_erase(node, *header))

// Sizes of hash tables.
GRIDLOCK_HOST(std::size_t, _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm,
              (const RehashPolicy* self, std::size_t most),
              call.writes(self, sizeof *self), self->_M_next_bkt(most))

// Printing.
GRIDLOCK_PRINT((void)0, printf, (const char* format), (void)0, format)
GRIDLOCK_PRINT(call.is_for_hosts(), fprintf, (std::FILE * file, const char* format),
               call.prints_to(file), file, format)
GRIDLOCK_PRINT(call.is_for_hosts(), sprintf, (char* to, const char* format),
               call.writes(to, printed_bytes(format, list)), to, format)
GRIDLOCK_PRINT(call.is_for_hosts(), snprintf,
               (char* to, std::size_t size, const char* format),
               call.writes(to, std::min(size, printed_bytes(format, list))), to, size,
               format)
GRIDLOCK_HOST(int, puts, (const char* text), call.reads_text(text), std::puts(text))
GRIDLOCK_HOST(int, fputs, (const char* text, std::FILE* file),
              (call.prints_to(file), call.reads_text(text)), std::fputs(text, file))
GRIDLOCK_HOST(int, fputc, (int letter, std::FILE* file), call.prints_to(file),
              std::fputc(letter, file))
GRIDLOCK_HOST(int, putc, (int letter, std::FILE* file), call.prints_to(file),
              std::fputc(letter, file))
GRIDLOCK_HOST(int, fflush, (std::FILE * file), (file ? call.prints_to(file) : (void)0),
              std::fflush(file))
GRIDLOCK_HOST(std::size_t, fwrite,
              (const void* from, std::size_t size, std::size_t count, std::FILE* file),
              (call.prints_to(file), call.reads(from, size* count)),
              std::fwrite(from, size, count, file))
GRIDLOCK_HOST(void, perror, (const char* text), (text ? call.reads_text(text) : 0),
              std::perror(text))

}  // extern "C"
