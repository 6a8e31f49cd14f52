#include "checker/record_transfer.h"

#include "protocol/serialize.h"

namespace gridlock {

nlohmann::json transfer_json(const CheckRun& run) { return serial::written(run); }

CheckRun run_from_transfer(const nlohmann::json& from) {
  CheckRun run;
  serial::read(from, run);
  return run;
}

}  // namespace gridlock
