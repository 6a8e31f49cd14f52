// Lab 00: a sample
//
// Change  what the lines marked TODO ask for
// Check   ./gridlock check 0        Hint   ./gridlock hint 0

// ---- 0a: the sum -------------------------------------------------------------------

// Adds `value` to `*total`.  Any threads of any blocks may call it at the same time.
__device__ void addTo(int* total, int value) {
  // BEGIN SOLUTION
  //# // TODO: no addition may be lost.
  atomicAdd(total, value);
  // END SOLUTION
}
