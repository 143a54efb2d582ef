import type { CallLabel } from '../calls/call-label';

/** Emails about calls that a member receives in addition to the account's. */
export interface MemberAlerts {
  /** Which calls to email about. If empty, no emails are sent. */
  labels: CallLabel[];
  /** When the member's address gets no emails about calls, including the account's. */
  quietHours: QuietHours | null;
}

/** Times of day as HH:MM. If the end is before the start, they span midnight. */
export interface QuietHours {
  from: string;
  until: string;
}
