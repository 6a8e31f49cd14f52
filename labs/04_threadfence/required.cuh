// What scenarios.cu uses of a submission; lab.toml lists the same for students.

#pragma once

#include <gridlock/required.h>

#include <cuda/atomic>

#include "message.cuh"

GRIDLOCK_REQUIRED __device__ void sendInBlock(Message* slot, int* flag, Message message);
GRIDLOCK_REQUIRED __device__ Message receiveInBlock(const Message* slot, int* flag);
GRIDLOCK_REQUIRED __device__ void sendToBlock(Message* slot, int* flag, Message message);
GRIDLOCK_REQUIRED __device__ Message receiveFromBlock(const Message* slot, int* flag);
GRIDLOCK_REQUIRED __device__ void sendToHost(Message* slot, int* flag, Message message);
GRIDLOCK_REQUIRED __device__ void lock(int* mutex);
GRIDLOCK_REQUIRED __device__ void unlock(int* mutex);
GRIDLOCK_REQUIRED __device__ const int* tableOnce(int* state, int* table, Recipe recipe);

// behind.cuh instantiates these for each scope.
template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message);
template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag);
