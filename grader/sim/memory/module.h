/// A loaded module: where its variables are, and how to restore their initial values.
///
/// Every device has its own variables, so it has its own image of the module.  The image
/// of device 0 is also the host's.  The images of other devices are copies, loaded when
/// first needed; only their device code runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {
class ElfFile;
}

namespace gridlock::sim {

inline std::uintptr_t address_of(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

/// An address range; empty if `size` is 0.
struct Range {
  std::uintptr_t base = 0;
  std::size_t size = 0;
  bool contains(std::uintptr_t address) const { return address - base < size; }
  bool contains(std::uintptr_t address, std::size_t bytes) const {
    return contains(address) && bytes <= size - (address - base);
  }
  /// Whether the two ranges overlap.
  bool meets(const Range& other) const {
    return contains(other.base) ? other.size != 0 : size != 0 && other.contains(base);
  }
};

/// A variable of the module in one of CUDA's memory spaces.
struct Variable {
  std::string name;
  Range range;
  std::string layout;  ///< As in common/type_layout.h; "" if the variable has no parts.
  bool is_local = false;  ///< A static variable of a function.
};

class Module {
 public:
  /// Loads the shared object and reads its section and symbol tables.
  /// \throws std::runtime_error, with a sentence as its text, if the file was not built
  /// as a module for the simulator
  explicit Module(const std::filesystem::path& path);
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  ~Module();

  /// The address of the symbol; null if the module has none of this name.
  void* symbol(const char* name) const;

  /// Restores the values that all writable variables had after loading, and the
  /// submission's heap.
  void restore();

  /// Loads the images of this many devices in advance, for a process that may not open
  /// files later.
  /// \throws std::runtime_error if one cannot be loaded.
  void load_images(int devices);
  /// Loads the image of a device unless it is loaded, and includes it in `restore`.
  /// Returns the distance in bytes from the first image to this one; 0 for device 0.
  /// \throws std::runtime_error if it cannot be loaded.
  std::uintptr_t use_image(int device);
  /// The function's address in an image; `image` is as use_image() returns it.
  std::uintptr_t function_in(std::uintptr_t image, std::uintptr_t function) const;
  /// The device whose image contains the address; -1 if there is none.
  int device_at(std::uintptr_t address) const;
  /// The corresponding address in the image of device 0; the address itself if it is in
  /// no image.
  std::uintptr_t home(std::uintptr_t address) const;

  // The following members refer to the image of device 0.
  std::uintptr_t base() const { return base_; }
  Range whole() const { return whole_; }        ///< All segments of the image.
  Range shared() const { return shared_; }      ///< __shared__ with static size.
  Range device() const { return device_; }      ///< __device__.
  Range constant() const { return constant_; }  ///< __constant__.
  Range managed() const { return managed_; }    ///< __managed__.
  /// The code of a lab's scenarios; empty in a whole program.
  Range scenarios() const { return scenarios_; }
  /// Whether the address is in a section that programs may write.
  bool is_writable(std::uintptr_t address) const {
    return std::any_of(saved_.begin(), saved_.end(),
                       [&](const Saved& saved) { return saved.range.contains(address); });
  }
  /// Whether the address is in any other section: code, constants or tables.
  /// Neither this nor is_writable() is true between sections.
  bool is_table(std::uintptr_t address) const;

  /// The variable that contains the address, or null.
  const Variable* variable(std::uintptr_t address) const {
    const Variable* candidate = last_before(address);
    return candidate && candidate->range.contains(address) ? candidate : nullptr;
  }
  /// The symbol, maybe a local one, of the function that contains the address; "" if
  /// none.
  std::string_view function(std::uintptr_t address) const;
  bool begins_function(std::uintptr_t address) const;
  /// Whether the address is that of a library's function or variable that the module
  /// imports.
  bool imports(std::uintptr_t address) const { return imports_.contains(address); }
  /// The last of the module's variables that begins at or before the address, or null.
  const Variable* last_before(std::uintptr_t address) const {
    const auto after = std::upper_bound(
        variables_.begin(), variables_.end(), address,
        [](std::uintptr_t a, const Variable& each) { return a < each.range.base; });
    return after == variables_.begin() ? nullptr : &*std::prev(after);
  }

 private:
  struct Saved {
    Range range;
    std::vector<std::byte> bytes;
  };
  struct Function {
    Range range;
    std::string symbol;
  };
  struct Image {
    void* handle = nullptr;
    int file = -1;
    std::uintptr_t offset = 0;
    bool used = false;  ///< Used since the last restore().
    std::vector<Saved> saved;
  };
  void read_tables(const std::filesystem::path& path);
  void read_sections(const ElfFile& elf);
  /// The image of device 1 or a later one; the first call for a device loads it.
  Image& image_of(int device);
  void load_image(Image& image);
  static Saved saved_of(const Range& range);
  void share_managed(const Image& image);
  void save_thread_locals();

  std::filesystem::path path_;
  void* handle_ = nullptr;
  std::uintptr_t base_ = 0;
  Range whole_, shared_, device_, constant_, managed_, scenarios_;
  std::vector<Variable> variables_;  ///< Sorted by address.
  std::vector<Function> functions_;  ///< Sorted by address.
  std::set<std::uintptr_t> imports_;
  std::vector<Saved> saved_;
  std::vector<Range> tables_;
  std::vector<Image> images_;  ///< From device 1 on.
  /// The file of the managed variables, once there are further images.
  int managed_file_ = -1;
};

}  // namespace gridlock::sim
