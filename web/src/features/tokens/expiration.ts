import { plural } from '../../lib/format/format';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// Tokens that expire within this time are marked.
const SOON_MS = 7 * DAY_MS;

export type Expiration =
  | { state: 'never' }
  | { state: 'later' }
  | { state: 'soon'; warning: string }
  | { state: 'expired' };

/** @param expiresAt ISO 8601, or null */
export function tokenExpiration(expiresAt: string | null, now: Date): Expiration {
  if (expiresAt === null) return { state: 'never' };
  const msLeft = new Date(expiresAt).getTime() - now.getTime();
  if (msLeft <= 0) return { state: 'expired' };
  return msLeft > SOON_MS ? { state: 'later' } : { state: 'soon', warning: `Expires in ${formatTimeLeft(msLeft)}` };
}

function formatTimeLeft(msLeft: number): string {
  if (msLeft < HOUR_MS) return 'less than an hour';
  return msLeft < DAY_MS ? plural(Math.floor(msLeft / HOUR_MS), 'hour') : plural(Math.round(msLeft / DAY_MS), 'day');
}
