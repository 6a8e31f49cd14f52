/// The toolkit's header with the part of the runtime API that device code may call.
#pragma once

#include "cuda_runtime.h"
