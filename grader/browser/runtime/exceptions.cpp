// C++ exceptions, built on those of WebAssembly.  The distribution's C++ library for
// wasm32 is built without them: here is what compiled code and the library ask for, as
// the Itanium C++ ABI describes it.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <typeinfo>

namespace __cxxabiv1 {

/// The library's base of all type_info, as far as it is called here.
class __shim_type_info : public std::type_info {
 public:
  ~__shim_type_info() override;
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};

namespace {

/// What lies before each thrown object.
struct alignas(16) Header {
  const std::type_info* type;
  void* (*destructor)(void*);  ///< In WebAssembly it returns its argument.
  int references;
  int handlers;   ///< How many handlers have begun and not ended.
  bool rethrown;  ///< It is on its way again, so it outlives its handlers.
  Header* outer;  ///< The exception that was handled when this one's handler began.
  void* caught;   ///< The object as the handler sees it: a base of it, perhaps.
};

Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }
void* object_of(Header* header) { return header + 1; }

/// The exceptions being handled, innermost first, and how many are on the way to their
/// handlers.  Each fiber has separate ones (sim/fiber.cpp).
Header* handled = nullptr;
int on_the_way = 0;

void release(Header* header) {
  if (--header->references > 0) return;
  if (header->destructor) header->destructor(object_of(header));
  std::free(header);
}

/// Reads the compiler's tables of handlers.
struct Reader {
  const std::uint8_t* at;

  std::uint64_t number(bool is_signed) {
    std::uint64_t value = 0;
    unsigned shift = 0;
    std::uint8_t byte;
    do {
      byte = *at++;
      value |= std::uint64_t{byte & 0x7Fu} << shift;
      shift += 7;
    } while (byte & 0x80);
    if (is_signed && (byte & 0x40) && shift < 64) value |= ~std::uint64_t{0} << shift;
    return value;
  }
};

}  // namespace

extern "C" {

/// What a landing pad asks, and the answer.
struct LandingPad {
  std::uintptr_t index;
  const std::uint8_t* tables;
  std::uintptr_t selector;
} __wasm_lpad_context;

/// Which of the landing pad's handlers takes the exception: its number, or 0.
int _Unwind_CallPersonality(void* thrown) {
  __wasm_lpad_context.selector = 0;
  Reader reader{__wasm_lpad_context.tables};
  if (*reader.at++ != 0xFF) std::abort();  // No base of landing pads.
  const bool has_types = *reader.at++ != 0xFF;
  const std::uint8_t* types = nullptr;
  if (has_types) {
    const auto offset = static_cast<std::size_t>(reader.number(false));
    types = reader.at + offset;
  }
  ++reader.at;  // The encoding of the table of landing pads.
  const auto bytes = static_cast<std::size_t>(reader.number(false));
  const std::uint8_t* const actions = reader.at + bytes;
  std::size_t action = 0;
  for (std::uintptr_t i = 0; i <= __wasm_lpad_context.index; ++i) {
    reader.number(false);
    action = static_cast<std::size_t>(reader.number(false));
  }
  if (action == 0) return 0;
  Header* const header = header_of(thrown);
  for (reader.at = actions + action - 1;;) {
    const auto type = static_cast<std::int64_t>(reader.number(true));
    const std::uint8_t* const here = reader.at;
    const auto next = static_cast<std::int64_t>(reader.number(true));
    if (type > 0) {
      const __shim_type_info* wanted = nullptr;
      std::memcpy(&wanted, types - type * static_cast<int>(sizeof wanted), sizeof wanted);
      void* object = object_of(header);
      // A handler of pointers takes the pointer itself.
      if (header->type->name()[0] == 'P') object = *static_cast<void**>(object);
      if (!wanted ||
          wanted->can_catch(static_cast<const __shim_type_info*>(header->type), object)) {
        header->caught = wanted ? object : object_of(header);
        __wasm_lpad_context.selector = static_cast<std::uintptr_t>(type);
        return 0;
      }
    }
    if (next == 0) return 0;
    reader.at = here + next;
  }
}

void* __cxa_allocate_exception(std::size_t bytes) noexcept {
  auto* const header = static_cast<Header*>(std::calloc(1, sizeof(Header) + bytes));
  if (!header) std::terminate();
  return object_of(header);
}
void __cxa_free_exception(void* object) noexcept { std::free(header_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type,
                              void* (*destructor)(void*)) {
  Header* const header = header_of(object);
  header->type = type;
  header->destructor = destructor;
  header->references = 1;
  header->caught = object;
  ++on_the_way;
  __builtin_wasm_throw(0, object);
}

void* __cxa_begin_catch(void* object) noexcept {
  Header* const header = header_of(object);
  --on_the_way;
  if (header->handlers++ == 0) {
    header->outer = handled;
    handled = header;
  }
  header->rethrown = false;
  return header->caught;
}
void* __cxa_get_exception_ptr(void* object) noexcept { return header_of(object)->caught; }

void __cxa_end_catch() {
  Header* const header = handled;
  if (!header || --header->handlers > 0) return;
  handled = header->outer;
  if (!header->rethrown) release(header);
}

[[noreturn]] void __cxa_rethrow() {
  if (!handled) std::terminate();
  handled->rethrown = true;
  handled->caught = object_of(handled);
  ++on_the_way;
  __builtin_wasm_throw(0, object_of(handled));
}

void __cxa_increment_exception_refcount(void* object) noexcept {
  if (object) ++header_of(object)->references;
}
void __cxa_decrement_exception_refcount(void* object) noexcept {
  if (object) release(header_of(object));
}
void* __cxa_current_primary_exception() noexcept {
  if (!handled) return nullptr;
  ++handled->references;
  return object_of(handled);
}
/// Throws the pointer's exception itself, not a copy: it has one more owner now.
void __cxa_rethrow_primary_exception(void* object) {
  if (!object) return;
  Header* const header = header_of(object);
  ++header->references;
  header->caught = object;
  header->rethrown = header->handlers > 0;
  ++on_the_way;
  __builtin_wasm_throw(0, object);
}
unsigned __cxa_uncaught_exceptions() noexcept {
  return static_cast<unsigned>(on_the_way);
}
bool __cxa_uncaught_exception() noexcept { return on_the_way > 0; }

/// Exchanges the state of a fiber that is left for the one of the fiber that goes on.
void gridlock_swap_exceptions(void** state, int* count) {
  void* const was = handled;
  handled = static_cast<Header*>(*state);
  *state = was;
  const int way = on_the_way;
  on_the_way = *count;
  *count = way;
}
}
}  // namespace __cxxabiv1
