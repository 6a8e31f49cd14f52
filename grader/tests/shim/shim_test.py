"""Tests of the simulator's CUDA headers: programs that they accept or reject, the results
of what they define, and their declarations, compared with README.md, with the worker, and
with the CUDA Toolkit where there is one.

    shim_test.py SOURCE BUILD [CLASS.TEST...]
"""

import functools
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path
from typing import NamedTuple

SOURCE, BUILD = (Path(argument).resolve() for argument in sys.argv[1:3])
HEADERS, TESTS = SOURCE / "grader/sim/cuda", SOURCE / "grader/tests"
PROGRAMS = TESTS / "shim/programs"
# Compiles a .cu as the simulator does, without the rewriter: its markers expand to
# nothing.
COMPILER = ["clang++", "-std=c++17", "-Wall", "-Wextra", f"-I{HEADERS}"]
COMPILER += ["-include", "gridlock_shim.h", "-D__gridlock_shared__=static"]
COMPILER += [f"-D__gridlock_{m}__=" for m in "global device constant managed".split()]
COMPILER += ["-D__gridlock_launch_bounds__(...)=", "-D__gridlock_cluster_dims__(...)="]
# Checks a .cu in clang's own CUDA mode, and generates no code.
CHECKER = "clang++ -x cuda -std=c++17 -fsyntax-only -nocudainc -nocudalib".split()
CHECKER += ["--cuda-gpu-arch=sm_70", "-include", "gridlock_shim.h", f"-I{HEADERS}"]

# What is wrong, the compiler's complaint, and the program.  nvcc rejects all of these.
REJECTED = """
atomicAdd of a size_t: no matching function for call to 'atomicAdd'
__device__ void f(size_t* p) { atomicAdd(p, 1); }

atomicAdd of a value: no matching function for call to 'atomicAdd'
__device__ void f(int current) { atomicAdd(current, 1); }

atomicAdd of a signed 64-bit word: no matching function for call to 'atomicAdd'
__device__ void f(long long* p) { atomicAdd(p, 1); }

atomicAdd of a volatile word: no matching function for call to 'atomicAdd'
__device__ void f(volatile int* p) { atomicAdd(p, 1); }

atomicSub of a 64-bit word: no matching function for call to 'atomicSub'
__device__ void f(unsigned long long* p) { atomicSub(p, 1); }

atomicInc of an int: no matching function for call to 'atomicInc'
__device__ void f(int* p) { atomicInc(p, 1); }

atomicExch of 16 bytes that are not aligned: call to 'atomicExch'
struct P { long long a, b; };
__device__ void f(P* p) { atomicExch(p, P()); }

a sum of a __half and a float: ambiguous
#include <cuda_fp16.h>
__device__ float f(__half h) { return h + 1.0f; }

atomicSub of a __half: no matching function for call to 'atomicSub'
#include <cuda_fp16.h>
__device__ void f(__half* h) { atomicSub(h, 1.0f); }

atomicExch of a double: call to 'atomicExch'
__device__ void f(double* p) { atomicExch(p, 1.0); }

atomicCAS without the value: no matching function for call to 'atomicCAS'
__device__ void f(int* p) { atomicCAS(p, 1); }

writing threadIdx: const
__device__ void f() { threadIdx.x = 0; }

an array of warpSize elements: variable length
__device__ int f() { static int a[warpSize]; return a[0]; }

__ldg of a structure: no matching function for call to '__ldg'
struct S { int a, b; };
__device__ int f(const S* p) { return __ldg(p).a; }

__shfl without a mask: '__shfl'
__device__ int f(int v) { return __shfl(v, 0); }

a stream that is an int: cudaMemsetAsync
void f(int s, int* p) { cudaMemsetAsync(p, 0, 4, s); }

cudaMalloc without the address: no matching function for call to 'cudaMalloc'
void f(int* p) { cudaMalloc(p, 4); }

a member that CUDA 13 took out: no member named 'kernelExecTimeoutEnabled'
int f(cudaDeviceProp p) { return p.kernelExecTimeoutEnabled; }

copying an atomic: deleted
#include <cuda/atomic>
void f(cuda::atomic<int>& a) { cuda::atomic<int> b = a; }

storing to a constant atomic: 'store'
#include <cuda/atomic>
void f(const cuda::atomic<int>& a) { a.store(1); }

copying a barrier: deleted
#include <cuda/barrier>
using B = cuda::barrier<cuda::thread_scope_device>;
void f(B& a) { B b = a; }

waiting for a token that is kept: rvalue reference
#include <cuda/barrier>
__device__ void f(cuda::barrier<cuda::thread_scope_block>& b) {
  auto token = b.arrive(); b.wait(token); }

a wait for a parity with a completion function: 'wait_parity'
#include <cuda/barrier>
struct C { __device__ void operator()() noexcept {} };
using B = cuda::barrier<cuda::thread_scope_block, C>;
__device__ void f(B& b) { b.wait_parity(true); }

a wait with a limit at a barrier of the device: 'try_wait_for'
#include <cuda/barrier>
__device__ bool f(cuda::barrier<cuda::thread_scope_device>& b) {
  return b.try_wait_for(b.arrive(), cuda::std::chrono::seconds(1)); }

a latch without a count: no matching constructor
#include <cuda/latch>
cuda::latch<cuda::thread_scope_system> a;

a flag that is not of the system's scope: atomic_flag
#include <cuda/atomic>
__device__ cuda::atomic_flag flag;

a tile of 24 threads: static_assert
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ void f() { cg::tiled_partition<24>(cg::this_thread_block()).sync(); }
"""

