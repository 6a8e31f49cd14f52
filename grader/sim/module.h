/// \file
/// A loaded module: where its variables are, and how to put them back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gridlock::sim {

/// An address range; empty if `size` is 0.
struct Range {
  std::uintptr_t base = 0;
  std::size_t size = 0;
  bool contains(std::uintptr_t address) const { return address - base < size; }
  bool contains(std::uintptr_t address, std::size_t bytes) const {
    return contains(address) && bytes <= size - (address - base);
  }
};

/// A variable of the module in one of CUDA's memory spaces.
struct Variable {
  std::string name;
  Range range;
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

  std::uintptr_t base() const { return base_; }
  Range whole() const { return whole_; }        ///< All of its segments.
  Range shared() const { return shared_; }      ///< __shared__ with static size.
  Range device() const { return device_; }      ///< __device__.
  Range constant() const { return constant_; }  ///< __constant__.
  Range managed() const { return managed_; }    ///< __managed__.
  /// Whether the address is in a section that programs may write.
  bool is_writable(std::uintptr_t address) const;

  /// The variable that holds the address, or null.
  const Variable* variable(std::uintptr_t address) const;

 private:
  void read_tables(const std::filesystem::path& path);

  void* handle_ = nullptr;
  std::uintptr_t base_ = 0;
  Range whole_, shared_, device_, constant_, managed_;
  std::vector<Variable> variables_;  ///< Sorted by address.
  struct Saved {
    Range range;
    std::vector<std::byte> bytes;
  };
  std::vector<Saved> saved_;
};

}  // namespace gridlock::sim
