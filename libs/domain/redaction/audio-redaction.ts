/**
 * Redaction state of a recording, if its account redacts audio:
 * - `unchecked`: there's no transcript yet that shows what to replace;
 * - `pending`: the positions are known, but the recording is still unchanged;
 * - `done`: a tone covers all positions, possibly none.
 */
export const AUDIO_REDACTIONS = ['unchecked', 'pending', 'done'] as const;
export type AudioRedaction = (typeof AUDIO_REDACTIONS)[number];

/**
 * Whether playing, downloading and sharing the recording is blocked, because it may still contain details to redact.
 */
export function isRecordingWithheld(audioRedaction: AudioRedaction | null): boolean {
  return audioRedaction === 'unchecked' || audioRedaction === 'pending';
}
