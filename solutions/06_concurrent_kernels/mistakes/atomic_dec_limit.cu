// expect: wrong_result
// The second argument of atomicDec() is a limit, not a number to subtract: 3 becomes 1.
// overlay

__device__ void checkOut(KernelConcurrencyData* data, int kid) {
  atomicAnd(&data->mask, ~(1 << kid));
  atomicDec(reinterpret_cast<unsigned*>(&data->count), 1);
}
