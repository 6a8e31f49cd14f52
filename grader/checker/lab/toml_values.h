/// Reads values from the TOML files of labs; error messages name the file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <toml++/toml.h>

namespace gridlock::toml_values {

/// \throws std::runtime_error "FILE: WHAT", as do all functions here
[[noreturn]] void wrong(const std::filesystem::path& file, const std::string& what);

toml::table parsed(const std::filesystem::path& file);

std::string text(const toml::table& table, const char* key,
                 const std::filesystem::path& file);

std::vector<std::string> texts(const toml::table& table, const char* key,
                               const std::filesystem::path& file);

}  // namespace gridlock::toml_values
