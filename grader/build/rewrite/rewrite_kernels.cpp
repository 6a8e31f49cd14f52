// Kernels and main, which the worker finds in the module by itself.
//
// A kernel can be launched by its address (cudaLaunchKernel, or a cooperative launch, to
// which many programs pass a void*).  The address lacks the kernel's type, so an object
// after each kernel registers both.
#include <algorithm>
#include <map>

#include "build/rewrite/rewriter.h"

namespace gridlock {
namespace {

constexpr std::string_view kGlobal = "__gridlock_global__";
constexpr std::string_view kDeviceMarker = "__gridlock_device__";
constexpr std::string_view kLaunchBounds = "__gridlock_launch_bounds__";
constexpr std::string_view kClusterDims = "__gridlock_cluster_dims__";

constexpr std::string_view kMain = "gridlock_program_main";

/// Code after the whole text that calls the program's main, whatever its parameters.
constexpr std::string_view kProgramEntry = R"(
# 1 "<program entry>"
namespace gridlock_program {
inline int call(int (*f)(), int, char**) { return f(); }
inline int call(int (*f)(int), int argc, char**) { return f(argc); }
inline int call(int (*f)(int, char**), int argc, char** argv) { return f(argc, argv); }
inline int call(int (*f)(int, const char**), int argc, char** argv) {
  return f(argc, const_cast<const char**>(argv));
}
inline int call(int (*f)(int, char* const*), int argc, char** argv) {
  return f(argc, argv);
}
inline int call(int (*f)(int, const char* const*), int argc, char** argv) {
  return f(argc, argv);
}
inline int call(int (*f)(int, char**, char**), int argc, char** argv) {
  static char* none[] = {nullptr};
  return f(argc, argv, none);
}
}
extern "C" int gridlock_program_entry(int argc, char** argv) {
  return gridlock_program::call(&gridlock_program_main, argc, argv);
}
)";

/// In C, a main that has fewer parameters ignores the arguments.
constexpr std::string_view kProgramEntryOfC = R"(
# 1 "<program entry>"
int gridlock_program_entry(int argc, char** argv) {
  return ((int (*)(int, char**))gridlock_program_main)(argc, argv);
}
)";

/// Whether the last word of a parameter is its name, not part of its type.
bool is_parameter_name(const Syntax& syntax, std::size_t word) {
  return syntax.is_identifier(word) &&
         !syntax.is_any(word, {"int", "char", "short", "long", "float", "double", "bool",
                               "signed", "unsigned", "const", "volatile", "auto"}) &&
         !syntax.is_any(word - 1, {"::", "const", "volatile", "struct", "class", "union",
                                   "enum", "typename"});
}

}  // namespace

void Rewriter::find_kernels() {
  for (std::size_t i = 0; i < syntax_.size(); ++i)
    if (syntax_.is(i, kGlobal) && may_rewrite(i)) kernel_at(i);
  // Overloads are known only after the whole text.
  std::map<std::string_view, std::set<std::string_view>> signatures;
  for (const Kernel& kernel : kernels_) {
    std::string_view signature = kernel.parameters;
    if (kernel.is_template) signature = "template";
    signatures[kernel.name].insert(signature);
  }
  for (const Definition& definition : definitions_) {
    const std::string& name = kernels_[definition.kernel].name;
    register_kernel(definition, signatures[name].size() > 1);
  }
}

/// The types of the parameters, as far as tokens show: without names and default values.
std::string Rewriter::parameter_types(std::size_t open) const {
  const std::size_t close = syntax_.partner(open);
  std::string types;
  std::size_t begin = open + 1;
  std::size_t end = kNone;  // Where a default value begins.
  for (std::size_t i = begin; i <= close; i = next_in_declaration(i)) {
    if (syntax_.is(i, "=") && end == kNone) end = i;
    if (i != close && !syntax_.is(i, ",")) continue;
    if (end == kNone) end = i;
    const bool named = end >= begin + 2 && is_parameter_name(syntax_, end - 1);
    types += source_of(begin, named ? end - 1 : end) + ", ";
    begin = i + 1;
    end = kNone;
  }
  return types;
}

