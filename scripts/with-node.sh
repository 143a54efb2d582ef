#!/bin/sh
# with-node.sh SCRIPT [ARG …]: runs a script with the Node.js in PATH, or with one under .data if that's too old.
set -e
cd "$(dirname "$0")/.."
folder=$(node scripts/lib/install/node.mjs)
PATH="$folder:$PATH"
export PATH
exec node "$@"
