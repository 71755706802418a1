#!/usr/bin/env bash
# Installs a built tree into a temporary folder, then configures, builds and runs a project that finds it there.
set -euo pipefail

readonly usage="Usage: tests/package/run.sh BUILD_DIR"
(($# == 1)) || { echo "$usage" >&2; exit 2; }

build=$(cd -- "$1" && pwd)
project=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
source=$(cd -- "$project/../.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

cmake --install "$build" --prefix "$place/prefix" >"$place/install.log"
if grep -rnF -e "$source" -e "$build" "$place/prefix" --include='*.cmake'; then
  echo "package: the installed package points into the source or build tree" >&2
  exit 1
fi

mkdir "$place/project"
cp "$project/CMakeLists.txt" "$project/main.cpp" "$place/project"
cd "$place"
cmake -S project -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$place/prefix"
cmake --build build
build/uses_didact

if [[ -x prefix/bin/didact ]]; then prefix/bin/didact --version; fi
