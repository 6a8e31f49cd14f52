// expect: passed
// lab: 02_lock_barrier
// The honest twin of makes_up_a_hash_table and others: uses objects that the C++ library
// has, and has it write to its own ones.

#include <algorithm>
#include <iostream>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "right_barrier.cuh"

std::ostream& say(std::ostream& out, const std::string& text) {
  return out << text << ' ' << 12 << ' ' << 3.5 << std::endl;
}

void meddle() {
  say(std::cout, std::locale().name());
  std::ostringstream text;
  say(text, "word");
  std::unordered_map<int, std::string> map;
  for (int i = 0; i < 1000; ++i) map[i] = std::to_string(i);
  map.rehash(5000);
  std::pair<std::string, std::runtime_error> both(text.str(), std::runtime_error("x"));
  const std::string upper = std::locale::classic().name() + both.second.what();
  if (map.at(999) != "999" || both.first.size() != 12 || upper != "Cx")
    throw std::runtime_error("the library is not what it was");
}
