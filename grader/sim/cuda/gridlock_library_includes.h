/// \file
/// What CUDA's C++ libraries (Thrust, CUB) bring in of the C++ library: programs use it
/// without asking for it.
#pragma once

#include <stdint.h>

#include <array>
#include <atomic>
#include <cassert>
#include <cfloat>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
