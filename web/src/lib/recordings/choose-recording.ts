/** Navigation state that opens the file picker on the calls page. */
export const CHOOSE_RECORDING = { chooseRecording: true } as const;

export function shouldChooseRecording(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'chooseRecording' in state;
}
