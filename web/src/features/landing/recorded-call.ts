import type { MoodSpan } from '@ringwell/domain/calls/analysis';
import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';

import recording from '../../../../samples/negative.m4a?url';

/** The fictional call in `samples/negative.m4a`, which visitors can play on the landing page. */
export const RECORDED_CALL = {
  recording,
  caller: 'James Carter',
  phone: '(555) 010-0142',
  job: 'Garage door, third delay',
  durationMs: 45_735,
} as const;

export const RECORDED_MOOD_SPANS: readonly MoodSpan[] = [
  { startMs: 0, endMs: 5_000, sentiment: 'neutral' },
  { startMs: 5_000, endMs: 14_230, sentiment: 'negative' },
  { startMs: 14_230, endMs: 19_770, sentiment: 'neutral' },
  { startMs: 19_770, endMs: 27_216, sentiment: 'negative' },
  { startMs: 27_216, endMs: 32_057, sentiment: 'neutral' },
  { startMs: 32_057, endMs: 45_735, sentiment: 'negative' },
];

export const RECORDED_LINES: readonly TranscriptSegment[] = [
  {
    speaker: 'agent',
    startMs: 737,
    endMs: 4_257,
    text: 'Thank you for calling Best Garage Doors. This is Linda speaking.',
  },
  {
    speaker: 'customer',
    startMs: 5_000,
    endMs: 14_230,
    text: 'You were supposed to be here on Monday between eight and ten. I stayed home from work, and nobody came.',
  },
  {
    speaker: 'agent',
    startMs: 15_009,
    endMs: 19_066,
    text: 'I am sorry about that. It says here that your door has not been delivered.',
  },
  {
    speaker: 'customer',
    startMs: 19_770,
    endMs: 27_216,
    text: 'That is the third time you have told me that. I paid you six hundred dollars in September.',
  },
  { speaker: 'agent', startMs: 28_002, endMs: 31_284, text: 'I understand. I could have someone there next Friday.' },
  {
    speaker: 'customer',
    startMs: 32_057,
    endMs: 36_050,
    text: 'No. I want to cancel the order, and I want my money back.',
  },
  {
    speaker: 'agent',
    startMs: 36_812,
    endMs: 40_232,
    text: 'I will have to ask the manager. He will call you back tomorrow.',
  },
  {
    speaker: 'customer',
    startMs: 40_997,
    endMs: 44_987,
    text: 'If I do not hear from him by noon, I am going to call my bank.',
  },
];

/** Loudness of 64 equal slices of the call, each from 0 to 1. */
export const RECORDED_PEAKS: readonly number[] = [
  0.04, 0.99, 0.99, 0.73, 0.75, 0.74, 0.04, 0.69, 0.59, 0.53, 0.65, 0.8, 0.67, 0.39, 0.55, 0.67, 0.55, 0.65, 0.72, 0.51,
  0.04, 0.93, 0.83, 0.53, 0.79, 0.91, 0.62, 0.35, 0.56, 0.74, 0.69, 0.53, 0.44, 0.63, 0.53, 0.51, 0.56, 0.81, 0.04, 0.9,
  0.86, 0.84, 0.9, 0.61, 0.31, 0.62, 0.42, 0.58, 0.72, 0.79, 0.36, 0.95, 1, 0.91, 0.89, 0.97, 0.45, 0.68, 0.72, 0.82,
  0.6, 0.67, 0.64, 0.04,
];
