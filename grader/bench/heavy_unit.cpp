// A unit that `./gridlock bench build` compiles besides our own.  It uses only the
// standard library, so that the times of two machines can be compared.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace {

/// A separate type for each number, with separate containers.
template <int number>
struct Heavy {
  std::map<std::string, std::vector<Heavy*>> by_name;
  std::unordered_map<int, std::set<std::string>> by_number;
  std::function<std::string(const Heavy&)> name;
};

template <int... numbers>
std::size_t weigh(std::integer_sequence<int, numbers...>) {
  std::variant<Heavy<numbers>...> any;
  std::size_t sum = 0;
  (
      [&] {
        any = Heavy<numbers>();
        auto& one = std::get<Heavy<numbers>>(any);
        one.by_name["a"].push_back(&one);
        one.by_number[numbers].insert("b");
        sum += std::visit(
            [](const auto& each) { return each.by_name.size() + each.by_number.size(); },
            any);
      }(),
      ...);
  return sum;
}

}  // namespace

int main() {
  const std::regex narrow("a(b|c)*");
  const std::wregex wide(L"a(b|c)*");
  std::ostringstream text;
  text << std::regex_replace(std::string("abc"), narrow, "x")
       << std::regex_match(std::wstring(L"abc"), wide)
       << std::filesystem::current_path().string()
       << weigh(std::make_integer_sequence<int, 24>());
  return text.str().empty();
}
