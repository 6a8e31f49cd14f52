/// Launches.  The rewriter turns
///
///     kernel<<<grid, block, bytes, stream>>>(a, b);
///
/// into a call of bind_launch() (or bind_kernel(), bind_deduced()), and calls the result
/// with (a, b).  A launch copies its arguments when it is issued; each simulated thread
/// then calls the kernel with copies of those.
///
/// As with nvcc, the copy of an argument is made and destroyed on the host, before and
/// after the launch is issued, and a kernel gets its bytes: neither a copy constructor
/// nor a destructor runs on the device for a parameter.
#pragma once

#include <stddef.h>

#include <new>
#include <type_traits>
#include <utility>

#include "driver_types.h"

extern "C" {

/// The launch configuration, between <<< and >>>.
struct gridlock_launch_config {
  dim3 grid;
  dim3 block;
  size_t shared_bytes;  ///< Dynamic shared memory.
  cudaStream_t stream;
};

/// Issues a launch.  `kernel` identifies the kernel; `text` is its name in the program.
/// `invoke(frame)` runs the kernel's body for one thread and does not change the frame;
/// the runtime calls `destroy(frame)` once, when the launch has ended or was refused.
void gridlock_launch(const gridlock_launch_config* config, const void* kernel,
                     const char* text, void (*invoke)(void* frame),
                     void (*destroy)(void* frame), void* frame);

/// Tells the runtime how to launch `kernel` by address: `make_frame(kernel, args)` copies
/// the arguments to which `args[i]` point into a frame for invoke and destroy.
/// `argument_bytes` are their sizes, followed by a 0.  Registering again has no effect;
/// `name` is null if only the address is known.
void gridlock_register_kernel(const void* kernel, const char* name,
                              void* (*make_frame)(const void* kernel, void** args),
                              void (*invoke)(void* frame), void (*destroy)(void* frame),
                              const size_t* argument_bytes);

/// Registers the largest block that the kernel's __launch_bounds__ allow, in threads.
void gridlock_register_launch_bounds(const void* kernel, unsigned long long threads);
/// Registers the dimensions of a cluster from the kernel's __cluster_dims__.
void gridlock_register_cluster_dims(const void* kernel, unsigned x, unsigned y,
                                    unsigned z);

/// The function that corresponds to `function` on the running thread's device: each
/// device has its own image of the program, with its own variables.
void* gridlock_on_device(void* function);

}  // extern "C"

