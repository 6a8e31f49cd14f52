/// Text for the parts that several causes share: operations, streams, scopes, fences.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "wording/names.h"

namespace gridlock {

/// "partial", both for partial[3] and for partial[0..3]; "" if the location is unknown.
std::string variable_text(const Location& location, const Names& names);

/// "atomicAdd in line 12"
std::string words_of(const Operation& operation, const Names& names);

/// "the stream copies (2nd of line 6) of device 1", "the default stream".
/// \param capital whether the text begins a sentence
std::string words_of(const StreamName& stream, const Names& names, bool capital = false);

/// " drained[i]": the event's name in the code of the cudaStreamWaitEvent() at `wait`; ""
/// if its line does not show the name.
std::string awaited_event(Place wait, const Names& names);

/// " (called in line 195)", if the judged file has that call; else "".
std::string called_in(Place call, const Names& names);

/// "  Line 72 allocates it.", if the judged file does and gives it no name; else "".
std::string allocated_in(const Location& location, const Names& names);

/// "cudaStreamSynchronize(copies)"
std::string how_to_wait_for(const StreamName& stream, const Names& names);

/// "3", or "(3,1,0)" where the grid has more dimensions.
std::string block_text(const std::array<int, 3>& block);

/// "thread 3 of block 0"; with its kernel or device if `other` has another one.
std::string thread_text(const ThreadName& thread, const ThreadName& other);

/// "threads 0 and 1 of block 0", "thread 0 of block 0 and thread 0 of block 1".
std::string both_text(const ThreadName& one, const ThreadName& other);

/// The text with an upper-case letter, as a sentence begins.
std::string begun(std::string text);

/// Whether the location is one of the barriers in the shared state of a cuda::pipeline.
bool is_of_pipeline(const Location& location);

/// " of device 1"; "" for device 0, which is not named.
std::string of_device(int device);

/// "1 byte", "4,096 bytes".
std::string bytes_text(std::uint64_t bytes);

/// The fence of this scope: "__threadfence()".
const char* fence_of(Scope scope);

/// " NAME", to follow a word; "" for no name.
std::string spaced(const std::string& name);

/// An operation as a sentence begins: "Read", but "atomicAdd".
std::string capitalized(std::string text);

}  // namespace gridlock