void Rewriter::kernel_at(std::size_t marker) {
  edits_.remove(syntax_[marker]);
  const std::size_t end = std::min(syntax_.size(), marker + 2 * kLongestCopy);
  std::size_t open = marker + 1;
  while (open < end && !syntax_.is_any(open, {"(", ";", "{"})) {
    if (syntax_.is_any(open, {"decltype", kLaunchBounds, kClusterDims})) ++open;
    open = next_in_declaration(open);
  }
  const bool is_function = syntax_.is(open, "(") && syntax_.partner(open) != kNone &&
                           syntax_.is_identifier(open - 1) &&
                           syntax_.partner(open) - open < kLongestCopy;
  if (!is_function) return;  // It is a specialization, k<int>(..), or no definition.
  const std::size_t begin = syntax_.declaration_begin(marker);
  const bool is_template = syntax_.is(begin, "template");
  kernels_.push_back(
      {std::string(syntax_[open - 1].text), parameter_types(open), is_template});
  const std::size_t body = find_in_declaration(syntax_.after(open), end, {"{", ";"});
  const bool defined = syntax_.is(body, "{") && syntax_.partner(body) != kNone;
  if (defined && !is_template && syntax_.in_namespace(marker))
    definitions_.push_back({kernels_.size() - 1, open, body});
}

/// Notes `__launch_bounds__(n)` and `__cluster_dims__(x, y, z)` for the kernel's
/// registration: too large launches are refused, and launches get these clusters.
/// Kernels that are templates have no registration, so both attributes also become checks
/// at the beginning of the body.
void Rewriter::check_attributes() {
  for (std::size_t i = 0; i + 1 < syntax_.size(); ++i) {
    const bool bounds = syntax_.is(i, kLaunchBounds);
    if (!bounds && !syntax_.is(i, kClusterDims)) continue;
    const std::size_t close = syntax_.is(i + 1, "(") ? syntax_.partner(i + 1) : kNone;
    if (close == kNone || !may_rewrite(i)) continue;
    const std::size_t last =
        bounds ? std::min(find_in_declaration(i + 2, close, {","}), close) : close;
    const std::string arguments = source_of(i + 2, last);
    edits_.replace(syntax_[i].offset, syntax_[close].end() - syntax_[i].offset, "");
    const std::size_t end = std::min(syntax_.size(), close + 2 * kLongestCopy);
    const std::size_t body = find_in_declaration(close + 1, end, {"{", ";"});
    if (!syntax_.is(body, "{") || close == i + 2) continue;
    (bounds ? launch_bounds_ : cluster_dims_)[body] = arguments;
    edits_.insert(syntax_[body].end(), (bounds ? " ::gridlock_check_launch_bounds("
                                               : " ::gridlock_check_cluster_dims(") +
                                           arguments + ");");
  }
}

/// Adds the registration after the kernel's closing brace, on the same line.
void Rewriter::register_kernel(const Definition& definition, bool overloaded) {
  const std::string& kernel = kernels_[definition.kernel].name;
  const std::size_t open = definition.parameters;
  std::size_t name = open - 1;
  while (name >= 2 && syntax_.is(name - 1, "::") && syntax_.is_identifier(name - 2))
    name -= 2;
  const std::string qualified = source_of(name, open);
  std::string address = "&" + qualified;
  if (overloaded)
    address = "static_cast<void (*)(" + without_defaults(open) + ")>(" + address + ")";
  const auto bound = launch_bounds_.find(definition.body);
  const auto cluster = cluster_dims_.find(definition.body);
  std::string attributes;
  if (bound != launch_bounds_.end()) attributes = ", " + bound->second;
  if (cluster != cluster_dims_.end())
    attributes =
        (attributes.empty() ? ", 0" : attributes) + ", dim3(" + cluster->second + ")";
  edits_.insert(syntax_[syntax_.partner(definition.body)].end(),
                " static const ::gridlock::sim::KernelRegistration gridlock_kernel_" +
                    std::to_string(registrations_++) + "(" + address + ", " +
                    string_literal(kernel) + attributes + ");");
}

/// The parameters in the parentheses, with names but without default values.
std::string Rewriter::without_defaults(std::size_t open) const {
  std::string parameters;
  bool in_default = false;
  const std::size_t close = syntax_.partner(open);
  for (std::size_t i = open + 1, next; i < close; i = next) {
    next = next_in_declaration(i);
    if (syntax_.is(i, ",")) in_default = false;
    if (syntax_.is(i, "=")) in_default = true;
    if (!in_default) parameters += source_of(i, next) + " ";
  }
  return parameters;
}