namespace gridlock::sim {
inline namespace shim {

/// CUDA's limit on the arguments of a launch, in bytes.
constexpr size_t kMaxArgumentBytes = 32764;

/// Whether T has a non-trivial copy constructor, move constructor or destructor.  If so,
/// the caller owns and destroys a copy, and the ABI (Itanium's, which clang follows on
/// Linux) passes the address of that copy.
template <class T>
constexpr bool kByAddress =
    !std::is_trivially_destructible_v<T> ||
    (std::is_copy_constructible_v<T> && !std::is_trivially_copy_constructible_v<T>) ||
    (std::is_move_constructible_v<T> && !std::is_trivially_move_constructible_v<T>);

template <size_t Index, class T, bool = kByAddress<T>>
struct Argument {
  T value;

  __attribute__((no_sanitize("thread"))) GRIDLOCK_INLINE const T& pass() const {
    return value;
  }
  GRIDLOCK_INLINE const T& get() const { return value; }
};

/// A thread's copy of an argument, for its call of the kernel.
template <class T>
struct OwnBytes {
  alignas(T) unsigned char bytes[sizeof(T)];

  __attribute__((no_sanitize("thread"))) explicit OwnBytes(const unsigned char* from) {
    __builtin_memcpy(bytes, from, sizeof(T));
  }
  __attribute__((no_sanitize("thread"))) operator T*() {
    return reinterpret_cast<T*>(bytes);
  }
};

/// The bytes of an argument.  The issuer of the launch destroys the argument itself.
template <size_t Index, class T>
struct Argument<Index, T, true> {
  alignas(T) unsigned char value[sizeof(T)];

  explicit Argument(const T& from) {
    __builtin_memcpy(value, __builtin_addressof(from), sizeof(T));
  }
  __attribute__((no_sanitize("thread"))) OwnBytes<T> pass() const {
    return OwnBytes<T>(value);
  }
  const T& get() const { return *reinterpret_cast<const T*>(value); }
};

/// The type in which the ABI passes a parameter.
template <class T>
using Passed = std::conditional_t<kByAddress<T>, T*, T>;

/// The head of a frame, which holds a launch's arguments.
struct FrameHead {
  size_t bytes;  ///< Size of the whole frame.
  /// Zeroes the padding between arguments, because the runtime searches a frame for
  /// addresses.
  static void* operator new(size_t bytes) {
    return __builtin_memset(::operator new(bytes), 0, bytes);
  }
  static void* operator new(size_t bytes, std::align_val_t alignment) {
    return __builtin_memset(::operator new(bytes, alignment), 0, bytes);
  }
  static void operator delete(void* frame) { ::operator delete(frame); }
  static void operator delete(void* frame, std::align_val_t alignment) {
    ::operator delete(frame, alignment);
  }
};

/// A callee and its arguments.  A std::tuple would make every compile slower.
template <class Callee, class Indices, class... T>
struct Frame;

template <class Callee, size_t... Index, class... T>
struct Frame<Callee, std::index_sequence<Index...>, T...> : FrameHead,
                                                            Argument<Index, T>... {
  Callee callee;

  template <class... From>
  explicit Frame(Callee callee, From&&... from)
      : FrameHead{sizeof(Frame)},
        Argument<Index, T>{static_cast<From&&>(from)}...,
        callee(callee) {}

  // Not instrumented: reading arguments from the frame is not an access by the kernel.
  __attribute__((no_sanitize("thread"))) static void invoke(void* frame) {
    const Frame* self = static_cast<const Frame*>(frame);
    if constexpr (std::is_pointer_v<Callee>) {
      void* callee = gridlock_on_device(reinterpret_cast<void*>(self->callee));
      reinterpret_cast<void (*)(Passed<T>...)>(callee)(
          static_cast<const Argument<Index, T>*>(self)->pass()...);
    } else {
      self->callee(static_cast<const Argument<Index, T>*>(self)->get()...);
    }
  }
  static void destroy(void* frame) { delete static_cast<Frame*>(frame); }
  static void* make(const void* kernel, [[maybe_unused]] void** args) {
    const Callee callee = reinterpret_cast<Callee>(const_cast<void*>(kernel));
    return new Frame(callee, *static_cast<const T*>(args[Index])...);
  }
};

template <class Callee, class... T>
using FrameOf = Frame<Callee, std::make_index_sequence<sizeof...(T)>, T...>;

/// CUDA's requirements for the type of a kernel.
template <class Result, class... P>
constexpr void check_kernel_type() {
  static_assert(std::is_void_v<Result>, "a __global__ function must return void");
  static_assert((!std::is_reference_v<P> && ...),
                "a parameter of a __global__ function cannot be a reference");
  static_assert((sizeof(std::remove_reference_t<P>) + ... + 0) <= kMaxArgumentBytes,
                "the parameters of a __global__ function exceed 32764 bytes");
}

/// Issues a launch that calls `callee` with the bytes of `arguments`.
template <class... T, class Callee, class... From>
GRIDLOCK_INLINE void issue(const gridlock_launch_config& config, const void* kernel,
                           const char* text, Callee callee, From&&... arguments) {
  using Kept = FrameOf<Callee, T...>;
  gridlock_launch(&config, kernel ? kernel : reinterpret_cast<const void*>(&Kept::invoke),
                  text, &Kept::invoke, &Kept::destroy,
                  new Kept(callee, static_cast<From&&>(arguments)...));
}

/// A kernel with its configuration, to be called with exactly the kernel's parameters:
/// the arguments are converted at the launch, as in a call.
template <class... P>
struct BoundKernel {
  gridlock_launch_config config;
  void (*kernel)(P...);
  const char* text;

  GRIDLOCK_INLINE void operator()(P... arguments) const {
    issue<P...>(config, reinterpret_cast<const void*>(kernel), text, kernel,
                static_cast<P&&>(arguments)...);
  }
};

/// Issues a launch with copies of the arguments, and destroys the copies afterwards.
template <class... T, class Callee>
GRIDLOCK_INLINE void issue_copies(const gridlock_launch_config& config,
                                  const void* kernel, const char* text, Callee callee,
                                  T... copies) {
  issue<T...>(config, kernel, text, callee, static_cast<T&&>(copies)...);
}

/// Turns a kernel's name into its address, if only one function has this name.
struct Resolve {
  template <class Result, class... P>
  auto operator()(Result (*kernel)(P...)) const {
    return kernel;
  }
};

/// Turns a name into the address of the function with these parameters, if there is one
/// among the overloads.
template <class... P>
struct ResolveAs {
  auto operator()(void (*kernel)(P...)) const { return kernel; }
};

/// A bound kernel whose name has several functions: a template, or overloads.
///
/// A call by name constructs and destroys the parameters on the device.  If the program
/// could notice that, and a function's parameters have exactly the arguments' types, that
/// function is called by its address instead.
template <class Resolver, class Call>
struct BoundCall {
  gridlock_launch_config config;
  Resolver resolver;
  Call call;
  const char* text;

  template <class... A>
  GRIDLOCK_INLINE void operator()(A&&... arguments) const {
    if constexpr ((kByAddress<std::decay_t<A>> || ...) &&
                  std::is_invocable_v<Resolver, ResolveAs<std::decay_t<A>...>>) {
      const auto kernel = resolver(ResolveAs<std::decay_t<A>...>{});
      issue_copies<std::decay_t<A>...>(config, reinterpret_cast<const void*>(kernel),
                                       text, kernel, static_cast<A&&>(arguments)...);
    } else {
      issue_copies<std::decay_t<A>...>(config, nullptr, text, call,
                                       static_cast<A&&>(arguments)...);
    }
  }
};

/// A bound kernel that may also be called with fewer arguments.  Only a call by name can
/// fill in the default values of the others.
template <class Call, class... P>
struct BoundKernelWithDefaults : BoundKernel<P...> {
  Call call;

  GRIDLOCK_INLINE BoundKernelWithDefaults(const BoundKernel<P...>& kernel, Call call)
      : BoundKernel<P...>(kernel), call(call) {}

  using BoundKernel<P...>::operator();

  template <class... A, std::enable_if_t<(sizeof...(A) < sizeof...(P)), int> = 0>
  GRIDLOCK_INLINE void operator()(A&&... arguments) const {
    issue_copies<std::decay_t<A>...>(this->config,
                                     reinterpret_cast<const void*>(this->kernel),
                                     this->text, call, static_cast<A&&>(arguments)...);
  }
};

/// For a kernel with a name that no other function has.
template <class Result, class... P>
GRIDLOCK_INLINE BoundKernel<P...> bind_kernel(Result (*kernel)(P...), const char* text,
                                              dim3 grid, dim3 block,
                                              size_t shared_bytes = 0,
                                              cudaStream_t stream = 0) {
  check_kernel_type<Result, P...>();
  return {{grid, block, shared_bytes, stream}, kernel, text};
}

/// Launches a template or an overloaded kernel; for `resolver` and `call` see
/// bind_launch.  If an argument is a literal 0, the rewriter writes it into the lambda
/// itself, `(auto&& a, auto&&) { NAME(a, 0); }`: only a literal can become a null
/// pointer.
template <class Resolver, class Call>
GRIDLOCK_INLINE BoundCall<Resolver, Call> bind_deduced(Resolver resolver, Call call,
                                                       const char* text, dim3 grid,
                                                       dim3 block,
                                                       size_t shared_bytes = 0,
                                                       cudaStream_t stream = 0) {
  return {{grid, block, shared_bytes, stream}, resolver, call, text};
}

template <class Call, class Result, class... P>
GRIDLOCK_INLINE BoundKernelWithDefaults<Call, P...> bind_resolved(
    Result (*kernel)(P...), Call call, const char* text, dim3 grid, dim3 block,
    size_t shared_bytes, cudaStream_t stream) {
  return {bind_kernel(kernel, text, grid, block, shared_bytes, stream), call};
}

/// For any kernel: the meaning of its name selects one of the ways above.  The rewriter
/// writes
///
///     bind_launch([&](auto r) -> decltype(r(NAME)) { return r(NAME); },
///                 [&](auto&&... a) { NAME(a...); }, "NAME", grid, block, ...)
template <class Resolver, class Call>
GRIDLOCK_INLINE auto bind_launch(Resolver resolver, Call call, const char* text,
                                 dim3 grid, dim3 block, size_t shared_bytes = 0,
                                 cudaStream_t stream = 0) {
  if constexpr (std::is_invocable_v<Resolver, Resolve>)
    return bind_resolved(resolver(Resolve{}), call, text, grid, block, shared_bytes,
                         stream);
  else
    return bind_deduced(resolver, call, text, grid, block, shared_bytes, stream);
}

/// Registers a kernel, so that cudaLaunchKernel can launch it by address.
template <class Result, class... P>
GRIDLOCK_INLINE void register_kernel(Result (*kernel)(P...), const char* name = nullptr) {
  check_kernel_type<Result, P...>();
  using Kept = FrameOf<void (*)(P...), P...>;
  static constexpr size_t kArgumentBytes[] = {sizeof(P)..., 0};
  gridlock_register_kernel(reinterpret_cast<const void*>(kernel), name, &Kept::make,
                           &Kept::invoke, &Kept::destroy, kArgumentBytes);
}

/// The rewriter adds a static object of this type after each kernel that is a single
/// function.
struct KernelRegistration {
  template <class Result, class... P>
  KernelRegistration(Result (*kernel)(P...), const char* name,
                     unsigned long long max_threads = 0, dim3 cluster = {}) {
    register_kernel(kernel, name);
    const auto* address = reinterpret_cast<const void*>(kernel);
    if (max_threads != 0) gridlock_register_launch_bounds(address, max_threads);
    if (cluster.x * cluster.y * cluster.z != 1)
      gridlock_register_cluster_dims(address, cluster.x, cluster.y, cluster.z);
  }
};

}  // namespace shim
}  // namespace gridlock::sim
