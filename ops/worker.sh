#!/bin/sh
# Starts the worker of docker-compose.yml. With --profile local-ai, it finds the two servers and uses them
# unless .env names other services.
set -eu

is_running() {
  getent hosts "$1" >/dev/null
}

if [ -z "${TRANSCRIPTION_BASE_URL:-}${TRANSCRIPTION_API_KEY:-}${DEEPGRAM_API_KEY:-}" ] && is_running local-whisper; then
  export TRANSCRIPTION_BASE_URL=http://local-whisper:8000/v1 TRANSCRIPTION_MODEL="$LOCAL_WHISPER_MODEL"
fi
if [ -z "${ANALYSIS_BASE_URL:-}${ANALYSIS_API_KEY:-}" ] && is_running local-ollama; then
  export ANALYSIS_BASE_URL=http://local-ollama:11434/v1 ANALYSIS_MODEL="$LOCAL_OLLAMA_MODEL"
  export ANALYSIS_TIMEOUT_SECONDS="${ANALYSIS_TIMEOUT_SECONDS:-600}"
fi
exec node dist/worker/src/main.js
