// cuBLAS: handles and their modes, names of errors.
#include <unordered_set>

#include "sim/cuda_api/host_error.h"
#include "sim/cuda_api/host_stream.h"
#include "sim/libraries/cublas_call.h"

using namespace gridlock::sim;

namespace {

std::unordered_set<cublasHandle_t>& handles() {
  static std::unordered_set<cublasHandle_t> made;
  return made;
}

/// Sets or gets a field of the handle.
template <class T>
cublasStatus_t set(cublasHandle_t handle, T cublasContext::* field, T value,
                   bool is_valid = true) {
  if (!is_handle(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!is_valid) return CUBLAS_STATUS_INVALID_VALUE;
  handle->*field = value;
  return CUBLAS_STATUS_SUCCESS;
}
template <class T>
cublasStatus_t get(cublasHandle_t handle, T cublasContext::* field, T* value) {
  if (!is_handle(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!value) return CUBLAS_STATUS_INVALID_VALUE;
  *value = handle->*field;
  return CUBLAS_STATUS_SUCCESS;
}

struct StatusText {
  cublasStatus_t status;
  const char *name, *text;
};
constexpr StatusText kTexts[] = {
#define GRIDLOCK_CUBLAS_STATUS(status, text) {status, #status, text},
#include "gridlock_cublas_statuses.inc"
#undef GRIDLOCK_CUBLAS_STATUS
};

const StatusText* text_of(cublasStatus_t status) {
  for (const StatusText& text : kTexts)
    if (text.status == status) return &text;
  return nullptr;
}

}  // namespace

namespace gridlock::sim {

bool is_handle(cublasHandle_t handle) { return handles().contains(handle); }

}  // namespace gridlock::sim

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = new cublasContext;
  handles().insert(*handle);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  if (!is_handle(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!machine->in_host_function())
    wait_for_device(machine->api.device, "cublasDestroy",
                    call_site(__builtin_frame_address(0)));
  handles().erase(handle);
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version) {
  if (!is_handle(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!version) return CUBLAS_STATUS_INVALID_VALUE;
  *version = 130000;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  return set(handle, &cublasContext::stream, stream, stream_from(stream) != nullptr);
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  return get(handle, &cublasContext::stream, stream);
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  return set(handle, &cublasContext::pointer_mode, mode,
             mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE);
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return get(handle, &cublasContext::pointer_mode, mode);
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  constexpr int kAll = CUBLAS_TF32_TENSOR_OP_MATH | CUBLAS_FP32_EMULATED_BF16X9_MATH |
                       CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH |
                       CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
  return set(handle, &cublasContext::math, mode, (static_cast<int>(mode) & ~kAll) == 0);
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  return get(handle, &cublasContext::math, mode);
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  return set(handle, &cublasContext::atomics, mode,
             mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED);
}
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
  return get(handle, &cublasContext::atomics, mode);
}
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, size_t bytes) {
  constexpr std::uintptr_t kAlignment = 256;
  if (!is_handle(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  const bool is_valid =
      bytes == 0 ||
      (workspace && reinterpret_cast<std::uintptr_t>(workspace) % kAlignment == 0);
  return is_valid ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

const char* cublasGetStatusName(cublasStatus_t status) {
  const StatusText* text = text_of(status);
  return text ? text->name : "CUBLAS_STATUS_UNKNOWN";
}
const char* cublasGetStatusString(cublasStatus_t status) {
  const StatusText* text = text_of(status);
  return text ? text->text : "unknown error";
}

}  // extern "C"
