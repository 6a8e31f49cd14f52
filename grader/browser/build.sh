#!/usr/bin/env bash
# build.sh BUILD: makes the page with the labs in BUILD/browser/site, a folder of files
# for any web server.  If something that it needs is missing, it says what, and exits with
# 77.
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
root=$(readlink -f -- "$here/../..")
out=$(readlink -f -- "$1")/browser
site=$out/site

missing=''
while read -r name package; do
  [[ -e $name ]] || command -v "$name" > /dev/null || missing+=" $package"
done < <(awk '$1 == "browser" { print $2, $3 }' "$here/../setup/needs.txt")
if [[ -n $missing ]]; then
  echo "skipped: the page needs these packages:$missing"
  exit 77
fi

mkdir -p "$out/npm"
cp -- "$here"/package{,-lock}.json "$here"/*.mjs "$here"/page/*.js "$out/npm"
if [[ ! -d $out/npm/node_modules/esbuild-wasm ]]; then
  (cd "$out/npm" && npm ci --no-audit --no-fund --fetch-retries=0) >&2 || {
    echo "skipped: npm could not fetch the packages; is there a network?"
    exit 77
  }
fi
launcher=()
! command -v ccache > /dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
cmake -S "$here" -B "$out/wasm" -G Ninja "${launcher[@]}" > "$out/cmake.log" 2>&1 ||
  { cat "$out/cmake.log" >&2; exit 3; }
ninja -C "$out/wasm" > "$out/ninja.log" || { cat "$out/ninja.log" >&2; exit 3; }

rm -rf -- "$site" && mkdir -p "$site"
cp -- "$here"/page/{index.html,page.css} "$root/grader/player/player.js" "$site"
cd -- "$out/npm"
npx esbuild page.js worker.js compiler.js --bundle --minify --format=esm --target=es2024 \
  --external:node:* --outdir="$site" --log-level=warning
/usr/bin/python3 "$here/lab.py" "$root" "$site" > "$out/files.json"
pack() {
  local -r packed=$out/packed/${1##*/}.packed
  [[ $packed -nt $1 ]] || gzip -9 -n -c -- "$1" > "$packed"
  cp -- "$packed" "$site"
}
mkdir -p "$out/packed"
pack "$out/wasm/gridlock.wasm"
pack "$out/files.json"
# The distribution's Node may have no promise integration; npm has a newer Node for some machines.
rm -f -- "$out/node"
for node in "$(command -v node)" "$out"/npm/node_modules/node-linux-*/bin/node; do
  if "$node" -e 'process.exit(WebAssembly.promising ? 0 : 1)' 2> /dev/null; then
    ln -sfn "$node" "$out/node"
  fi
done
# Without this part, the page compiles the lab's own code itself, at a visit's first check.
made_of=$(cat -- "$out/wasm/gridlock.wasm" "$out/files.json" {grader,compile,fibers,module}.js |
  sha256sum)
ready=$out/ready-${made_of::16}
mkdir -p "$ready"
for lab in "$root"/labs/[0-9]*; do
  lab=${lab##*/} made=$ready/ready_${lab##*/}.json
  if [[ ! -e $made && -e $out/node ]]; then
    "$out/node" ready.mjs "$out" "$lab" "$made.part" >&2
    mv -- "$made.part" "$made"
  fi
  [[ -e $made ]] || echo '{}' > "$made"
  pack "$made"
done
gen=node_modules/@yowasp/clang/gen
for file in "$gen"/llvm.core*.wasm; do pack "$file"; done
# Clang's own files, without its libraries and without the headers of other machines.
if [[ ! -e $out/llvm-resources.tar ]]; then
  cp -- "$gen/llvm-resources.tar" "$out/resources.part"
  tar -f "$out/resources.part" --delete --wildcards lib share include/c++/v1/__cxx03 \
    'include/'{'*intrin*.h','*hexagon*.h','opencl-c*.h',altivec.h,sanitizer,hlsl,'*_wrappers'}
  mv -- "$out/resources.part" "$out/llvm-resources.tar"
fi
pack "$out/llvm-resources.tar"
cd -- "$site"
{
  printf 'const VERSION = "%s", FILES = ["./"' "$(cat -- * | sha256sum | cut -c1-16)"
  find -- * ! -name 'ready_*' -printf ', "%p"'
  echo '];'
  cat -- "$here/page/offline.js"
} > "$out/offline.js"
mv -- "$out/offline.js" .
echo "$site"
