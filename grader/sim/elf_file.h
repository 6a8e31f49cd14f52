/// \file
/// The tables of a shared object.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

namespace gridlock::sim {

/// A shared object's tables, bounds-checked: a student's compiler wrote it, but still.
class ElfFile {
 public:
  /// \throws std::runtime_error if the file is not a shared object.
  explicit ElfFile(const std::filesystem::path& path) : bytes_(read_bytes(path)) {
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

  /// The file's bytes, changed so that loading it runs none of its constructors and
  /// unloading it none of its destructors.
  std::vector<char> without_constructors() const {
    std::vector<char> changed = bytes_;
    each_section([&](const Elf64_Shdr& section, const char*) {
      if (section.sh_type != SHT_DYNAMIC) return;
      const std::size_t count = section.sh_size / sizeof(Elf64_Dyn);
      const Elf64_Dyn* entries = at<Elf64_Dyn>(section.sh_offset, count);
      for (std::size_t i = 0; i < count; ++i) {
        Elf64_Dyn entry = entries[i];
        if (entry.d_tag == DT_INIT_ARRAYSZ || entry.d_tag == DT_FINI_ARRAYSZ)
          entry.d_un.d_val = 0;
        if (entry.d_tag == DT_INIT || entry.d_tag == DT_FINI)
          entry = {.d_tag = DT_DEBUG, .d_un = {}};  // Which libraries do not use.
        std::memcpy(changed.data() + section.sh_offset + i * sizeof entry, &entry,
                    sizeof entry);
      }
    });
    return changed;
  }

 private:
  static std::vector<char> read_bytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
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

}  // namespace gridlock::sim
