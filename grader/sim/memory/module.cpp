#include "sim/memory/module.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "common/elf.h"
#include "common/files.h"
#include "common/invariant.h"
#include "common/load_library.h"
#include "common/type_layout.h"
#include "sim/memory/own_memory.h"

extern "C" void* __tls_get_addr(std::size_t* place);  // NOLINT: the loader's name.

namespace gridlock::sim {

namespace {

/// Makes "flag" of both `f(int)::flag` and `flag`.  Only mangled names are demangled: `b`
/// would be demangled to the type bool.
std::string short_name(const std::string& mangled) {
  int status = -1;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      mangled.starts_with("_Z")
          ? abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status)
          : nullptr,
      std::free);
  std::string name = status == 0 ? std::string(demangled.get()) : mangled;
  if (const auto scope = name.rfind("::"); scope != std::string::npos)
    name.erase(0, scope + 2);
  // A local static of a C-like function may be named "flag.1".
  return name.substr(0, name.find('.'));
}

void* load(const std::string& path) {
  void* handle = load_library(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    throw std::runtime_error(std::string("cannot load the module: ") + dlerror());
  return handle;
}

std::uintptr_t base_of(void* handle) {
  link_map* map = nullptr;
  dlinfo(handle, RTLD_DI_LINKMAP, &map);
  return map->l_addr;
}

/// Changes a shared object so that loading it runs no constructors, and unloading it no
/// destructors.
std::string without_constructors(const std::string& bytes) {
  std::string changed = bytes;
  const ElfFile elf(bytes);
  for (const ElfFile::Section& section : elf.sections()) {
    if (section.header.sh_type != SHT_DYNAMIC) continue;
    std::size_t place = section.header.sh_offset;
    for (Elf64_Dyn entry : elf.table<Elf64_Dyn>(section)) {
      if (entry.d_tag == DT_INIT_ARRAYSZ || entry.d_tag == DT_FINI_ARRAYSZ)
        entry.d_un.d_val = 0;
      if (entry.d_tag == DT_INIT || entry.d_tag == DT_FINI)
        entry = {.d_tag = DT_DEBUG, .d_un = {}};  // Libraries do not use this entry.
      std::memcpy(changed.data() + place, &entry, sizeof entry);
      place += sizeof entry;
    }
  }
  return changed;
}

std::map<std::string, std::string> read_layouts(const ElfFile& elf) {
  std::map<std::string, std::string> layouts;
  for (const ElfFile::Section& section : elf.sections()) {
    if (section.name != kLayoutSection) continue;
    const std::vector<char> bytes = elf.table<char>(section);
    std::istringstream text(std::string(bytes.begin(), bytes.end()));
    for (std::string symbol, layout;
         std::getline(text, symbol, ' ') && std::getline(text, layout);)
      layouts[symbol] = layout;
  }
  return layouts;
}

constexpr std::string_view kScenarios = "gl_scenarios";

int file_of(const void* bytes, std::size_t size) {
  const int file = memfd_create("module", MFD_CLOEXEC);
  for (std::size_t done = 0; file >= 0 && done < size;) {
    const ssize_t written =
        write(file, static_cast<const char*>(bytes) + done, size - done);
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
    if (done == size) return file;
  }
  throw std::runtime_error("no memory for a device's copy of the module");
}

/// Whether the file has a lab's scenarios.
bool has_scenarios(const std::string& bytes) {
  const ElfFile elf(bytes);
  for (const auto& [section, name] : elf.sections())
    if (name == kScenarios) return true;
  return false;
}

}  // namespace

Module::Module(const std::filesystem::path& path) : path_(path) {
  guard_own_segments(own_segments({}));  // dlopen runs the module's constructors.
  keep_host_heap(has_scenarios(read_file(path)));
  const ConstructorGuard guard(path.string());
  handle_ = load(path);
  base_ = base_of(handle_);
  read_tables(path);
}

Module::~Module() {
  for (const Image& image : images_) {
    if (!image.handle) continue;
    dlclose(image.handle);
    close(image.file);
  }
  if (managed_file_ >= 0) close(managed_file_);
  dlclose(handle_);
}

