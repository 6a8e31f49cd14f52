// Compiled after a submission: instantiates its templates for scenarios.cu's scopes.

template __device__ void sendRef<cuda::thread_scope_block>(Message*, int*, Message);
template __device__ void sendRef<cuda::thread_scope_device>(Message*, int*, Message);
template __device__ void sendRef<cuda::thread_scope_system>(Message*, int*, Message);
template __device__ Message receiveRef<cuda::thread_scope_block>(const Message*, int*);
template __device__ Message receiveRef<cuda::thread_scope_device>(const Message*, int*);
template __device__ Message receiveRef<cuda::thread_scope_system>(const Message*, int*);
