#include "protocol/cause.h"

namespace gridlock {

Cause::Cause() = default;
Cause::Cause(const Cause& other) = default;
Cause::Cause(Cause&& other) noexcept = default;
Cause& Cause::operator=(const Cause& other) = default;
Cause& Cause::operator=(Cause&& other) noexcept = default;
Cause::~Cause() = default;

}  // namespace gridlock
