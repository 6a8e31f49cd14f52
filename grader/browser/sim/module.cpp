// A module that the page has linked (page/module.js).  Tables in the module's data list
// its variables (trusted/sites.cpp).
#include "sim/memory/module.h"

#include <cstring>
#include <map>
#include <sstream>
#include <stdexcept>

#include "build/code/symbols.h"
#include "common/text.h"

extern "C" {
/// Links the file to this program, and runs its constructors.  Returns the size of its
/// data, which begin at `*begin`; or -1.
__attribute__((import_module("page"), import_name("load"))) int page_load(
    const char* path, std::size_t bytes, std::uintptr_t* begin);
/// The address of a name of the loaded module; for a function, its place in the table.
__attribute__((import_module("page"), import_name("symbol"))) void* page_symbol(
    const char* name, std::size_t bytes);
}

namespace gridlock::sim {
namespace {

struct Entry {
  void* address;
  unsigned bytes;
  int space;
};

void widen(Range& range, const Range& more) {
  if (range.size == 0) {
    range = more;
    return;
  }
  const std::uintptr_t end = std::max(range.base + range.size, more.base + more.size);
  range.base = std::min(range.base, more.base);
  range.size = end - range.base;
}

/// The layouts of variables with parts, by symbol.
std::map<std::string, std::string> layouts_in(const Entry* entry) {
  std::map<std::string, std::string> layouts;
  while (entry->address && entry->space != 5) ++entry;
  std::istringstream text({static_cast<const char*>(entry->address), entry->bytes});
  for (std::string symbol, layout;
       std::getline(text, symbol, ' ') && std::getline(text, layout);)
    layouts[symbol] = layout;
  return layouts;
}

/// "seen" for `lastBlock(unsigned*)::seen`.
std::string short_name(const std::string& symbol) {
  std::string name = demangled(symbol);
  const std::size_t colon = name.rfind("::");
  if (colon != name.npos) name.erase(0, colon + 2);
  return name.substr(0, name.find('.'));
}

}  // namespace

Module::Module(const std::filesystem::path& path) : path_(path) {
  const std::string name = path.string();
  const int bytes = page_load(name.data(), name.size(), &base_);
  if (bytes < 0) throw std::runtime_error("the page cannot load the compiled file");
  tables_ = {{base_, static_cast<std::size_t>(bytes)}};
  read_tables(path);
  // WebAssembly numbers its functions, so any small number may be an address of code.
  whole_ = {0, 0x7FFFFFFF};
  base_ = 0;
}

Module::~Module() {}

void Module::read_tables(const std::filesystem::path&) {
  for (const char* unit : {"submission", "scenarios"}) {
    const auto* entry = static_cast<const Entry*>(
        symbol((std::string("gridlock_variables_of_") + unit).c_str()));
    const auto* names = static_cast<const char*>(
        symbol((std::string("gridlock_names_of_") + unit).c_str()));
    if (!entry || !names) continue;
    std::map<std::string, std::string> layouts = layouts_in(entry);
    for (const std::string_view line : split_lines(names)) {
      if (!entry->address) break;
      const std::string name(line);
      const Range range{address_of(entry->address), entry->bytes};
      Range* const ranges[] = {nullptr,    &shared_,  &device_,
                               &constant_, &managed_, nullptr};
      if (Range* const space = ranges[entry->space]) {
        widen(*space, range);
        variables_.push_back(
            {short_name(name), range, layouts[name], name.starts_with("_ZZ")});
      }
      saved_.push_back(saved_of(range));
      ++entry;
    }
  }
  std::sort(variables_.begin(), variables_.end(),
            [](const auto& a, const auto& b) { return a.range.base < b.range.base; });
}

Module::Saved Module::saved_of(const Range& range) {
  const auto* const first = reinterpret_cast<const std::byte*>(range.base);
  return {range, {first, first + range.size}};
}

void* Module::symbol(const char* name) const {
  return page_symbol(name, std::strlen(name));
}

void Module::restore() {
  for (const Saved& saved : saved_)
    std::memcpy(reinterpret_cast<void*>(saved.range.base), saved.bytes.data(),
                saved.range.size);
}

void Module::load_images(int) {}
std::uintptr_t Module::use_image(int) { return 0; }
int Module::device_at(std::uintptr_t address) const {
  return tables_.front().contains(address) ? 0 : -1;
}
std::uintptr_t Module::home(std::uintptr_t address) const { return address; }

bool Module::is_table(std::uintptr_t address) const {
  return tables_.front().contains(address) && !is_writable(address);
}

std::string_view Module::function(std::uintptr_t) const { return ""; }
bool Module::begins_function(std::uintptr_t) const { return true; }

}  // namespace gridlock::sim
