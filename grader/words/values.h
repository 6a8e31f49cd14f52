/// \file
/// Words that several causes share: operations, streams, scopes, fences.
#pragma once

#include <array>
#include <string>

#include "words/names.h"

namespace gridlock {

/// "atomicAdd in line 12"
std::string words_of(const Operation& operation, const Names& names);

/// "the stream copies (2nd of line 6) of device 1", "the default stream".
/// \param begins whether a sentence begins with it
std::string words_of(const StreamName& stream, const Names& names, bool begins = false);

/// "cudaStreamSynchronize(copies)"
std::string how_to_wait_for(const StreamName& stream, const Names& names);

/// "3", or "(3,1,0)" where the grid has more dimensions.
std::string block_text(const std::array<int, 3>& block);

/// What tells a device from the first, which goes without saying: " of device 1".
std::string of_device(int device);

/// "its own block": what an operation of this scope reaches.
const char* reach_of(Scope scope);

/// The fence that reaches so far.
const char* fence_of(Scope scope);

/// Who needs a fence of this scope, where a narrower one is there.
const char* who_needs(Scope scope);

/// With a capital.
std::string capitalized(std::string text);

}  // namespace gridlock
