#include "build/code/guards.h"

#include <algorithm>

#include <fmt/format.h>

#include "build/code/reader.h"
#include "build/code/symbols.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// Names of functions that the code declares, defines and uses.
struct Names {
  std::vector<std::string_view> declared;
  std::set<std::string_view> weak;
  std::set<std::string_view> defined;
  std::set<std::string_view> used;
  bool typed = false;  ///< Pointers have types, as a declaration shows.
};

Names names_in(std::string_view ir) {
  Names names;
  for (std::string_view line : split_lines(ir)) {
    const bool declares = line.starts_with("declare ");
    if (declares && line.find('*') != line.npos) names.typed = true;
    if (declares || line.starts_with("define ")) {
      const bool weak = line.starts_with("declare extern_weak ");
      line.remove_prefix(std::min(line.find('@') + 1, line.size()));
      const std::string_view name = name_at(line);
      if (weak) names.weak.insert(name);
      if (declares)
        names.declared.push_back(name);
      else
        names.defined.insert(name);
    }
    for (std::size_t at = 0; (at = line.find('@', at)) != line.npos;)
      names.used.insert(name_at(line.substr(++at)));
  }
  return names;
}

/// The guard of one function.  `musttail` passes on all arguments, in registers and on
/// the stack.
std::string guard(const std::string& name, std::size_t number, bool opaque) {
  const std::string array = fmt::format("[{} x i8]", name.size() + 1);
  const std::string text = fmt::format("@gridlock.guarded.{}", number);
  const std::string pointer = opaque ? "ptr" : "i8*";
  const std::string first =
      opaque ? text
             : fmt::format("getelementptr ({0}, {0}* {1}, i64 0, i64 0)", array, text);
  return fmt::format(
      "{0} = private unnamed_addr constant {1} c\"{2}\\00\"\n"
      "declare void @\"__real_{2}\"(...)\n"
      "define hidden void @\"__wrap_{2}\"(...) \"frame-pointer\"=\"all\" {{\n"
      "  %from = call {3} @llvm.returnaddress(i32 0)\n"
      "  call void @gridlock_host_only({3} {4}, {3} %from)\n"
      "  musttail call void (...) @\"__real_{2}\"(...)\n"
      "  ret void\n"
      "}}\n",
      text, array, name, pointer, first);
}

}  // namespace

std::set<std::string> defined_functions(std::string_view ir) {
  const Names names = names_in(ir);
  return {names.defined.begin(), names.defined.end()};
}

GuardedCode guard_calls(const std::string& ir, const std::set<std::string>& elsewhere) {
  const Names names = names_in(ir);
  GuardedCode result{ir, {}, {}};
  for (const auto* set : {&names.used, &names.defined})
    for (const std::string_view name : *set)
      if (name.starts_with("__wrap_") || name.starts_with("__real_"))
        result.reserved.emplace_back(name);
  // The sanitizer declares functions that it does not call.
  for (const std::string_view name : names.declared)
    if (names.used.contains(name) && !elsewhere.contains(std::string(name)) &&
        needs_guard(std::string(name), names.weak.contains(name)))
      result.functions.emplace_back(name);
  if (result.functions.empty()) return result;
  const std::string pointer = names.typed ? "i8*" : "ptr";
  result.ir += fmt::format("declare void @gridlock_host_only({0}, {0})\n", pointer);
  constexpr std::string_view kReturnAddress = "llvm.returnaddress";
  if (std::ranges::find(names.declared, kReturnAddress) == names.declared.end())
    result.ir += fmt::format("declare {} @{}(i32)\n", pointer, kReturnAddress);
  for (std::size_t i = 0; i < result.functions.size(); ++i)
    result.ir += guard(result.functions[i], i, !names.typed);
  return result;
}

std::vector<std::string> guard_flags(const std::vector<std::string>& functions) {
  std::vector<std::string> flags;
  for (const std::string& function : functions) flags.push_back("--wrap=" + function);
  return flags;
}

}  // namespace gridlock
