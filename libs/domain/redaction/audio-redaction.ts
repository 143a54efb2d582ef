/**
 * How far the recording of a call is redacted, where its account wants that:
 * - `unchecked`: no transcript has told yet what is to be replaced;
 * - `pending`: the places are known, and the recording is still as it was sent;
 * - `done`: a tone is in all places, of which there may be none.
 */
export const AUDIO_REDACTIONS = ['unchecked', 'pending', 'done'] as const;
export type AudioRedaction = (typeof AUDIO_REDACTIONS)[number];

/** Whether nobody may play, download or share the recording, because what must be replaced may still be heard. */
export function isRecordingWithheld(audioRedaction: AudioRedaction | null): boolean {
  return audioRedaction === 'unchecked' || audioRedaction === 'pending';
}
