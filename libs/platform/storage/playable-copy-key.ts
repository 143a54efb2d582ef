/** Returns the storage key of the browser-playable copy of a recording. */
export function playableCopyKey(recordingKey: string): string {
  return `${recordingKey}.m4a`;
}
