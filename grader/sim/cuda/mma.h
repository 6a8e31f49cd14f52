/// The namespaces of tensor cores' functions.  The simulator does not model these:
/// nothing is declared, so that the compiler names it.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

namespace nvcuda {
namespace wmma {}
}  // namespace nvcuda
