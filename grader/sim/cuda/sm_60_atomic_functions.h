/// A header of the toolkit: cuda_runtime.h declares everything in it.
#pragma once

#include "cuda_runtime.h"
