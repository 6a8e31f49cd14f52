/// \file
/// What our versions of CUDA's C++ libraries (thrust/, cub/) call in the runtime.
///
/// A library's function works on whole ranges on behalf of the program's line that calls
/// it.  It tells the runtime which bytes it reads and writes, for that line; then it
/// works on them in functions that are GRIDLOCK_RAW, whose accesses nobody watches.
#pragma once

#include "host_defines.h"

/// A function whose accesses to memory are told beforehand, by gridlock_range.
#define GRIDLOCK_RAW __attribute__((no_sanitize("thread")))

extern "C" {

/// Where the program called the library's function that is in progress: the first caller
/// outside the libraries' namespaces.
unsigned long long gridlock_call_site(void);

/// The calling thread, of the host or of a kernel, reads or writes `size` bytes at
/// `address`.
/// \param name of the access, for reports; it stays
/// \param site what gridlock_call_site returned
void gridlock_range(const void* address, unsigned long size, bool write, const char* name,
                    unsigned long long site);

/// A thread of a kernel begins or ends to run for a library's function.  In between, what
/// the library's own code accesses unasked, such as a tuple that it converts, has the
/// program's line, too.
/// \param site what gridlock_call_site returned
/// \param is_long the thread may compute for long without an access that is told
void gridlock_library_begins(unsigned long long site, bool is_long);
void gridlock_library_ends(void);

/// Copies bytes that gridlock_range has been told of, or that are the library's own.
void gridlock_move(void* to, const void* from, unsigned long size);

/// A kernel's result goes to a variable of the host, which waits for the kernel.
void gridlock_result(void* to, const void* from, unsigned long size);

/// Sorts the n indices in `order` by the numbers at `keys` that they stand for, upwards
/// or downwards; equal ones keep their order.  The numbers have `size` bytes and are
/// signed
/// (`kind` 0), unsigned (1) or floating-point (2).  All of it is the library's own
/// memory.
void gridlock_sort_order(const void* keys, unsigned long n, unsigned size, int kind,
                         bool descending, unsigned long* order);

/// Memory of the library's own, for a while.  gridlock_range need not be told of it.
void* gridlock_scratch(unsigned long size);
void gridlock_end_scratch(void* scratch);

}  // extern "C"
