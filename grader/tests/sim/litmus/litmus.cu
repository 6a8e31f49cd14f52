// The litmus tests of the literature, each on words of its own:
//
//     litmus ACCESS FENCE PLACE SHAPE...
//
// runs the shapes with that form of access, and that fence between the two accesses of a
// thread.  It ends with 1 if a shape's weak outcome came about, and prints which.  PLACE
// is "block" for threads of one block, or "blocks" for one block per thread.
#include <stdio.h>
#include <string.h>

#include <cuda/atomic>

enum Access { kVolatile, kRelaxed, kAcquireRelease, kSequential };
enum Fence { kNone, kBlock, kDevice, kSystem, kFenceAcquireRelease, kFenceSequential };

struct Form {
  Access access;
  Fence fence;
};

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ void put(int* word, int value, Form form) {
  if (form.access == kVolatile)
    *(volatile int*)word = value;
  else if (form.access == kRelaxed)
    Word(*word).store(value, cuda::memory_order_relaxed);
  else if (form.access == kAcquireRelease)
    Word(*word).store(value, cuda::memory_order_release);
  else
    Word(*word).store(value);
}

__device__ int get(int* word, Form form) {
  if (form.access == kVolatile) return *(volatile int*)word;
  if (form.access == kRelaxed) return Word(*word).load(cuda::memory_order_relaxed);
  if (form.access == kAcquireRelease) return Word(*word).load(cuda::memory_order_acquire);
  return Word(*word).load();
}

__device__ void order(Form form) {
  if (form.fence == kBlock) __threadfence_block();
  if (form.fence == kDevice) __threadfence();
  if (form.fence == kSystem) __threadfence_system();
  if (form.fence == kFenceAcquireRelease)
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
  if (form.fence == kFenceSequential)
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}

/// The memory of one shape: its words, and the values that its threads read.
struct Shared {
  int x, y, z;
  int r[4];
};

__device__ void message_passing(int thread, Shared* s, Form f) {
  if (thread == 0) put(&s->x, 1, f), order(f), put(&s->y, 1, f);
  if (thread == 1) s->r[0] = get(&s->y, f), order(f), s->r[1] = get(&s->x, f);
}
__device__ void store_buffering(int thread, Shared* s, Form f) {
  if (thread == 0) put(&s->x, 1, f), order(f), s->r[0] = get(&s->y, f);
  if (thread == 1) put(&s->y, 1, f), order(f), s->r[1] = get(&s->x, f);
}
__device__ void load_buffering(int thread, Shared* s, Form f) {
  if (thread == 0) s->r[0] = get(&s->x, f), order(f), put(&s->y, 1, f);
  if (thread == 1) s->r[1] = get(&s->y, f), order(f), put(&s->x, 1, f);
}
__device__ void read_read(int thread, Shared* s, Form f) {
  if (thread == 0) put(&s->x, 1, f);
  if (thread == 1) s->r[0] = get(&s->x, f), order(f), s->r[1] = get(&s->x, f);
}
__device__ void write_write(int thread, Shared* s, Form f) {
  if (thread == 0) put(&s->x, 1, f), order(f), put(&s->x, 2, f);
}
__device__ void read_write(int thread, Shared* s, Form f) {
  if (thread == 0) s->r[0] = get(&s->x, f), order(f), put(&s->x, 1, f);
  if (thread == 1) put(&s->x, 2, f);
}
__device__ void write_read(int thread, Shared* s, Form f) {
  if (thread == 0) put(&s->x, 1, f), order(f), s->r[0] = get(&s->x, f);
  if (thread == 1) put(&s->x, 2, f);
}
__device__ void independent_reads(int thread, Shared* s, Form f) {
  if (thread == 0) put(&s->x, 1, f);
  if (thread == 1) put(&s->y, 1, f);
  if (thread == 2) s->r[0] = get(&s->x, f), order(f), s->r[1] = get(&s->y, f);
  if (thread == 3) s->r[2] = get(&s->y, f), order(f), s->r[3] = get(&s->x, f);
}
__device__ void write_to_read(int thread, Shared* s, Form f) {
  if (thread == 0) put(&s->x, 1, f);
  if (thread == 1) s->r[0] = get(&s->x, f), order(f), put(&s->y, 1, f);
  if (thread == 2) s->r[1] = get(&s->y, f), order(f), s->r[2] = get(&s->x, f);
}
__device__ void relayed_message(int thread, Shared* s, Form f) {
  if (thread == 0) put(&s->x, 1, f), order(f), put(&s->y, 1, f);
  if (thread == 1) s->r[0] = get(&s->y, f), order(f), put(&s->z, 1, f);
  if (thread == 2) s->r[1] = get(&s->z, f), order(f), s->r[2] = get(&s->x, f);
}
__device__ void two_and_two_writes(int thread, Shared* s, Form f) {
  if (thread == 0) put(&s->x, 1, f), order(f), put(&s->y, 2, f);
  if (thread == 1) put(&s->y, 1, f), order(f), put(&s->x, 2, f);
}
__device__ void writes_against_read(int thread, Shared* s, Form f) {
  if (thread == 0) put(&s->x, 1, f), order(f), put(&s->y, 1, f);
  if (thread == 1) put(&s->y, 2, f), order(f), s->r[0] = get(&s->x, f);
}
__device__ void write_after_message(int thread, Shared* s, Form f) {
  if (thread == 0) put(&s->x, 2, f), order(f), put(&s->y, 1, f);
  if (thread == 1) s->r[0] = get(&s->y, f), order(f), put(&s->x, 1, f);
}

