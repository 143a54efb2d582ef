import type { AskedToBook, Booking, CallOutcome, Reached } from './booking';
import type { CallFlagName } from './call-flags';
import type { Sentiment } from './sentiment';
import type { Topic } from './topic';

export interface Evidence {
  /** What the quote supports: a label's name, a promise by the company (`PROMISE_CLAIM`), or a rule's request. */
  claim: string;
  /** Index of the transcript segment that contains the quote. */
  segment: number;
  startMs: number;
  endMs: number;
  quote: string;
}

export interface PlannedFollowUp {
  /** True if the company must do something that isn't already scheduled. */
  needed: boolean;
  /** What to do, as an instruction: `Refund Frank Tedesco's deposit`. Used wherever the follow-up is mentioned. */
  what?: string;
  /** Name of the account's rule that requested the follow-up; see `RuleMatch`. */
  rule?: string;
}

export interface MoodSpan {
  startMs: number;
  endMs: number;
  sentiment: Sentiment;
}

/**
 * Why a person should listen before a call's label is used: the words weren't recognized well enough to judge, there
 * are too few of them, part of the recording couldn't be read, the analyst isn't sure enough, or the customer clearly
 * showed both moods.
 */
export const REVIEW_REASONS = [
  'words_unreliable',
  'too_few_words',
  'recording_incomplete',
  'low_confidence',
  'mixed_signals',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** Whether a call with this reason is shown without even a guess. */
export function rulesOutGuess(reason: ReviewReason | null): boolean {
  return reason === 'words_unreliable' || reason === 'too_few_words';
}

/** Effect of the account's own rules on an analysis. */
export interface AppliedRules {
  /** Version of the guideline that contains the rules. */
  version: number;
  /** The first rule that matched and sets a label; null if none did. `name` is the `RuleMatch`'s name. */
  label: { name: string; sentiment: Sentiment } | null;
  /** The analyst's result before the rules. */
  original: Pick<Analysis, 'sentiment' | 'needsReview' | 'reviewReason' | 'followUp'>;
}

/** A result's text before users edited it. A missing field wasn't edited. */
export interface OriginalWords extends Partial<CallOutcome> {
  summary?: Pick<Analysis, 'writer' | 'summary' | 'keyPoints'>;
  /** Null if the original had none. */
  instruction?: string | null;
}

export interface Analysis {
  /** `local` or `llm:<model>`. */
  engine: string;
  /** The unavailable engine that `engine` replaced. */
  fallbackFrom?: string | null;
  /** Only a best guess if the call needs review. */
  sentiment: Sentiment;
  /** Whether a person should listen to the call. If so, `sentiment` is a guess and is never presented as the label. */
  needsReview: boolean;
  /** Set if and only if `needsReview`. */
  reviewReason: ReviewReason | null;
  /** 0 to 1, calibrated: about 80% of calls labeled with confidence 0.8 are labeled correctly. */
  confidence: number;
  /** `null` if the analyst isn't sure enough to categorize the call. */
  topic: Topic | null;
  /**
   * What the call led to; the supporting quote is in the evidence. Null or missing unless a language model determined
   * it.
   */
  booking?: Booking | null;
  /** Relevant only for some bookings; see `getAskedToBook`. Determined in the same way as the booking. */
  asked?: AskedToBook | null;
  /** Relevant only for outbound calls; see `getReached`. Null or missing if it hasn't been determined. */
  reached?: Reached | null;
  /** The engine that wrote the summary, or `PERSON_WRITER`; null if there's no summary. */
  writer: string | null;
  /** Empty if there's no writer. */
  summary: string;
  /** Facts that aren't in the summary. Empty if there's no writer. */
  keyPoints: string[];
  followUp: PlannedFollowUp;
  course: MoodSpan[];
  evidence: Evidence[];
  /** Found in the customer's words, in addition to the label. Not set by analysts. */
  flags?: CallFlagName[];
  /** Missing or null if none of the account's rules matched. */
  appliedRules?: AppliedRules | null;
  /** Missing or null if no one has edited the text. */
  originalWords?: OriginalWords | null;
}

/** A judge's result, before deciding whether the call needs review. */
export type Judgment = Pick<
  Analysis,
  'engine' | 'fallbackFrom' | 'sentiment' | 'confidence' | 'topic' | keyof CallOutcome | 'course' | 'evidence'
> & { followUpNeeded: boolean };

/** The writer of a summary edited by a person. */
export const PERSON_WRITER = 'person';

/** The claim for quotes where the company promises something. */
export const PROMISE_CLAIM = 'Promise';
