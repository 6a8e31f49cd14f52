/// What device code may call of the runtime, by the name of the toolkit's header.
#pragma once

#include "cuda_runtime.h"