typedef void (*Body)(int, Shared*, Form);
struct Shape {
  const char* name;
  int threads;
  bool (*weak)(const Shared&);
};
const Shape shapes[] = {
    {"MP", 2, [](const Shared& s) { return s.r[0] == 1 && s.r[1] == 0; }},
    {"SB", 2, [](const Shared& s) { return s.r[0] == 0 && s.r[1] == 0; }},
    {"LB", 2, [](const Shared& s) { return s.r[0] == 1 && s.r[1] == 1; }},
    {"CoRR", 2, [](const Shared& s) { return s.r[0] == 1 && s.r[1] == 0; }},
    {"CoWW", 1, [](const Shared& s) { return s.x == 1; }},
    {"CoRW", 2, [](const Shared& s) { return s.r[0] == 2 && s.x == 2; }},
    {"CoWR", 2, [](const Shared& s) { return s.r[0] != s.x && s.x == 1; }},
    {"IRIW", 4,
     [](const Shared& s) {
       return s.r[0] == 1 && s.r[1] == 0 && s.r[2] == 1 && s.r[3] == 0;
     }},
    {"WRC", 3, [](const Shared& s) { return s.r[0] == 1 && s.r[1] == 1 && s.r[2] == 0; }},
    {"ISA2", 3,
     [](const Shared& s) { return s.r[0] == 1 && s.r[1] == 1 && s.r[2] == 0; }},
    {"2+2W", 2, [](const Shared& s) { return s.x == 1 && s.y == 1; }},
    {"R", 2, [](const Shared& s) { return s.y == 2 && s.r[0] == 0; }},
    {"S", 2, [](const Shared& s) { return s.r[0] == 1 && s.x == 2; }},
};

__global__ void play(int shape, Shared* shared, Form form) {
  static constexpr Body bodies[] = {
      message_passing,    store_buffering, load_buffering,     read_read,
      write_write,        read_write,      write_read,         independent_reads,
      write_to_read,      relayed_message, two_and_two_writes, writes_against_read,
      write_after_message};
  bodies[shape]((int)(blockIdx.x + threadIdx.x), shared, form);
}

/// The index of `word` among `words`; -1 if it is none of them.
template <int N>
int number_of(const char* word, const char* const (&words)[N]) {
  for (int i = 0; i < N; ++i)
    if (strcmp(word, words[i]) == 0) return i;
  return -1;
}

bool weak_outcome(int shape, Form form, bool one_block) {
  Shared* shared;
  cudaMalloc(&shared, sizeof *shared);
  cudaMemset(shared, 0, sizeof *shared);
  const int threads = shapes[shape].threads;
  play<<<one_block ? 1 : threads, one_block ? threads : 1>>>(shape, shared, form);
  Shared result;
  cudaMemcpy(&result, shared, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(shared);
  return shapes[shape].weak(result);
}

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  const char* const accesses[] = {"volatile", "relaxed", "acq_rel", "seq_cst"};
  const char* const fences[] = {"none",   "block",         "device",
                                "system", "fence_acq_rel", "fence_seq_cst"};
  const int access = number_of(argv[1], accesses), fence = number_of(argv[2], fences);
  if (access < 0 || fence < 0) return 2;
  const bool one_block = strcmp(argv[3], "block") == 0;
  bool weak = false;
  for (int a = 4; a < argc; ++a) {
    int shape = 0;
    while (shape < 13 && strcmp(argv[a], shapes[shape].name) != 0) ++shape;
    if (shape == 13) return 2;
    if (!weak_outcome(shape, {(Access)access, (Fence)fence}, one_block)) continue;
    printf("%s\n", argv[a]);
    weak = true;
  }
  return weak;
}
