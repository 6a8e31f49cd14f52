/// \file
/// thrust::uniform_real_distribution.
#pragma once
#include "../random.h"
