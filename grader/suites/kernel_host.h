/// \file
/// The host part for kernels that come without one, as suite.py writes it:
/// arguments by the parameters' types, and what the kernels' annotations mean when they
/// run.
#pragma once

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace kernel_host {

inline void expect(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(error));
  std::exit(1);
}

/// An array on the device.  Its words count from 0 to 60, again and again: values that
/// differ, and that are indices of it as well.
inline void* array(std::size_t bytes) {
  constexpr std::size_t kPeriod = 61;
  std::vector<unsigned> words(bytes / sizeof(unsigned) + kPeriod);
  for (std::size_t i = 0; i < kPeriod; ++i) words[i] = i;
  for (std::size_t done = kPeriod; done < words.size();) {
    const std::size_t more = std::min(done, words.size() - done);
    std::memcpy(&words[done], &words[0], more * sizeof(unsigned));
    done += more;
  }
  void* memory = nullptr;
  expect(cudaMalloc(&memory, words.size() * sizeof(unsigned)));
  expect(cudaMemcpy(memory, words.data(), words.size() * sizeof(unsigned),
                    cudaMemcpyHostToDevice));
  return memory;
}

/// An argument of type `T` for a launch of so many threads.
template <class T>
struct Argument {
  T value{};

  Argument(std::size_t threads, long long scalar) {
    // Kernels use elements next to their own; some of small grids up to 256 each.
    const std::size_t elements = (threads <= 4096 ? 256 : 4) * threads + 4096;
    if constexpr (std::is_arithmetic_v<T>) {
      value = static_cast<T>(scalar);
    } else if constexpr (std::is_pointer_v<T>) {
      fill_pointer(elements);
    } else if constexpr (std::is_class_v<T> && sizeof(T) % sizeof(void*) == 0) {
      // A structure of pointers: each gets an array.
      for (std::size_t at = 0; at < sizeof(T); at += sizeof(void*)) {
        void* const memory = array(elements * sizeof(float));
        std::memcpy(reinterpret_cast<char*>(&value) + at, &memory, sizeof memory);
      }
    }
  }

 private:
  void fill_pointer(std::size_t elements) {
    using Element = std::remove_cv_t<std::remove_pointer_t<T>>;
    if constexpr (std::is_pointer_v<Element>) {
      // Pointers to pointers: a few, each to an array of its own.
      std::vector<void*> inner(64);
      for (void*& one : inner) one = array(elements);
      value = static_cast<T>(array(inner.size() * sizeof(void*)));
      expect(cudaMemcpy((void*)value, inner.data(), inner.size() * sizeof(void*),
                        cudaMemcpyHostToDevice));
    } else if constexpr (std::is_object_v<Element>) {
      value = static_cast<T>(array(elements * sizeof(Element)));
    }
    // A pointer to a function stays null: the host cannot name a device's function.
  }
};

template <bool together, class... Parameters, std::size_t... I>
void launch_with(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                 const std::vector<long long>& scalars, std::index_sequence<I...>) {
  const std::size_t threads =
      std::size_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z;
  std::tuple<Argument<std::remove_cv_t<Parameters>>...> arguments{
      Argument<std::remove_cv_t<Parameters>>(threads, scalars[I])...};
  void* addresses[] = {&std::get<I>(arguments).value..., nullptr};
  const auto launcher = [](auto... all) {
    return together ? cudaLaunchCooperativeKernel(all...) : cudaLaunchKernel(all...);
  };
  expect(launcher((const void*)kernel, grid, block, addresses, 0, nullptr));
  expect(cudaDeviceSynchronize());
}

/// Launches the kernel, `together` if its grid meets, and waits for it.  The scalars are
/// by the parameters' places.
template <bool together, class... Parameters>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block,
            const std::vector<long long>& scalars) {
  launch_with<together>(kernel, grid, block, scalars,
                        std::index_sequence_for<Parameters...>());
}

}  // namespace kernel_host

// What GPUVerify's own headers have besides CUDA's.
namespace cooperative_groups {
template <class Group>
__device__ void synchronize(const Group& group) {
  group.sync();
}
}  // namespace cooperative_groups

// GPUVerify's annotations.  An assertion is one.  Contracts and invariants are for the
// prover: they run nothing.  In an assertion, what only a prover knows counts as true.
#define __assert(...) assert((__VA_ARGS__))
#define __requires(...) ((void)0)
#define __ensures(...) ((void)0)
#define __assume(...) ((void)0)
#define __invariant(...) ((void)0)
#define __global_invariant(...) ((void)0)
#define __requires_fresh_array(...) ((void)0)
#define __axiom(...) static_assert(true)
#define __implies(a, b) (!(a) || (b))
#define __enabled() true
#define __all(...) (__VA_ARGS__)
#define __no_read(...) true
#define __no_write(...) true
#define __read(...) false
#define __write(...) false
#define __read_implies(...) true
#define __write_implies(...) true
#define __uniform_int(...) true
#define __uniform_bool(...) true
#define __distinct_int(...) true
#define __other_int(value) ((value) + 1)