# nvcc accepts all of these; the simulator's headers name what they lack.
UNSUPPORTED = """
a call that is not modelled: 'cudaMemDiscardBatchAsync'
void f(int* p) { cudaMemDiscardBatchAsync(&p, 0, 1, 0, 0); }

an attribute of a device that is not modelled: 'cudaDevAttrNumaId'
void f(int* v) { cudaDeviceGetAttribute(v, cudaDevAttrNumaId, 0); }

an attribute of a function: 'cudaFuncAttributeRequiredClusterWidth'
void f(void (*k)()) {
  cudaFuncSetAttribute(k, cudaFuncAttributeRequiredClusterWidth, 2); }

an attribute of a stream that is not modelled: 'cudaStreamAttributeMemSyncDomain'
auto a = cudaStreamAttributeMemSyncDomain;

a property that is not modelled: no member named 'maxTexture1D'
int f(cudaDeviceProp p) { return p.maxTexture1D; }

a size of a kernel that is not modelled: no member named 'localSizeBytes'
size_t f(cudaFuncAttributes a) { return a.localSizeBytes; }

a header that is not here: 'npp.h' file not found
#include <npp.h>

a library's function: 'cublasSgemm'
#include <cublas_v2.h>
void f(cublasHandle_t h) { cublasSgemm(h); }
"""

# Programs that CUDA's compilers take, too; between them they use all of the headers.
ACCEPTED = [PROGRAMS / f"{name}.cu" for name in ("everything", "libcu_types", "values")]
ACCEPTED += [
    TESTS / f"sim/programs/{name}.cu"
    for name in "atomics barrier barrier_copy copies devices_api graphs launch "
    "launch_arguments library_handles memory_order memory_pool pipeline runtime_calls "
    "shuffle stream_order syncthreads warp_sync".split()
]

VARIABLES = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"]
# The includes of a program with all functions that declarations() returns.
INCLUDES = "".join(
    f"#include <{name}>\n"
    for name in ("cuComplex.h", "cuda_bf16.h", "cuda_fp16.h", "cuda_pipeline.h")
)


def programs_in(table):
    """What is wrong, the complaint, and the program."""
    for block in table.strip().split("\n\n"):
        head, program = block.split("\n", 1)
        yield *head.split(": ", 1), program + "\n"


