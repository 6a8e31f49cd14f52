/// Included before everything: what native code expects of its machine.
///
/// WebAssembly has no return addresses.  Before each call, code under test stores the
/// number of the call's site (trusted/sites.cpp), which takes the place of an address:
/// the return address of site 7 is 8, and its program counter 7.  The caller's frame
/// begins where the stack ends.
#pragma once

#ifdef __cplusplus
extern "C" unsigned gridlock_site;

__asm__(".globaltype __stack_pointer, i32\n");

[[gnu::always_inline]] inline char* gridlock_stack_pointer() {
  char* pointer;
  __asm__ volatile("global.get __stack_pointer\n\tlocal.set %0" : "=r"(pointer));
  return pointer;
}

#define __builtin_return_address(level) \
  (reinterpret_cast<void*>(static_cast<__UINTPTR_TYPE__>(gridlock_site) + 1))
// Native code adds the 16 bytes of a saved frame pointer and a return address.
#define __builtin_frame_address(level) (static_cast<void*>(gridlock_stack_pointer() - 16))
#endif
