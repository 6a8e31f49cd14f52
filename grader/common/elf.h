/// The tables of a shared object.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace gridlock {

/// A shared object's sections and symbols.  A compiler wrote it from untrusted source, so
/// every bound is checked: all of these functions throw std::runtime_error if the file is
/// damaged.
class ElfFile {
 public:
  struct Section {
    Elf64_Shdr header;
    std::string_view name;
  };
  struct Symbol {
    Elf64_Sym entry;
    std::string_view name;
  };

  /// \param bytes the whole file; must outlive this object
  explicit ElfFile(std::string_view bytes);

  const std::vector<Section>& sections() const { return sections_; }

  /// The symbols of all tables of this type, SHT_SYMTAB or SHT_DYNSYM, in their order.
  std::vector<Symbol> symbols(std::uint32_t type) const;

  /// The entries of a section that is a table of `Entry`.
  template <class Entry>
  std::vector<Entry> table(const Section& section) const {
    std::vector<Entry> entries;
    for (std::uint64_t i = 0; i < section.header.sh_size / sizeof(Entry); ++i)
      entries.push_back(at<Entry>(section.header.sh_offset + i * sizeof(Entry)));
    return entries;
  }

 private:
  template <class Value>
  Value at(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(Value))
      throw std::runtime_error("the module is damaged");
    Value value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }
  /// The text at this offset of a string table.
  std::string_view text(const Elf64_Shdr& table, std::uint64_t offset) const;

  std::string_view bytes_;
  std::vector<Section> sections_;
};

}  // namespace gridlock
