/** Shown beside every transcript of the engine of that name. */
const ENGINE_NOTES: Record<string, string> = {
  pocketsphinx:
    'Made by the basic recogniser that is built in. For better transcripts set TRANSCRIPTION_API_KEY, ' +
    'TRANSCRIPTION_BASE_URL, DEEPGRAM_API_KEY or SHERPA_MODEL_DIR.',
};

/** What a person should know of the engine that made a transcript; `null` when there is nothing to say. */
export function engineNote(engine: string): string | null {
  return ENGINE_NOTES[engine] ?? null;
}
