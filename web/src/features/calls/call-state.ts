import type { CallState } from '@ringwell/domain/call';

const UNDER_WAY: readonly CallState[] = ['queued', 'released', 'running'];

/** Whether a call is about to change by itself, so that asking again is worth it. */
export function isUnderWay({ state }: { state: CallState }): boolean {
  return UNDER_WAY.includes(state);
}

/** States as people know them; a filter offers these. */
export const STATE_GROUPS = {
  done: { word: 'Processed', states: ['completed'] },
  processing: { word: 'Processing', states: ['received', 'queued', 'released', 'running'] },
  skipped: { word: 'Skipped', states: ['skipped'] },
  failed: { word: 'Failed', states: ['failed', 'timed_out'] },
} as const satisfies Record<string, { word: string; states: readonly CallState[] }>;

export type StateGroup = keyof typeof STATE_GROUPS;
