/// The architecture that nvcc compiles for.
#pragma once

#include <filesystem>
#include <string>

namespace gridlock {

/// A text that identifies the devices of this machine: modules for others are compiled
/// anew.
std::string gpu_identity();

/// The value of nvcc's `-arch`: "sm_90" if all devices of this machine are of one kind,
/// else "native", for which nvcc asks the driver each time; "sm_75" without a device.
/// \param cache the folder that remembers what the driver said
std::string gpu_architecture(const std::filesystem::path& cache);

/// "sm_90" for the compute capabilities that nvidia-smi prints, a line each ("9.0"); ""
/// if they differ or there are none.
std::string architecture_of(const std::string& capabilities);

}  // namespace gridlock
