// A module that the page has linked (page/module.js).  Tables in the module's data list
// its variables (trusted/sites.cpp).
#include "sim/memory/module.h"

#include <cstring>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "build/code/symbols.h"
#include "common/text.h"

extern "C" {
/// Links the file to this program, and runs its constructors.  Returns the size of its
/// data, which begin at `*begin`; or -1.
__attribute__((import_module("page"), import_name("load"))) int page_load(
    const char* path, std::size_t bytes, std::uintptr_t* begin);
/// Links the loaded file once more, for another device.  Returns where its data begin.
__attribute__((import_module("page"), import_name("load_again"))) std::uintptr_t
page_load_again();
/// The place in the table that a function of the file has in such a copy.
__attribute__((import_module("page"), import_name("function_in"))) std::uintptr_t
page_function_in(std::uintptr_t begin, std::uintptr_t function);
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

/// The least range with both.
Range with(const Range& a, const Range& b) {
  if (a.size == 0) return b;
  const std::uintptr_t base = std::min(a.base, b.base);
  return {base, std::max(a.base + a.size, b.base + b.size) - base};
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
        *space = with(*space, range);
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
  const auto put_back = [](const std::vector<Saved>& list) {
    for (const Saved& saved : list)
      std::memcpy(reinterpret_cast<void*>(saved.range.base), saved.bytes.data(),
                  saved.range.size);
  };
  put_back(saved_);
  for (Image& image : images_)
    if (std::exchange(image.used, false)) put_back(image.saved);
}

void Module::load_images(int) {}

std::uintptr_t Module::use_image(int device) {
  // No two addresses are the same memory here, so managed variables would not be shared.
  if (device == 0 || managed_.size != 0) return 0;
  const auto index = static_cast<std::size_t>(device) - 1;
  if (index >= images_.size()) images_.resize(index + 1);
  Image& image = images_[index];
  if (image.offset == 0) {
    image.offset = page_load_again() - tables_.front().base;
    for (const Range& range : {device_, constant_})
      if (range.size != 0)
        image.saved.push_back(saved_of({range.base + image.offset, range.size}));
  }
  image.used = true;
  return image.offset;
}

std::uintptr_t Module::function_in(std::uintptr_t image, std::uintptr_t function) const {
  return image ? page_function_in(tables_.front().base + image, function) : function;
}

int Module::device_at(std::uintptr_t address) const {
  for (std::size_t i = 0; i < images_.size(); ++i)
    if (images_[i].offset && tables_.front().contains(address - images_[i].offset))
      return static_cast<int>(i) + 1;
  return tables_.front().contains(address) ? 0 : -1;
}

std::uintptr_t Module::home(std::uintptr_t address) const {
  const int device = device_at(address);
  return device <= 0 ? address
                     : address - images_[static_cast<std::size_t>(device) - 1].offset;
}

bool Module::is_table(std::uintptr_t address) const {
  return tables_.front().contains(address) && !is_writable(address);
}

std::string_view Module::function(std::uintptr_t) const { return ""; }
bool Module::begins_function(std::uintptr_t) const { return true; }

}  // namespace gridlock::sim
