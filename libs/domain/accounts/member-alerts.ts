import type { CallLabel } from '../calls/call-label';

/** Emails about calls that a member receives in addition to the account's. */
export interface MemberAlerts {
  /** The calls' labels; an empty list sends no emails. */
  labels: CallLabel[];
  /** When no emails about calls are sent to the member's address, including the account's. */
  quietHours: QuietHours | null;
}

/** Times of day as HH:MM. If the end is before the start, the hours span midnight. */
export interface QuietHours {
  from: string;
  until: string;
}
