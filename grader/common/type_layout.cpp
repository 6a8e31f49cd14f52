#include "common/type_layout.h"

#include <charconv>
#include <optional>

namespace gridlock {
namespace {

/// Reads a layout from its front; an empty optional means that it is damaged.
class LayoutReader {
 public:
  explicit LayoutReader(std::string_view text) : rest_(text) {}

  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::optional<std::size_t> number() {
    std::size_t value = 0;
    const auto parsed = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (parsed.ec != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(parsed.ptr - rest_.data()));
    return value;
  }
  std::string_view word() {
    const std::string_view word = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(word.size());
    return word;
  }
  /// Skips to the ';' of the current record, and the ';' itself; false if there is none.
  bool skip_layout() {
    int depth = 0;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      depth += (rest_[i] == '{') - (rest_[i] == '}');
      if (rest_[i] != ';' || depth > 0) continue;
      rest_.remove_prefix(i + 1);
      return true;
    }
    return false;
  }

 private:
  std::string_view rest_;
};

struct Member {
  std::string_view name;
  std::size_t offset = 0;
};

/// The member that contains the place; the reader is then at its layout.
std::optional<Member> member_at(LayoutReader& reader, std::size_t place) {
  while (!reader.take('}')) {
    Member member{.name = reader.word()};
    if (member.name.empty() || !reader.take(' ')) return std::nullopt;
    const auto offset = reader.number();
    if (!offset || !reader.take(' ')) return std::nullopt;
    const auto bytes = reader.number();
    if (!bytes) return std::nullopt;
    member.offset = *offset;
    if (place >= *offset && place - *offset < *bytes) return member;
    if (!reader.skip_layout()) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::string path_in(std::string_view layout, std::size_t offset) {
  std::string path;
  LayoutReader reader(layout);
  while (true) {
    if (reader.take('[')) {
      const auto count = reader.number();
      const bool spaced = reader.take(' ');
      const auto bytes = reader.number();
      if (!count || !spaced || !bytes || *bytes == 0) break;
      path += "[" + std::to_string(offset / *bytes) + "]";
      const bool past_the_end = offset / *bytes >= *count;
      offset %= *bytes;
      if (past_the_end) break;
    } else if (reader.take('{')) {
      const auto member = member_at(reader, offset);
      if (!member) break;
      if (member->name != "-") path.append(".").append(member->name);
      offset -= member->offset;
    } else {
      break;
    }
  }
  return offset == 0 ? path : path + ", byte " + std::to_string(offset);
}

}  // namespace gridlock