def run(command, *more, text=""):
    """Runs a program with this text as its input; returns how it ended."""
    return subprocess.run(
        [*command, *more], input=text, capture_output=True, text=True, check=False
    )


def ours(text):
    """The lines of preprocessed text that are our headers', by header."""
    kept, lines = [("", [])], None
    for line in text.splitlines():
        if line.startswith("# "):
            path = Path(line.split('"')[1])
            # Clang escapes what is not ASCII in the folders above.
            lines = [] if str(path.parent).endswith("/grader/sim/cuda") else None
            if lines is not None:
                kept.append((path.name, lines))
        elif lines is not None and not line.startswith("#"):
            lines.append(line)
    return [(name, "\n".join(lines)) for name, lines in kept]


class Function(NamedTuple):
    header: str
    result: str
    name: str
    parameters: str  # Without default arguments.
    has_body: bool  # It is defined in the header; else the runtime must define it.
    is_template: bool

    def type(self):
        return f"{self.result} (*)({self.parameters})"


def function_in(header, statement, has_body):
    """The function that a statement declares, or none."""
    statement = re.sub(
        r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", "", " ".join(statement.split())
    )
    no_function = "typedef |struct {|{}|static_assert|using |operator"
    found = re.match(r"(.*?)(\w+) ?\((.*)\)", statement)
    if not found or re.search(no_function, statement):
        return None
    words = r'extern "C" |\b(?:extern|static|inline|constexpr) '
    result = re.sub(words, "", found[1]).strip()
    parameters = re.sub("=[^,]*", "", found[3]).strip()
    is_template = "template " in statement
    if not result:
        return None
    return Function(header, result, found[2], parameters, has_body, is_template)


@functools.cache
def declarations():
    """The functions at global scope that our headers declare, ours and CUDA's."""
    text = run(COMPILER, "-E", "-x", "c++", "-", text=INCLUDES).stdout
    found, statement, depth = [], "", 0
    for header, part in ours(text):
        for token in re.findall("[{};]|[^{};]+", part):
            if depth:
                depth += (token == "{") - (token == "}")
                if depth == 0 and ("(" not in statement or "aligned" in statement):
                    # A type goes on to its semicolon.
                    statement = "" if "namespace" in statement else statement + "{}"
                elif depth == 0:
                    found.append(function_in(header, statement, True))
                    statement = ""
            elif token == "{" and not (
                'extern "C"' in statement and "(" not in statement
            ):
                depth = 1
            elif token == ";":
                found.append(function_in(header, statement, False))
                statement = ""
            else:
                statement = "" if token in "{}" else statement + token
    return [function for function in found if function]


def symbols(*nm):
    """The symbols of nm's output, without versions."""
    lines = run(["nm"], *nm).stdout.splitlines()
    return {line.rsplit(" ", 1)[1].split("@")[0] for line in lines}


