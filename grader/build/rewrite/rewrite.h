/// Preprocessed CUDA C++ becomes C++ for the simulator.
///
/// After preprocessing, only a few things are left that are not C++: launches, and the
/// keywords for where a variable or a function lives, which the simulator's CUDA headers
/// turn into marker words (`__shared__` becomes `__gridlock_shared__`).  They are
/// replaced in place, line by line, so that every token keeps its file and line.
///
///     written                          becomes
///     k<<<g, b>>>(a)                   ::gridlock::sim::bind_launch(.., "k", g, b)(a)
///     __shared__ int x[4];             static int x[4] in the section gl_shared
///                                      and an assertion that a block can hold it
///     extern __shared__ int x[];       extern int x[] under one name for all types
///     __device__ int x;                int x in the section gl_device
///     __constant__, __managed__        likewise gl_constant, gl_managed
///     static int x; in device code     static int x in the section gl_device
///     __global__ void k(..) {..}       the same, and an object that registers k
///     int main(..)                     another name, which the worker calls
///     (volatile int&)x                 *(volatile int*)&x, which clang understands
///
/// A const variable stays where the compiler puts constants.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "build/source/complaint.h"
#include "build/source/lexer.h"

namespace gridlock {

struct RewrittenText {
  std::string text;
  bool has_main = false;              ///< The program defines main.
  std::vector<Complaint> complaints;  ///< In the order of each file's lines.
};

/// Rewrites the preprocessor's output.
/// \param program whether the text is a whole program's: its main gets an entry,
/// `gridlock_program_entry`, which the worker calls
/// \param is_c whether the text is C
RewrittenText rewrite(std::string_view text, const TokenizedText& tokenized, bool program,
                      bool is_c);

}  // namespace gridlock
