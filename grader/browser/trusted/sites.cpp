// The last step on a module's code, in place of the guards and symbol tables of native
// modules.  A page knows no return addresses and no debug information of loaded code.  So
// the code stores the number of a call's site before each call, and its data hold tables
// of its sites and of its variables.
#include <fmt/format.h>

#include <cxxabi.h>
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <unordered_map>

#include "build/code/guards.h"
#include "build/code/reader.h"
#include "build/code/symbols.h"
#include "common/text.h"
#include "common/type_layout.h"
#include "trusted/sites.h"

namespace gridlock {
namespace {

/// The text in `key: "..."` of a line of metadata; "" if there is none.
std::string_view quoted_field(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == line.npos) return "";
  line.remove_prefix(at + key.size());
  return line.substr(0, line.find('"'));
}

/// The number behind `key`, such as of `scope: !12`; -1 if there is none.
int number_field(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  return at == line.npos
             ? -1
             : std::atoi(std::string(line.substr(at + key.size(), 12)).c_str());
}

/// The places that the code's debug information names.
class Places {
 public:
  explicit Places(std::string_view ir) {
    for (const std::string_view line : split_lines(ir)) {
      if (!line.starts_with('!') || line.find(" = ") == line.npos) continue;
      const int number = std::atoi(std::string(line.substr(1, 12)).c_str());
      if (number > 0 || line.starts_with("!0 ")) lines_[number] = line;
    }
  }

  /// "path:line" of a DILocation.
  std::string of(int number) const {
    const std::string_view location = line(number);
    if (location.find("!DILocation(") == location.npos) return "??:0";
    return file_of(number_field(location, "scope: !")) + ":" +
           std::to_string(std::max(0, number_field(location, "line: ")));
  }

 private:
  std::string_view line(int number) const {
    const auto found = lines_.find(number);
    return found == lines_.end() ? std::string_view() : found->second;
  }
  std::string file_of(int scope) const {
    for (int depth = 0; depth < 64; ++depth) {
      const std::string_view text = line(scope);
      if (text.find("!DIFile(") != text.npos) {
        const std::string name(quoted_field(text, "filename: \""));
        if (name.starts_with('/')) return name;
        return std::string(quoted_field(text, "directory: \"")) + "/" + name;
      }
      const int file = number_field(text, "file: !");
      scope = file >= 0 ? file : number_field(text, "scope: !");
      if (scope < 0) break;
    }
    return "??";
  }

  std::unordered_map<int, std::string_view> lines_;
};

/// The handler or clean-up to which each block of a function belongs.  Calls in a block
/// must name it, and the added hooks do not yet.
class Funclets {
 public:
  explicit Funclets(const std::vector<std::string_view>& function) : function_(function) {
    for (std::size_t i = 1; i < function.size(); ++i) {
      const std::string_view line = function[i];
      const std::size_t colon = line.find(':');
      if (!line.empty() && line.front() != ' ' && line.front() != '}' &&
          colon != line.npos)
        begins_["%" + std::string(line.substr(0, colon))] = i;
      if (line.find(" = catchswitch within ") != line.npos)
        parents_[word_of(line)] = word_behind(line, "within ");
    }
    visit(1, "");
  }

  /// The token of the funclet that holds the line; "" outside of all.
  const std::string& at(std::size_t line) const {
    static const std::string kNone;
    const auto found = tokens_.find(line);
    return found == tokens_.end() ? kNone : found->second;
  }

 private:
  static std::string word_of(std::string_view line) {
    line = trim(line);
    return std::string(line.substr(0, line.find(' ')));
  }
  static std::string word_behind(std::string_view line, std::string_view key) {
    const std::size_t at = line.find(key);
    if (at == line.npos) return "";
    line.remove_prefix(at + key.size());
    return std::string(line.substr(0, line.find_first_of(" ,")));
  }

