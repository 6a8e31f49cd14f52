// pass
//--blockDim=1 --gridDim=1
