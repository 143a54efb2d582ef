import type { SavedProbe } from '@ringwell/database/calls/call-runs.repository';
import type { Analysis } from '@ringwell/domain/analysis';
import { transcriptText, type Transcript } from '@ringwell/domain/transcript';

const SENTENCES = [
  'Thank you for calling Cedar Creek Heating and Cooling, how can I help you today?',
  'Hi, our furnace stopped working last night and the house is getting really cold.',
  'I am sorry to hear that, let me see what we can do for you this morning.',
  'It makes a clicking noise a few times and then nothing happens at all.',
  'That sounds like the igniter or the flame sensor, a technician can check both.',
  'How soon could somebody come out? We have a baby here and my mother is visiting.',
  'I have an opening between ten and twelve today, would that work for you?',
  'That would be wonderful, thank you so much for fitting us in so quickly.',
];
const SEGMENT_MS = 5_000;
const SEGMENT_COUNT = 40;

/** Transcript of a call of about three minutes: 3 kB of text. */
export const TRANSCRIPT: Transcript = {
  engine: 'instant',
  language: 'en-US',
  durationSeconds: (SEGMENT_COUNT * SEGMENT_MS) / 1_000,
  segments: Array.from({ length: SEGMENT_COUNT }, (_, index) => ({
    speaker: index % 2 === 0 ? 'agent' : 'customer',
    startMs: index * SEGMENT_MS,
    endMs: (index + 1) * SEGMENT_MS,
    text: SENTENCES[index % SENTENCES.length] ?? '',
    confidence: 0.9,
  })),
};

export const TEXT = transcriptText(TRANSCRIPT);

export const PROBE: SavedProbe = {
  durationSeconds: TRANSCRIPT.durationSeconds,
  channelCount: 2,
  recordingType: 'audio/mpeg',
  peaks: Array.from({ length: 600 }, (_, index) => index % 100),
};

export const ANALYSIS: Analysis = {
  engine: 'instant',
  sentiment: 'positive',
  confidence: 0.9,
  needsReview: false,
  reviewReason: null,
  topic: 'booking',
  summary:
    "The customer's furnace stopped working overnight. A technician comes between ten and twelve. " +
    'The customer is pleased.',
  keyPoints: ['Furnace does not light', 'Technician today between ten and twelve'],
  reason: 'No heat.',
  outcome: 'A visit is booked.',
  followUp: { needed: false },
  course: [
    { startMs: 0, endMs: 100_000, sentiment: 'neutral' },
    { startMs: 100_000, endMs: 200_000, sentiment: 'positive' },
  ],
  evidence: [{ claim: 'Positive', segment: 7, startMs: 35_000, endMs: 40_000, quote: 'thank you so much' }],
};
