/** State of a navigation to the calls that lets the person choose a recording. */
export const CHOOSE_RECORDING = { chooseRecording: true } as const;

export function choosesRecording(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'chooseRecording' in state;
}
