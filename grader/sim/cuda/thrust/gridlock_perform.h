/// \file
/// How an algorithm gets to its place: to the device as a kernel in the stream of its
/// policy, or to the calling thread.
#pragma once

#include <stdexcept>

#include "../device_functions.h"
#include "../gridlock_launch.h"
#include "gridlock_policy.h"
#include "system_error.h"

namespace thrust::gridlock_detail {

/// Calls `body()` in each thread of a kernel.
struct RunBody {
  template <class Body>
  GRIDLOCK_RAW void operator()(const Body& body) const {
    body();
  }
};

/// Launches `body` under the name of the algorithm, and waits for it if the policy does.
template <class Body>
void launch(const Policy& policy, const char* name, dim3 grid, dim3 block,
            const Body& body) {
  ::gridlock::sim::issue<Body>({grid, block, 0, policy.stream}, nullptr, name, RunBody{},
                               body);
  if (policy.waits) check(::cudaStreamSynchronize(policy.stream), name);
}

/// Whether the calling thread does the work itself.
inline bool is_here(const Policy& policy) {
  return policy.system != System::device || gridlock_in_device_code();
}

/// One thread does the work: it calls body(call).
template <class Body>
void perform(const Policy& policy, const char* name, const Body& body) {
  const Call call{gridlock_call_site()};
  if (is_here(policy)) return body(call);
  launch(policy, name, 1, 1, [=]() GRIDLOCK_RAW {
    gridlock_library_begins(call.site, true);
    body(call);
    gridlock_library_ends();
  });
}

/// The same for an algorithm that returns what body(call) does; the host waits for it.
template <class Result, class Body>
Result perform_for(const Policy& policy, const char* name, const Body& body) {
  const Call call{gridlock_call_site()};
  if (is_here(policy)) return body(call);
  alignas(Result) unsigned char bytes[sizeof(Result)];
  unsigned char* const to = bytes;
  Policy waiting = policy;
  waiting.waits = true;
  launch(waiting, name, 1, 1, [=]() GRIDLOCK_RAW {
    gridlock_library_begins(call.site, true);
    const Result result = body(call);
    gridlock_library_ends();
    gridlock_result(to, &result, sizeof result);
  });
  return *reinterpret_cast<Result*>(bytes);
}

/// Calls body(call, i) for each i below n: on the device in many threads, so that a race
/// between two elements is one.
template <class Body>
void perform_each(const Policy& policy, const char* name, size_t n, const Body& body) {
  constexpr size_t kThreads = 256, kBlocksMost = 64;
  if (n == 0) return;
  const Call call{gridlock_call_site()};
  if (is_here(policy)) {
    for (size_t i = 0; i < n; ++i) body(call, i);
    return;
  }
  const size_t threads = n < kThreads ? n : kThreads;
  const size_t needed = (n + threads - 1) / threads;
  const size_t blocks = needed < kBlocksMost ? needed : kBlocksMost;
  launch(policy, name, static_cast<unsigned>(blocks), static_cast<unsigned>(threads),
         [=]() GRIDLOCK_RAW {
           gridlock_library_begins(call.site, false);
           for (size_t i = blockIdx.x * threads + threadIdx.x; i < n;
                i += blocks * threads)
             body(call, i);
           gridlock_library_ends();
         });
}

/// Calls an algorithm with the policy that comes first, or with the one that follows from
/// where the iterators' elements are.
template <class Algorithm, class First, class... Rest>
decltype(auto) choose(const Algorithm& algorithm, const First& first,
                      const Rest&... rest) {
  if constexpr (kIsPolicy<First>) {
    return algorithm(first.policy(), rest...);
  } else {
    constexpr bool on_host = system_of<First, Rest...>() == System::host;
    const Policy policy{on_host ? System::host : System::device, nullptr, true};
    return algorithm(policy, first, rest...);
  }
}

/// A number of elements that memory may have.
template <class Size>
size_t as_count(Size size) {
  constexpr auto kMost = std::ptrdiff_t{1} << 40;
  const auto n = static_cast<std::ptrdiff_t>(size);
  if (n >= 0 && n <= kMost) return static_cast<size_t>(n);
  if (gridlock_in_device_code()) __trap();
  throw std::length_error(
      "A range of Thrust's ends before it begins, or has more elements "
      "than any memory.");
}

/// How many elements there are from `first` to `last`.
template <class Iterator>
size_t count_of(const Iterator& first, const Iterator& last) {
  return as_count(std::distance(first, last));
}

}  // namespace thrust::gridlock_detail

/// Declares thrust::NAME, which calls gridlock_detail::TYPE with a policy.
#define GRIDLOCK_THRUST_ALGORITHM(NAME, TYPE)                                \
  template <class First, class... Rest>                                      \
  decltype(auto) NAME(First first, Rest... rest) {                           \
    return gridlock_detail::choose(gridlock_detail::TYPE{}, first, rest...); \
  }
