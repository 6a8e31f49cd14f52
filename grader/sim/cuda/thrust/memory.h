/// \file
/// Pointers to memory of the device.
#pragma once
#include "device_free.h"
#include "device_malloc.h"
#include "device_ptr.h"
