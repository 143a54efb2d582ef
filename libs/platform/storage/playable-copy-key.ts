export function playableCopyKey(recordingKey: string): string {
  return `${recordingKey}.m4a`;
}
