import type { BookingCounts } from '../calls/booking-rate';
import type { LabelCounts } from '../calls/happiness';
import type { SkippedCalls } from '../calls/skipped-calls';
import type { FollowUpOutcome, FollowUpState } from '../follow-ups/follow-up';
import type { Period } from './report-period';

export interface LetterQuote {
  text: string;
  startMs: number;
}

export interface UnhappyCustomer {
  callId: string;
  calledAt: Date;
  customerName: string | null;
  /** The name sent with the call, if any. */
  callerName?: string | null;
  phone: string | null;
  agentName: string | null;
  /** Null once the analysis has been deleted. */
  instruction: string | null;
  quote: LetterQuote | null;
  state: FollowUpState;
  outcome: FollowUpOutcome | null;
  calledBackAt: Date | null;
  /** Who is handling it while the customer is waiting. */
  handler: string | null;
}

/** A promise that was due that week and wasn't kept on time. */
export interface BrokenPromise {
  followUpId: string;
  customerName: string | null;
  /** The name sent with the call, if any. */
  callerName?: string | null;
  phone: string | null;
  promise: string | null;
  dueAt: Date;
  /** Null while the customer is waiting. */
  outcome: FollowUpOutcome | null;
  calledBackAt: Date | null;
}

export interface Praise {
  callId: string;
  calledAt: Date;
  customerName: string | null;
  agentName: string | null;
  quote: LetterQuote;
}

/** Times are shown in `timeZone`. */
export interface WeeklyLetter {
  week: Period;
  timeZone: string;
  counts: LabelCounts;
  previousCounts: LabelCounts;
  bookings: { counts: BookingCounts; previousCounts: BookingCounts };
  days: readonly { day: string; counts: LabelCounts }[];
  /** The first unhappy customers, starting with those still waiting. */
  unhappy: readonly UnhappyCustomer[];
  unhappyCount: number;
  promises: { kept: number; broken: number; brokenItems: readonly BrokenPromise[] };
  praise: Praise | null;
  skipped: SkippedCalls;
}

/** Maximum number of customers in a letter, and of promises. */
export const MAX_LETTER_ITEMS = 10;
