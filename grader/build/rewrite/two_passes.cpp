#include "build/rewrite/two_passes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "build/rewrite/rewriter.h"
#include "build/source/declarations.h"
#include "build/source/syntax.h"

namespace gridlock {
namespace {

using Kind = Declaration::Kind;

constexpr std::string_view kHost = "__gridlock_host__";
constexpr std::string_view kDevice = "__gridlock_device__";
constexpr std::string_view kGlobalMarker = "__gridlock_global__";

/// The test that chooses the body in a function of both sides.  In a constant expression,
/// the function has the host's body.
constexpr std::string_view kAsks =
    " if (!__builtin_is_constant_evaluated() && ::gridlock_in_device_code()) {";

/// The first token or marker at or after `offset`.
template <class Element>
auto first_at(const std::vector<Element>& elements, std::size_t offset) {
  return std::lower_bound(
      elements.begin(), elements.end(), offset,
      [](const Element& element, std::size_t at) { return element.offset < at; });
}

/// One of the two texts.
class Side {
 public:
  explicit Side(const PreprocessedText& from)
      : text(from.text), tokenized(from.tokenized), syntax(from.tokenized.tokens) {
    for (const LineMarker& marker : tokenized.markers) {
      const std::string_view line = text.substr(marker.offset, marker.length);
      const std::size_t open = line.find('"'), close = line.rfind('"');
      if (open == line.npos || close <= open) continue;
      const bool system = line.find('3', close) != line.npos;
      names_.try_emplace(marker.file, std::string(line.substr(open, close + 1 - open)) +
                                          (system ? " 3" : ""));
    }
  }

  const SourceFile& file_of(std::size_t token) const {
    const int file = std::max(syntax[token].file, 0);
    return tokenized.files.at(static_cast<std::size_t>(file));
  }

  /// A line marker with the place of this token, on a line of its own.
  std::string marker(std::size_t token) const {
    const auto name = names_.find(syntax[token].file);
    return "\n# " + std::to_string(syntax[token].line) + " " +
           (name == names_.end() ? "\"\"" : name->second) + "\n";
  }

  /// The text of [from, to), without keywords for the host, and without the flags of line
  /// markers, because the other text may lack the inclusions.
  std::string copy(std::size_t from, std::size_t to) const {
    Edits edits;
    for (auto token = first_at(tokenized.tokens, from);
         token != tokenized.tokens.end() && token->end() <= to; ++token)
      if (token->is(kHost)) edits.replace(token->offset - from, token->length, "");
    for (auto marker = first_at(tokenized.markers, from);
         marker != tokenized.markers.end() && marker->offset + marker->length <= to;
         ++marker)
      if (const auto name = names_.find(marker->file); name != names_.end())
        edits.replace(marker->offset - from, marker->length,
                      "# " + std::to_string(marker->line) + " " + name->second);
    return edits.apply(text.substr(from, to - from));
  }

  std::string_view text;
  const TokenizedText& tokenized;
  Syntax syntax;

 private:
  /// File names, quoted as in the file's line markers.
  std::map<int, std::string> names_;
};

/// A declaration in one of the two texts.
struct Part {
  Part(const Side& of, const Declaration& declaration) : text(&of), it(declaration) {}

  const Side* text;
  Declaration it;

  const Side& side() const { return *text; }

  const Token& token(std::size_t i) const { return side().syntax[i]; }
  const Token& first() const { return token(it.begin); }
  const Token& last() const { return token(it.end - 1); }
  bool has_body() const { return it.body != kNone; }
  std::size_t head_end() const { return has_body() ? it.body : it.end; }
  std::size_t close() const { return side().syntax.partner(it.body); }

  /// Whether the word occurs in the declaration outside of its body.
  bool says(std::string_view word) const {
    for (std::size_t i = it.begin; i < head_end(); ++i)
      if (side().syntax.is(i, word)) return true;
    return false;
  }
  bool is_function() const { return it.kind == Kind::function; }
  bool is_for_device() const { return says(kDevice) || says(kGlobalMarker); }
  bool is_for_device_alone() const { return is_for_device() && !says(kHost); }
  bool is_device_variable() const {
    if (is_function()) return false;
    for (std::size_t i = it.begin; i < head_end(); ++i)
      if (is_variable_marker(token(i))) return true;
    return false;
  }
  /// Whether it is a member that each object of the class has, as far as tokens show.
  bool is_data_member() const {
    if (it.kind != Kind::other || it.end - it.begin < 2) return false;
    for (const char* word : {"static", "using", "typedef", "static_assert", "friend",
                             "template", "enum", "public", "protected", "private"})
      if (says(word)) return false;
    return true;
  }

