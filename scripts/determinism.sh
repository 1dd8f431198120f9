#!/usr/bin/env bash
# The determinism contract, enforced: builds tests/determinism/driver.cpp five ways, runs each, and compares what
# they print (a hash per shipped scenario and golden world). A difference names the first line and both builds.
#
#   gcc-O0, gcc-O3, clang-O0, clang-O3   hashes checked at one level miss transformations of floats at another
#   clang-san                            address and undefined-behaviour sanitizers: a read of uninitialised or
#                                        foreign memory is a result that differs tomorrow
#
#   scripts/determinism.sh [VARIANT...]  default: all five; the first that runs is the reference
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

scripts/bootstrap.sh --fuzz
variants=("$@")
if [ ${#variants[@]} -eq 0 ]; then variants=(gcc-O0 gcc-O3 clang-O0 clang-O3 clang-san); fi

flags() {
  case $1 in
    *-O0) echo "-O0" ;;
    *-O3) echo "-O3" ;;
    *-san) echo "-O1 -gline-tables-only -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer" ;;
    *) die "unknown variant $1" 2 ;;
  esac
}

compiler() {
  case $1 in
    gcc-*) echo g++ ;;
    clang-*) echo clang++ ;;
    *) die "unknown variant $1" 2 ;;
  esac
}

mkdir -p build/determinism
bad=0
reference=
for variant in "${variants[@]}"; do
  began=$SECONDS
  dir=build/det-$variant
  # No build type: asserts stay on, and the level is exactly the one in the name.
  configure -S . -B "$dir" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER="$(compiler "$variant")" \
    -DCMAKE_CXX_FLAGS="$(flags "$variant")" -DSUREFOOT_CLI=OFF -DSUREFOOT_BENCH=OFF
  build "$dir" determinism_driver > "build/determinism/$variant.build.log" 2>&1 || {
    cat "build/determinism/$variant.build.log"
    die "$variant does not build"
  }
  # The driver may print lines that start with '#' for people; only the others are compared.
  if ! "$dir/bin/determinism_driver" > "build/determinism/$variant.txt"; then
    echo "$variant: the driver failed"
    bad=1
    continue
  fi
  grep -v '^#' "build/determinism/$variant.txt" > "build/determinism/$variant.lines" || true
  lines=$(wc -l < "build/determinism/$variant.lines")
  if [ "$lines" -eq 0 ]; then
    echo "$variant: the driver printed nothing to compare"
    bad=1
    continue
  fi
  if [ -z "$reference" ]; then
    reference=$variant
    verdict="reference"
  elif cmp -s "build/determinism/$reference.lines" "build/determinism/$variant.lines"; then
    verdict="equal to $reference"
  else
    bad=1
    # The first line that differs, from both sides ("-" where one has no such line).
    verdict="DIFFERS from $reference, first at:"$'\n'$(
      paste -d '\n' "build/determinism/$reference.lines" "build/determinism/$variant.lines" |
        awk -v a="$reference" -v b="$variant" 'NR % 2 { left = $0; next } left != $0 {
          printf "    %-10s %s\n    %-10s %s\n", a, left == "" ? "-" : left, b, $0 == "" ? "-" : $0; exit }'
    )
  fi
  printf '%-10s %5d lines, %3d s, %s\n' "$variant" "$lines" $((SECONDS - began)) "$verdict"
done
exit $bad
