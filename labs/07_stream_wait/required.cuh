// What scenarios.cu uses of a submission; lab.toml lists the same for students.

#pragma once

#include <gridlock/required.h>

#include "stream_wait.cuh"

GRIDLOCK_REQUIRED cudaError_t makeEvent(cudaEvent_t* event, int device);
GRIDLOCK_REQUIRED cudaError_t follow(Lane later, Lane earlier);
struct Pipe;
GRIDLOCK_REQUIRED cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk);
GRIDLOCK_REQUIRED cudaError_t copyStaged(Pipe* pipe, void* target, const void* source,
                                         size_t bytes);
GRIDLOCK_REQUIRED cudaError_t closePipe(Pipe* pipe);
GRIDLOCK_REQUIRED cudaError_t allowAccess(int device, int peer);
GRIDLOCK_REQUIRED cudaError_t copyDirect(Lane to, void* target, Lane from,
                                         const void* source, size_t bytes);
GRIDLOCK_REQUIRED cudaError_t addPeer(Lane mine, int* sum, Lane theirs, const int* values,
                                      int n);
GRIDLOCK_REQUIRED cudaError_t runPipeline(const Station* stations, int count,
                                          const int* in, int* out, int n, int items);

// behind.cuh defines these, where a Pipe is complete and the predictions are known.
Pipe* newPipe();
void deletePipe(Pipe* pipe);
Failure& failureOfSubmission();
extern const cudaError_t kPredictions[9];
