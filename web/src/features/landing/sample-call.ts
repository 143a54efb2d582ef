import type { MoodSpan } from '@ringwell/domain/calls/analysis';
import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

export const SAMPLE_CALL = {
  caller: 'Marlene Ortiz',
  phone: '(555) 010-0142',
  job: 'Water heater, second visit',
  durationMs: 252_000,
  playedMs: 97_000,
  summary:
    "Marlene has had no hot water since Tuesday, and the first repair didn't hold. " +
    'She has taken half a day off twice. She asks for a senior technician tomorrow morning, or her money back.',
  highlights: ['Second failure in one week', 'Wants a senior technician', 'Mentions a refund'],
} as const;

export const SAMPLE_COURSE: readonly MoodSpan[] = [
  { startMs: 0, endMs: 42_000, sentiment: 'neutral' },
  { startMs: 42_000, endMs: 70_000, sentiment: 'negative' },
  { startMs: 70_000, endMs: 92_000, sentiment: 'neutral' },
  { startMs: 92_000, endMs: 190_000, sentiment: 'negative' },
  { startMs: 190_000, endMs: 216_000, sentiment: 'neutral' },
  { startMs: 216_000, endMs: 252_000, sentiment: 'negative' },
];

export const SAMPLE_LINES: readonly TranscriptSegment[] = [
  {
    speaker: 'agent',
    startMs: 88_000,
    endMs: 94_000,
    text: 'I see we were there on Tuesday for the igniter.',
  },
  {
    speaker: 'customer',
    startMs: 94_000,
    endMs: 104_000,
    text: 'Right, and it went out again the same night. I took half a day off for nothing.',
  },
  { speaker: 'agent', startMs: 104_000, endMs: 109_000, text: "I'm sorry. Let me see who's available tomorrow." },
];

/** Loudness over the call in 64 steps, each from 0 to 1. */
export const SAMPLE_PEAKS: readonly number[] = [
  0.12, 0.34, 0.52, 0.41, 0.22, 0.08, 0.31, 0.58, 0.66, 0.49, 0.37, 0.12, 0.2, 0.63, 0.82, 0.71, 0.9, 0.64, 0.28, 0.1,
  0.26, 0.44, 0.39, 0.16, 0.55, 0.86, 0.97, 0.78, 0.88, 0.6, 0.33, 0.14, 0.29, 0.5, 0.42, 0.18, 0.4, 0.74, 0.92, 0.81,
  0.67, 0.85, 0.54, 0.24, 0.09, 0.3, 0.46, 0.57, 0.35, 0.13, 0.25, 0.61, 0.77, 0.69, 0.48, 0.2, 0.11, 0.38, 0.53, 0.45,
  0.3, 0.19, 0.1, 0.06,
];
