/// Facts, missing links and remedies of findings: one type per kind of cause.
#pragma once

#include <concepts>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <utility>
#include <vector>

#include "protocol/cause_access.h"
#include "protocol/cause_advice.h"
#include "protocol/cause_api.h"
#include "protocol/cause_race.h"
#include "protocol/cause_remedy.h"
#include "protocol/cause_streams.h"
#include "protocol/cause_stuck.h"

namespace gridlock {

template <class... Ts>
struct TypeList {};

/// Every type of cause.
using CauseTypes = TypeList<
    Race, NothingOrdersThem, SharesSomeBytes, ScopeTooNarrow, ChainTooNarrow,
    SignalBeforeBoth, SignalBeforeWrite, SignalledByNeighbour, SignalledTooEarly,
    WriterSignalledByNeighbour, SignalNotAwaited, SeenByNeighbour, AccessBeforeWait,
    PollsPlainly, NoBarrierBeforeSignal, NeitherWaits, WentOnByItself, WentOnBefore,
    NeighbourStillWaits, NothingHeldItBack, NothingSignalled, RelayWithoutFence,
    RelayLacksFence, FenceTooNarrow, FenceAfterSignal, FenceBeforeWrite,
    FenceBeforeBarrier, FenceOfAnother, HostDoesNotRelease, SignalDoesNotRelease,
    NoFenceBeforeSignal, AlsoUnfenced, SignalDoesNotAcquire, NoFenceAfterSignal,
    UpdateInTwoSteps, LookedBeforeTaken, SameIndexFound, ChangedSinceLook, TakenBeyond,
    SwappedForItself, GoByWhatItReturns, TakeIndexInOneStep, OrdinaryBesideStrong,
    OrdinaryOnFlag, SeveralThreadsWrite, LockAdmitsBoth, CopyInFlight, CopyNotAwaited,
    BulkCopyInFlight, UnseenByBulkCopy, NoProxyFence, LanesOnlyConverge, NoBlockBarrier,
    RoundAhead, ReadPastCache, LetKernelsTakeTurns, WriteBeforeLaunch, PollStrongly,
    PollStronglyInBlock, UpdateAtomically, UpdateInOneStep, TakeAtomically, ReadStrongly,
    WriteStrongly, LetOneThreadDoIt, DecideWhoIsFirst, SignalAndWait, WaitsTooLate,
    NotInStreamOfItsEvents, NoEventOrders, EventNotRecorded, EventElsewhere,
    EventTooEarly, EventNotAwaited, TasksUnordered, NodesUnordered, HostDoesNotWait,
    HostWaitsForOther, NoThreadCanContinue, AwaitedWasReplaced, TakenForGood,
    FoundAnother, WaitsWhileRaised, AwaitedWasPassed, AllHaveAdded, EndedWithout,
    NeverWritten, BlocksNotResident, GridBarrierLacksThreads, CountsMustMatch,
    DivergentBarrier, CameToBarriers, CameByDifferentCalls, FoundDifferently,
    EveryThreadMustArrive, StillRunning, RunsTooLong, OnlyRepeats, WaitersWrite,
    BoundedWait, WaitForTheSignal, LoopWithoutReads, LoopReadsTheSame, StaleValue,
    StaleLink, LedToByCall, Misaligned, UseAfterFree, OutOfBounds, OutOfBytes,
    OutsideAllocations, PastTheEnd, PastDynamicShared, NoPeerAccess, NullPointer,
    DeviceTouchesHost, WrongSide, PeerNotThere, BadIndex, PassesHostCopy,
    PassesHalfPointer, UnreadableArgument, ArgumentsByAddress, Fault, ApiError, GpuError,
    Misuse, HostOnly, HostOnlyFeature, LaunchBounds, ClusterDims, MasksDiffer,
    WarpCallsDiffer, BarrierUninitialized, TooManyArrivals, WaitForOldPhase,
    LaunchAttribute, Trapped, AssertionFailed, LaunchErrorUnseen, DidNotEnd,
    EndedBySignal, EndedOtherwise, OutOfMemory, HostThrew, FenceTooWide, FenceNotNeeded,
    NarrowerIsEnough, OutputDiffers, PartialBarrier, WholeWarpMustArrive,
    UninitializedRead, WriteItBefore, OnlyProposed, LanesPassValues, LanesNeedBarrier,
    FailedCall, AbsentLane, StaleMasked, WriteOnce>;

/// The operations on a cause of unknown type; cause.cpp has them for each type.
struct CauseKind;
template <class One>
const CauseKind& cause_kind();

/// One of `CauseTypes`.
///
/// With a std::variant of a hundred types, the compiler would make thousands of functions
/// in nearly every file that holds a finding.
class Cause {
 public:
  Cause();  ///< A Race.
  template <class One>
    requires(!std::same_as<std::remove_cvref_t<One>, Cause>)
  Cause(One&& one)
      : kind_(&cause_kind<std::remove_cvref_t<One>>()),
        value_(new std::remove_cvref_t<One>(std::forward<One>(one))) {}
  Cause(const Cause& other);
  Cause(Cause&& other) noexcept;
  Cause& operator=(Cause other) noexcept;
  ~Cause();

  /// The cause as this type, or null if its type is another one.
  template <class One>
  const One* get_if() const {
    return kind_ == &cause_kind<One>() ? static_cast<const One*>(value_) : nullptr;
  }
  template <class One>
  One* get_if() {
    return const_cast<One*>(std::as_const(*this).get_if<One>());
  }
  template <class One>
  bool is() const {
    return get_if<One>() != nullptr;
  }
  template <class... Ones>
  bool is_any() const {
    return (is<Ones>() || ...);
  }

  /// The name of its type: "NoFenceBeforeSignal".
  const char* type() const;

  /// Calls `visit` for each place in the code that the cause names.
  void for_each_place(const std::function<void(const Place&)>& visit) const;
  /// Calls `visit` for each site that created what the cause names.
  void for_each_creation_site(
      const std::function<void(const CreationSite&)>& visit) const;

  /// {"is": the type's name, "of": its fields}, in `json`.
  void write(nlohmann::json& json) const;
  /// \throws nlohmann::json::exception if write() cannot have made it
  void read(const nlohmann::json& json);

 private:
  Cause(const CauseKind& kind, void* value) : kind_(&kind), value_(value) {}

  const CauseKind* kind_;
  void* value_;  ///< Has the kind's type, owned; null after a move.
};

/// Several causes, to be read one after the other.
using Causes = std::vector<Cause>;

}  // namespace gridlock
