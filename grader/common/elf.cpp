#include "common/elf.h"

namespace gridlock {

ElfFile::ElfFile(std::string_view bytes) : bytes_(bytes) {
  const auto header = at<Elf64_Ehdr>(0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64)
    throw std::runtime_error("the module is not a 64-bit shared object");
  for (unsigned i = 0; i < header.e_shnum; ++i)
    sections_.push_back({at<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr)), {}});
  if (sections_.empty()) return;
  if (header.e_shstrndx >= sections_.size())
    throw std::runtime_error("the module is damaged");
  const Elf64_Shdr names = sections_[header.e_shstrndx].header;
  for (Section& section : sections_) section.name = text(names, section.header.sh_name);
}

std::vector<ElfFile::Symbol> ElfFile::symbols(std::uint32_t type) const {
  std::vector<Symbol> result;
  for (const Section& section : sections_) {
    if (section.header.sh_type != type) continue;
    if (section.header.sh_link >= sections_.size())
      throw std::runtime_error("the module is damaged");
    const Elf64_Shdr& names = sections_[section.header.sh_link].header;
    for (const Elf64_Sym& entry : table<Elf64_Sym>(section))
      result.push_back({entry, text(names, entry.st_name)});
  }
  return result;
}

std::string_view ElfFile::text(const Elf64_Shdr& table, std::uint64_t offset) const {
  const std::uint64_t begin = table.sh_offset + offset;
  const std::size_t end =
      begin >= offset && begin < bytes_.size() ? bytes_.find('\0', begin) : bytes_.npos;
  if (end == bytes_.npos) throw std::runtime_error("the module is damaged");
  return bytes_.substr(begin, end - begin);
}

}  // namespace gridlock
