#include "protocol/cause.h"

#include <algorithm>
#include <array>
#include <string>

#include "protocol/serialize.h"
#include "protocol/visit_parts.h"

namespace gridlock {

struct CauseKind {
  const char* name;
  void* (*made)();
  void* (*copied)(const void*);
  void (*destroy)(void*);
  void (*write)(nlohmann::json&, const void*);
  void (*read)(const nlohmann::json&, void*);
  void (*places)(const void*, const std::function<void(const Place&)>&);
  void (*creation_sites)(const void*, const std::function<void(const CreationSite&)>&);
};

namespace {

template <class One>
constexpr CauseKind kKind{
    One::kName,
    []() -> void* { return new One; },
    [](const void* one) -> void* { return new One(*static_cast<const One*>(one)); },
    [](void* one) { delete static_cast<One*>(one); },
    [](nlohmann::json& json, const void* one) {
      serial::write(json, *static_cast<const One*>(one));
    },
    [](const nlohmann::json& json, void* one) {
      serial::read(json, *static_cast<One*>(one));
    },
    [](const void* one, const std::function<void(const Place&)>& visit) {
      for_each_part<Place>(*static_cast<const One*>(one), visit);
    },
    [](const void* one, const std::function<void(const CreationSite&)>& visit) {
      for_each_part<CreationSite>(*static_cast<const One*>(one), visit);
    }};

template <class... Ts>
constexpr std::array<const CauseKind*, sizeof...(Ts)> kinds_of(TypeList<Ts...>) {
  return {&kKind<Ts>...};
}
constexpr auto kKinds = kinds_of(CauseTypes{});

}  // namespace

template <class One>
const CauseKind& cause_kind() {
  return kKind<One>;
}
#define GRIDLOCK_KIND(One) template const CauseKind& cause_kind<One>();
GRIDLOCK_KIND(Race)
GRIDLOCK_KIND(NothingOrdersThem)
GRIDLOCK_KIND(SharesSomeBytes)
GRIDLOCK_KIND(ScopeTooNarrow)
GRIDLOCK_KIND(ChainTooNarrow)
GRIDLOCK_KIND(SignalBeforeBoth)
GRIDLOCK_KIND(SignalBeforeWrite)
GRIDLOCK_KIND(SignalledByNeighbour)
GRIDLOCK_KIND(SignalledTooEarly)
GRIDLOCK_KIND(WriterSignalledByNeighbour)
GRIDLOCK_KIND(SignalNotAwaited)
GRIDLOCK_KIND(SeenByNeighbour)
GRIDLOCK_KIND(AccessBeforeWait)
GRIDLOCK_KIND(PollsPlainly)
GRIDLOCK_KIND(NoBarrierBeforeSignal)
GRIDLOCK_KIND(NeitherWaits)
GRIDLOCK_KIND(WentOnBefore)
GRIDLOCK_KIND(NeighbourStillWaits)
GRIDLOCK_KIND(NothingHeldItBack)
GRIDLOCK_KIND(NothingSignalled)
GRIDLOCK_KIND(RelayWithoutFence)
GRIDLOCK_KIND(RelayLacksFence)
GRIDLOCK_KIND(FenceTooNarrow)
GRIDLOCK_KIND(FenceAfterSignal)
GRIDLOCK_KIND(FenceBeforeWrite)
GRIDLOCK_KIND(FenceBeforeBarrier)
GRIDLOCK_KIND(FenceOfAnother)
GRIDLOCK_KIND(HostDoesNotRelease)
GRIDLOCK_KIND(SignalDoesNotRelease)
GRIDLOCK_KIND(NoFenceBeforeSignal)
GRIDLOCK_KIND(AlsoUnfenced)
GRIDLOCK_KIND(SignalDoesNotAcquire)
GRIDLOCK_KIND(NoFenceAfterSignal)
GRIDLOCK_KIND(UpdateInTwoSteps)
GRIDLOCK_KIND(LookedBeforeTaken)
GRIDLOCK_KIND(SameIndexFound)
GRIDLOCK_KIND(ChangedSinceLook)
GRIDLOCK_KIND(TakenBeyond)
GRIDLOCK_KIND(SwappedForItself)
GRIDLOCK_KIND(GoByWhatItReturns)
GRIDLOCK_KIND(TakeIndexInOneStep)
GRIDLOCK_KIND(OrdinaryBesideStrong)
GRIDLOCK_KIND(OrdinaryOnFlag)
GRIDLOCK_KIND(SeveralThreadsWrite)
GRIDLOCK_KIND(LockAdmitsBoth)
GRIDLOCK_KIND(CopyInFlight)
GRIDLOCK_KIND(CopyNotAwaited)
GRIDLOCK_KIND(BulkCopyInFlight)
GRIDLOCK_KIND(UnseenByBulkCopy)
GRIDLOCK_KIND(NoProxyFence)
GRIDLOCK_KIND(LanesOnlyConverge)
GRIDLOCK_KIND(NoBlockBarrier)
GRIDLOCK_KIND(RoundAhead)
GRIDLOCK_KIND(ReadPastCache)
GRIDLOCK_KIND(LetKernelsTakeTurns)
GRIDLOCK_KIND(WriteBeforeLaunch)
GRIDLOCK_KIND(PollStrongly)
GRIDLOCK_KIND(PollStronglyInBlock)
GRIDLOCK_KIND(UpdateAtomically)
GRIDLOCK_KIND(UpdateInOneStep)
GRIDLOCK_KIND(TakeAtomically)
GRIDLOCK_KIND(ReadStrongly)
GRIDLOCK_KIND(WriteStrongly)
GRIDLOCK_KIND(LetOneThreadDoIt)
GRIDLOCK_KIND(DecideWhoIsFirst)
GRIDLOCK_KIND(SignalAndWait)
GRIDLOCK_KIND(WaitsTooLate)
GRIDLOCK_KIND(NotInStreamOfItsEvents)
GRIDLOCK_KIND(NoEventOrders)
GRIDLOCK_KIND(EventNotRecorded)
GRIDLOCK_KIND(EventElsewhere)
GRIDLOCK_KIND(EventTooEarly)
GRIDLOCK_KIND(EventNotAwaited)
GRIDLOCK_KIND(TasksUnordered)
GRIDLOCK_KIND(NodesUnordered)
GRIDLOCK_KIND(HostDoesNotWait)
GRIDLOCK_KIND(HostWaitsForOther)
GRIDLOCK_KIND(NoThreadCanContinue)
GRIDLOCK_KIND(AwaitedWasReplaced)
GRIDLOCK_KIND(TakenForGood)
GRIDLOCK_KIND(AwaitedWasPassed)
GRIDLOCK_KIND(AllHaveAdded)
GRIDLOCK_KIND(EndedWithout)
GRIDLOCK_KIND(NeverWritten)
GRIDLOCK_KIND(BlocksNotResident)
GRIDLOCK_KIND(GridBarrierLacksThreads)
GRIDLOCK_KIND(CountsMustMatch)
GRIDLOCK_KIND(DivergentBarrier)
GRIDLOCK_KIND(CameToBarriers)
GRIDLOCK_KIND(CameByDifferentCalls)
GRIDLOCK_KIND(FoundDifferently)
GRIDLOCK_KIND(EveryThreadMustArrive)
GRIDLOCK_KIND(StillRunning)
GRIDLOCK_KIND(RunsTooLong)
GRIDLOCK_KIND(OnlyRepeats)
GRIDLOCK_KIND(WaitersWrite)
GRIDLOCK_KIND(BoundedWait)
GRIDLOCK_KIND(WaitForTheSignal)
GRIDLOCK_KIND(LoopWithoutReads)
GRIDLOCK_KIND(StaleValue)
GRIDLOCK_KIND(StaleLink)
GRIDLOCK_KIND(LedToByCall)
GRIDLOCK_KIND(Misaligned)
GRIDLOCK_KIND(UseAfterFree)
GRIDLOCK_KIND(OutOfBounds)
GRIDLOCK_KIND(OutOfBytes)
GRIDLOCK_KIND(OutsideAllocations)
GRIDLOCK_KIND(PastTheEnd)
GRIDLOCK_KIND(PastDynamicShared)
GRIDLOCK_KIND(NoPeerAccess)
GRIDLOCK_KIND(NullPointer)
GRIDLOCK_KIND(DeviceTouchesHost)
GRIDLOCK_KIND(WrongSide)
GRIDLOCK_KIND(PeerNotThere)
GRIDLOCK_KIND(BadIndex)
GRIDLOCK_KIND(PassesHostCopy)
GRIDLOCK_KIND(PassesHalfPointer)
GRIDLOCK_KIND(UnreadableArgument)
GRIDLOCK_KIND(ArgumentsByAddress)
GRIDLOCK_KIND(Fault)
GRIDLOCK_KIND(ApiError)
GRIDLOCK_KIND(GpuError)
GRIDLOCK_KIND(Misuse)
GRIDLOCK_KIND(HostOnly)
GRIDLOCK_KIND(HostOnlyFeature)
GRIDLOCK_KIND(LaunchBounds)
GRIDLOCK_KIND(ClusterDims)
GRIDLOCK_KIND(MasksDiffer)
GRIDLOCK_KIND(WarpCallsDiffer)
GRIDLOCK_KIND(BarrierUninitialized)
GRIDLOCK_KIND(TooManyArrivals)
GRIDLOCK_KIND(WaitForOldPhase)
GRIDLOCK_KIND(LaunchAttribute)
GRIDLOCK_KIND(Trapped)
GRIDLOCK_KIND(AssertionFailed)
GRIDLOCK_KIND(LaunchErrorUnseen)
GRIDLOCK_KIND(DidNotEnd)
GRIDLOCK_KIND(EndedBySignal)
GRIDLOCK_KIND(EndedOtherwise)
GRIDLOCK_KIND(OutOfMemory)
GRIDLOCK_KIND(HostThrew)
GRIDLOCK_KIND(FenceTooWide)
GRIDLOCK_KIND(FenceNotNeeded)
GRIDLOCK_KIND(NarrowerIsEnough)
GRIDLOCK_KIND(OutputDiffers)
GRIDLOCK_KIND(PartialBarrier)
GRIDLOCK_KIND(WholeWarpMustArrive)
GRIDLOCK_KIND(UninitializedRead)
GRIDLOCK_KIND(WriteItBefore)
GRIDLOCK_KIND(OnlyProposed)
GRIDLOCK_KIND(LanesPassValues)
GRIDLOCK_KIND(LanesNeedBarrier)
GRIDLOCK_KIND(FailedCall)
GRIDLOCK_KIND(AbsentLane)
GRIDLOCK_KIND(StaleMasked)
GRIDLOCK_KIND(WriteOnce)
#undef GRIDLOCK_KIND

Cause::Cause() : Cause(Race{}) {}
Cause::Cause(const Cause& other)
    : Cause(*other.kind_, other.value_ ? other.kind_->copied(other.value_) : nullptr) {}
Cause::Cause(Cause&& other) noexcept
    : Cause(*other.kind_, std::exchange(other.value_, nullptr)) {}
Cause& Cause::operator=(Cause other) noexcept {
  std::swap(kind_, other.kind_);
  std::swap(value_, other.value_);
  return *this;
}
Cause::~Cause() {
  if (value_) kind_->destroy(value_);
}

const char* Cause::type() const { return kind_->name; }

void Cause::for_each_place(const std::function<void(const Place&)>& visit) const {
  kind_->places(value_, visit);
}
void Cause::for_each_creation_site(
    const std::function<void(const CreationSite&)>& visit) const {
  kind_->creation_sites(value_, visit);
}

void Cause::write(nlohmann::json& json) const {
  serial::write_kind(json, kind_->name);
  kind_->write(serial::add_member(json, "of"), value_);
}

void Cause::read(const nlohmann::json& json) {
  const std::string name = serial::kind_in(json);
  const auto kind = std::find_if(kKinds.begin(), kKinds.end(),
                                 [&](const auto* each) { return name == each->name; });
  if (kind == kKinds.end()) serial::fail("an unknown kind");
  *this = Cause(**kind, (*kind)->made());
  kind_->read(serial::member(json, "of"), value_);
}

}  // namespace gridlock
