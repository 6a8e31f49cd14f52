/// \file
/// thrust::normal_distribution.
#pragma once
#include "../random.h"
