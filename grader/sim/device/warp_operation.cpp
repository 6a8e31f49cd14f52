#include "sim/device/warp_operation.h"

namespace gridlock::sim {

const char* name(WarpOperation operation) {
  if (operation == WarpOperation::none) return "__syncwarp";
  if (operation <= WarpOperation::shuffle_xor) return "shuffle";
  if (operation <= WarpOperation::vote_ballot) return "vote";
  return operation <= WarpOperation::match_all ? "match" : "reduction";
}

}  // namespace gridlock::sim
