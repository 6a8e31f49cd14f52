// Lets a racing read wait for the flag that its writer sets.
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "cure/changes.h"
#include "cure/places.h"

namespace gridlock {
namespace {

constexpr int kWaits = 6;

class Waits : Seeker {
 public:
  explicit Waits(Changes& changes) : Seeker(changes) {
    for (const Suspect& each : scene_.suspects()) try_wait(each);
  }

 private:
  /// Lets a racing access wait for a flag that `writer` sets after its own racing access,
  /// when the data are complete.
  void try_wait(const Suspect& writer) {
    bool behind_race = false;
    for (std::size_t i = writer.begin; i < writer.end; ++i) {
      if (!statements_.begins(i)) continue;
      const std::size_t end = statements_.end(i);
      if (end == kNone || end >= writer.end || !statements_.is_simple(i, end)) continue;
      if (behind_race) {
        const std::string down = condition_of_flag(writer, i, end);
        for (const Suspect& reader : scene_.suspects())
          if (!down.empty() && &reader != &writer && knows(reader, i, end))
            insert_wait(reader, down);
      }
      behind_race = behind_race || scene_.races(i, i);
    }
  }

  /// The condition that is true until the statement has set a flag: for `*p = 1;` it is
  /// `atomicAdd(p, 0) == 0`.  "" if the statement sets no flag.
  std::string condition_of_flag(const Suspect& writer, std::size_t begin,
                                std::size_t last) const {
    if (last < begin + 3 || tokens_[last - 1].is("0")) return {};
    if (tokens_[begin].text.starts_with("atomicExch") && syntax_.is(begin + 1, "(")) {
      const std::size_t comma = scene_.comma_in(begin + 1);
      if (comma == kNone || syntax_.partner(begin + 1) + 1 != last) return {};
      return tokens_[comma + 1].is("0") ? ""
                                        : fmt::format("atomicAdd({}, 0) == 0",
                                                      statements_.code(begin + 2, comma));
    }
    if (!syntax_.is(last - 2, "=") || tokens_[last - 1].kind != TokenKind::number)
      return {};
    const std::string word = statements_.code(begin, last - 2);
    return word.find("volatile") != std::string::npos
               ? word + " == 0"
               : fmt::format("atomicAdd({}, 0) == 0",
                             atomic_address(scene_, writer, begin, last - 2));
  }

  /// Whether all names in the statement also occur in the function.
  bool knows(const Suspect& function, std::size_t begin, std::size_t last) const {
    for (std::size_t i = begin; i < last; ++i) {
      const std::string_view name = tokens_[i].text;
      if (!syntax_.is_identifier(i) || syntax_.is(i + 1, "(") || syntax_.is(i + 1, "<") ||
          is_type_word(name))
        continue;
      const bool is_member = function.name.find("::") != std::string::npos;
      bool found = is_member && syntax_.is(i + 1, "[");
      for (std::size_t k = function.begin; k < function.end && !found; ++k)
        found = tokens_[k].is(name);
      if (!found) return false;
    }
    return true;
  }

  static bool is_type_word(std::string_view name) {
    return name == "volatile" || name == "int" || name == "unsigned" || name == "long";
  }

  void insert_wait(const Suspect& reader, const std::string& down) {
    const std::string code = fmt::format("while ({}) {{}} __threadfence();", down);
    for (std::size_t i = reader.begin; i < reader.end; ++i) {
      if (!statements_.begins(i) || !scene_.races(i, i) ||
          statements_.is_guarded_alone(i))
        continue;
      const std::size_t end = statements_.end(i);
      if (end == kNone || end >= reader.end || !syntax_.is(end, ";")) continue;
      changes_.replace(kWaits, tokens_[i].offset, tokens_[i].offset, code + " ",
                       tokens_[i].line,
                       fmt::format("`{}` {}", code, scene_.place("before", i, end)));
    }
  }
};

}  // namespace

void wait_for_flags(Changes& changes) { Waits{changes}; }

}  // namespace gridlock