  void visit(std::size_t first, std::string token) {
    std::vector<std::pair<std::size_t, std::string>> open{{first, std::move(token)}};
    std::map<std::size_t, std::string> seen;
    while (!open.empty()) {
      auto [begin, inside] = open.back();
      open.pop_back();
      if (const auto [at, is_new] = seen.emplace(begin, inside); !is_new) {
        // An unreachable block may follow code of several funclets, and belongs to none.
        const bool is_pad = function_[begin + 1].find(" within ") != std::string::npos;
        for (std::size_t i = begin; at->second != inside && !is_pad; ++i)
          if (tokens_.erase(i); function_[i + 1].find_first_not_of(' ') == 0) break;
        continue;
      }
      for (std::size_t i = begin; i < function_.size(); ++i) {
        const std::string_view line = function_[i];
        if (i > begin && !line.empty() && line.front() != ' ') break;
        if (line.find(" = catchpad within ") != line.npos ||
            line.find(" = cleanuppad within ") != line.npos) {
          inside = word_of(line);
          const std::string outer = word_behind(line, "within ");
          const auto known = parents_.find(outer);
          parents_[inside] = known == parents_.end() ? outer : known->second;
        }
        if (!inside.empty()) tokens_[i] = inside;
        std::string next = inside;
        if (trim(line).starts_with("catchret ")) {
          next = parents_[inside];
          if (next == "none") next.clear();
        }
        for (std::size_t at = 0; (at = line.find("label %", at)) != line.npos;) {
          at += 6;
          const std::size_t end = line.find_first_of(" ,]", at);
          const auto found = begins_.find(std::string(line.substr(at, end - at)));
          if (found != begins_.end()) open.push_back({found->second, next});
        }
      }
    }
  }

  const std::vector<std::string_view>& function_;
  std::map<std::string, std::size_t> begins_;
  std::map<std::string, std::string> parents_;
  std::map<std::size_t, std::string> tokens_;
};

/// The end of the arguments of the call in this line.
std::size_t end_of_arguments(std::string_view line, std::size_t callee) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = callee; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (quoted) continue;
    if (line[i] == '(') ++depth;
    if (line[i] == ')' && --depth == 0) return i + 1;
  }
  return line.npos;
}

/// The line.  A definition without a linkage becomes visible only in its own file.
std::string hidden(std::string_view line) {
  const std::string_view begin = line.starts_with("define ") ? "define " : " = ";
  const std::size_t at = line.find(begin) + begin.size();
  std::string_view rest = line.substr(at);
  for (const char* linkage : {"internal", "private", "linkonce", "weak", "external",
                              "extern_weak", "available", "appending", "common"})
    if (rest.starts_with(linkage)) return std::string(line);
  for (const char* word : {"dso_local ", "hidden ", "protected "}) skip_word(rest, word);
  return std::string(line.substr(0, at)).append("internal ").append(rest);
}

class SiteWriter {
 public:
  explicit SiteWriter(const std::string& ir) : ir_(ir), places_(ir) {
    is_scenarios_ = ir.find("@gridlock_module_abi_version(") != ir.npos;
    first_ = is_scenarios_ ? kFirstSiteOfScenarios : 1;
  }

  std::string run() {
    result_.reserve(ir_.size() * 5 / 4);
    std::vector<std::string_view> function;
    for (const std::string_view line : split_lines(ir_)) {
      if (line.starts_with("define "))
        function = {line};
      else if (!function.empty())
        function.push_back(line);
      else
        take_outside(line);
      if (line == "}" && !function.empty()) {
        take_function(function);
        function.clear();
      }
    }
    add_tables();
    redirect_calls();
    return std::move(result_);
  }

 private:
  /// As in a native module, the submission sees no names of the scenarios but those that
  /// the worker looks up.
  std::string shown(std::string_view line) const {
    const bool is_looked_up = line.find("@gridlock_module_") != line.npos;
    return is_scenarios_ && !is_looked_up ? hidden(line) : std::string(line);
  }

