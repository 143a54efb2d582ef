/**
 * Redaction state of a recording, if its account redacts audio:
 * - `unchecked`: there's no transcript yet to show what to replace;
 * - `pending`: the positions are known, but the recording hasn't been changed yet;
 * - `done`: a tone covers all positions, if any.
 */
export const AUDIO_REDACTIONS = ['unchecked', 'pending', 'done'] as const;
export type AudioRedaction = (typeof AUDIO_REDACTIONS)[number];

/** Whether the recording can't be played, downloaded or shared because it may still contain sensitive details. */
export function isRecordingWithheld(audioRedaction: AudioRedaction | null): boolean {
  return audioRedaction === 'unchecked' || audioRedaction === 'pending';
}