  /// The declared name, if it is not a function: the word before its initializer or
  /// brackets.
  std::string_view name() const {
    std::size_t i = it.begin;
    while (i < it.end) {
      const std::size_t next = side().syntax.skip_attribute(i);
      if (next != i) {
        i = next;
        continue;
      }
      const bool over = side().syntax.is_any(i, {"=", "{", "[", ";"}) ||
                        (it.kind == Kind::class_type && side().syntax.is(i, ":"));
      if (over) break;
      i = side().syntax.after(i);
    }
    return i > it.begin && side().syntax.is_identifier(i - 1) ? token(i - 1).text : "";
  }
};

bool same(const Side& one, std::size_t begin, std::size_t end, const Side& other,
          std::size_t other_begin, std::size_t other_end) {
  if (end - begin != other_end - other_begin) return false;
  for (std::size_t i = begin; i < end; ++i)
    if (one.syntax[i].text != other.syntax[other_begin + i - begin].text) return false;
  return true;
}

bool same(const Part& one, const Part& other) {
  return same(one.side(), one.it.begin, one.it.end, other.side(), other.it.begin,
              other.it.end);
}

bool same_body(const Part& one, const Part& other) {
  return same(one.side(), one.it.body, one.close(), other.side(), other.it.body,
              other.close());
}

/// The tokens that identify a function: without keywords for its side or linkage.
std::vector<std::string_view> signature(const Part& part) {
  std::vector<std::string_view> words;
  for (std::size_t i = part.it.begin; i < part.head_end();) {
    const std::size_t next = part.side().syntax.skip_attribute(i);
    if (next != i) {
      i = next;
      continue;
    }
    const Token& token = part.token(i++);
    if (!token.is_any(
            {kHost, kDevice, kGlobalMarker, "static", "inline", "extern", "constexpr"}))
      words.push_back(token.text);
  }
  return words;
}

/// The tokens that identify what the declaration defines: a function's signature, or the
/// name of anything else.  Empty if the declaration can match no other.
std::vector<std::string_view> identity(const Part& part) {
  if (part.is_function() && !part.has_body()) return {};
  if (!part.is_function() && part.name().empty()) return {};
  std::vector<std::string_view> words{part.is_function() ? "(" : ""};
  if (!part.is_function()) words.push_back(part.name());
  if (part.is_function()) std::ranges::copy(signature(part), std::back_inserter(words));
  return words;
}

/// Whether both are a namespace or a class, and differ only between the braces.
bool differ_only_inside(const Part& one, const Part& other) {
  const bool nested = one.it.kind == Kind::scope || one.it.kind == Kind::class_type;
  return nested && one.it.kind == other.it.kind && one.has_body() && other.has_body() &&
         same(one.side(), one.it.begin, one.head_end(), other.side(), other.it.begin,
              other.head_end()) &&
         same(one.side(), one.close(), one.it.end, other.side(), other.close(),
              other.it.end);
}

class Merger {
 public:
  Merger(const PreprocessedText& host, const PreprocessedText& device)
      : host_(host), device_(device) {
    for (const Token& token : host.tokenized.tokens)
      if (token.is(kHost)) edits_.remove(token);
  }

  /// Complains about uses of __CUDA_ARCH__ in the host's text, where it is undefined:
  /// nvcc compiles device functions for the host, too.
  void complain_of_undefined() {
    for (std::size_t i = 0; i < host_.syntax.size(); ++i)
      if (host_.syntax.is(i, "__CUDA_ARCH__"))
        result_.complaints.push_back(
            {true, host_.file_of(i).name, host_.syntax[i].line,
             "__CUDA_ARCH__ is not defined for the host, and nvcc reads this for it too. "
             "Put it under #ifdef __CUDA_ARCH__."});
  }

  MergedText run() {
    complain_of_undefined();
    merge_scopes(0, host_.syntax.size(), 0, device_.syntax.size(), false);
    result_.text = edits_.apply(host_.text);
    return std::move(result_);
  }

 private:
  /// Where a declaration begins: its file, its line, and its number among the
  /// declarations that begin on this line.
  using Place = std::tuple<std::string, int, int>;

  std::vector<Place> places_of(const Side& side, const std::vector<Declaration>& all) {
    std::vector<Place> places;
    for (const Declaration& one : all) {
      Place place{side.file_of(one.begin).path.string() + side.file_of(one.begin).name,
                  side.syntax[one.begin].line, 0};
      if (!places.empty() && std::get<0>(places.back()) == std::get<0>(place) &&
          std::get<1>(places.back()) == std::get<1>(place))
        std::get<2>(place) = std::get<2>(places.back()) + 1;
      places.push_back(std::move(place));
    }
    return places;
  }

