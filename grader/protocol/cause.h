/// \file
/// What happened, what is missing and what to change: one type per kind of cause.
#pragma once

#include <concepts>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/cause_access.h"
#include "protocol/cause_advice.h"
#include "protocol/cause_api.h"
#include "protocol/cause_race.h"
#include "protocol/cause_remedy.h"
#include "protocol/cause_streams.h"
#include "protocol/cause_stuck.h"

namespace gridlock {

using AnyCause = std::variant<
    Race, NothingOrdersThem, SharesSomeBytes, ScopeTooNarrow, ChainTooNarrow,
    SignalBeforeBoth, SignalBeforeWrite, SignalledByNeighbour, SignalledTooEarly,
    WriterSignalledByNeighbour, SeenByNeighbour, PollsPlainly, NoBarrierBeforeSignal,
    NeitherWaits, WentOnBefore, NeighbourStillWaits, NothingHeldItBack, NothingSignalled,
    RelayWithoutFence, RelayLacksFence, FenceTooNarrow, FenceAfterSignal,
    FenceBeforeBarrier, FenceOfAnother, HostDoesNotRelease, SignalDoesNotRelease,
    NoFenceBeforeSignal, SignalDoesNotAcquire, NoFenceAfterSignal, UpdateInTwoSteps,
    LookedBeforeTaken, OrdinaryBesideStrong, SeveralThreadsWrite, LockAdmitsBoth,
    CopyInFlight, CopyNotAwaited, BulkCopyInFlight, UnseenByBulkCopy, NoProxyFence,
    LanesOnlyConverge, NoBlockBarrier, RoundAhead, ReadPastCache, LetKernelsTakeTurns,
    PollStrongly, PollStronglyInBlock, UpdateAtomically, UpdateInOneStep, TakeAtomically,
    ReadStrongly, WriteStrongly, LetOneThreadDoIt, DecideWhoIsFirst, SignalAndWait,
    WaitsTooLate, NoEventOrders, EventNotRecorded, EventElsewhere, EventTooEarly,
    EventNotAwaited, TasksUnordered, NodesUnordered, HostDoesNotWait, HostWaitsForOther,
    NoThreadCanContinue, BlocksNotResident, GridBarrierLacksThreads, CountsMustMatch,
    DivergentBarrier, CameToBarriers, FoundDifferently, EveryThreadMustArrive,
    StillRunning, RunsTooLong, OnlyRepeats, WaitersWrite, BoundedWait, WaitForTheSignal,
    LoopWithoutReads, StaleValue, StaleLink, Misaligned, UseAfterFree, OutOfBounds,
    OutOfBytes, OutsideAllocations, PastTheEnd, PastDynamicShared, NoPeerAccess,
    NullPointer, DeviceTouchesHost, WrongSide, PeerNotThere, BadIndex, PassesHostCopy,
    UnreadableArgument, ArgumentsByAddress, Fault, ApiError, GpuError, Misuse, HostOnly,
    HostOnlyFeature, LaunchBounds, ClusterDims, MasksDiffer, WarpCallsDiffer,
    BarrierUninitialized, TooManyArrivals, WaitForOldPhase, LaunchAttribute, Trapped,
    AssertionFailed, LaunchErrorUnseen, DidNotEnd, EndedBySignal, EndedOtherwise,
    OutOfMemory, HostThrew, FenceTooWide, FenceNotNeeded, NarrowerIsEnough, OutputDiffers,
    PartialBarrier, WholeWarpMustArrive, UninitializedRead, WriteItBefore>;

/// One of them.  Its copies and its end are compiled once: in a variant of a hundred
/// types they are thousands of functions, and nearly every file that holds a finding has
/// them.
class Cause : public AnyCause {
 public:
  Cause();
  template <class One>
    requires(!std::derived_from<std::remove_cvref_t<One>, AnyCause>)
  Cause(One&& one) : AnyCause(std::forward<One>(one)) {}
  Cause(const Cause& other);
  Cause(Cause&& other) noexcept;
  Cause& operator=(const Cause& other);
  Cause& operator=(Cause&& other) noexcept;
  ~Cause();
};

/// Several causes, to be read one after the other.
using Causes = std::vector<Cause>;

}  // namespace gridlock
