// Compiled after a submission: keeps members that it defines inline, since scenarios.cu
// calls them.

#ifdef GRIDLOCK_SIM
namespace {
GRIDLOCK_REQUIRED const auto kNone = &WorkItem::none;
GRIDLOCK_REQUIRED const auto kIsNone = &WorkItem::isNone;
GRIDLOCK_REQUIRED const auto kFill = &WorkQueue::fill;
GRIDLOCK_REQUIRED const auto kDraw = &WorkQueue::draw;
GRIDLOCK_REQUIRED const auto kFetch = &WorkQueue::fetch;
GRIDLOCK_REQUIRED const auto kNext = &WorkQueue::next;
GRIDLOCK_REQUIRED const auto kNextChunk = &WorkQueue::nextChunk;
GRIDLOCK_REQUIRED const auto kPush = &GrowingQueue::push;
GRIDLOCK_REQUIRED const auto kPull = &GrowingQueue::pull;
}  // namespace
#endif
