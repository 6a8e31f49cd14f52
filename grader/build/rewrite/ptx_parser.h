/// Parses the PTX of an inline assembly statement into statements.  This file knows only
/// the syntax; ptx_calls.h knows the instructions.
///
/// The grammar is that of the PTX ISA, chapter "Syntax", restricted to what may be in
/// `asm("...")`: registers, labels, blocks, and instructions with a guard.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

struct PtxOperand {
  enum class Kind : unsigned char {
    argument,  ///< `%0`: an operand of the asm statement.
    name,      ///< A register or a label of the text.
    special,   ///< `%%tid.x`; `text` is "tid.x".
    number,    ///< `text` is a C++ literal for its bits or its value.
    sink,      ///< `_`
    address,   ///< `[a]`, `[a + 8]`; the base is the first part, usually the only one.
    vector,    ///< `{a, b}`; the elements are the parts.
  };
  Kind kind = Kind::name;
  std::string text;
  int argument = -1;
  bool negated = false;  ///< `!p`
  long long offset = 0;  ///< In bytes, for an address.
  std::vector<PtxOperand> parts;
};

struct PtxStatement {
  enum class Kind : unsigned char {
    instruction,
    label,
    open,       ///< `{`
    close,      ///< `}`
    registers,  ///< `.reg .u32 a, b;`: the operands are the names.
  };
  Kind kind = Kind::instruction;
  std::size_t at = 0;                   ///< Its position in the text.
  std::string name;                     ///< "ld.acquire.gpu.u32", a label, or a type.
  std::vector<std::string> qualifiers;  ///< The other parts of an instruction's name.
  std::vector<PtxOperand> operands;
  std::vector<PtxOperand> guard;  ///< `@p` or `@!p`, if it has a guard.

  /// The first part of an instruction's name.
  std::string_view opcode() const {
    return std::string_view(name).substr(0, name.find('.'));
  }
};

struct PtxText {
  std::vector<PtxStatement> statements;
  std::string problem;  ///< Why the text could not be understood; "" if it could.
  std::size_t problem_at = 0;
};

PtxText parse_ptx(std::string_view text);

}  // namespace gridlock
