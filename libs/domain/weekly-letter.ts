import type { FollowUpOutcome, FollowUpState } from './follow-up';
import type { LabelCounts } from './happiness';
import type { Period } from './report-period';
import type { SkippedCalls } from './skipped-calls';

/** Words of a customer, and where they are in the recording. */
export interface LetterQuote {
  text: string;
  startMs: number;
}

/** A customer who was unhappy in the week, and what became of it since. */
export interface UnhappyCustomer {
  callId: string;
  calledAt: Date;
  customerName: string | null;
  phone: string | null;
  agentName: string | null;
  /** What is to be done. Null once the analysis was deleted. */
  instruction: string | null;
  quote: LetterQuote | null;
  state: FollowUpState;
  outcome: FollowUpOutcome | null;
  calledBackAt: Date | null;
  /** Who has it, while the customer waits. */
  handler: string | null;
}

/** A promise that was due in the week and was not kept in time. */
export interface BrokenPromise {
  followUpId: string;
  customerName: string | null;
  phone: string | null;
  /** What was promised. */
  promise: string | null;
  dueAt: Date;
  /** Null while the customer waits. */
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

/** What the letter about a week says. Times are shown in `timeZone`. */
export interface WeeklyLetter {
  week: Period;
  timeZone: string;
  counts: LabelCounts;
  /** Of the week before. */
  before: LabelCounts;
  /** All seven. */
  days: readonly { day: string; counts: LabelCounts }[];
  /** The first of them, those who wait first. */
  unhappy: readonly UnhappyCustomer[];
  unhappyCount: number;
  promises: { kept: number; broken: number; firstBroken: readonly BrokenPromise[] };
  praise: Praise | null;
  /** Because they are short. */
  skipped: SkippedCalls;
}

/** The number of customers, and of promises, that a letter shows. */
export const MAX_LETTER_ITEMS = 10;
