#include "sim/module.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "sim/own_memory.h"

namespace gridlock::sim {

namespace {

std::vector<char> read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// `f(int)::flag` and `flag` both become "flag".  A name that is not mangled is no type,
/// though `b` alone would be read as bool.
std::string short_name(const char* mangled) {
  int status = -1;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      std::string_view(mangled).starts_with("_Z")
          ? abi::__cxa_demangle(mangled, nullptr, nullptr, &status)
          : nullptr,
      std::free);
  std::string name = status == 0 ? demangled.get() : mangled;
  if (const auto scope = name.rfind("::"); scope != std::string::npos)
    name.erase(0, scope + 2);
  // A local static of a C-like function may read "flag.1".
  return name.substr(0, name.find('.'));
}

/// The file's tables, bounds-checked: a student's compiler wrote it, but still.
class ElfFile {
 public:
  explicit ElfFile(std::vector<char> bytes) : bytes_(std::move(bytes)) {
    if (bytes_.size() < sizeof(Elf64_Ehdr) || std::memcmp(bytes_.data(), ELFMAG, SELFMAG))
      throw std::runtime_error("the module is not a shared object");
    header_ = at<Elf64_Ehdr>(0, 1);
    sections_ = at<Elf64_Shdr>(header_->e_shoff, header_->e_shnum);
    names_ = &sections_[header_->e_shstrndx];
  }
  template <class Function>
  void each_section(Function function) const {
    for (int i = 0; i < header_->e_shnum; ++i)
      function(sections_[i], string(*names_, sections_[i].sh_name));
  }
  template <class Function>
  void each_symbol(Function function) const {
    for (int i = 0; i < header_->e_shnum; ++i) {
      const Elf64_Shdr& table = sections_[i];
      if (table.sh_type != SHT_SYMTAB) continue;
      const std::size_t count = table.sh_size / sizeof(Elf64_Sym);
      const Elf64_Sym* symbols = at<Elf64_Sym>(table.sh_offset, count);
      for (std::size_t s = 0; s < count; ++s)
        function(symbols[s], string(sections_[table.sh_link], symbols[s].st_name));
    }
  }

 private:
  template <class T>
  const T* at(std::uint64_t offset, std::size_t count) const {
    if (offset > bytes_.size() || count * sizeof(T) > bytes_.size() - offset)
      throw std::runtime_error("the module is damaged");
    return reinterpret_cast<const T*>(bytes_.data() + offset);
  }
  const char* string(const Elf64_Shdr& table, std::uint64_t offset) const {
    return at<char>(table.sh_offset + offset, 1);
  }
  std::vector<char> bytes_;
  const Elf64_Ehdr* header_;
  const Elf64_Shdr* sections_;
  const Elf64_Shdr* names_;
};

}  // namespace

Module::Module(const std::filesystem::path& path) {
  guard_own_segments(own_segments({}));  // Its constructors run in dlopen.
  handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle_)
    throw std::runtime_error(std::string("cannot load the module: ") + dlerror());
  link_map* map = nullptr;
  dlinfo(handle_, RTLD_DI_LINKMAP, &map);
  base_ = map->l_addr;
  read_tables(path);
}

Module::~Module() { dlclose(handle_); }

void* Module::symbol(const char* name) const { return dlsym(handle_, name); }

void Module::read_tables(const std::filesystem::path& path) {
  const ElfFile elf(read_bytes(path));
  std::uintptr_t end = base_;
  elf.each_section([&](const Elf64_Shdr& section, const char* name) {
    if (!(section.sh_flags & SHF_ALLOC)) return;
    const Range range{base_ + section.sh_addr, section.sh_size};
    end = std::max(end, range.base + range.size);
    const std::string_view is = name;
    if (is == "gl_shared") shared_ = range;
    if (is == "gl_device") device_ = range;
    if (is == "gl_constant") constant_ = range;
    if (is == "gl_managed") managed_ = range;
    const bool variables = is == ".data" || is == ".bss" || is.starts_with("gl_");
    if (!variables || !(section.sh_flags & SHF_WRITE) || range.size == 0) return;
    Saved saved{range, std::vector<std::byte>(range.size)};
    std::memcpy(saved.bytes.data(), reinterpret_cast<void*>(range.base), range.size);
    saved_.push_back(std::move(saved));
  });
  whole_ = {base_, end - base_};
  elf.each_symbol([&](const Elf64_Sym& symbol, const char* name) {
    if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0) return;
    const Range range{base_ + symbol.st_value, symbol.st_size};
    for (const Range& space : {shared_, device_, constant_, managed_})
      if (space.contains(range.base)) variables_.push_back({short_name(name), range});
  });
  std::sort(variables_.begin(), variables_.end(),
            [](const auto& a, const auto& b) { return a.range.base < b.range.base; });
}

void Module::restore() {
  for (const Saved& saved : saved_)
    std::memcpy(reinterpret_cast<void*>(saved.range.base), saved.bytes.data(),
                saved.range.size);
}

bool Module::is_writable(std::uintptr_t address) const {
  return std::any_of(saved_.begin(), saved_.end(),
                     [&](const Saved& saved) { return saved.range.contains(address); });
}

const Variable* Module::variable(std::uintptr_t address) const {
  auto after = std::upper_bound(
      variables_.begin(), variables_.end(), address,
      [](std::uintptr_t a, const Variable& variable) { return a < variable.range.base; });
  if (after == variables_.begin()) return nullptr;
  const Variable& candidate = *std::prev(after);
  return candidate.range.contains(address) ? &candidate : nullptr;
}

}  // namespace gridlock::sim
