/// \file
/// thrust::cuda::par and par_nosync.
#pragma once
#include "../../../execution_policy.h"
