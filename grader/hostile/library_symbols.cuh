// Finds a function in the C library's symbol table.
#pragma once
#include <elf.h>
#include <link.h>

#include <cstdint>
#include <cstdio>

inline bool is(const char* name, const char* wanted) {
  while (*name && *name == *wanted) ++name, ++wanted;
  return *name == *wanted;
}

inline std::uintptr_t find(const char* wanted) {
  // The address of a variable of the library leads to the library's first page.
  std::uintptr_t base = reinterpret_cast<std::uintptr_t>(stdout) & ~std::uintptr_t{4095};
  while (*reinterpret_cast<const unsigned*>(base) != 0x464c457f) base -= 4096;
  const auto* header = reinterpret_cast<const ElfW(Ehdr)*>(base);
  const auto* segment = reinterpret_cast<const ElfW(Phdr)*>(base + header->e_phoff);
  while (segment->p_type != PT_DYNAMIC) ++segment;
  const ElfW(Sym)* symbols = nullptr;
  const char* names = nullptr;
  for (const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(base + segment->p_vaddr);
       entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_SYMTAB)
      symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_STRTAB)
      names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
  }
  for (const ElfW(Sym)* symbol = symbols; reinterpret_cast<const char*>(symbol) < names;
       ++symbol)
    if (symbol->st_value && is(names + symbol->st_name, wanted))
      return base + symbol->st_value;
  return 0;
}
