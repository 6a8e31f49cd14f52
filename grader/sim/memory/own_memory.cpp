#include "sim/memory/own_memory.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

#include "common/invariant.h"

extern void* __libc_stack_end;  // NOLINT: glibc's name for the base of the stack.

namespace gridlock::sim {

namespace {

std::vector<Range> guarded;
const ConstructorGuard* constructing = nullptr;

/// Adds the writable mappings of a program's or library's file, as the system would list
/// them: in whole pages, without the part that became read-only after relocation and the
/// zeroed part behind the file.
void add_segments(const dl_phdr_info& file, std::vector<Range>& ranges) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  std::uintptr_t read_only_end = 0;
  for (int i = 0; i < file.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = file.dlpi_phdr[i];
    if (part.p_type == PT_GNU_RELRO)
      read_only_end = (file.dlpi_addr + part.p_vaddr + part.p_memsz) / page * page;
  }
  for (int i = 0; i < file.dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = file.dlpi_phdr[i];
    if (part.p_type != PT_LOAD || !(part.p_flags & PF_W) || part.p_filesz == 0) continue;
    const std::uintptr_t begin = file.dlpi_addr + part.p_vaddr;
    const std::uintptr_t end = (begin + part.p_filesz + page - 1) / page * page;
    std::uintptr_t first = begin / page * page;
    if (first < read_only_end && read_only_end <= end) first = read_only_end;
    if (first < end) ranges.push_back({first, end - first});
  }
}

/// The thread-local variables that the libraries' inline functions write: errno, and
/// those of std::call_once().
std::vector<Range> written_by_headers() {
  std::vector<Range> words{{address_of(&errno), sizeof errno}};
  for (const char* name : {"_ZSt15__once_callable", "_ZSt11__once_call"})
    if (const void* word = ::dlsym(RTLD_DEFAULT, name))
      words.push_back({address_of(word), sizeof(void*)});
  std::sort(words.begin(), words.end(),
            [](const Range& a, const Range& b) { return a.base < b.base; });
  return words;
}

/// The present thread's thread-local variables of the program and its libraries, except
/// the module's and written_by_headers().
std::vector<Range> thread_locals(const Range& module) {
  struct Search {
    Range module;
    std::vector<Range> words = written_by_headers(), found{};
  } search{module};
  ::dl_iterate_phdr(
      [](dl_phdr_info* file, std::size_t, void* memory) {
        auto& [but, words, found] = *static_cast<Search*>(memory);
        std::uintptr_t begin = address_of(file->dlpi_tls_data);
        if (begin == 0 || but.contains(address_of(file->dlpi_phdr))) return 0;
        const auto* const last = file->dlpi_phdr + file->dlpi_phnum;
        const auto* const part = std::find_if(
            file->dlpi_phdr, last, [](const auto& one) { return one.p_type == PT_TLS; });
        if (part == last) return 0;
        const std::uintptr_t end = begin + part->p_memsz;
        for (const Range& word : words) {
          if (word.base < begin || end < word.base + word.size) continue;
          if (begin < word.base) found.push_back({begin, word.base - begin});
          begin = word.base + word.size;
        }
        if (begin < end) found.push_back({begin, end - begin});
        return 0;
      },
      &search);
  // The C library's record of the thread begins here.
  constexpr std::size_t kThreadBytes = 2048;
  const auto thread = static_cast<std::uintptr_t>(::pthread_self());
  if (!module.contains(thread)) search.found.push_back({thread, kThreadBytes});
  return search.found;
}

std::vector<Range> segments_by_loader() {
  std::vector<Range> ranges;
  ::dl_iterate_phdr(
      [](dl_phdr_info* file, std::size_t, void* found) {
        add_segments(*file, *static_cast<std::vector<Range>*>(found));
        return 0;
      },
      &ranges);
  return ranges;
}

std::vector<Range> segments_by_system(std::istream& maps) {
  std::vector<Range> ranges;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t first = 0, end = 0;
    char dash = 0;
    std::string rights, offset, device, inode, path;
    std::istringstream fields(line);
    fields >> std::hex >> first >> dash >> end >> rights >> offset >> device >> inode >>
        path;
    if (rights.size() < 2 || rights[1] != 'w' || path.empty() || path[0] != '/') continue;
    INVARIANT("The system lists no empty range.", first < end);
    ranges.push_back({first, end - first});
  }
  return ranges;
}

/// The memory of the program's own file, from the first segment that has these rights to
/// the last.
Range own_parts(unsigned rights) {
  std::pair<unsigned, Range> found{rights, {}};
  ::dl_iterate_phdr(
      [](dl_phdr_info* file, std::size_t, void* memory) {
        auto& [asked, range] = *static_cast<std::pair<unsigned, Range>*>(memory);
        for (int i = 0; i < file->dlpi_phnum; ++i) {
          const ElfW(Phdr)& part = file->dlpi_phdr[i];
          if (part.p_type != PT_LOAD || (part.p_flags & asked) != asked) continue;
          const std::uintptr_t begin = file->dlpi_addr + part.p_vaddr;
          if (range.size == 0) range.base = begin;
          range.size = begin + part.p_memsz - range.base;
        }
        return 1;  // The program is the first file, so the iteration ends here.
      },
      &found);
  INVARIANT("A program has memory with the rights that each program needs.",
            found.second.size != 0);
  return found.second;
}

}  // namespace

