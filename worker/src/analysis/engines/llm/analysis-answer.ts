import { z } from 'zod';

import type { UnreviewedAnalysis } from '@ringwell/domain/analysis';
import { SENTIMENTS } from '@ringwell/domain/sentiment';
import { TOPICS } from '@ringwell/domain/topic';
import type { Transcript } from '@ringwell/domain/transcript';

import { checkEvidence } from '../../evidence-check';

const MIN_SENTENCES = 2;
const MAX_SENTENCES = 4;

/** Counts sentences. Full stops inside amounts, times and abbreviations do not end one. */
export function countSentences(text: string): number {
  const plain = text
    .replace(/\b(Mr|Mrs|Ms|Dr|St|Jr|Sr|Ave|Rd|No|Inc|Co)\./g, '$1')
    .replace(/\b([ap])\.m\./gi, '$1m')
    .replace(/\d\.\d/g, '0');
  // Only the last of several marks, so that no place is looked at twice.
  return (plain.match(/[.!?]["')\]]*(?=\s|$)/g) ?? []).length;
}

const answer = z.object({
  sentiment: z.enum(SENTIMENTS),
  confidence: z.number().refine((value) => value >= 0 && value <= 1, 'must lie between 0 and 1'),
  topic: z.enum(TOPICS).nullable(),
  summary: z.string().refine((text) => {
    const count = countSentences(text);
    return count >= MIN_SENTENCES && count <= MAX_SENTENCES;
  }, `must have ${MIN_SENTENCES} to ${MAX_SENTENCES} sentences`),
  keyPoints: z.array(z.string()),
  reason: z.string(),
  outcome: z.string(),
  followUp: z.object({ needed: z.boolean(), what: z.string().nullable() }),
  course: z.array(z.object({ firstSegment: z.int(), lastSegment: z.int(), sentiment: z.enum(SENTIMENTS) })),
  evidence: z.array(z.object({ claim: z.string(), segment: z.int(), quote: z.string() })),
});

export type AnalysisAnswer = z.infer<typeof answer>;

/** Strict JSON schema of the answer: every property is required, and no others are allowed. */
export const ANSWER_SCHEMA: Record<string, unknown> = plainSchema(z.toJSONSchema(answer));

// OpenAI's strict mode accepts neither bounds on numbers nor the dialect; `readAnswer` checks the bounds.
function plainSchema(schema: object): Record<string, unknown> {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    ['$schema', 'minimum', 'maximum'].includes(key) ? undefined : value,
  );
  return JSON.parse(text) as Record<string, unknown>;
}

/** Parses the answer. A fault is a sentence for the model, without words of the call. */
export function readAnswer(content: string): { answer: AnalysisAnswer } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1));
  } catch {
    return { fault: 'The answer is not one JSON object.' };
  }
  const parsed = answer.safeParse(value);
  if (parsed.success) return { answer: parsed.data };
  return {
    fault: parsed.error.issues.map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`).join('; '),
  };
}

/** Converts an answer to an analysis. References to missing segments and quotes that were not said are dropped. */
export function asAnalysis(given: AnalysisAnswer, transcript: Transcript, engine: string): UnreviewedAnalysis {
  const { segments } = transcript;
  return {
    engine,
    sentiment: given.sentiment,
    confidence: given.confidence,
    topic: given.topic,
    summary: given.summary.trim(),
    keyPoints: given.keyPoints,
    reason: given.reason,
    outcome: given.outcome,
    followUp: {
      needed: given.followUp.needed,
      ...(given.followUp.needed && given.followUp.what !== null && { what: given.followUp.what }),
    },
    course: given.course.flatMap(({ firstSegment, lastSegment, sentiment }) => {
      const first = segments[firstSegment];
      const last = segments[lastSegment];
      return first === undefined || last === undefined || last.endMs < first.startMs
        ? []
        : [{ startMs: first.startMs, endMs: last.endMs, sentiment }];
    }),
    evidence: checkEvidence(
      given.evidence.map((item) => ({ ...item, startMs: 0, endMs: 0 })),
      transcript,
    ),
  };
}
