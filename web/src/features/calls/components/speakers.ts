import type { Speaker } from '@ringwell/domain/calls/transcript';

export const SPEAKERS: Record<Speaker, { name: string; className: string }> = {
  agent: { name: 'Agent', className: 'text-speaker-agent' },
  customer: { name: 'Customer', className: 'text-speaker-customer' },
  unknown: { name: 'Speaker', className: 'text-fg-muted' },
};
