/// A file descriptor that closes itself.
#pragma once

#include <unistd.h>

#include <utility>

namespace gridlock {

/// Owns a POSIX file descriptor; -1 means none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }

  /// Closes it; false if close() reports an error (a full disk can show up here).
  bool close() { return fd_ < 0 || ::close(release()) == 0; }

  /// Releases the descriptor to the caller, which must close it.
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_ = -1;
};

}  // namespace gridlock
