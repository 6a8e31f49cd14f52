/// Inline PTX in device code becomes C++, before everything else is rewritten:
///
///     asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
///
/// becomes a block that holds the bits of x and p, calls the simulator's functions, and
/// assigns to x.  Each instruction's call is on the line of its string, so that findings
/// name that line.  No assembly is left for the host's compiler: an instruction without a
/// translation becomes an error or, in a function that is never called, a trap.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "build/source/complaint.h"
#include "build/source/lexer.h"

namespace gridlock {

struct TextWithoutAssembly {
  std::string text;
  bool changed = false;  ///< Whether the text had any assembly.
  std::vector<Complaint> complaints;
};

/// \param is_program whether host code may contain assembly that accesses no memory
TextWithoutAssembly replace_assembly(std::string_view text,
                                     const TokenizedText& tokenized, bool is_program);

inline bool is_assembly_word(const Token& token) {
  return token.is_any({"asm", "__asm__", "__asm"});
}

}  // namespace gridlock
