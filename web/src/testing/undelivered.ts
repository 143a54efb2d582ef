import type { Undelivered } from '../api/types';

export function undelivered(changes: Partial<Undelivered> = {}): Undelivered {
  return {
    userId: 'u1',
    accountName: 'Becker Plumbing',
    channel: 'slack',
    destination: '#calls',
    failed: 2,
    retrying: 1,
    reason: 'The channel is archived.',
    callId: 'c1',
    ...changes,
  };
}
