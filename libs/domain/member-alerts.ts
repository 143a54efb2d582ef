import type { CallLabel } from './call-label';

/** Emails about calls that a member gets besides those of the account. */
export interface MemberAlerts {
  /** The calls that they are about. None: no emails. */
  labels: CallLabel[];
  /** When no email about a call goes to their address, whoever asked for it. */
  quietHours: QuietHours | null;
}

/** Times of day as HH:MM. From a later to an earlier time, they last over midnight. */
export interface QuietHours {
  from: string;
  until: string;
}
