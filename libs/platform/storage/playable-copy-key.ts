/** Where the copy of a recording is that browsers can play, for one that they can't. */
export function playableCopyKey(recordingKey: string): string {
  return `${recordingKey}.m4a`;
}
