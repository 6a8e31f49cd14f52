// Pieces of 1 MiB, as in printed code, however large the buffers might be.  Should cost
// time when the copy is long: each piece, 20 microseconds on the bus, needs two waits,
// each some microseconds from device to device.  Measured on two H200s with copies of 1
// GiB: 1.38 of the reference's time with 8 MiB in a buffer.  But with copies of 4 MiB,
// four pieces in place of one, 0.65: both directions are used at once.
// overlay

constexpr size_t kPiece = 1 << 20;

// Makes a pipe.  Its buffers hold a chunk, but no more than kPiece bytes; `chunk` is at
// least 1.
cudaError_t openPipe(Pipe* pipe, Lane to, Lane from, size_t chunk) {
  chunk = std::min(chunk, kPiece);
  *pipe = Pipe{to, from, chunk, {}, {}, {}};
  // ...
}
