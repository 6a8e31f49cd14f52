/// Makes a struct a cause, with a name and fields.  Only the trusted side words a cause.
#pragma once

#include <string>

#include "common/fields.h"

namespace gridlock {

class Names;  // wording/names.h

/// Used inside a struct to name it and its fields.  Its text in English is in wording/.
#define GRIDLOCK_CAUSE(Name, ...)             \
  static constexpr const char* kName = #Name; \
  GRIDLOCK_FIELDS(__VA_ARGS__)                \
  friend std::string words_of(const Name& cause, const Names& names);

}  // namespace gridlock