class Shim(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def passes(self, command, *more, text=""):
        ended = run(command, *more, text=text)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        return ended.stdout

    def built(self, compiler, *more, text=""):
        """What the program prints that this compiler makes of these files."""
        self.passes(compiler, "-o", self.folder / "program", *more, text=text)
        return self.passes([self.folder / "program"])


class Headers(Shim):
    def test_what_nvcc_rejects_and_what_is_not_modelled_is_rejected(self):
        flags = ["-Wno-unused", "-fsyntax-only", "-x", "c++", "-"]
        for what, complaint, program in programs_in(REJECTED + UNSUPPORTED):
            with self.subTest(what):
                ended = run(COMPILER, *flags, text=program)
                self.assertNotEqual(ended.returncode, 0)
                self.assertIn(complaint, ended.stderr)

    def test_a_program_that_uses_everything_compiles(self):
        flags = ["-Werror", "-Wno-unused", "-x", "c++", "-fsyntax-only"]
        for file in ACCEPTED:
            if file.stem in ("everything", "libcu_types", "library_handles"):
                for standard in ("-std=c++17", "-std=c++20"):
                    self.passes(COMPILER, standard, *flags, file)

    def test_clangs_own_cuda_mode_accepts_programs_and_rejects_mixed_up_sides(self):
        for file in ACCEPTED:
            with self.subTest(file.name):
                self.passes(CHECKER, "-Wno-everything", file)
        for mixed in [
            "void host(); __global__ void k() { host(); }",
            "__device__ void device(); void host() { device(); }",
            "void host() { __syncthreads(); }",
            "void host(int* p) { atomicAdd(p, 1); }",
            "__global__ void k(int); void host() { k(1); }",
            "__global__ int k() { return 1; }",
        ]:
            self.assertNotEqual(run(CHECKER, "-", text=mixed).returncode, 0, mixed)

    def test_every_header_compiles_on_its_own_for_a_program_and_for_the_runtime(self):
        plain = [*"clang++ -std=c++17 -fsyntax-only".split(), f"-I{HEADERS}"]
        plain += ["-x", "c++", "-"]
        for header in HEADERS.rglob("*"):
            if not header.is_file() or header.suffix not in (".h", ".cuh", ""):
                continue
            name = str(header.relative_to(HEADERS))
            with self.subTest(name):
                program = f"#include <{name}>\nint main() {{}}\n"
                self.passes(plain, "-DGRIDLOCK_SIM=1", text=program)
                if "types" in name or name in ("cuda_runtime_api.h", "gridlock_device.h"):
                    strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
                    self.passes(plain, *strict, text=program)

    def test_intrinsics_and_narrow_floats_are_a_gpus(self):
        for name in ("intrinsics.cu", "narrow_floats.cu"):
            self.built(COMPILER, "-Wno-unused", "-O0", "-x", "c++", PROGRAMS / name)

    def test_a_call_into_the_runtime_returns_to_the_programs_own_line(self):
        flags = "-O0 -g -Wno-unused -fsanitize=thread -S -x c++ -o - -".split()
        text = """#include <cuda/atomic>
#include <cooperative_groups.h>
__device__ void device(cuda::atomic<int>& a, int* p) {
  a.fetch_add(1);
  p[0] = __shfl_sync(~0u, p[1], 2);
  p[2] = __ldg(p + 3);
  cooperative_groups::this_grid().sync();
  cooperative_groups::this_thread_block().sync();
  a.store(3);
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel);
}
void host(void (*kernel)(int)) {
  ::gridlock::sim::bind_kernel(kernel, "kernel", 1, 1)(3);
  int* p;
  cudaMalloc(&p, 4);
  cudaMemcpyToSymbol(p, &p, 4);
}"""
        calls, line = set(), 0
        for code in self.passes(COMPILER, *flags, text=text).splitlines():
            if found := re.match(r"\s*\.loc\s+\d+\s+(\d+)", code):
                line = int(found[1])
            call = re.match(r"\s*call[ql]?\s+(gridlock_\w+|cuda\w+|__syncthreads)", code)
            if call and call[1] != "gridlock_on_device":
                calls.add((line, call[1]))
        self.assertEqual(
            " ".join(f"{line} {name}" for line, name in sorted(calls)),
            "4 gridlock_rmw 5 gridlock_warp_exchange 6 gridlock_ld 7 gridlock_grid_sync "
            "8 __syncthreads 9 gridlock_store 10 gridlock_fence 13 gridlock_launch "
            "15 cudaMalloc 16 cudaMemcpyToSymbol",
        )

    def test_warp_functions_groups_and_atomics_return_what_a_gpu_returns(self):
        record = self.folder / "record.json"
        command = [BUILD / "bin/gridlock", "run", "--schedules", "20", "--json", record]
        self.passes(command, PROGRAMS / "values.cu")
        ended = json.loads(record.read_text())
        self.assertEqual(ended["verdict"], "passed")
        # Recorded on an NVIDIA H200.
        self.assertEqual(
            ended["stdout"],
            "warp: 496 -31 f000 ffffffff 1 aaaaaaaa 11 22 29 15.5\n"
            "groups: 92 15 4 2 11 2 3 204 112\n"
            "integers: 66 11 -11 -12 4095 4095 9 5 0 12 4 4 4 2 3 c0000000000 5800000000\n"
            "others: 6 16.5 3 24 5 14\n",
        )

    def test_the_readme_lists_exactly_what_the_runtime_defines(self):
        """The headers' own calls are not in the list."""
        defined = {}
        for each in declarations():
            if not each.has_body and not each.header.startswith("gridlock_"):
                defined.setdefault(each.header, set()).add(each.name)
        expected = "\n## What the runtime defines\n"
        variables = [("device_launch_parameters.h, variables", VARIABLES)]
        for header, names in sorted(defined.items()) + variables:
            words = " ".join(f"`{name}`" for name in sorted(names))
            lines = textwrap.wrap(words, 90, break_on_hyphens=False)
            expected += f"\n{header}:\n" + "\n".join(lines) + "\n"
        readme = (HEADERS / "README.md").read_text()
        begin = readme.index("\n## What the runtime defines\n")
        end = readme.index("\n## What the headers define\n")
        self.assertEqual(readme[begin:end], expected)

    def test_the_worker_exports_everything_that_the_headers_declare(self):
        uses = [
            f"static_cast<{each.type()}>(&{each.name})"
            for each in declarations()
            if not each.has_body
        ]
        uses += ["&" + variable for variable in VARIABLES]
        program = INCLUDES + "".join(
            f"extern const auto use{i} = {use};\n" for i, use in enumerate(uses)
        )
        needed = self.folder / "needed.o"
        self.passes(COMPILER, "-w", "-c", "-x", "c++", "-o", needed, "-", text=program)
        worker = BUILD / "bin/gridlock-worker-sim"
        exported = symbols("-D", "--defined-only", worker)
        self.assertGreater(len(uses), 200)
        self.assertEqual(symbols("-u", needed) - exported, set())


class Toolkit(Shim):
    """The toolkit has what we have, and it is the same there."""

    @classmethod
    def setUpClass(cls):
        homes = [os.environ.get(name, "") for name in ("CUDA_HOME", "CUDA_PATH")]
        places = [f"{home}/bin/nvcc" for home in homes if home]
        places += ["nvcc", "/usr/local/cuda/bin/nvcc"]
        nvcc = next(filter(None, map(shutil.which, places)), None)
        if not nvcc:
            raise unittest.SkipTest("there is no CUDA Toolkit")
        # nvcc itself says where its headers are: it may be a script in another place.
        with tempfile.NamedTemporaryFile(suffix=".cu") as empty:
            listed = run([nvcc], "-M", empty.name).stdout.split()
        api = next(name for name in listed if name.endswith("/cuda_runtime_api.h"))
        cls.include = Path(api).parent
        cls.nvcc = [nvcc, "-std=c++17", "-arch=sm_90", "-w"]

    @staticmethod
    def clang(include):
        return ["clang++", "-std=c++17", "-w", "-x", "c++", f"-I{include}"]

    def test_every_constant_of_ours_with_our_value(self):
        """Enumerators and numeric macros of driver_types.h, enumerators of libraries."""

        def names_in(header, pattern):
            command = ["clang++", "-std=c++17", "-E", "-x", "c++", HEADERS / header]
            text = "".join(text for _, text in ours(self.passes(command)))
            return re.findall(pattern, text)

        names = names_in("driver_types.h", r"(cuda\w+) ?= ")
        source = (HEADERS / "driver_types.h").read_text()
        names += re.findall(r"#define (cuda\w+) [^(\n]*\n", source)
        libraries = ["cublas_v2.h", "cufft.h", "curand.h", "cusparse.h"]
        for header in libraries:
            names += names_in(header, r"(CU[A-Z]+_\w+) ?= ")
        self.assertGreater(len(names), 350)
        headers = [*libraries, "cuda_runtime_api.h", "stdio.h"]
        program = "".join(f"#include <{header}>\n" for header in headers)
        program += "int main() {\n"
        for name in names:
            program += f'printf("{name} %lld\\n", (long long)({name}));\n'
        values = [
            self.built(self.clang(include), "-", text=program + "}\n")
            for include in (HEADERS, self.include)
        ]
        self.assertEqual(*map(str.splitlines, values))

    def layouts(self, include):
        """The record layouts that clang finds for types of cuda_runtime_api.h."""
        flags = ["-fsyntax-only", "-Xclang", "-fdump-record-layouts-complete", "-"]
        text = self.passes(
            self.clang(include), *flags, text="#include <cuda_runtime_api.h>\n"
        )
        records = {}
        for record in text.split("*** Dumping AST Record Layout\n")[1:]:
            first, *lines = record.splitlines()
            # An anonymous type's name is its place in a file.
            rows = {re.sub(r" at [^|]*:\d+:\d+\)", ")", line) for line in lines}
            records[first.split("| ", 1)[1]] = {row for row in rows if "|" in row}
        return records

    def test_every_structure_of_ours_laid_out_as_ours(self):
        ours_of, theirs = self.layouts(HEADERS), self.layouts(self.include)
        # These have only the members that are modelled.
        partial = "cudaLaunchAttributeValue cudaDeviceProp"
        compared = 0
        for record, lines in ours_of.items():
            if "(unnamed at" in record:
                continue
            with self.subTest(record):
                compared += 1
                lines = {line for line in lines if " gridlock_" not in line}
                self.assertLessEqual(lines, theirs[record])
                if record.split()[-1] not in (*partial.split(), "cudaFuncAttributes"):
                    self.assertEqual(len(lines), len(theirs[record]))
        self.assertGreater(compared, 60)  # Vectors, dim3, properties, configurations.

    def test_every_function_of_ours_with_exactly_our_types(self):
        program = INCLUDES + "#if defined(__CUDA_ARCH__)  // Device functions too.\n"
        number = itertools.count()
        for each in declarations():
            if "gridlock" not in each.name and not each.is_template:
                program += f"using check_{next(number)} = "
                program += f"decltype(static_cast<{each.type()}>(&{each.name}));\n"
        self.assertGreater(next(number), 700)
        file = self.folder / "functions.cu"
        file.write_text(program + "#endif\n")
        self.passes(self.nvcc, "-c", "-o", self.folder / "functions.o", file)

    def test_floating_point_of_16_bits_passes_the_same_checks_on_the_host(self):
        self.built(self.nvcc, PROGRAMS / "narrow_floats.cu")

    def test_the_name_and_the_text_of_every_error(self):
        file = self.folder / "errors.cu"
        file.write_text(
            "#include <stdio.h>\n#include <cuda_runtime_api.h>\nint main() {\n"
            "  for (int code = -1; code <= 10001; ++code)\n"
            '    printf("%d %s: %s\\n", code, cudaGetErrorName(cudaError_t(code)),\n'
            "           cudaGetErrorString(cudaError_t(code)));\n}\n"
        )
        grader = SOURCE / "grader"
        names = grader / "sim/cuda_api/cuda_names.cpp"
        own = ["clang++", "-std=c++20", "-x", "c++", f"-I{HEADERS}", f"-I{grader}"]
        self.assertEqual(
            self.built(own, file, names).splitlines(),
            self.built(self.nvcc, file).splitlines(),
        )


class Agreement(Shim):
    """nvcc agrees on every program that is accepted or rejected."""

    setUpClass = classmethod(Toolkit.setUpClass.__func__)

    def accepts(self, file):
        return run(self.nvcc, "-c", "-o", self.folder / "out.o", file).returncode == 0

    def test_programs(self):
        for file in ACCEPTED:
            self.assertTrue(self.accepts(file), file)
        for what, _, program in programs_in(REJECTED):
            file = self.folder / "rejected.cu"
            file.write_text(program)
            self.assertFalse(self.accepts(file), what)


if __name__ == "__main__":
    os.environ |= {"GRIDLOCK_ROOT": str(SOURCE), "GRIDLOCK_BUILD_DIR": str(BUILD)}
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