  void take_outside(std::string_view line) {
    const std::string_view name = variable_in(line);
    result_.append(name.empty() ? std::string(line) : shown(line)).append("\n");
    if (name.empty() || line.find(" external ") != line.npos ||
        line.find("extern_weak") != line.npos || line.find("thread_local") != line.npos ||
        line.find("@llvm.") == 0)
      return;
    const std::string_view section = section_of(line);
    std::size_t at = line.find(" global ");
    if (at == line.npos && (section.starts_with("gl_") || section == kLayoutSection))
      at = line.find(" constant ");
    if (at == line.npos) return;
    std::string_view type = line.substr(line.find(' ', at + 1) + 1);
    type = type.substr(0, end_of_type(type));
    const std::map<std::string_view, int> spaces{
        {"gl_shared", 1},  {"gl_device", 2},    {"gl_constant", 3},
        {"gl_managed", 4}, {kLayoutSection, 5},
    };
    const auto space = spaces.find(section);
    variables_.push_back({std::string(line.substr(0, line.find(" = "))),
                          std::string(type), space == spaces.end() ? 0 : space->second});
  }

  /// The call with the token of its funclet, unless it has one or needs none.
  static std::string with_token(std::string_view line, std::string_view callee,
                                const std::string& token) {
    std::string text(line);
    if (token.empty() || line.find("\"funclet\"") != line.npos) return text;
    const std::size_t end = end_of_arguments(line, line.find('@' + std::string(callee)));
    if (end == line.npos) return text;
    return text.insert(end, fmt::format(" [ \"funclet\"(token {}) ]", token));
  }

  void take_function(const std::vector<std::string_view>& function) {
    std::string_view name = function.front().substr(function.front().find('@') + 1);
    name = name_at(name);
    const bool is_glue =
        name.starts_with("_ZN8gridlock") || name.starts_with("_ZNK8gridlock");
    const bool has_pads =
        std::any_of(function.begin(), function.end(), [](std::string_view line) {
          return line.find(" = catchpad ") != line.npos ||
                 line.find(" = cleanuppad ") != line.npos;
        });
    const std::optional<Funclets> funclets =
        has_pads ? std::optional<Funclets>(function) : std::nullopt;
    for (std::size_t i = 0; i < function.size(); ++i) {
      const std::string_view line = function[i];
      const auto call = line.starts_with("  ") ? parse_call(line) : std::nullopt;
      const bool calls =
          call && !call->callee.starts_with("llvm.") && call->callee != "asm";
      if (calls && !is_glue) {
        sites_.append(name).append("\t");
        // An invoke has a second line, with its location in the source.
        const bool goes_on =
            i + 1 < function.size() && function[i + 1].starts_with("          to label ");
        sites_ += places_.of(number_field(function[i + goes_on], "!dbg !")) + "\n";
        result_ += fmt::format("  store i32 {}, ptr @gridlock_site, align 4\n",
                               first_ + count_++);
      }
      if (calls && funclets)
        result_ += with_token(line, call->callee, funclets->at(i)) + "\n";
      else
        result_.append(i == 0 ? shown(line) : line).append("\n");
    }
  }

  /// Has the code call the simulator where a native linker would redirect the calls.
  void redirect_calls() {
    for (const std::string_view function : recorded_functions()) {
      const std::string name = fmt::format("@{}(", function);
      for (std::size_t at = 0; (at = result_.find(name, at)) != result_.npos;)
        result_.insert(at + 1, "__wrap_"), at += name.size();
    }
  }

  static std::string as_constant(std::string_view text) {
    std::string written;
    for (const char c : text)
      written += c == '"' || c == '\\' || static_cast<unsigned char>(c) < 32
                     ? fmt::format("\\{:02X}", static_cast<unsigned char>(c))
                     : std::string(1, c);
    return written;
  }

