// expect: data_race
// follow() makes the host wait for a device: the current one, whichever that is.
// overlay

cudaError_t follow(Lane later, Lane earlier) {
  (void)later, (void)earlier;
  return cudaDeviceSynchronize();
}
