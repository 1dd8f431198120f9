#!/usr/bin/env bash
# Compiles every library source with Emscripten, syntax only: its libc++ is older than libstdc++ 12, and the
# browser package must not be the first to notice. Sources that need libraries WebAssembly does without
# (simdjson, SQLite, zstd) have names that end in _native.cpp and are left out.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

scripts/bootstrap.sh --wasm

# Header-only libraries from the system, linked one by one: with -I/usr/include Emscripten would take glibc's
# headers for its own.
include=build/wasm-include
mkdir -p "$include"
for name in fmt nlohmann tl xxhash.h; do ln -sfn "/usr/include/$name" "$include/$name"; done

mapfile -t files < <(
  for room in core shape world motion body session io trace scenario capi web; do
    if [ -d "src/$room" ]; then find "src/$room" -name '*.cpp' ! -name '*_native.cpp'; fi
  done | sort
)
# Starting em++ costs a second: several files a call. What it says after a compiler error is the command line only.
if ! printf '%s\0' "${files[@]}" |
  xargs -0 -P "$jobs" -n 12 em++ -std=c++20 -fsyntax-only -Isrc -Iinclude -isystem "$include" \
    -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror 2> "$include.log"; then
  grep -v '^em++: error:' "$include.log" || true
  die "Emscripten does not compile these sources"
fi
echo "${#files[@]} sources compile with $(em++ --version | sed -nE '1s/.* ([0-9.]+) .*/Emscripten \1/p')"
