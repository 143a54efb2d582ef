import { Store } from './store';

/** Whether the menu to search and jump is open. The shell renders it. */
export const commandMenu = new Store(false);

/** State of a navigation to the calls that lets the person choose a recording. */
export const CHOOSE_RECORDING = { chooseRecording: true } as const;

export function choosesRecording(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'chooseRecording' in state;
}

export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
