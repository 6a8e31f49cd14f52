#include "build/code/symbols.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <cctype>
#include <cstddef>
#include <cstdint>

#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <sstream>

#include "common/elf.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// Whether the name matches.  `*` matches any text, even an empty one, and `?` any
/// character.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t in_pattern = 0, star = pattern.npos, behind_star = 0;
  for (std::size_t at = 0; at < name.size();) {
    const char wanted = in_pattern < pattern.size() ? pattern[in_pattern] : '\0';
    if (wanted == '*') {
      star = in_pattern++;
      behind_star = at;
    } else if (wanted == '?' || wanted == name[at]) {
      ++in_pattern;
      ++at;
    } else {
      // Only the last star is tried with more text: for earlier ones, the shortest match
      // suffices.  This keeps the time for long names linear.
      if (star == pattern.npos) return false;
      in_pattern = star + 1;
      at = ++behind_star;
    }
  }
  return pattern.find_first_not_of('*', in_pattern) == pattern.npos;
}

class SymbolList {
 public:
  SymbolList() {
    for (const std::string_view whole : split_lines(allowed_symbols_text())) {
      const std::string_view line = trim(whole);
      if (line.empty() || line.starts_with("#")) continue;
      if (line.starts_with("["))
        sections_.push_back({std::string(line.substr(1, line.size() - 2)), {}});
      else
        add(sections_.back(), std::string(line));
    }
  }

  /// Finds the section of this kind that contains the name; returns the reason in its
  /// title.
  std::optional<std::string_view> reason(std::string_view kind,
                                         std::string_view name) const {
    for (const Section& section : sections_)
      if (section.title.starts_with(kind) && holds(section, name))
        return std::string_view(section.title).substr(kind.size());
    return std::nullopt;
  }

  bool in_section(std::string_view title, std::string_view name) const {
    for (const Section& section : sections_)
      if (section.title == title && holds(section, name)) return true;
    return false;
  }

  bool is_for_devices(std::string_view name) const {
    return in_section("pure", name) || in_section("recorded", name) ||
           in_section("runtime", name);
  }

  bool is_of_libraries(std::string_view name) const {
    return is_for_devices(name) || in_section("libraries", name);
  }

  bool is_for_labs(std::string_view name) const {
    return is_for_devices(name) || in_section("labs", name) ||
           in_section("hooks", name) || in_section("cuda", name) ||
           is_cuda_function(demangled(std::string(name)));
  }

  bool is_cuda_function(std::string_view signature) const {
    return in_section(kCudaFunctions, signature) || in_section(kScoped, signature);
  }

  std::vector<std::string_view> patterns(std::string_view title) const {
    std::vector<std::string_view> result;
    for (const Section& section : sections_)
      if (section.title == title)
        result.insert(result.end(), section.patterns.begin(), section.patterns.end());
    return result;
  }

 private:
  static constexpr std::string_view kCudaFunctions = "cuda functions";
  static constexpr std::string_view kScoped = "cuda functions of each scope";

  struct Section {
    std::string title;
    std::vector<std::string> patterns;
  };

  static void add(Section& section, const std::string& line) {
    std::istringstream words(line);
    if (section.title == kCudaFunctions)
      section.patterns.push_back(line);
    else if (section.title == kScoped)
      for (const char* scope : {"", "_block", "_system"})
        section.patterns.push_back(std::string(line).insert(line.find('('), scope));
    else
      for (std::string name; words >> name;) section.patterns.push_back(name);
  }

  static bool holds(const Section& section, std::string_view name) {
    for (const std::string& pattern : section.patterns)
      if (pattern == name ||
          (pattern.find_first_of("*?") != pattern.npos &&
           pattern.find('(') == pattern.npos && matches(pattern, name)))
        return true;
    return false;
  }

  std::vector<Section> sections_;
};

const SymbolList& the_list() {
  static const SymbolList list;
  return list;
}

/// Whether the function has a guard or needs none, so that device code cannot call it
/// unnoticed.  After the guards are made, the code generator may add calls of other
/// functions.
bool is_guarded(const SymbolList& list, const ModuleSymbol& symbol,
                const std::set<std::string>& guarded) {
  return !symbol.function || symbol.weak || symbol.name.starts_with("__wrap_") ||
         list.is_for_devices(symbol.name) || guarded.contains(symbol.name);
}

