/// \file
/// cub::WarpScan.
#pragma once

#include "gridlock_logical_warp.cuh"

namespace cub {

/// Combines the values of all lanes before a lane, with its own (inclusive) or without it
/// (exclusive).
template <class T, int kLanes = 32>
class WarpScan {
  using Plus = gridlock_detail::Plus;

 public:
  /// Nothing: the lanes exchange their values by shuffles.
  struct TempStorage {};

  GRIDLOCK_CUB explicit WarpScan(TempStorage&) {}

  GRIDLOCK_CUB void InclusiveSum(T input, T& output) {
    InclusiveScan(input, output, Plus{});
  }
  GRIDLOCK_CUB void InclusiveSum(T input, T& output, T& aggregate) {
    InclusiveScan(input, output, Plus{}, aggregate);
  }
  GRIDLOCK_CUB void ExclusiveSum(T input, T& output) {
    ExclusiveScan(input, output, T{}, Plus{});
  }
  GRIDLOCK_CUB void ExclusiveSum(T input, T& output, T& aggregate) {
    ExclusiveScan(input, output, T{}, Plus{}, aggregate);
  }
  template <class Op>
  GRIDLOCK_CUB void InclusiveScan(T input, T& output, Op op) {
    output = scan(input, op);
  }
  template <class Op>
  GRIDLOCK_CUB void InclusiveScan(T input, T& output, Op op, T& aggregate) {
    output = scan(input, op);
    aggregate = warp_.from(output, kLanes - 1);
  }
  // The value without a predecessor is undefined if there is no initial one.
  template <class Op>
  GRIDLOCK_CUB void ExclusiveScan(T input, T& output, Op op) {
    const T all = scan(input, op);
    output = warp_.from(all, warp_.lane - 1);
  }
  template <class Op>
  GRIDLOCK_CUB void ExclusiveScan(T input, T& output, Op op, T& aggregate) {
    const T all = scan(input, op);
    output = warp_.from(all, warp_.lane - 1);
    aggregate = warp_.from(all, kLanes - 1);
  }
  template <class Op>
  GRIDLOCK_CUB void ExclusiveScan(T input, T& output, T initial, Op op) {
    const T all = scan(input, op);
    const T before = warp_.from(all, warp_.lane - 1);
    output = warp_.lane == 0 ? initial : op(initial, before);
  }
  template <class Op>
  GRIDLOCK_CUB void ExclusiveScan(T input, T& output, T initial, Op op, T& aggregate) {
    const T all = scan(input, op);
    const T before = warp_.from(all, warp_.lane - 1);
    output = warp_.lane == 0 ? initial : op(initial, before);
    aggregate = warp_.from(all, kLanes - 1);
  }
  template <class Op>
  GRIDLOCK_CUB void Scan(T input, T& inclusive, T& exclusive, Op op) {
    inclusive = scan(input, op);
    exclusive = warp_.from(inclusive, warp_.lane - 1);
  }
  template <class Op>
  GRIDLOCK_CUB void Scan(T input, T& inclusive, T& exclusive, T initial, Op op) {
    const T all = scan(input, op);
    const T before = warp_.from(all, warp_.lane - 1);
    exclusive = warp_.lane == 0 ? initial : op(initial, before);
    inclusive = op(initial, all);
  }
  GRIDLOCK_CUB T Broadcast(T input, unsigned lane) {
    return warp_.from(input, static_cast<int>(lane));
  }

 private:
  template <class Op>
  GRIDLOCK_CUB T scan(T value, Op& op) {
    for (int distance = 1; distance < kLanes; distance *= 2) {
      const T other = warp_.from(value, warp_.lane - distance);
      if (warp_.lane >= distance) value = op(other, value);
    }
    return value;
  }

  gridlock_detail::LogicalWarp<kLanes> warp_;
};

}  // namespace cub