std::vector<Range> own_segments(const Range& module, const std::string& maps) {
  std::ifstream file(maps);
  std::vector<Range> ranges = file ? segments_by_system(file) : segments_by_loader();
  std::erase_if(ranges, [&](const Range& range) { return module.contains(range.base); });
  const std::vector<Range> locals = thread_locals(module);
  ranges.insert(ranges.end(), locals.begin(), locals.end());
  return ranges;
}

Range own_stack() {
  constexpr std::size_t kBytes = std::size_t{8} << 20;  // No other mapping is so close.
  // The system lays the environment above the stack, and the program's path above that.
  const auto* const path = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  const std::uintptr_t end =
      path ? address_of(path) + std::strlen(path) + 1 : address_of(__libc_stack_end);
  const std::uintptr_t begin = address_of(__libc_stack_end) - kBytes;
  return {begin, end - begin};
}

Range own_variables() { return own_parts(PF_W); }

void guard_own_segments(std::vector<Range> segments) { guarded = std::move(segments); }

bool may_be_called(std::uintptr_t function) {
  static const Range own = own_parts(PF_R);
  Dl_info symbol{};
  if (::dladdr(reinterpret_cast<void*>(function), &symbol) == 0 || !symbol.dli_sname ||
      address_of(symbol.dli_saddr) != function)
    return false;
  const std::string_view name = symbol.dli_sname;
  if (host_heap().size > 0)
    return name.starts_with("_ZNKSt") && name.ends_with("4whatEv");
  return own.contains(function) ? name.find("gridlock") == name.npos
                                : name.starts_with("_Z");
}

bool is_offered(std::uintptr_t variable) {
  Dl_info symbol{};
  if (::dladdr(reinterpret_cast<void*>(variable), &symbol) == 0 || !symbol.dli_sname)
    return false;
  const std::string_view name = symbol.dli_sname;
  return name == "stdout" || name == "stderr" || name == "__libc_single_threaded" ||
         (name.starts_with("_Z") && name.find("8gridlock") == name.npos);
}

ConstructorGuard::ConstructorGuard(std::string path) : path_(std::move(path)) {
  if (host_heap().size > 0) constructing = this;
}
ConstructorGuard::~ConstructorGuard() { constructing = nullptr; }

bool ConstructorGuard::allows(std::uintptr_t address, std::size_t size) const {
  struct Search {
    const std::string& path;
    Range code{}, locals{};
  } module{path_};
  ::dl_iterate_phdr(
      [](dl_phdr_info* file, std::size_t, void* memory) {
        auto& [path, code, locals] = *static_cast<Search*>(memory);
        if (file->dlpi_name != path) return 0;
        for (int i = 0; i < file->dlpi_phnum; ++i) {
          const ElfW(Phdr)& part = file->dlpi_phdr[i];
          if (part.p_type == PT_LOAD)
            code = {file->dlpi_addr, part.p_vaddr + part.p_memsz};
          if (part.p_type == PT_TLS && file->dlpi_tls_data)
            locals = {address_of(file->dlpi_tls_data), part.p_memsz};
        }
        return 1;
      },
      &module);
  for (const Range& range : {module.code, module.locals, host_heap()})
    if (range.contains(address, size)) return true;
  if (address == address_of(&errno)) return true;
  // Frames of the module's functions, without what these keep for their return.
  constexpr std::size_t kPair = 16;
  bool is_inside = false;
  for (std::uintptr_t at = address_of(__builtin_frame_address(0));;) {
    if (address + size <= at) return is_inside;
    const auto* const pair = reinterpret_cast<const std::uintptr_t*>(at);
    const bool in_module = module.code.contains(pair[1]);
    if (address < at + kPair || (is_inside && !in_module) || pair[0] <= at) return false;
    is_inside |= in_module;
    at = pair[0];
  }
}

void check_unattended_write(std::uintptr_t address, std::size_t size) {
  if (constructing && !constructing->allows(address, size))
    refuse_unattended(Unattended::write);
  for (const Range& range : guarded)
    if (address < range.base + range.size && range.base < address + size)
      refuse_unattended(Unattended::write);
}

void refuse_unattended(Unattended what) {
  std::fprintf(stderr,
               "A global object's constructor or destructor, which runs before or after "
               "main, %s.\n",
               what == Unattended::write ? "writes to memory that is not the program's"
                                         : "calls printf with %n");
  std::fflush(stderr);
  std::abort();
}

}  // namespace gridlock::sim
