#!/bin/sh
# Runs the models service of docker-compose.yml, which downloads the local models that fit the workers, unless the
# servers of --profile local-ai replace them.
set -eu

is_running() {
  getent hosts "$1" >/dev/null
}

if is_running local-whisper; then
  export TRANSCRIPTION_BASE_URL=http://local-whisper:8000/v1
fi
if is_running local-ollama; then
  export ANALYSIS_BASE_URL=http://local-ollama:11434/v1
fi
exec node scripts/models.mjs auto
