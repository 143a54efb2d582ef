#!/bin/sh
# with-node.sh SCRIPT [ARG …]: runs a script with the Node.js of PATH, or with one below .data if that one is too old.
set -e
cd "$(dirname "$0")/.."
folder=$(node scripts/lib/install/node.mjs)
PATH="$folder:$PATH"
export PATH
exec node "$@"
