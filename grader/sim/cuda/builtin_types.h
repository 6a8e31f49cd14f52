/// A header of the toolkit whose names all come with cuda_runtime.h.
#pragma once

#include "cuda_runtime.h"
