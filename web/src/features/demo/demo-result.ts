import { REVIEW_REASONS, type ReviewReason } from '@ringwell/domain/calls/analysis';
import { SENTIMENTS, type Sentiment } from '@ringwell/domain/calls/sentiment';

/** Result of a demo upload. Values missing from the response are null. */
export interface DemoResult {
  durationSeconds: number | null;
  sentiment: Sentiment | null;
  reviewReason: ReviewReason | null;
  summary: string | null;
  keyPoints: readonly string[];
  transcript: string | null;
  confidence: number | null;
  processingSeconds: number | null;
  engineNote: string | null;
  isSample: boolean;
  callId: string | null;
}

// Example shown when a response has no result.
export const SAMPLE_RESULT: DemoResult = {
  durationSeconds: 180,
  sentiment: 'positive',
  reviewReason: null,
  summary: 'The customer called to book a visit and was happy with how quickly the office found a time.',
  keyPoints: [
    'The customer asked for a service visit',
    'The office offered a time this week',
    'The customer thanked the office and confirmed',
  ],
  transcript:
    "Agent: Good morning, how can I help you?\nCustomer: I'd like to book a visit, please.\n" +
    "Agent: We can come this week.\nCustomer: That's perfect, thank you.",
  confidence: 1,
  processingSeconds: 1.5,
  engineNote: null,
  isSample: true,
  callId: null,
};

/**
 * Parses the response to an upload or a finished job. The result is in `result.analysis`, `result.content` or the
 * top-level fields. If it's in none of these, returns the example.
 */
export function parseDemoResult(response: unknown): DemoResult {
  const { result, ...rootFields } = toRecord(response);
  const { analysis, content } = toRecord(result);
  const parsed = [analysis, { summary: content }, rootFields]
    .map(parseFields)
    .find(({ summary, transcript }) => summary !== null || transcript !== null);
  return parsed ? { ...parsed, callId: toText(rootFields['jobId']) ?? toText(rootFields['id']) } : SAMPLE_RESULT;
}

function parseFields(value: unknown): DemoResult {
  const fields = toRecord(value);
  return {
    durationSeconds: toNumber(fields['duration']),
    sentiment: SENTIMENTS.find((item) => item === fields['sentiment']) ?? null,
    reviewReason: REVIEW_REASONS.find((item) => item === fields['reviewReason']) ?? null,
    summary: toText(fields['summary']),
    keyPoints: Array.isArray(fields['keyPoints'])
      ? fields['keyPoints'].filter((point) => typeof point === 'string')
      : [],
    transcript: toText(fields['transcript']) ?? toText(fields['transcription']),
    confidence: toNumber(fields['confidence']),
    processingSeconds: toNumber(fields['processingTime']),
    engineNote: toText(fields['engineNote']),
    isSample: false,
    callId: null,
  };
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
