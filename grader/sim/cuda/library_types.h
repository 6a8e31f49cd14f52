/// \file
/// Types of numbers as CUDA's libraries name them, as far as the simulator has them.
#pragma once

typedef enum cudaDataType_t {
  CUDA_R_16F = 2,
  CUDA_R_16BF = 14,
  CUDA_R_32F = 0,
  CUDA_R_64F = 1,
  CUDA_R_8I = 3,
  CUDA_R_32I = 10
} cudaDataType;
typedef enum cudaDataType_t cudaDataType_t;