void Module::load_images(int devices) {
  for (int device = 1; device < devices; ++device) image_of(device);
}

std::uintptr_t Module::use_image(int device) {
  if (device == 0) return 0;
  Image& image = image_of(device);
  image.used = true;
  return image.offset;
}

Module::Image& Module::image_of(int device) {
  INVARIANT("The first device has the module itself, and no image.", device > 0);
  const auto index = static_cast<std::size_t>(device) - 1;
  if (index >= images_.size()) images_.resize(index + 1);
  if (!images_[index].handle) load_image(images_[index]);
  return images_[index];
}

/// Loads the module again for another device.  Its constructors must not run a second
/// time.
void Module::load_image(Image& image) {
  const std::string bytes = without_constructors(read_file(path_));
  image.file = file_of(bytes.data(), bytes.size());
  // The file stays open: if its number were used again, the loader would take the new
  // file for this library.
  image.handle = load("/proc/self/fd/" + std::to_string(image.file));
  image.offset = base_of(image.handle) - base_;
  INVARIANT("Each image has addresses of its own.",
            std::count_if(images_.begin(), images_.end(),
                          [&](const Image& other) {
                            return other.handle && other.offset == image.offset;
                          }) == 1 &&
                image.offset != 0);
  INVARIANT("An image is loaded once.", image.saved.empty());
  share_managed(image);
  for (const Range& range : {device_, constant_}) {
    if (range.size == 0) continue;
    image.saved.push_back(saved_of({range.base + image.offset, range.size}));
  }
}

/// Managed variables exist once: the linker gives them pages of their own
/// (gridlock_pages.ld), and every image maps the same ones.
void Module::share_managed(const Image& image) {
  if (managed_.size == 0) return;
  INVARIANT("Managed variables begin at a page of their own.",
            managed_.base % 4096 == 0 && image.offset % 4096 == 0);
  const auto map = [&](std::uintptr_t base) {
    if (mmap(reinterpret_cast<void*>(base), managed_.size, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED, managed_file_, 0) == MAP_FAILED)
      throw std::runtime_error("no memory for managed variables");
  };
  if (managed_file_ < 0) {
    managed_file_ = file_of(reinterpret_cast<void*>(managed_.base), managed_.size);
    map(managed_.base);
  }
  map(managed_.base + image.offset);
}

std::uintptr_t Module::function_in(std::uintptr_t image, std::uintptr_t function) const {
  return function + image;
}

int Module::device_at(std::uintptr_t address) const {
  if (whole_.contains(address)) return 0;
  for (std::size_t i = 0; i < images_.size(); ++i)
    if (images_[i].handle && whole_.contains(address - images_[i].offset))
      return static_cast<int>(i) + 1;
  return -1;
}

std::uintptr_t Module::home(std::uintptr_t address) const {
  const int device = device_at(address);
  return device <= 0 ? address
                     : address - images_[static_cast<std::size_t>(device) - 1].offset;
}

Module::Saved Module::saved_of(const Range& range) {
  const auto* const first = reinterpret_cast<const std::byte*>(range.base);
  return {range, {first, first + range.size}};
}

void* Module::symbol(const char* name) const { return dlsym(handle_, name); }

void Module::read_sections(const ElfFile& elf) {
  std::uintptr_t end = base_;
  for (const auto& [section, is] : elf.sections()) {
    if (!(section.sh_flags & SHF_ALLOC)) continue;
    const Range range{base_ + section.sh_addr, section.sh_size};
    end = std::max(end, range.base + range.size);
    if (is == "gl_shared") shared_ = range;
    if (is == "gl_device") device_ = range;
    if (is == "gl_constant") constant_ = range;
    if (is == "gl_managed") managed_ = range;
    if (is == kScenarios) scenarios_ = range;
    const bool variables = is == ".data" || is == ".bss" || is.starts_with("gl_");
    if (range.size == 0) continue;
    if (variables && (section.sh_flags & SHF_WRITE))
      saved_.push_back(saved_of(range));
    else
      tables_.push_back(range);
  }
  whole_ = {base_, end - base_};
}

