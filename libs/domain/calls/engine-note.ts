/** The recognizer that needs no model or service. */
export const BASIC_ENGINE = 'pocketsphinx';

/** Engine names for transcripts that senders provided with their calls: with and without timestamps. */
export const SENDER_ENGINE = 'sender';
export const UNTIMED_ENGINE = 'sender without times';

/** Engine name of a worker without a recognizer, whose calls have to wait. */
export const NO_RECOGNIZER = 'none';

const ENGINE_NOTES: Record<string, string> = {
  [BASIC_ENGINE]: 'Basic transcription. Ask your administrator about higher accuracy.',
  [UNTIMED_ENGINE]: 'This transcript came without timestamps. The times shown are estimates.',
};

/** Returns a note for users about a transcript's engine, or `null` for most engines. */
export function engineNote(engine: string): string | null {
  return ENGINE_NOTES[engine] ?? null;
}