std::optional<Complaint> complaint_about_call(const SymbolList& list,
                                              const ModuleSymbol& symbol, bool program,
                                              const std::set<std::string>& guarded,
                                              std::set<std::string_view>& told) {
  // The linker redirects some calls to the simulator: __wrap_printf stands for printf.
  constexpr std::string_view kWrapped = "__wrap_";
  const bool wrapped = symbol.name.starts_with(kWrapped);
  const std::string name = wrapped ? symbol.name.substr(kWrapped.size()) : symbol.name;
  const std::string shown = demangled(name);
  auto reason = list.reason("refused: ", name);
  if (!reason) {
    reason = list.reason("program: ", name);
    if (reason && program && is_guarded(list, symbol, guarded)) return std::nullopt;
  }
  // One complaint per reason is enough: a line that prints uses several functions of a
  // stream.
  if (reason && !told.insert(*reason).second) return std::nullopt;
  if (reason)
    return Complaint{false, "", 0,
                     "The file uses " + shown + ": " + std::string(*reason) + "."};
  for (const char* section : {"hooks", "cuda"})
    if (list.in_section(section, symbol.name)) return std::nullopt;
  const bool exists = ::dlsym(RTLD_DEFAULT, name.c_str()) != nullptr;
  if (exists && list.is_of_libraries(name) && is_guarded(list, symbol, guarded))
    return std::nullopt;
  if (list.is_cuda_function(shown)) return std::nullopt;
  if (symbol.weak) return std::nullopt;
  if (exists)
    return Complaint{false, "", 0,
                     "The file uses " + shown +
                         ", which is not available on the simulator. Write it without."};
  return Complaint{true, "", 0,
                   shown + " is declared and used, but defined nowhere in this file."};
}

bool is_of_hooks(const std::string& name) {
  // The C runtime calls __gmon_start__ while loading, if it is defined.
  return starts_with_any(name, {"__tsan", "__wrap_", "__real_", "_Znw", "_Zna", "_Zdl",
                                "_Zda", "__gmon_start__", "_ITM_"}) ||
         is_any_of(name, {"memcpy", "memmove", "memset"});
}

/// Whether the name belongs to CUDA, to the hooks or to a library: a definition of it
/// would replace the simulator's for the program or for the lab's own code.
bool is_taken(const SymbolList& list, const ModuleSymbol& symbol) {
  const std::string& name = symbol.name;
  if (is_of_hooks(name)) return true;
  if (list.is_cuda_function(demangled(name))) return true;
  // What follows concerns C functions only.
  if (!symbol.function || name.starts_with("_Z")) return false;
  if (name.starts_with("cuda") && name.size() > 4)
    return name[4] >= 'A' && name[4] <= 'Z';
  if (name.starts_with("gridlock_"))
    return name != "gridlock_module_abi_version" && name != "gridlock_module_scenarios" &&
           name != "gridlock_program_entry" && name != "gridlock_program_main";
  const bool library = list.is_of_libraries(name) || list.reason("program: ", name);
  return list.in_section("cuda", name) ||
         (library && ::dlsym(RTLD_DEFAULT, name.c_str()));
}

std::optional<Complaint> complaint_about_definition(const SymbolList& list,
                                                    const ModuleSymbol& symbol) {
  if (!is_taken(list, symbol)) return std::nullopt;
  return Complaint{false, "", 0,
                   "The file defines " + demangled(symbol.name) +
                       ", which CUDA or the C library has already. Give it another "
                       "name."};
}

std::set<std::string> undefined_in(const std::vector<ModuleSymbol>& symbols) {
  std::set<std::string> names;
  for (const ModuleSymbol& symbol : symbols)
    if (!symbol.defined) names.insert(symbol.name);
  return names;
}

/// An upper bound for the number of back references in a mangled name.
std::ptrdiff_t count_references(std::string_view name) {
  std::ptrdiff_t count = 0;
  for (std::size_t at = name.find('S'); at != name.npos; at = name.find('S', at + 1)) {
    std::size_t end = at + 1;
    while (end < name.size() && (std::isdigit(static_cast<unsigned char>(name[end])) ||
                                 std::isupper(static_cast<unsigned char>(name[end]))))
      ++end;
    if (end < name.size() && name[end] == '_') ++count;
  }
  return count;
}

}  // namespace