void Module::read_tables(const std::filesystem::path& path) {
  const std::string bytes = read_file(path);
  const ElfFile elf(bytes);
  read_sections(elf);
  std::map<std::string, std::string> layouts = read_layouts(elf);
  for (const auto& [symbol, name] : elf.symbols(SHT_SYMTAB)) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    const Range range{base_ + symbol.st_value, symbol.st_size};
    if (type == STT_FUNC && range.size != 0)
      functions_.push_back({range, std::string(name)});
    if (type != STT_OBJECT || range.size == 0) continue;
    for (const Range& space : {shared_, device_, constant_, managed_})
      if (space.contains(range.base))
        variables_.push_back({short_name(std::string(name)), range,
                              layouts[std::string(name)], name.starts_with("_ZZ")});
  }
  for (const auto& [symbol, name] : elf.symbols(SHT_DYNSYM))
    if (symbol.st_shndx == SHN_UNDEF)
      imports_.insert(address_of(
          ::dlsym(RTLD_DEFAULT, std::string(name.substr(0, name.find('@'))).c_str())));
  save_thread_locals();
  const auto by_address = [](const auto& a, const auto& b) {
    return a.range.base < b.range.base;
  };
  INVARIANT("CUDA's memory spaces do not overlap.",
            !shared_.meets(device_) && !shared_.meets(constant_) &&
                !shared_.meets(managed_) && !device_.meets(constant_) &&
                !device_.meets(managed_) && !constant_.meets(managed_));
  INVARIANT("Every variable lies in the module.",
            std::all_of(variables_.begin(), variables_.end(), [&](const Variable& each) {
              return whole_.contains(each.range.base, each.range.size);
            }));
  std::sort(variables_.begin(), variables_.end(), by_address);
  std::sort(functions_.begin(), functions_.end(), by_address);
}

/// Saves the module's thread-local variables of the present thread, in which all code
/// under test runs.
void Module::save_thread_locals() {
  const auto save = [](dl_phdr_info* file, std::size_t, void* self) {
    auto& module = *static_cast<Module*>(self);
    if (file->dlpi_addr != module.base_) return 0;
    for (int i = 0; i < file->dlpi_phnum; ++i) {
      if (file->dlpi_phdr[i].p_type != PT_TLS) continue;
      std::size_t place[] = {file->dlpi_tls_modid, 0};
      module.saved_.push_back(
          saved_of({address_of(::__tls_get_addr(place)), file->dlpi_phdr[i].p_memsz}));
    }
    return 1;
  };
  ::dl_iterate_phdr(save, this);
}

void Module::restore() {
  const auto put_back = [](const std::vector<Saved>& list) {
    for (const Saved& saved : list) {
      INVARIANT("What is put back was saved as a whole.",
                saved.bytes.size() == saved.range.size);
      std::memcpy(reinterpret_cast<void*>(saved.range.base), saved.bytes.data(),
                  saved.range.size);
    }
  };
  put_back(saved_);
  begin_host_heaps_anew();
  for (Image& image : images_) {
    if (image.used) put_back(image.saved);
    image.used = false;
  }
}

bool Module::is_table(std::uintptr_t address) const {
  return std::any_of(tables_.begin(), tables_.end(),
                     [&](const Range& table) { return table.contains(address); });
}

std::string_view Module::function(std::uintptr_t address) const {
  const auto after = std::upper_bound(
      functions_.begin(), functions_.end(), address,
      [](std::uintptr_t a, const Function& function) { return a < function.range.base; });
  if (after == functions_.begin() || !std::prev(after)->range.contains(address))
    return "";
  return std::prev(after)->symbol;
}

bool Module::begins_function(std::uintptr_t address) const {
  return std::binary_search(
      functions_.begin(), functions_.end(), Function{{address, 0}, ""},
      [](const auto& a, const auto& b) { return a.range.base < b.range.base; });
}

}  // namespace gridlock::sim
