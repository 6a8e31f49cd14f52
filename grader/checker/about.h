/// The names and the number in the message of a failed assertion.  Apart from about.cpp,
/// only lab/sheet.cpp and lab/skeleton.cpp read the words of a check.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/fields.h"

namespace gridlock {

struct About {
  /// Each word that may be a name, with an index and without: "masks[1]" and "masks".
  std::vector<std::string> names;
  /// The first number above 1, since 0 and 1 would match by chance.  "" if there is none.
  std::string number;

  bool has(const std::string& name) const;
  GRIDLOCK_FIELDS(names, number)
};

About about_of(std::string_view message);

}  // namespace gridlock
