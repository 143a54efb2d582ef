// What people are told wherever they see a result of the built-in recogniser.

/** Its name in the API's answers. */
export const BUILT_IN_RECOGNISER = 'pocketsphinx';

export const RECOGNISER_ADVICE =
  'pocketsphinx is a basic recogniser: for better transcripts set TRANSCRIPTION_API_KEY, TRANSCRIPTION_BASE_URL, DEEPGRAM_API_KEY or SHERPA_MODEL_DIR in .env';