std::string demangled(const std::string& name) {
  // Each back reference (S_, S0_, ...) can double the length of the demangled name.
  constexpr std::ptrdiff_t kReferencesMax = 24;
  if (count_references(name) > kReferencesMax) return name;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

std::vector<ModuleSymbol> module_symbols(std::string_view bytes) {
  const ElfFile elf(bytes);
  std::vector<ModuleSymbol> result;
  for (const std::uint32_t table : {SHT_DYNSYM, SHT_SYMTAB})
    for (const auto& [entry, full_name] : elf.symbols(table)) {
      const int type = ELF64_ST_TYPE(entry.st_info);
      const std::string_view name = full_name.substr(0, full_name.find('@'));
      if (name.empty() || type == STT_SECTION || type == STT_FILE) continue;
      result.push_back({std::string(name), entry.st_shndx != SHN_UNDEF,
                        ELF64_ST_BIND(entry.st_info) == STB_WEAK,
                        type == STT_FUNC || type == STT_GNU_IFUNC,
                        ELF64_ST_BIND(entry.st_info) == STB_LOCAL});
    }
  return result;
}

std::vector<Complaint> check_symbols(std::vector<ModuleSymbol> symbols, bool program,
                                     const std::vector<std::string>& guarded) {
  const std::set<std::string> guards(guarded.begin(), guarded.end());
  // Short names tell most, and variables of std (_ZSt...) more than members (_ZNS...).
  std::stable_sort(symbols.begin(), symbols.end(),
                   [](const auto& one, const auto& other) {
                     const std::size_t size = one.name.size();
                     return size != other.name.size() ? size < other.name.size()
                                                      : one.name > other.name;
                   });
  std::set<std::string_view> told;
  std::vector<Complaint> complaints;
  for (const ModuleSymbol& symbol : symbols) {
    constexpr std::string_view kWrapped = "__wrap_";
    if (symbol.defined && symbol.name.starts_with(kWrapped) &&
        guards.contains(symbol.name.substr(kWrapped.size())))
      continue;  // It is a guard of ours.
    auto complaint =
        symbol.defined ? complaint_about_definition(the_list(), symbol)
                       : complaint_about_call(the_list(), symbol, program, guards, told);
    if (!complaint) continue;
    bool repeated = false;  // A module's two symbol tables overlap.
    for (const Complaint& other : complaints) repeated |= other.text == complaint->text;
    if (!repeated) complaints.push_back(std::move(*complaint));
  }
  return complaints;
}

bool is_provided(const std::string& name) {
  const SymbolList& list = the_list();
  return ::dlsym(RTLD_DEFAULT, name.c_str()) || list.in_section("hooks", name) ||
         list.in_section("cuda", name) || list.is_cuda_function(demangled(name));
}

bool needs_guard(const std::string& name, bool weak) {
  const SymbolList& list = the_list();
  const bool listed = list.is_of_libraries(name) || list.reason("program: ", name) ||
                      list.reason("refused: ", name);
  if (!::dlsym(RTLD_DEFAULT, name.c_str()) && (weak || !listed)) return false;
  return !name.starts_with("llvm.") && !list.is_for_devices(name) &&
         !list.in_section("hooks", name) && !list.in_section("cuda", name) &&
         !list.is_cuda_function(demangled(name));
}

std::vector<Complaint> check_submission(const std::vector<ModuleSymbol>& submission,
                                        const std::vector<ModuleSymbol>& scenarios) {
  const std::set<std::string> used = undefined_in(scenarios);
  std::vector<Complaint> complaints;
  for (const ModuleSymbol& symbol : submission)
    if (!symbol.defined && is_provided(symbol.name) &&
        !the_list().is_for_labs(symbol.name))
      complaints.push_back({false, "", 0,
                            "The file uses " + demangled(symbol.name) +
                                ", which no lab needs. Write it without."});
  for (const ModuleSymbol& symbol : submission)
    if (symbol.defined && !symbol.local && used.contains(symbol.name) &&
        is_provided(symbol.name))
      complaints.push_back({false, "", 0,
                            "The file defines " + demangled(symbol.name) +
                                ", which the lab's own code takes from a library. Give "
                                "it another name, or remove it."});
  return complaints;
}

std::vector<std::string> lacking(const std::vector<ModuleSymbol>& module,
                                 const std::vector<ModuleSymbol>& scenarios) {
  const std::set<std::string> used = undefined_in(scenarios);
  std::set<std::string> names;
  for (const ModuleSymbol& symbol : module)
    if (!symbol.defined && !symbol.weak && used.contains(symbol.name) &&
        !is_provided(symbol.name))
      names.insert(demangled(symbol.name));
  return {names.begin(), names.end()};
}

std::vector<std::string_view> recorded_functions() {
  return the_list().patterns("recorded");
}

}  // namespace gridlock
