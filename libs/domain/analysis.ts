import type { Sentiment } from './sentiment';

/** A claim of the analysis and the words of the call it rests on. */
export interface Evidence {
  /** What is claimed: a label, or a sentence of the summary. */
  claim: string;
  /** Index into the transcript's segments. */
  segment: number;
  startMs: number;
  endMs: number;
  /** Words that stand in that segment. */
  quote: string;
}

export interface FollowUp {
  /** True when the company still has to do something that is not already on the calendar. */
  needed: boolean;
  what?: string;
}

/** The mood of one stretch of the call. */
export interface MoodSpan {
  startMs: number;
  endMs: number;
  sentiment: Sentiment;
}

export interface Analysis {
  /** Name of the engine that made it: `local` or `llm:<model>`. */
  engine: string;
  sentiment: Sentiment;
  /** 0 to 1: of calls labelled with this confidence, about that share is labelled rightly. */
  confidence: number;
  /** Two to four sentences. */
  summary: string;
  keyPoints: string[];
  /** Why the customer called, or was called. */
  reason: string;
  /** How things stood at the end. */
  outcome: string;
  followUp: FollowUp;
  course: MoodSpan[];
  evidence: Evidence[];
}
