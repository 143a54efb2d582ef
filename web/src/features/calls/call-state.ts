import type { CallState } from '@ringwell/domain/calls/call';

const IN_PROGRESS: readonly CallState[] = ['queued', 'released', 'running'];

export function isInProgress({ state }: { state: CallState }): boolean {
  return IN_PROGRESS.includes(state);
}

export const STATE_GROUPS = {
  done: { label: 'Processed', states: ['completed'] },
  processing: { label: 'Processing', states: ['received', 'queued', 'released', 'running'] },
  skipped: { label: 'Skipped', states: ['skipped'] },
  failed: { label: 'Failed', states: ['failed', 'timed_out'] },
} as const satisfies Record<string, { label: string; states: readonly CallState[] }>;

export type StateGroup = keyof typeof STATE_GROUPS;
