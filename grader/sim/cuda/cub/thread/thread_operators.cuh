/// \file
/// cub::ArgMax and cub::ArgMin.
#pragma once
#include "../util_type.cuh"
