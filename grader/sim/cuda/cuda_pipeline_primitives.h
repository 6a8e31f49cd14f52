/// Asynchronous copies into shared memory.
#pragma once

#include "cuda_runtime.h"
#include "gridlock_device.h"

GRIDLOCK_DEVICE GRIDLOCK_INLINE void __pipeline_memcpy_async(
    void* __restrict__ dst_shared, const void* __restrict__ src_global,
    size_t size_and_align, size_t zfill = 0) {
  gridlock_copy_async(dst_shared, src_global, size_and_align, zfill);
}

GRIDLOCK_DEVICE GRIDLOCK_INLINE void __pipeline_commit() { gridlock_copy_commit(); }

GRIDLOCK_DEVICE GRIDLOCK_INLINE void __pipeline_wait_prior(size_t prior) {
  gridlock_copy_wait(prior < 8 ? prior : 8);
}
