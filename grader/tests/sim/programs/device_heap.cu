// expect: passed
// Device code allocates: bounds and lifetimes are those of any allocation.
struct Node {
  int value;
  Node* next;
};

__global__ void sum_of_a_list(int* out) {
  Node* head = nullptr;
  for (int i = 1; i <= 3; ++i) head = new Node{i, head};
  int sum = 0;
  while (head) {
    Node* next = head->next;
    sum += head->value;
    delete head;
    head = next;
  }
  int* words = (int*)malloc(4 * sizeof(int));
  for (int i = 0; i < 4; ++i) words[i] = sum;
  out[threadIdx.x] = words[3];
  free(words);
  if (malloc(size_t(64) << 20) != nullptr) out[threadIdx.x] = 0;
}

int main() {
  int *out, result[2];
  cudaMalloc(&out, sizeof result);
  sum_of_a_list<<<1, 2>>>(out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 6 && result[1] == 6 ? 0 : 1;
}