  void merge_scopes(std::size_t begin, std::size_t end, std::size_t device_begin,
                    std::size_t device_end, bool in_class) {
    const auto mine = declarations_in(host_.syntax, begin, end);
    const auto theirs = declarations_in(device_.syntax, device_begin, device_end);
    const auto places = places_of(host_, mine);
    const auto their_places = places_of(device_, theirs);
    std::map<Place, std::vector<std::size_t>> index;
    for (std::size_t j = 0; j < theirs.size(); ++j) index[their_places[j]].push_back(j);
    anchor_ = begin;
    std::size_t i = 0, j = 0;
    while (i < mine.size() || j < theirs.size()) {
      // Find the next place that both texts have; only one text has the declarations
      // before it.
      std::size_t next = i, partner = theirs.size();
      for (; next < mine.size() && partner == theirs.size(); ++next) {
        const auto found = index.find(places[next]);
        if (found == index.end()) continue;
        const auto at = std::lower_bound(found->second.begin(), found->second.end(), j);
        if (at != found->second.end()) partner = *at;
      }
      const bool paired = partner != theirs.size();
      if (paired) --next;
      std::vector<Part> hosts, devices;
      for (; i < next; ++i) hosts.push_back({host_, mine[i]});
      for (; j < partner; ++j) devices.push_back({device_, theirs[j]});
      merge_strangers(hosts, devices, in_class);
      if (!paired) break;
      merge_pair({host_, mine[i++]}, {device_, theirs[j++]}, in_class);
    }
  }

  /// Merges declarations at places that only one of the two texts has.
  void merge_strangers(const std::vector<Part>& hosts, const std::vector<Part>& devices,
                       bool in_class) {
    // The host's declarations that are not merged yet, the last one first.
    std::map<std::vector<std::string_view>, std::vector<std::size_t>> left;
    for (std::size_t i = hosts.size(); i-- > 0;) left[identity(hosts[i])].push_back(i);
    std::vector<bool> merged(hosts.size());
    for (const Part& device : devices) {
      const std::vector<std::string_view> words = identity(device);
      const auto same = words.empty() ? left.end() : left.find(words);
      const bool found = same != left.end() && !same->second.empty();
      const bool takes = found && (device.is_function() || device.is_device_variable());
      if (takes) {
        const Part& host = hosts[same->second.back()];
        if (device.is_function()) merge_functions(host, device);
        if (!device.is_function()) replace(host, text_of(device));
        merged[same->second.back()] = true;
        same->second.pop_back();
      } else if (found || (in_class && device.is_data_member())) {
        complain(device);
      } else {
        insert(device);
      }
    }
    for (std::size_t i = 0; i < hosts.size(); ++i) {
      const Part& host = hosts[i];
      if (merged[i]) continue;
      if (in_class && host.is_data_member()) complain(host);
      // A function for the device alone that only the host's pass sees: nobody can call
      // it, so it is removed.
      if (host.is_function() && host.is_for_device_alone()) replace(host, "");
      anchor_ = host.it.end;
    }
  }

  void merge_pair(const Part& host, const Part& device, bool in_class) {
    if (!same(host, device)) merge_different(host, device, in_class);
    anchor_ = host.it.end;
  }

  void merge_different(const Part& host, const Part& device, bool in_class) {
    if (depth_ < kDeepest && differ_only_inside(host, device)) {
      ++depth_;
      merge_scopes(host.it.body + 1, host.close(), device.it.body + 1, device.close(),
                   host.it.kind == Kind::class_type);
      --depth_;
    } else if (host.is_function() && device.is_function()) {
      const bool one = signature(host) == signature(device);
      const bool defined = host.has_body() && device.has_body();
      if (one && defined) return merge_functions(host, device);
      // The difference may be in a constructor's initializers, for example.
      if (defined && !host.is_for_device_alone()) return complain(device);
      merge_strangers({host}, {device}, in_class);
    } else if (device.is_device_variable() && !in_class) {
      replace(host, text_of(device));
    } else {
      complain(device);
    }
  }

  /// Merges one function with two bodies, or with the same body for different sides.
  void merge_functions(const Part& host, const Part& device) {
    const bool constant = host.says("constexpr") || device.says("constexpr");
    // After `A::`, the keywords for the side may be missing, as the class has them.
    const bool member_elsewhere = host.says("::") && !host.is_for_device();
    if (host.is_for_device_alone() && device.is_for_device_alone())
      replace(host, text_of(device));
    else if (!host.is_for_device() && !device.is_for_device() && !constant &&
             !member_elsewhere)
      merge_lambdas(host, device);
    else if (same_body(host, device))
      replace(host, text_of(device));
    else
      replace(host, choice(host.side(), host.it.body, device.side(), device.it.begin,
                           device.it.body));
  }

