#!/usr/bin/env bash
# run_tests.sh FOLDER LIST: the tests over the package in FOLDER, with Debian's Python; hashes go to LIST. Exit 77: something is not
# there.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if ! compgen -G "$1/surefoot/_surefoot*.so" > /dev/null; then
  echo "SKIPPED: the module is not built (pybind11-dev and python3-dev are needed)"
  exit 77
fi
for module in numpy pytest; do
  if ! /usr/bin/python3 -c "import $module" 2> /dev/null; then
    echo "SKIPPED: /usr/bin/python3 has no $module (python3-$module)"
    exit 77
  fi
done
export PYTHONPATH=$1 PYTHONDONTWRITEBYTECODE=1
export SUREFOOT_HASHES=$2
rm -f "$2"
mkdir -p "$(dirname "$2")"
exec /usr/bin/python3 -m pytest -q -p no:cacheprovider "$here/tests"
