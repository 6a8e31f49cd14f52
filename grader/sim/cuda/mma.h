/// The namespaces of the functions for tensor cores.  The simulator does not model these:
/// nothing is declared, so compile errors name what a program uses of them.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

namespace nvcuda {
namespace wmma {}
}  // namespace nvcuda
