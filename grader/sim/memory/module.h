/// A loaded module: where its variables are, and how to put them back.
///
/// Every device has its own variables, so every device has its own image of the module.
/// The image of device 0 is the module as the host sees it.  Those of the other devices
/// are copies, loaded when first needed; only their device code ever runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

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
  /// Whether the two have a byte in common.
  bool meets(const Range& other) const {
    return contains(other.base) ? other.size != 0 : size != 0 && other.contains(base);
  }
};

/// A variable of the module in one of CUDA's memory spaces.
struct Variable {
  std::string name;
  Range range;
  std::string layout;     ///< As in common/layout.h; "" if it has no parts.
  bool is_local = false;  ///< A static of a function.
};

class Module {
 public:
  /// Loads the shared object and reads its section and symbol tables.
  /// \throws std::runtime_error with a sentence if it is not a module of ours.
  explicit Module(const std::filesystem::path& path);
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  ~Module();

  /// Null if the module has no such symbol.
  void* symbol(const char* name) const;

  /// Puts every writable variable back to what it was after loading.
  void restore();

  /// Loads the images of so many devices, for a process that may open no file later.
  /// \throws std::runtime_error if one cannot be loaded.
  void load_images(int devices);
  /// Loads the image of a device if that has not been done yet, and includes it in
  /// `restore`. Returns the distance in bytes between this image and the first one; 0 for
  /// device 0.
  /// \throws std::runtime_error if it cannot be loaded.
  std::uintptr_t use_image(int device);
  /// The device with the image that holds the address, or -1.
  int device_at(std::uintptr_t address) const;
  /// The same place in the image of device 0; the address itself if it is in no image.
  std::uintptr_t home(std::uintptr_t address) const;

  // The following members are about the image of device 0.
  std::uintptr_t base() const { return base_; }
  Range whole() const { return whole_; }        ///< All of its segments.
  Range shared() const { return shared_; }      ///< __shared__ with static size.
  Range device() const { return device_; }      ///< __device__.
  Range constant() const { return constant_; }  ///< __constant__.
  Range managed() const { return managed_; }    ///< __managed__.
  /// Whether the address is in a section that programs may write.
  bool is_writable(std::uintptr_t address) const;
  /// Whether it is in another section: a table that the compiler made.  Addresses between
  /// the sections are in neither.
  bool is_table(std::uintptr_t address) const;

  /// The variable that holds the address, or null.
  const Variable* variable(std::uintptr_t address) const;
  /// The symbol of the function that holds the address, which may be local; "" if none.
  std::string_view function(std::uintptr_t address) const;
  /// The last variable of a device that begins at the address or before it, or null.
  const Variable* last_before(std::uintptr_t address) const;

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
    bool used = false;  ///< Used since it was last restored.
    std::vector<Saved> saved;
  };
  void read_tables(const std::filesystem::path& path);
  /// The image of a device from 1 on, loaded at the first call.
  Image& image_of(int device);
  void load_image(Image& image);
  /// The bytes that are there now.
  static Saved saved_of(const Range& range);
  void share_managed(const Image& image);

  std::filesystem::path path_;
  void* handle_ = nullptr;
  std::uintptr_t base_ = 0;
  Range whole_, shared_, device_, constant_, managed_;
  std::vector<Variable> variables_;  ///< Sorted by address.
  std::vector<Function> functions_;  ///< Likewise.
  std::vector<Saved> saved_;
  std::vector<Range> tables_;
  std::vector<Image> images_;  ///< From device 1 on.
  /// The file that holds managed variables, once there are images.
  int managed_file_ = -1;
};

}  // namespace gridlock::sim
