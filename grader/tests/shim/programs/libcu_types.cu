// The types of libcu++'s members: each line fails to compile if a member is missing or
// has other parameters.  It compiles with nvcc and against our headers; it is not run.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <type_traits>

struct Completion {
  __host__ __device__ void operator()() noexcept {}
};
using cuda::memory_order;
using Milliseconds = cuda::std::chrono::milliseconds;
using Time = cuda::std::chrono::time_point<cuda::std::chrono::system_clock>;

// Takes a pointer to a member of exactly this type.
#define HAS(type, ...) static_assert(sizeof(static_cast<type>(__VA_ARGS__)) > 0, "")

template <class B>
struct CheckBarrier {
  using Token = typename B::arrival_token;
  HAS(Token (B::*)(ptrdiff_t), &B::arrive);
  HAS(void (B::*)(Token&&) const, &B::wait);
  HAS(void (B::*)(), &B::arrive_and_wait);
  HAS(void (B::*)(), &B::arrive_and_drop);
  HAS(ptrdiff_t (*)() noexcept, &B::max);
  static_assert(!std::is_copy_constructible<B>::value &&
                    !std::is_copy_assignable<B>::value,
                "a barrier stays where it is");
  static_assert(std::is_constructible<B, int>::value, "from what it expects");
};
using Block = cuda::barrier<cuda::thread_scope_block>;
using Device = cuda::barrier<cuda::thread_scope_device>;
using Completed = cuda::barrier<cuda::thread_scope_block, Completion>;
template struct CheckBarrier<Block>;
template struct CheckBarrier<Device>;
template struct CheckBarrier<Completed>;
template struct CheckBarrier<cuda::barrier<cuda::thread_scope_system, Completion>>;
template struct CheckBarrier<cuda::std::barrier<>>;
template struct CheckBarrier<cuda::std::barrier<Completion>>;
HAS(void (Block::*)(bool) const, &Block::wait_parity);
HAS(void (Device::*)(bool) const, &Device::wait_parity);
HAS(void (cuda::std::barrier<>::*)(bool) const, &cuda::std::barrier<>::wait_parity);
static_assert(std::is_constructible<Completed, int, Completion>::value,
              "with a function");
static_assert(std::is_same<Block::arrival_token, uint64_t>::value, "a token");
static_assert(std::is_same<Device::arrival_token, uint64_t>::value, "a token");
static_assert(Block::max() == (1 << 20) - 1 && Device::max() == INT32_MAX &&
                  Completed::max() == PTRDIFF_MAX &&
                  cuda::barrier<cuda::thread_scope_thread>::max() == Block::max(),
              "what a barrier counts to");

template <class L>
struct CheckLatch {
  HAS(void (L::*)(ptrdiff_t), &L::count_down);
  HAS(bool (L::*)() const, &L::try_wait);
  HAS(void (L::*)() const, &L::wait);
  HAS(void (L::*)(ptrdiff_t), &L::arrive_and_wait);
  HAS(ptrdiff_t (*)() noexcept, &L::max);
  static_assert(!std::is_default_constructible<L>::value, "it needs its count");
  static_assert(!std::is_copy_constructible<L>::value, "it stays where it is");
  static_assert(L::max() == PTRDIFF_MAX, "what a latch counts down from");
};
template struct CheckLatch<cuda::latch<cuda::thread_scope_device>>;
template struct CheckLatch<cuda::std::latch>;

template <class S>
struct CheckSemaphore {
  HAS(void (S::*)(ptrdiff_t), &S::release);
  HAS(void (S::*)(), &S::acquire);
  HAS(bool (S::*)(), &S::try_acquire);
  HAS(ptrdiff_t (*)() noexcept, &S::max);
  static_assert(std::is_default_constructible<S>::value, "without permits");
  static_assert(!std::is_copy_constructible<S>::value, "it stays where it is");
};
using Three = cuda::counting_semaphore<cuda::thread_scope_device, 3>;
using One = cuda::binary_semaphore<cuda::thread_scope_block>;
template struct CheckSemaphore<Three>;
template struct CheckSemaphore<One>;
template struct CheckSemaphore<cuda::counting_semaphore<cuda::thread_scope_system>>;
template struct CheckSemaphore<cuda::std::counting_semaphore<3>>;
template struct CheckSemaphore<cuda::std::binary_semaphore>;
static_assert(Three::max() == PTRDIFF_MAX && One::max() == 1,
              "how many permits there are");

