#!/bin/sh
# Compiles the kernel and table.c to WebAssembly: dominoes.wasm, and dominoes.wasm.js, the same bytes as a script, so that the
# page works as a file too (a browser lets no page fetch files of the disk). Needs clang, lld and the Python package.
#
#   sh build.sh        DOMINOES="python3 -m dominoes" where there is no program `dominoes`; CC where clang has another name
set -eu
cd "$(dirname "$0")"
${DOMINOES:-dominoes} config --amalgamate .
# The players and the solver look deep: 1 MB of stack, placed first, so that too little of it is a trap and no silent fault.
${CC:-clang} --target=wasm32 -nostdlib -ffreestanding -std=c11 -O2 -ffp-contract=off -mbulk-memory \
    -Wall -Wextra -Werror -DDOM_API= -fvisibility=hidden -ffunction-sections -Ilibc \
    -Wl,--no-entry -Wl,--gc-sections -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=1048576 \
    table.c dominoes.c -o dominoes.wasm
{
    printf 'const DOMINOES_WASM = "'
    base64 <dominoes.wasm | tr -d '\n'
    printf '";\n'
} >dominoes.wasm.js