  void add_text(std::string_view name, const std::string& text) {
    result_ += fmt::format("{} = constant [{} x i8] c\"{}\\00\", section \"gl_tables\"\n",
                           name, text.size() + 1, as_constant(text));
  }

  void add_tables() {
    const char* const unit = is_scenarios_ ? "scenarios" : "submission";
    if (ir_.find("@gridlock_site =") == ir_.npos)
      result_ += "@gridlock_site = external global i32\n";
    add_text(fmt::format("@gridlock_sites_of_{}", unit),
             fmt::format("{}{}\n{}{}", kSitesBegin, first_, sites_, kSitesEnd));
    std::string names, entries;
    for (const auto& [name, type, space] : variables_) {
      const std::string symbol(name.substr(name.starts_with("@\"") ? 2 : 1));
      names += symbol.substr(0, symbol.find('"')) + "\n";
      entries += fmt::format(
          "{}{{ ptr, i32, i32 }} {{ ptr {}, i32 ptrtoint (ptr getelementptr ({}, ptr null, "
          "i32 1) to i32), i32 {} }}",
          entries.empty() ? "" : ", ", name, type, space);
    }
    entries +=
        fmt::format("{}{{ ptr, i32, i32 }} zeroinitializer", entries.empty() ? "" : ", ");
    add_text(fmt::format("@gridlock_names_of_{}", unit), names);
    result_ += fmt::format(
        "@gridlock_variables_of_{} = constant [{} x {{ ptr, i32, i32 }}] [{}], section "
        "\"gl_tables\"\n",
        unit, variables_.size() + 1, entries);
  }

  struct Variable {
    std::string name, type;
    int space;
  };

  const std::string& ir_;
  Places places_;
  std::string result_, sites_;
  std::vector<Variable> variables_;
  bool is_scenarios_ = false;
  unsigned first_ = 1, count_ = 0;
};

}  // namespace

GuardedCode guard_calls(const std::string& ir, const std::set<std::string>&) {
  return {SiteWriter(ir).run(), {}, {}};
}

std::set<std::string> defined_functions(std::string_view) { return {}; }
std::vector<std::string> guard_flags(const std::vector<std::string>&) { return {}; }

// A page trusts its own reader's code, so no symbol of it is refused.
std::vector<ModuleSymbol> module_symbols(std::string_view) { return {}; }
std::vector<Complaint> check_symbols(std::vector<ModuleSymbol>, bool,
                                     const std::vector<std::string>&) {
  return {};
}
std::vector<Complaint> check_submission(const std::vector<ModuleSymbol>&,
                                        const std::vector<ModuleSymbol>&) {
  return {};
}
std::vector<std::string> lacking(const std::vector<ModuleSymbol>&,
                                 const std::vector<ModuleSymbol>&) {
  return {};
}
std::vector<std::string_view> recorded_functions() {
  return {"memcpy", "memmove", "memset",  "malloc", "free",    "_Znwm",
          "_Znam",  "_ZdlPv",  "_ZdlPvm", "_ZdaPv", "_ZdaPvm", "exit"};
}
std::string_view allowed_symbols_text() { return ""; }
/// Nothing gets a guard, and no call announces the variables that its callee may write.
bool is_provided(const std::string&) { return true; }
bool needs_guard(const std::string&, bool) { return false; }

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;  // "x" would be a type.
  int status = 0;
  char* const text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  const std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

std::vector<std::string> sites_in(std::string_view module, unsigned first) {
  const std::string begin = fmt::format("{}{}\n", kSitesBegin, first);
  const std::size_t at = module.find(begin);
  if (at == module.npos) return {};
  module.remove_prefix(at + begin.size());
  std::vector<std::string> sites;
  for (const std::string_view line :
       split_lines(module.substr(0, module.find(kSitesEnd))))
    sites.emplace_back(line);
  return sites;
}

}  // namespace gridlock
