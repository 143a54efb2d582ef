import type { CallFlagName } from './call-flags';
import type { Sentiment } from './sentiment';
import type { Topic } from './topic';

export interface Evidence {
  /** What the words explain: a label, by its name, a promise of the company (`PROMISE_CLAIM`), or what a rule asks for. */
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
  /** What is to be done, as an instruction: `Refund Frank Tedesco's deposit`. Everything that names the follow-up says this. */
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
 * Why a person should listen before the label of a call counts: the words were not recognized well enough to judge, there
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

/** Whether the label of such a call is not even worth a guess. */
export function hasNoGuess(reason: ReviewReason | null): boolean {
  return reason === 'words_unreliable' || reason === 'too_few_words';
}

/** What the account's own rules changed about an analysis. */
export interface AppliedRules {
  /** Of the guideline with the rules. */
  version: number;
  /** The first rule that matched and sets a label; null if none did. `name` is that of the `RuleMatch`. */
  label: { name: string; sentiment: Sentiment } | null;
  /** What the analyst said. */
  original: Pick<Analysis, 'sentiment' | 'needsReview' | 'reviewReason' | 'followUp'>;
}

/** What the words of a result were before people edited them. A field that is missing was not edited. */
export interface OriginalWords {
  summary?: Pick<Analysis, 'writer' | 'summary' | 'keyPoints'>;
  /** Null where it was missing. */
  instruction?: string | null;
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
  /** The engine that wrote the summary, or `PERSON`; null without one. */
  writer: string | null;
  /** Empty without a writer. */
  summary: string;
  /** Facts that the summary does not have. Empty without a writer. */
  keyPoints: string[];
  followUp: FollowUp;
  course: MoodSpan[];
  evidence: Evidence[];
  /** What the words of the customer say beside the label. Missing in what analysts return. */
  flags?: CallFlagName[];
  /** Missing or null if no rule of the account matched. */
  appliedRules?: AppliedRules | null;
  /** Missing or null if no person has edited the words. */
  originalWords?: OriginalWords | null;
}

/** What a judge finds in a transcript, before it is decided whether the call needs review. */
export type Judgment = Pick<
  Analysis,
  'engine' | 'fallbackFrom' | 'sentiment' | 'confidence' | 'topic' | 'course' | 'evidence'
> & { followUpNeeded: boolean };

/** The writer of a summary that a person has edited. */
export const PERSON = 'person';

/** The claim of the company's own words that promise something. */
export const PROMISE_CLAIM = 'Promise';

/** Began the quotes in summaries that earlier versions made. They are deleted with the transcript. */
export const SUMMARY_QUOTES = 'In their words:';

/** Likewise, of recordings that could not be judged. */
export const MADE_OUT_QUOTES = 'Could be made out:';
