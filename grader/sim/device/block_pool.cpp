#include "sim/device/block_pool.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "common/invariant.h"
#include "sim/memory/arena.h"

namespace gridlock::sim {

namespace {
constexpr std::size_t kTenantsMax = 64;
constexpr Slot kSlotsMax = 65'000;
/// An execution with more slots than this, the most resident threads of a device, has had
/// blocks of many sizes.  From then on, each block gets a power of two of slots, so that
/// blocks of other sizes can reuse them.
constexpr std::size_t kSlotsOfOneSize = 8192;
}  // namespace

BlockPool::BlockPool() : stacks_(kThreadStackBytes) {}

Block& BlockPool::take(std::size_t threads, std::size_t shared_bytes) {
  std::size_t places = threads;
  // In each list, the blocks of this execution come last, so that earlier executions make
  // no difference.
  const std::vector<Block*>& own = idle_[threads];
  const bool has_own = !own.empty() && own.back()->execution == execution_;
  if (!has_own && owners_.size() > kSlotsOfOneSize) places = std::bit_ceil(threads);
  std::vector<Block*>& idle = idle_[places];
  if (idle.empty()) idle.push_back(&make(places));
  Block* const block = idle.back();
  idle.pop_back();
  if (block->execution != execution_) give_slots(*block);
  INVARIANT("A block that is given out has room for its threads.",
            block->places.size() >= threads);
  INVARIANT("A block that is given out has no thread that is ready.",
            block->ready.empty());
  INVARIANT("A block's slots are those of threads, and lead to it.",
            block->first_slot >= kFirstThreadSlot &&
                owners_[block->first_slot - kFirstThreadSlot].first == block);
  INVARIANT("A block's threads have consecutive slots.",
            block->places.back().slot == block->first_slot + block->places.size() - 1);
  block->threads = std::span(block->places).first(threads);
  for (Thread& thread : block->threads) thread.stack = stacks_.take();
  block->shared.provide_cells(shared_bytes);
  block->barrier_copies.clear();
  block->copied_for.clear();
  block->bulk.reset();
  return *block;
}

Block& BlockPool::make(std::size_t places) {
  blocks_.push_back(std::make_unique<Block>());
  Block& block = *blocks_.back();
  block.places = std::vector<Thread>(places);
  for (std::uint32_t i = 0; i < places; ++i) {
    block.places[i].block = &block;
    block.places[i].number = i;
  }
  return block;
}

void BlockPool::give_slots(Block& block) {
  block.execution = execution_;
  block.first_slot = kFirstThreadSlot + static_cast<Slot>(owners_.size());
  const Slot end = block.first_slot + static_cast<Slot>(block.places.size());
  if (end > kSlotsMax)
    throw std::runtime_error("more resident threads than the simulator can tell apart");
  clock_pool.reserve(end);
  for (Thread& thread : block.places) {
    thread.slot = block.first_slot + thread.number;
    thread.epoch = 0;
    owners_.emplace_back(&block, thread.number);
  }
}

void BlockPool::move_in(Block& block) {
  const Kernel& kernel = *block.kernel;
  INVARIANT(
      "All threads of a block start at one epoch.",
      std::all_of(block.threads.begin(), block.threads.end(), [&](const Thread& thread) {
        return thread.epoch == block.threads.front().epoch;
      }));
  INVARIANT("A tenant's epochs come behind those of the one before.",
            block.tenants.empty() ||
                block.tenants.back().first_epoch <= block.threads.front().epoch);
  INVARIANT("Each block of an execution has a number of its own.",
            block.tenants.empty() || block.tenants.back().uid < block.uid);
  block.tenants.push_back({block.threads.front().epoch + 1, block.uid, block.index,
                           kernel.block, kernel.number,
                           static_cast<std::uint16_t>(kernel.device)});
  if (block.tenants.size() > kTenantsMax) block.tenants.pop_front();
}

void BlockPool::give_back(Block& block) {
  block.ready.clear();
  Epoch last = 0;
  for (Thread& thread : block.threads) {
    INVARIANT(
        "A thread's epochs are its tenant's.",
        block.tenants.empty() || thread.epoch >= block.tenants.back().first_epoch - 1);
    last = std::max(last, thread.epoch);
    thread.waiting = Waiting::done;
    thread.spin.progressed();
  }
  for (Thread& thread : block.places) thread.epoch = last;
  // In reverse, so that each thread of the next block gets the stack of the thread with
  // the same number: the stack may still be in the cache.
  for (std::size_t i = block.threads.size(); i-- > 0;)
    stacks_.give_back(block.threads[i].stack);
  INVARIANT("A block is given back once.",
            std::count(idle_[block.places.size()].begin(),
                       idle_[block.places.size()].end(), &block) == 0);
  idle_[block.places.size()].push_back(&block);
}

void BlockPool::reset() {
  ++execution_;
  owners_.clear();
  clock_pool.reset();
  for (const auto& block : blocks_) block->tenants.clear();
}

const Block::Tenant* BlockPool::tenant(Slot slot, Epoch epoch, bool* known) const {
  if (slot < kFirstThreadSlot) return nullptr;
  INVARIANT("A slot of a thread has been given to a block.",
            slot - kFirstThreadSlot < owners_.size());
  const auto& tenants = owners_[slot - kFirstThreadSlot].first->tenants;
  *known = true;
  for (auto tenant = tenants.rbegin(); tenant != tenants.rend(); ++tenant)
    if (tenant->first_epoch <= epoch) return &*tenant;
  *known = false;
  return tenants.empty() ? nullptr : &tenants.front();
}

Place BlockPool::place(Slot slot, Epoch epoch) const {
  bool known = false;
  const Block::Tenant* who = tenant(slot, epoch, &known);
  if (!who) return {};
  return {known ? who->uid : kForgottenBlock, who->device};
}

std::optional<std::array<int, 3>> BlockPool::index_of(std::uint64_t uid) const {
  for (const auto& block : blocks_)
    for (const Block::Tenant& tenant : block->tenants)
      if (tenant.uid == uid) return tenant.index.array();
  return std::nullopt;
}

Actor BlockPool::actor(Slot slot, Epoch epoch) const {
  Actor actor;
  bool known = false;
  const Block::Tenant* who = tenant(slot, epoch, &known);
  if (!who) {
    actor.host = true;
    return actor;
  }
  actor.block = who->index.array();
  actor.thread = unflatten(owners_[slot - kFirstThreadSlot].second, who->extent).array();
  actor.device = who->device;
  actor.block_uid = known ? who->uid : kForgottenBlock;
  actor.kernel_number = who->kernel_number;
  return actor;
}

}  // namespace gridlock::sim