using Flag = cuda::std::atomic_flag;
HAS(bool (Flag::*)(memory_order) const volatile, &Flag::test);
HAS(bool (Flag::*)(memory_order) volatile, &Flag::test_and_set);
HAS(void (Flag::*)(memory_order) volatile, &Flag::clear);
HAS(void (Flag::*)(int, memory_order) const volatile, &Flag::wait);
HAS(void (Flag::*)() volatile, &Flag::notify_one);
HAS(void (Flag::*)() volatile, &Flag::notify_all);
static_assert(!std::is_copy_constructible<Flag>::value, "it stays where it is");

template <class A, class T>
struct CheckAtomic {
  HAS(T (A::*)(memory_order) const volatile, &A::load);
  HAS(void (A::*)(T, memory_order) volatile, &A::store);
  HAS(T (A::*)(T, memory_order) volatile, &A::exchange);
  HAS(bool (A::*)(T&, T, memory_order, memory_order) volatile, &A::compare_exchange_weak);
  HAS(bool (A::*)(T&, T, memory_order) volatile, &A::compare_exchange_strong);
  HAS(T (A::*)(T, memory_order) volatile, &A::fetch_add);
  HAS(T (A::*)(T, memory_order) volatile, &A::fetch_sub);
  HAS(void (A::*)(T, memory_order) const volatile, &A::wait);
  HAS(void (A::*)() volatile, &A::notify_one);
  HAS(void (A::*)() volatile, &A::notify_all);
  HAS(bool (A::*)() const volatile, &A::is_lock_free);
};
template struct CheckAtomic<cuda::atomic<int, cuda::thread_scope_device>, int>;
template struct CheckAtomic<cuda::atomic<unsigned long long>, unsigned long long>;
template struct CheckAtomic<cuda::std::atomic<unsigned>, unsigned>;
using Word = cuda::atomic<unsigned, cuda::thread_scope_block>;
HAS(unsigned (Word::*)(unsigned, memory_order) volatile, &Word::fetch_and);
HAS(unsigned (Word::*)(unsigned, memory_order) volatile, &Word::fetch_or);
HAS(unsigned (Word::*)(unsigned, memory_order) volatile, &Word::fetch_xor);
HAS(unsigned (Word::*)(const unsigned&, memory_order) volatile, &Word::fetch_min);
HAS(unsigned (Word::*)(const unsigned&, memory_order) volatile, &Word::fetch_max);
using Reference = cuda::atomic_ref<int, cuda::thread_scope_device>;
HAS(int (Reference::*)(memory_order) const, &Reference::load);
HAS(void (Reference::*)(int, memory_order) const, &Reference::store);
HAS(int (Reference::*)(int, memory_order) const, &Reference::fetch_add);
HAS(int (Reference::*)(const int&, memory_order) const, &Reference::fetch_min);
HAS(void (*)(memory_order, cuda::thread_scope), &cuda::atomic_thread_fence);
HAS(void (*)(memory_order), &cuda::std::atomic_thread_fence);

// The results of templates.
template <class T>
T& the();
#define GIVES(type, ...) \
  static_assert(std::is_same<type, decltype(__VA_ARGS__)>::value, "")
GIVES(bool, the<Block>().try_wait_for(uint64_t(), Milliseconds()));
GIVES(bool, the<Block>().try_wait_until(uint64_t(), Time()));
GIVES(bool, the<Block>().try_wait_parity_for(true, Milliseconds()));
GIVES(bool, the<Block>().try_wait_parity_until(true, Time()));
GIVES(bool, the<One>().try_acquire_for(Milliseconds()));
GIVES(bool, the<Three>().try_acquire_until(Time()));
GIVES(void, init(&the<Block>(), 3));
GIVES(void, init(&the<Completed>(), 3, Completion()));
GIVES(void, init(&the<Device>(), 3));
int main() {}
