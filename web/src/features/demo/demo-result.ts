import { SENTIMENTS, type Sentiment } from '@ringwell/domain/sentiment';

/** What is shown of a recording; null for what the answer does not tell. */
export interface DemoResult {
  durationSeconds: number | null;
  sentiment: Sentiment | null;
  summary: string | null;
  keyPoints: readonly string[];
  transcript: string | null;
  /** From 0 to 1. */
  confidence: number | null;
  processingSeconds: number | null;
  engineNote: string | null;
  /** Made up, not heard in anybody's recording. */
  isSample: boolean;
}

/** Stands for a result when an answer brings none, so that people still see what one looks like. */
export const SAMPLE_RESULT: DemoResult = {
  durationSeconds: 180,
  sentiment: 'positive',
  summary: 'The customer called to book a visit and was happy with how quickly the office found a time.',
  keyPoints: [
    'The customer asked for a service visit',
    'The office offered a time this week',
    'The customer thanked the office and confirmed',
  ],
  transcript:
    "Agent: Good morning, how can I help you?\nCustomer: I'd like to book a visit, please.\nAgent: We can come this week.\nCustomer: That's perfect, thank you.",
  confidence: 1,
  processingSeconds: 1.5,
  engineNote: null,
  isSample: true,
};

/**
 * Reads the answer of an upload or of a job: `result.analysis`, else `result.content`, else `transcription`, `sentiment`
 * and `summary`. An answer with none of them gives the sample.
 */
export function resultOf(answer: unknown): DemoResult {
  const { result, ...rest } = recordOf(answer);
  const { analysis, content } = recordOf(result);
  const told = [analysis, { summary: content }, rest]
    .map(read)
    .find(({ summary, transcript }) => summary !== null || transcript !== null);
  return told ?? SAMPLE_RESULT;
}

function read(value: unknown): DemoResult {
  const told = recordOf(value);
  return {
    durationSeconds: numberOf(told['duration']),
    sentiment: SENTIMENTS.find((each) => each === told['sentiment']) ?? null,
    summary: textOf(told['summary']),
    keyPoints: Array.isArray(told['keyPoints']) ? told['keyPoints'].filter((point) => typeof point === 'string') : [],
    transcript: textOf(told['transcript']) ?? textOf(told['transcription']),
    confidence: numberOf(told['confidence']),
    processingSeconds: numberOf(told['processingTime']),
    engineNote: textOf(told['engineNote']),
    isSample: false,
  };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
