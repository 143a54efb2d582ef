import type { Asked, Booking, CallOutcome, Reached } from './booking';
import type { CallFlagName } from './call-flags';
import type { Sentiment } from './sentiment';
import type { Topic } from './topic';

export interface Evidence {
  /** What the words support: a label's name, a promise of the company (`PROMISE_CLAIM`), or a rule's request. */
  claim: string;
  /** Index of the transcript segment that contains the quote. */
  segment: number;
  startMs: number;
  endMs: number;
  quote: string;
}

export interface PlannedFollowUp {
  /** True when the company must do something that is not already scheduled. */
  needed: boolean;
  /** What to do, as an instruction: `Refund Frank Tedesco's deposit`. Used wherever the follow-up is named. */
  what?: string;
  /** The name of the account's rule that requests the follow-up; see `RuleMatch`. */
  rule?: string;
}

export interface MoodSpan {
  startMs: number;
  endMs: number;
  sentiment: Sentiment;
}

/**
 * Why a person should listen before a call's label counts: the words were not recognized well enough to judge, there
 * are too few of them, part of the recording could not be read, the analyst is not sure enough, or the customer clearly
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

/** Whether a call with this reason should not even show its label as a guess. */
export function hasNoGuess(reason: ReviewReason | null): boolean {
  return reason === 'words_unreliable' || reason === 'too_few_words';
}

/** Effect of the account's own rules on an analysis. */
export interface AppliedRules {
  /** Version of the guideline with the rules. */
  version: number;
  /** The first rule that matched and sets a label; null if none did. `name` is the `RuleMatch`'s name. */
  label: { name: string; sentiment: Sentiment } | null;
  /** The analyst's result before the rules. */
  original: Pick<Analysis, 'sentiment' | 'needsReview' | 'reviewReason' | 'followUp'>;
}

/** The words of a result before people edited them. A missing field was not edited. */
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
  /** The best guess if the call needs review. */
  sentiment: Sentiment;
  /** Whether a person should listen to the call: then `sentiment` is a guess and is never presented as the label. */
  needsReview: boolean;
  /** Set if and only if `needsReview`. */
  reviewReason: ReviewReason | null;
  /** 0 to 1, calibrated: of the calls labeled with confidence 0.8, about 80 % are labeled correctly. */
  confidence: number;
  /** `null` if the analyst is not sure enough to sort the call. */
  topic: Topic | null;
  /**
   * What the call led to, with the words that show it in the evidence. Null or missing if no language model has decided
   * it.
   */
  booking?: Booking | null;
  /** Counts only for some bookings; see `askedIn`. Decided like the booking. */
  asked?: Asked | null;
  /** Null or missing for calls that the company did not make, or if nobody has decided it. */
  reached?: Reached | null;
  /** The engine that wrote the summary, or `PERSON`; null without a summary. */
  writer: string | null;
  /** Empty without a writer. */
  summary: string;
  /** Facts that are not in the summary. Empty without a writer. */
  keyPoints: string[];
  followUp: PlannedFollowUp;
  course: MoodSpan[];
  evidence: Evidence[];
  /** Found in the customer's words, in addition to the label. Missing from the results of analysts. */
  flags?: CallFlagName[];
  /** Missing or null if none of the account's rules matched. */
  appliedRules?: AppliedRules | null;
  /** Missing or null if no person has edited the words. */
  originalWords?: OriginalWords | null;
}

/** A judge's result, before the decision whether the call needs review. */
export type Judgment = Pick<
  Analysis,
  'engine' | 'fallbackFrom' | 'sentiment' | 'confidence' | 'topic' | keyof CallOutcome | 'course' | 'evidence'
> & { followUpNeeded: boolean };

/** The writer of a summary that a person has edited. */
export const PERSON = 'person';

/** The claim of quotes in which the company promises something. */
export const PROMISE_CLAIM = 'Promise';
