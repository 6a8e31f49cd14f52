/// The name that a mistyped one most likely stands for.
#pragma once

#include <string>
#include <vector>

namespace gridlock {

/// \param word what was typed
/// \param names what there is
/// \returns the name with the fewest letters to insert, leave out, replace or swap with
///   the next; of equally near ones the first; "" if none is nearer than a third of the
///   word's letters, rounded up
std::string nearest_to(const std::string& word, const std::vector<std::string>& names);

}  // namespace gridlock