  /// The device's head with both bodies, given by their opening braces.
  std::string choice(const Side& host, std::size_t host_body, const Side& device,
                     std::size_t begin, std::size_t body) const {
    const auto inside = [](const Side& side, std::size_t open) {
      return side.copy(side.syntax[open].end(),
                       side.syntax[side.syntax.partner(open)].offset);
    };
    return device.marker(begin) +
           device.copy(device.syntax[begin].offset, device.syntax[body].end()) +
           std::string(kAsks) + inside(device, body) + "} else {" +
           host.marker(host_body) + inside(host, host_body) + "} }";
  }

  struct Lambda {
    std::size_t begin, body, end;  ///< `[`, `{`, and one past `}`.
    bool is_for_host;
  };

  /// The outermost lambdas that are declared for the device.
  std::vector<Lambda> lambdas_in(const Side& side, std::size_t begin,
                                 std::size_t end) const {
    std::vector<Lambda> found;
    for (std::size_t i = begin; i < end; ++i) {
      if (!side.syntax.is(i, "]") || side.syntax.partner(i) == kNone) continue;
      bool for_device = false, for_host = false;
      std::size_t at = i + 1;
      for (; side.syntax.is(at, kHost) || side.syntax.is(at, kDevice); ++at) {
        for_device |= side.syntax.is(at, kDevice);
        for_host |= side.syntax.is(at, kHost);
      }
      if (!for_device) continue;
      const std::size_t far = std::min(end, at + Syntax::kLongestDeclaration);
      while (at < far && !side.syntax.is(at, "{") && !side.syntax.is(at, ";"))
        at = side.syntax.after(at);
      if (!side.syntax.is(at, "{") || side.syntax.partner(at) == kNone) continue;
      found.push_back(
          {side.syntax.partner(i), at, side.syntax.partner(at) + 1, for_host});
      i = found.back().end - 1;
    }
    return found;
  }

  /// Keeps a host function, but replaces its lambdas for the device.
  void merge_lambdas(const Part& host, const Part& device) {
    const auto mine = lambdas_in(host.side(), host.it.body, host.it.end);
    const auto theirs = lambdas_in(device.side(), device.it.body, device.it.end);
    std::size_t words = 0;
    for (std::size_t i = host.it.body; i < host.it.end; ++i)
      words += host.token(i).is(kDevice);
    // A lambda in a class within the function would not be found.
    if (mine.size() != theirs.size() || words != mine.size()) return complain(device);
    for (std::size_t k = 0; k < mine.size(); ++k) {
      const Lambda &one = mine[k], &other = theirs[k];
      if (same(host.side(), one.begin, one.end, device.side(), other.begin, other.end))
        continue;
      const std::string text =
          other.is_for_host
              ? choice(host.side(), one.body, device.side(), other.begin, other.body)
              : device.side().marker(other.begin) +
                    device.side().copy(device.token(other.begin).offset,
                                       device.token(other.end - 1).end());
      replace(one.begin, one.end, text);
    }
  }

  std::string text_of(const Part& part) const {
    return part.side().marker(part.it.begin) +
           part.side().copy(part.first().offset, part.last().end());
  }

  void replace(const Part& host, const std::string& text) {
    replace(host.it.begin, host.it.end, text);
  }
  void replace(std::size_t begin, std::size_t end, const std::string& text) {
    const Token& first = host_.syntax[begin];
    const Token& last = host_.syntax[end - 1];
    edits_.replace(first.offset, last.end() - first.offset, text + host_.marker(end - 1));
  }

  /// Inserts a declaration of the device alone, after the last one that both texts have.
  void insert(const Part& device) {
    if (anchor_ == 0) return complain(device);
    const Token& before = host_.syntax[anchor_ - 1];
    edits_.insert(before.end(), text_of(device) + host_.marker(anchor_ - 1));
  }

  void complain(const Part& part) {
    result_.complaints.push_back(
        {false, part.side().file_of(part.it.begin).name, part.first().line,
         "What this declares is not the same for the host and for the device "
         "(__CUDA_ARCH__), and the simulator cannot keep both. Ask for __CUDA_ARCH__ "
         "within functions, or declare it under two names."});
  }

  Side host_, device_;
  Edits edits_;
  MergedText result_;
  std::size_t anchor_ = 0;  ///< One past the host's last merged token.
  /// The deepest nesting of braces that clang accepts.
  static constexpr int kDeepest = 256;
  int depth_ = 0;
};

}  // namespace

MergedText merge_passes(const PreprocessedText& host, const PreprocessedText& device) {
  return Merger(host, device).run();
}

}  // namespace gridlock
