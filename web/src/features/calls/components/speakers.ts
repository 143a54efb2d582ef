import type { Speaker } from '@ringwell/domain/transcript';

/** What the sides of a call are called on screens, and their colours. */
export const SPEAKERS: Record<Speaker, { name: string; className: string }> = {
  agent: { name: 'Office', className: 'text-speaker-staff' },
  customer: { name: 'Caller', className: 'text-speaker-caller' },
  unknown: { name: 'Speaker', className: 'text-fg-muted' },
};
