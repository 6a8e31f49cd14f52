/// \file
/// What Thrust throws if a call of CUDA fails.
#pragma once
#include "../system_error.h"
