/// Thread block clusters, by functions that are built into nvcc (crt/sm_90_rt.h): a
/// block's position in its cluster, the cluster's barrier, and the shared memory of its
/// blocks. Programs usually reach them through cooperative_groups.h.
#pragma once

#include "device_launch_parameters.h"
#include "gridlock_device.h"
#include "vector_types.h"

GRIDLOCK_DEVICE GRIDLOCK_INLINE void* __cluster_map_shared_rank(const void* ptr,
                                                                unsigned rank) {
  return gridlock_cluster_map(ptr, rank);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned __cluster_query_shared_rank(const void* ptr) {
  return gridlock_cluster_rank(ptr);
}

GRIDLOCK_DEVICE GRIDLOCK_INLINE dim3 __clusterDim() {
  return dim3(gridlock_cluster_dim(0), gridlock_cluster_dim(1), gridlock_cluster_dim(2));
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned __clusterSizeInBlocks() {
  const dim3 dim = __clusterDim();
  return dim.x * dim.y * dim.z;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned __clusterDimIsSpecified() {
  return __clusterSizeInBlocks() > 1;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE dim3 __clusterRelativeBlockIdx() {
  const dim3 dim = __clusterDim();
  return dim3(blockIdx.x % dim.x, blockIdx.y % dim.y, blockIdx.z % dim.z);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned __clusterRelativeBlockRank() {
  const dim3 dim = __clusterDim(), at = __clusterRelativeBlockIdx();
  return (at.z * dim.y + at.y) * dim.x + at.x;
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE dim3 __clusterIdx() {
  const dim3 dim = __clusterDim();
  return dim3(blockIdx.x / dim.x, blockIdx.y / dim.y, blockIdx.z / dim.z);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE dim3 __clusterGridDimInClusters() {
  const dim3 dim = __clusterDim();
  return dim3(gridDim.x / dim.x, gridDim.y / dim.y, gridDim.z / dim.z);
}

GRIDLOCK_DEVICE GRIDLOCK_INLINE void __cluster_barrier_arrive() {
  gridlock_cluster_arrive(true);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE void __cluster_barrier_arrive_relaxed() {
  gridlock_cluster_arrive(false);
}
GRIDLOCK_DEVICE GRIDLOCK_INLINE void __cluster_barrier_wait() {
  gridlock_cluster_wait(true);
}
