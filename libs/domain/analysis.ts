import type { Sentiment } from './sentiment';
import type { Topic } from './topic';

export interface Evidence {
  claim: string;
  /** Index of the transcript segment that contains the quote. */
  segment: number;
  startMs: number;
  endMs: number;
  quote: string;
}

export interface FollowUp {
  /** True when the company has to do something that is not already on the calendar. */
  needed: boolean;
  what?: string;
  /** The name of the account's rule that asks for it; see `RuleMatch`. */
  rule?: string;
}

export interface MoodSpan {
  startMs: number;
  endMs: number;
  sentiment: Sentiment;
}

/**
 * Why a person should listen before the label of a call counts: the words were not recognized well enough to judge, the
 * analyst is not sure enough, or the customer clearly showed both moods.
 */
export const REVIEW_REASONS = ['words_unreliable', 'low_confidence', 'mixed_signals'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** What the account's own rules changed about an analysis. */
export interface AppliedRules {
  /** Of the guideline with the rules. */
  version: number;
  /** The first rule that matched and sets a label; null if none did. `name` is that of the `RuleMatch`. */
  label: { name: string; sentiment: Sentiment } | null;
  /** What the analyst said. */
  original: Pick<Analysis, 'sentiment' | 'needsReview' | 'reviewReason' | 'followUp'>;
}

export interface Analysis {
  /** `local` or `llm:<model>`. */
  engine: string;
  /** The engine that was unavailable, so that `engine` answered instead. */
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
  summary: string;
  keyPoints: string[];
  reason: string;
  outcome: string;
  followUp: FollowUp;
  course: MoodSpan[];
  evidence: Evidence[];
  /** Missing or null if no rule of the account matched. */
  appliedRules?: AppliedRules | null;
}

/** What an engine finds in a transcript, before it is decided whether the call needs review. */
export type UnreviewedAnalysis = Omit<Analysis, 'needsReview' | 'reviewReason'>;

/** Begins the last sentence of a summary that quotes the customer at length. The quotes are deleted with the transcript. */
export const SUMMARY_QUOTES = 'In their words:';

/** Begins the words that could be recognized in a recording that cannot be judged. They are deleted likewise. */
export const MADE_OUT_QUOTES = 'Could be made out:';
