#!/usr/bin/env bash
# Installs into a folder of its own and builds programs against that, outside the tree: by find_package, by pkg-config,
# and every example that comes with a CMakeLists.txt of its own. Then the Debian package.
#
#   run.sh SOURCE BUILD
set -euo pipefail
source_dir=$1
build_dir=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
cmake --install "$build_dir" --prefix "$prefix" > "$work/install.log"

scenario=$prefix/share/surefoot/worlds/wall-graze-30.scenario.json
expected=$(sed -n 's/^wall-graze-30 //p' "$source_dir/tests/golden/scenario-hashes.txt")
same() {
  local got
  got=$("${@:2}")
  [ "$got" = "$expected" ] || {
    echo "$1: $got, expected $expected"
    exit 1
  }
  echo "$1: $got"
}

libdir=$(dirname "$(find "$prefix" -name libsurefoot.a)")
export LD_LIBRARY_PATH=$libdir
cp -r "$source_dir/tests/install/consumer" "$work/consumer"
cmake -S "$work/consumer" -B "$work/by-cmake" -DCMAKE_PREFIX_PATH="$prefix" > "$work/cmake.log" || { cat "$work/cmake.log"; exit 1; }
cmake --build "$work/by-cmake" > "$work/cmake.log" || { cat "$work/cmake.log"; exit 1; }
same "find_package, shared" "$work/by-cmake/consumer" "$scenario"
same "find_package, static" "$work/by-cmake/consumer_static" "$scenario"

export PKG_CONFIG_PATH=$libdir/pkgconfig
read -ra flags <<< "$(pkg-config --cflags --libs surefoot)"
cc -std=c99 "$work/consumer/consumer.c" "${flags[@]}" -o "$work/by-pkg-config"
same "pkg-config" "$work/by-pkg-config" "$scenario"

same "the installed tool" sh -c "'$prefix/bin/surefoot' run --json '$scenario' | sed -E 's/.*\"hash\":\"([^\"]*)\".*/\\1/'"
for file in share/man/man1/surefoot.1 share/bash-completion/completions/surefoot share/zsh/vendor-completions/_surefoot \
  share/fish/vendor_completions.d/surefoot.fish; do
  grep -q explain "$prefix/$file" || { echo "$file does not know the tool's verbs"; exit 1; }
done
bash -n "$prefix/share/bash-completion/completions/surefoot"

# The installed tool serves the page where that has been built, and says how to get it where not.
if [ -f "$build_dir/share/surefoot/web/index.html" ]; then
  "$prefix/bin/surefoot" view --no-open --json > "$work/view.json" &
  viewer=$!
  for _ in $(seq 200); do [ -s "$work/view.json" ] && break; sleep 0.05; done
  kill -INT $viewer && wait $viewer
  grep -q '"url":"http://127.0.0.1:' "$work/view.json" || { echo "the installed tool has no page"; exit 1; }
  echo "the installed page is served"
else
  "$prefix/bin/surefoot" view --no-open 2> "$work/view.err" && exit 1
  grep -q "make web" "$work/view.err"
fi

# Examples that stand on the installed package alone.
for example in "$source_dir"/examples/*/CMakeLists.txt; do
  [ -f "$example" ] || continue
  name=$(basename "$(dirname "$example")")
  cp -r "$(dirname "$example")" "$work/example-$name"
  cmake -S "$work/example-$name" -B "$work/build-$name" -DCMAKE_PREFIX_PATH="$prefix" > "$work/cmake.log" &&
    cmake --build "$work/build-$name" >> "$work/cmake.log" || { cat "$work/cmake.log"; exit 1; }
  (cd "$work/example-$name" && "$work/build-$name/$name" level.gltf) > "$work/$name.out" || { cat "$work/$name.out"; exit 1; }
  "$build_dir/bin/$name" "$source_dir/examples/$name/level.gltf" | cmp - "$work/$name.out"
  echo "examples/$name builds, and does what it does in the tree"
done

(cd "$build_dir" && cpack -G DEB -B "$work/deb" > "$work/cpack.log" 2>&1) || { cat "$work/cpack.log"; exit 1; }
deb=$(ls "$work"/deb/*.deb)
dpkg-deb -c "$deb" > "$work/content"
for file in usr/bin/surefoot usr/include/surefoot/surefoot.h libsurefoot.so libsurefoot.a surefoot.pc surefootConfig.cmake usr/share/man/man1/surefoot.1; do
  grep -q "$file" "$work/content" || { echo "$(basename "$deb") has no $file"; exit 1; }
done
echo "$(basename "$deb"): $(wc -l < "$work/content") entries, $(stat -c %s "$deb") bytes, depends on $(dpkg-deb -f "$deb" Depends)"