/// Complains about `k(a);` without a configuration, as nvcc does.
void Rewriter::complain_of_plain_calls() {
  std::set<std::string_view> names;
  for (const Kernel& kernel : kernels_) names.insert(kernel.name);
  std::vector<std::size_t> calls;
  std::set<std::size_t> in_device_code;
  std::size_t device_end = 0;
  for (std::size_t i = 0; i < syntax_.size(); ++i) {
    if (syntax_.is_any(i, {kGlobal, kDeviceMarker}))
      device_end = std::max(device_end, syntax_.body_end(i));
    if (i < 2 || !syntax_.is(i, "(") || !names.contains(syntax_[i - 1].text)) continue;
    // The name may mean an ordinary function.
    const std::size_t begin = syntax_.declaration_begin(i);
    bool is_kernel = false;
    for (std::size_t j = begin; j < i; j = syntax_.after(j))
      is_kernel |= syntax_.is(j, kGlobal);
    if (syntax_.scope(i) != ScopeKind::block && !is_kernel)
      names.erase(syntax_[i - 1].text);
    const bool statement = syntax_.is_any(i - 2, {";", "{", "}"});
    if (syntax_.scope(i) == ScopeKind::block && statement &&
        syntax_.is(syntax_.after(i), ";"))
      calls.push_back(i - 1);
    if (i < device_end) in_device_code.insert(i - 1);
  }
  for (const std::size_t call : calls) {
    const std::string kernel(syntax_[call].text);
    if (names.contains(kernel))
      complain(call,
               in_device_code.contains(call)
                   ? "Device code cannot call a kernel: put the code that both need "
                     "into a __device__ function, and call that from both."
                   : "A kernel is launched, not called: write " + kernel +
                         "<<<blocks, threads>>>(...).");
  }
}

/// Registers a template's kernel in a cast such as `(void*)k<int>`: the cast loses the
/// type, and no object registers a template's kernels.
void Rewriter::keep_type_in_casts() {
  std::set<std::string_view> templates;
  for (const Kernel& kernel : kernels_)
    if (kernel.is_template) templates.insert(kernel.name);
  for (std::size_t i = 1; i + 1 < syntax_.size(); ++i)
    if (syntax_.is(i + 1, "<") && templates.contains(syntax_[i].text)) keep_type_of(i);
}

/// Whether a cast to a pointer to void ends with this token.
bool Rewriter::casts_to_void(std::size_t end) const {
  const auto names_void = [&](std::size_t from) {
    bool has_void = false, has_star = false;
    for (std::size_t i = from; i < std::min(end, from + kLongestCopy); ++i) {
      has_void |= syntax_.is(i, "void");
      has_star |= syntax_.is(i, "*");
    }
    return has_void && has_star;
  };
  if (syntax_.is(end, ")") && syntax_.partner(end) != kNone)
    return names_void(syntax_.partner(end));
  if (!syntax_.is(end, "(") || !syntax_.is(end - 1, ">")) return false;
  const std::size_t list = syntax_.template_open(end - 1);
  return list != kNone && list > 0 && names_void(list) &&
         syntax_[list - 1].text.ends_with("_cast");
}

void Rewriter::keep_type_of(std::size_t name) {
  const std::size_t close = syntax_.template_close(name + 1);
  if (close == kNone || close - name > kLongestCopy ||
      syntax_.is_any(close + 1, {"<", "("}))
    return;
  std::size_t begin = name;
  while (begin >= 2 && syntax_.is(begin - 1, "::")) {
    --begin;
    if (syntax_.is_identifier(begin - 1)) --begin;
  }
  const std::size_t named = begin;
  if (begin > 0 && syntax_.is(begin - 1, "&")) --begin;
  if (begin < 2 || !casts_to_void(begin - 1)) return;
  const std::string kernel = source_of(named, close + 1);
  edits_.insert(syntax_[begin].offset, "(::gridlock::sim::register_kernel(" + kernel +
                                           ", " + string_literal(kernel) + "), ");
  edits_.insert(syntax_[close].end(), ")");
}

/// Renames main, since the worker has its own.
void Rewriter::rename_main(bool program, bool is_c) {
  for (std::size_t i = 1; i + 1 < syntax_.size(); ++i) {
    const bool is_main = syntax_.is(i, "main") && syntax_.is(i + 1, "(") &&
                         syntax_.scope(i) == ScopeKind::global &&
                         syntax_.is_identifier(i - 1);
    if (!is_main) continue;
    edits_.replace(syntax_[i], std::string(kMain));
    if (program && syntax_.is(i - 1, "void"))
      complain(i, "main must return int: write int main().");
    end_main(i + 1);
  }
  if (program && result_.has_main)
    edits_.insert(text_.size(), std::string(is_c ? kProgramEntryOfC : kProgramEntry));
}

/// Adds the return that main, unlike other functions, may omit.
void Rewriter::end_main(std::size_t parameters) {
  std::size_t body = syntax_.after(parameters);
  const std::size_t end = std::min(syntax_.size(), body + kLongestCopy);
  if (syntax_.is(body, ";")) return;  // Old C has declarations before the body.
  while (body < end && !syntax_.is(body, "{")) ++body;
  if (!syntax_.is(body, "{") || syntax_.partner(body) == kNone) return;
  result_.has_main = true;
  edits_.insert(syntax_[syntax_.partner(body)].offset, "return 0; ");
}

}  // namespace gridlock
