/// Marks and ranges for a profiler (NVTX); they do nothing.  Domains, categories and
/// names of resources are missing.
#pragma once

#include <stdint.h>

#include "../host_defines.h"

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef uint64_t nvtxRangeId_t;

typedef enum nvtxColorType_t {
  NVTX_COLOR_UNKNOWN = 0,
  NVTX_COLOR_ARGB = 1
} nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2
} nvtxMessageType_t;

typedef union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef struct nvtxEventAttributes_v2 nvtxEventAttributes_t;

GRIDLOCK_INLINE int nvtxRangePushA(const char*) { return 0; }
GRIDLOCK_INLINE int nvtxRangePushEx(const nvtxEventAttributes_t*) { return 0; }
GRIDLOCK_INLINE int nvtxRangePop() { return 0; }
GRIDLOCK_INLINE nvtxRangeId_t nvtxRangeStartA(const char*) { return 0; }
GRIDLOCK_INLINE nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t*) { return 0; }
GRIDLOCK_INLINE void nvtxRangeEnd(nvtxRangeId_t) {}
GRIDLOCK_INLINE void nvtxMarkA(const char*) {}
GRIDLOCK_INLINE void nvtxMarkEx(const nvtxEventAttributes_t*) {}
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark nvtxMarkA
