/// The idioms by which blocks hand data to each other, with the verdicts that papers and
/// the PTX manual give them.  The axioms must say the same, and so must the simulator.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "oracle/program.h"
#include "oracle/write.h"

namespace gridlock::oracle {

enum class Says { right, strict_race, race };

struct Idiom {
  std::string name;
  std::vector<Thread> threads;
  Says verdict;
  /// Whether the last read can return 0 after all guards have let their threads pass;
  /// `unasked` if it reads no data.
  enum class Stale { if_not_right, always, never, unasked } stale = Stale::if_not_right;
};

class Idioms {
 public:
  static std::vector<Idiom> all() {
    Idioms idioms;
    idioms.writers_side();
    idioms.orders_in_place_of_fences();
    idioms.readers_side();
    idioms.lock_free_barrier();
    idioms.relays();
    idioms.counter();
    idioms.scopes();
    return std::move(idioms.all_);
  }

 private:
  using Ops = write::Ops;
  using Stale = Idiom::Stale;
  using enum Says;
  static constexpr int kX = 0, kY = 1, kZ = 2;

  static Ops joined(std::initializer_list<Ops> parts) {
    Ops all;
    for (const Ops& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }

  void add(std::string name, std::vector<Thread> threads, Says verdict,
           Stale stale = Stale::if_not_right) {
    all_.push_back({std::move(name), std::move(threads), verdict, stale});
  }

  /// Block 0 has a leader that signals and a worker that writes; block 1 reads.
  void writer(const char* name, Ops worker, Ops leader, Says verdict, Ops reader = {},
              Stale stale = Stale::if_not_right) {
    using namespace write;
    if (reader.empty()) reader = {write::add(kY), guard(1), fence(), load(kX)};
    add(name, {{0, std::move(leader)}, {0, std::move(worker)}, {1, std::move(reader)}},
        verdict, stale);
  }

  void writers_side() {
    using namespace write;
    const Op ticket = write::add(kY);
    const Ops acq_rel{ticket, guard(1), fence_acq_rel(), load(kX)},
        wrote{store(kX, 1), sync()}, fenced{store(kX, 1), fence(), sync()},
        fenced_acq_rel{store(kX, 1), fence_acq_rel(), sync()}, plainly{sync(), ticket};
    writer("A", wrote, {sync(), fence(), ticket}, right);
    writer("A, acq_rel", wrote, {sync(), fence_acq_rel(), ticket}, right, acq_rel);
    writer("B", fenced, {fence(), sync(), ticket}, right);
    writer("B1", fenced, plainly, right);
    writer("B, acq_rel reader", fenced, plainly, strict_race, acq_rel);
    writer("B, acq_rel writer", fenced_acq_rel, {fence_acq_rel(), sync(), ticket}, race);
    writer("B, both acq_rel", fenced_acq_rel, plainly, race, acq_rel);
    writer("C", {store(kX, 1), fence()}, {fence(), ticket}, race);
    writer("D", wrote, plainly, race);
    writer("G", wrote, {sync(), fence(Scope::block), ticket}, race);
    writer("a volatile payload", {set(kX, 1), sync()}, plainly, right,
           {ticket, guard(1), fence(), see(kX)}, Stale::always);
    // The race is on the counter; the fences order the data all the same.
    writer("H", wrote, {sync(), fence(), write::add(kY, 1, Scope::block)}, race, {},
           Stale::never);
    writer("too early", {}, {fence(), store(kX, 1), ticket}, race);
    writer("too late", {}, {store(kX, 1), ticket, fence()}, race);
  }

  void orders_in_place_of_fences() {
    using namespace write;
    const auto ticket = [](Order order, Scope scope = Scope::device) {
      return write::add(kY, 1, scope, order);
    };
    const auto hand_over = [&](const char* name, Op signal, Op taken, Says verdict) {
      writer(name, {store(kX, 1), sync()}, {sync(), signal}, verdict,
             {taken, guard(1), load(kX)});
    };
    using enum Order;
    hand_over("release, acquire", ticket(Order::release), ticket(Order::acquire), right);
    hand_over("acq_rel at both", ticket(acq_rel), ticket(acq_rel), right);
    hand_over("the ticket is relaxed", ticket(Order::release), ticket(relaxed),
              strict_race);
    hand_over("the signal is relaxed", ticket(relaxed), ticket(Order::acquire), race);
    hand_over("the signal acquires", ticket(Order::acquire), ticket(Order::acquire),
              race);
    hand_over("the release is of block scope", ticket(Order::release, Scope::block),
              ticket(Order::acquire), race);
    writer("no block barrier", {store(kX, 1)}, {ticket(Order::release)}, race,
           {ticket(Order::acquire), guard(1), load(kX)});
    writer("an own release before the block barrier",
           {store(kX, 1), write::release(kZ, 1), sync()}, {sync(), ticket(relaxed)}, race,
           {ticket(Order::acquire), guard(1), load(kX)});
    writer("a release pairs with a fence", {store(kX, 1), sync()},
           {sync(), ticket(Order::release)}, right,
           {ticket(relaxed), guard(1), fence_acq_rel(), load(kX)});
    writer("a fence pairs with an acquire", {store(kX, 1), sync()},
           {sync(), fence_acq_rel(), ticket(relaxed)}, right,
           {ticket(Order::acquire), guard(1), load(kX)});
  }

  void readers_side() {
    using namespace write;
    const Op ticket = write::add(kY);
    const auto reader = [&](const char* name, Ops leader, Ops helper, Says verdict) {
      add(name,
          {{0, {store(kX, 1), fence(), ticket}},
           {1, joined({leader, {pass_on(kZ), sync()}})},
           {1, joined({{sync(), load(kZ), guard(1)}, helper, {load(kX)}})}},
          verdict);
    };
    reader("leader's fence", {ticket, fence()}, {}, right);
    reader("leader's acquire", {write::add(kY, 1, Scope::device, Order::acquire)}, {},
           right);
    reader("every reader's fence", {ticket}, {fence()}, right);
    reader("every reader's acq_rel fence", {ticket}, {fence_acq_rel()}, strict_race);
    reader("no fence", {ticket}, {}, strict_race);
    reader("block fence", {ticket, fence(Scope::block)}, {}, strict_race);
    add("a plain read behind the ticket",
        {{0, {store(kX, 1), fence(), ticket}}, {1, {ticket, guard(1), load(kX)}}},
        strict_race);
  }

  /// The lock-free barrier of Xiao and Feng (IPDPS 2010).  Places of fences: `w` in the
  /// worker, `i` before the in-signal, `s` after it is seen, `o` before the out-signal,
  /// `l` after it is seen.
  void lock_free_barrier() {
    using namespace write;
    constexpr int kIn = 1, kOut = 2, kTold = 3;
    const auto barrier = [&](const std::string& fences, Ops in, Op seen, Op out, Op last,
                             Says verdict) {
      const auto maybe = [&](char place) {
        return fences.find(place) == fences.npos ? Ops{} : Ops{fence()};
      };
      out.stores_last_read = true;
      add("lock-free, fences " + fences,
          {{0, joined({{store(kX, 1)}, maybe('w'), {sync()}})},
           {0, joined({{sync()}, maybe('i'), in})},
           {1, joined({{seen}, maybe('s'), {pass_on(kTold), sync()}})},
           {1, joined({{sync(), load(kTold)}, maybe('o'), {out}})},
           {2, joined({{last, guard(1)}, maybe('l'), {load(kX)}})}},
          verdict);
    };
    const std::pair<const char*, Says> fences[] = {
        {"", race},          {"i", strict_race},  {"il", strict_race},  {"isl", right},
        {"iol", right},      {"isol", right},     {"iso", strict_race}, {"sol", race},
        {"w", strict_race},  {"wl", strict_race}, {"wsl", right},       {"wol", right},
        {"wso", strict_race}};
    for (const auto& [places, verdict] : fences)
      barrier(places, {set(kIn, 1)}, see(kIn), set(kOut, 0), see(kOut), verdict);
    const auto by_orders = [&](bool in, bool seen, bool out, bool last, Says verdict) {
      barrier("", {in ? write::release(kIn, 1) : set(kIn, 1)},
              seen ? write::acquire(kIn) : see(kIn),
              out ? write::release(kOut, 0) : set(kOut, 0),
              last ? write::acquire(kOut) : see(kOut), verdict);
    };
    by_orders(true, false, false, false, strict_race);
    by_orders(true, false, false, true, strict_race);
    by_orders(true, true, false, true, strict_race);
    by_orders(true, false, true, true, strict_race);
    by_orders(true, true, true, true, right);
    by_orders(true, true, true, false, strict_race);
    by_orders(false, true, true, true, race);
  }

  void relays() {
    using namespace write;
    const auto chain = [&](const char* name, Op second, Says verdict) {
      add(name,
          {{0, {store(kX, 1), fence(), set(kY, 1)}},
           {1, {second, guard(1), set(kZ, 1)}},
           {2, {see(kZ), guard(1), fence(), load(kX)}}},
          verdict);
    };
    chain("what a fence.sc published rides along an acquire", write::acquire(kY), right);
    chain("it does not ride along relaxed accesses alone", see(kY), strict_race);
    const auto relay = [&](const char* name, Op last, Says verdict) {
      add(name,
          {{0, {store(kX, 1), fence(), set(kY, 1)}},
           {1, {see(kY), pass_on(3), sync()}},
           {1, {sync(), load(3), guard(1), fence_acq_rel(), set(kZ, 1)}},
           {2, {see(kZ), guard(1), last, load(kX)}}},
          verdict);
    };
    relay("once it was seen, it rides along acq_rel fences", fence(), right);
    relay("not if the last fence is acq_rel", fence_acq_rel(), strict_race);
    add("a relay hands on what every writer fenced for itself",
        {{0, {store(kX, 1), fence(), sync()}},
         {0, {sync(), set(kY, 1)}},
         {1, {see(kY), guard(1), set(kZ, 1)}},
         {2, {see(kZ), guard(1), load(kX)}}},
        strict_race);
    const auto sequence = [&](const char* name, Ops middle, Says verdict) {
      add(name,
          {{0, {store(kX, 1), write::release(kY, 1)}},
           {1, std::move(middle)},
           {2, {write::acquire(kY), guard(11), load(kX)}}},
          verdict);
    };
    sequence("read-modify-writes extend a release sequence", {write::add(kY, 10)}, right);
    sequence("a store ends it", {set(kY, 11)}, race);
    sequence("a store that saw it ends it", {see(kY), guard(1), set(kY, 11)},
             strict_race);
  }

  void counter() {
    using namespace write;
    const Op ticket = write::add(kY);
    const Ops resets{ticket, guard(1), fence(), store(kY, 0)};
    const auto row = [&](const char* name, std::vector<Thread> threads, Says verdict) {
      add(name, std::move(threads), verdict, Stale::unasked);
    };
    row("the last block may reset the counter plainly", {{0, resets}, {1, resets}},
        right);
    row("so may another thread behind a block barrier",
        {{0, {ticket}},
         {1, {ticket, pass_on(kZ), sync()}},
         {1, {sync(), load(kZ), guard(1), store(kY, 0)}}},
        right);
    row("who has seen no ticket may not",
        {{0, {ticket}}, {1, {ticket, guard(0), store(kY, 0)}}}, race);
    row("a flag that was seen may be cleared plainly",
        {{0, {set(kY, 1)}}, {1, {see(kY), guard(1), store(kY, 0)}}}, right);
    row("not if it is set again",
        {{0, {set(kY, 1), set(kY, 2)}}, {1, {see(kY), guard(1), store(kY, 0)}}}, race);
    row("a plain read races with tickets", {{0, {ticket}}, {1, {ticket, load(kY)}}},
        race);
  }

  /// An edge needs each scope to include the other thread.
  void scopes() {
    using namespace write;
    const Scope both[] = {Scope::block, Scope::device};
    for (const Scope least : both)  // The reader is in the same block or another.
      for (const Scope before : both)
        for (const Scope signal : both)
          for (const Scope look : both)
            for (const Scope behind : both) {
              const bool seen = signal >= least && look >= least;
              const auto flag = [](Kind kind, Scope scope) {
                return Op{kind, kY, 1, false, Order::relaxed, scope, false};
              };
              add("scopes",
                  {{0, {store(kX, 1), fence(before), flag(Kind::store, signal)}},
                   {least == Scope::block ? 0 : 1,
                    {flag(Kind::load, look), guard(1), fence(behind), load(kX)}}},
                  !seen || before < least ? race
                  : behind < least        ? strict_race
                                          : right,
                  Stale::unasked);
            }
  }

  std::vector<Idiom> all_;
};

}  // namespace gridlock::oracle
