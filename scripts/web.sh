#!/usr/bin/env bash
# Builds the viewer's page: the engine with Emscripten, the page with npm, into build/release/share/surefoot/web, where
# `surefoot view` finds it. Only what changed is built anew.
#
#   scripts/web.sh            exit 2 with the reason where something it needs is missing
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

for tool in em++ npm node; do
  command -v "$tool" > /dev/null || die "$tool is missing: scripts/bootstrap.sh --web installs what the page needs" 2
done
[ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 18')" = true ] || die "node is too old: 18 or newer is needed" 2

# The engine's rooms are those of the JavaScript package: compiled once for both (bindings/js/CMakeLists.txt).
log=build/web-engine.log
mkdir -p build web/engine-dist
if ! scripts/js.sh surefoot_view > "$log" 2>&1; then
  tail -30 "$log" >&2
  die "the engine does not build with Emscripten ($log)"
fi
cmp -s build/js/surefoot_view.wasm web/engine-dist/surefoot_view.wasm || cp build/js/surefoot_view.{mjs,wasm} web/engine-dist/

cd web
# A finished install is as new as the lock file it was made of.
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --no-audit --no-fund --loglevel=error || die "npm cannot install what the page is built with" 2
  touch node_modules/.package-lock.json
fi
npx --no-install tsc --noEmit
npx --no-install vite build --logLevel warn
cd ..

share=build/release/share/surefoot
mkdir -p "$share"
rm -rf "$share/web"
cp -r web/dist "$share/web"
size=$(gzip -9c web/engine-dist/surefoot_view.wasm web/engine-dist/surefoot_view.mjs | wc -c)
echo "page: $share/web (engine $((size / 1024)) kB compressed)"
