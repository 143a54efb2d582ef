/**
 * State of a recording's redaction, if its account wants redaction:
 * - `unchecked`: there is no transcript yet that shows what to replace;
 * - `pending`: the places are known, and the recording is still unchanged;
 * - `done`: a tone covers all places, possibly none.
 */
export const AUDIO_REDACTIONS = ['unchecked', 'pending', 'done'] as const;
export type AudioRedaction = (typeof AUDIO_REDACTIONS)[number];

/**
 * Whether the recording may not be played, downloaded or shared, because it may still contain what must be replaced.
 */
export function isRecordingWithheld(audioRedaction: AudioRedaction | null): boolean {
  return audioRedaction === 'unchecked' || audioRedaction === 'pending';
}
