/// \file
/// thrust::uniform_int_distribution.
#pragma once
#include "../random.h"
