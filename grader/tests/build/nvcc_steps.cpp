// nvcc's steps become a script in which device and host do not wait for each other.
#include "build/nvcc.h"

#include <doctest/doctest.h>

#include <string>

namespace gridlock::test_nvcc_steps {
/// Commands as nvcc 13 prints them, without most flags.
const std::string kPrinted = R"(#$ _SPACE_=
#$ CICC_PATH=/cuda/nvvm/bin
#$ INCLUDES="-I/it's here/include"
#$ gcc -D__CUDA_ARCH_LIST__=900 -E -x c++ "a.cu" -o "./a.cpp4.ii"
#$ cudafe++ --gen_module_id_file --module_id_file_name "./a.module_id" "./a.cpp4.ii"
#$ gcc -D__CUDA_ARCH__=900 -E -x c++ "a.cu" -o "./a.cpp1.ii"
#$ "$CICC_PATH/cicc" --module_id_file_name "./a.module_id" "./a.cpp1.ii" -o "./a.ptx"
#$ ptxas "./a.ptx" -o "./a.cubin"
#$ fatbinary "--image3=kind=elf,file=./a.cubin" --embedded-fatbin="./a.fatbin.c"
#$ rm ./a.fatbin
#$ gcc -D__CUDA_ARCH__=900 -c -x c++ "./a.cudafe1.cpp" -o "./a.o"
#$ fatbinary -link --embedded-fatbin="./a_dlink.fatbin.c"
#$ g++ -shared "./a.o" -o "a.so"
)";

const std::string kScript = R"(set -e
export _SPACE_=''
export CICC_PATH='/cuda/nvvm/bin'
export INCLUDES='"-I/it'\''s here/include"'
printf _00000000_8_gridlock_00000000 > "./a.module_id"
cat > "./a.fatbin.c" <<'END'
#include "fatbinary_section.h"
asm(".section .nv_fatbin, \"a\"\n.align 8\nfatbinData:\n"
    ".incbin \"./a.fatbin.c.bytes\"\n.text\n");
extern "C" {
extern const unsigned long long fatbinData[];
static const __fatBinC_Wrapper_t __fatDeviceText
    __attribute__((aligned(8), section(".nvFatBinSegment"))) = {
        FATBINC_MAGIC, FATBINC_VERSION, fatbinData, 0};
}
END
(
set -e
gcc -D__CUDA_ARCH__=900 -E -x c++ "a.cu" -o "./a.cpp1.ii"
"$CICC_PATH/cicc" --module_id_file_name "./a.module_id" "./a.cpp1.ii" -o "./a.ptx"
) &
gcc -D__CUDA_ARCH_LIST__=900 -E -x c++ "a.cu" -o "./a.cpp4.ii" -MD -MF a.d
cudafe++ --module_id_file_name "./a.module_id" "./a.cpp4.ii"
wait $!
(
set -e
ptxas "./a.ptx" -o "./a.cubin"
fatbinary "--image3=kind=elf,file=./a.cubin" --create="./a.fatbin.c.bytes"
) &
gcc -D__CUDA_ARCH__=900 -S -x c++ "./a.cudafe1.cpp" -o "./a.o.s"
wait $!
gcc -c -x assembler "./a.o.s" -o "./a.o"
rm -f ./a.fatbin
fatbinary -link --embedded-fatbin="./a_dlink.fatbin.c"
g++ -shared "./a.o" -o "a.so"
)";

std::string without(const std::string& part) {
  std::string text = kPrinted;
  return text.erase(text.find(part), part.size());
}

TEST_CASE("device and host are compiled side by side, and what needs both waits") {
  CHECK(nvcc_script(kPrinted, "a.d").value_or("nothing") == kScript);
}

TEST_CASE("other steps than ours are left to nvcc") {
  CHECK_FALSE(nvcc_script("", "a.d"));
  CHECK_FALSE(nvcc_script("nvcc fatal   : Unknown option '--dryrun'\n", "a.d"));
  CHECK_FALSE(nvcc_script(without("--gen_module_id_file "), "a.d"));
  CHECK_FALSE(nvcc_script(kPrinted.substr(0, kPrinted.find("#$ rm")), "a.d"));
  CHECK_FALSE(nvcc_script(without("#$ fatbinary \"--image3=kind=elf,file=./a.cubin\" "
                                  "--embedded-fatbin=\"./a.fatbin.c\"\n"),
                          "a.d"));
  CHECK_FALSE(nvcc_script(without(" -c -x c++"), "a.d"));
}

}  // namespace gridlock::test_nvcc_steps
