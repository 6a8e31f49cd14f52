// What scenarios.cu uses of a submission; lab.toml lists the same for students.

#pragma once

#include <gridlock/required.h>

#include "work_queue.cuh"

GRIDLOCK_REQUIRED __global__ void workOff(WorkQueue* queue, Ledger ledger);
GRIDLOCK_REQUIRED cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                                        unsigned long long count, cudaStream_t stream);
GRIDLOCK_REQUIRED __global__ void workOffAhead(WorkQueue* queue, Ledger ledger);
