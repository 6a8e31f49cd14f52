/// \file
/// Programs include this for CUDA_VERSION; the driver API itself is not modelled.
#pragma once

#include "cuda_runtime.h"

#define CUDA_VERSION 13000
