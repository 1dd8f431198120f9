#!/usr/bin/env bash
# Builds the fuzz targets (fuzz/*_fuzz.cpp) with Clang's libFuzzer and sanitizers and runs each for a while, from
# the shipped worlds, the tests' data, what fuzz/make_seeds.cpp writes, and fuzz/seeds/TARGET/. A crash is kept in
# build/fuzz/crashes/ and fails.
#
#   scripts/fuzz.sh [SECONDS [TARGET...]]    default: 5 seconds each, all targets
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

seconds=${1:-5}
shift || true
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  for file in fuzz/*_fuzz.cpp; do
    if [ -f "$file" ]; then targets+=("$(basename "$file" .cpp)"); fi
  done
fi
if [ ${#targets[@]} -eq 0 ]; then
  echo "no fuzz targets"
  exit 0
fi

scripts/bootstrap.sh --fuzz
dir=build/fuzz
configure -S . -B $dir -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER=clang++ -DSUREFOOT_FUZZ=ON \
  -DSUREFOOT_CLI=OFF -DSUREFOOT_BENCH=OFF -DSUREFOOT_TESTS=OFF -DSUREFOOT_EXAMPLES=OFF \
  -DCMAKE_CXX_FLAGS="-O1 -gline-tables-only -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
build $dir make_seeds "${targets[@]}" > $dir/build.log 2>&1 || {
  cat $dir/build.log
  die "the fuzz targets do not build"
}

# Small files only: a large seed makes every run slow and teaches little.
rm -rf $dir/seeds
mkdir -p $dir/seeds $dir/crashes
list_files 'worlds/*.json' 'worlds/divergences/*.json' 'tests/*.json' 'tests/*.jsonl' | while IFS= read -r file; do
  if [ "$(stat -c %s "$file")" -le 65536 ]; then cp "$file" "$dir/seeds/${file//\//_}"; fi
done

rm -rf $dir/made
$dir/bin/make_seeds $dir/made worlds/*.world.json

bad=0
for target in "${targets[@]}"; do
  mkdir -p "$dir/corpus/$target"
  seeds=("$dir/seeds")
  if [ -d "$dir/made/$target" ]; then seeds=("$dir/made/$target"); fi
  if [ -d "fuzz/seeds/$target" ]; then seeds+=("fuzz/seeds/$target"); fi
  log=$dir/$target.log
  if UBSAN_OPTIONS=print_stacktrace=1 "$dir/bin/$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
    -max_len=65536 -print_final_stats=1 -artifact_prefix="$dir/crashes/$target-" "$dir/corpus/$target" "${seeds[@]}" \
    > "$log" 2>&1; then
    printf '%-28s %s runs, no finding\n' "$target" "$(sed -nE 's/^stat::number_of_executed_units: +//p' "$log")"
  else
    bad=1
    echo "$target: FOUND SOMETHING ($log)"
    grep -nE 'ERROR|SUMMARY|runtime error|Test unit written' "$log" | head -20 || true
  fi
done
exit $bad
