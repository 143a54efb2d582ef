import type { Sentiment } from './sentiment';

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
}

export interface MoodSpan {
  startMs: number;
  endMs: number;
  sentiment: Sentiment;
}

export interface Analysis {
  /** `local` or `llm:<model>`. */
  engine: string;
  sentiment: Sentiment;
  /** 0 to 1, calibrated: of the calls labeled with confidence 0.8, about 80 % are labeled correctly. */
  confidence: number;
  summary: string;
  keyPoints: string[];
  reason: string;
  outcome: string;
  followUp: FollowUp;
  course: MoodSpan[];
  evidence: Evidence[];
}

/** Begins the last sentence of a summary that quotes the customer at length. The quotes are deleted with the transcript. */
export const SUMMARY_QUOTES = 'In their words:';
