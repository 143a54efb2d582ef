import { z } from 'zod';

import type { Evidence, Judgment } from '@ringwell/domain/calls/analysis';
import {
  ASKED_TO_BOOK_CLAIM,
  getAskedToBook,
  BOOKING_CLAIM,
  BOOKINGS,
  REACHED_CLAIM,
} from '@ringwell/domain/calls/booking';
import { SENTIMENT_LABELS, SENTIMENTS } from '@ringwell/domain/calls/sentiment';
import { TOPICS } from '@ringwell/domain/calls/topic';
import type { Speaker, Transcript } from '@ringwell/domain/calls/transcript';

import type { Draft } from '../../analyst';
import { checkEvidence } from '../../checks/evidence';

// These limits are well above what the prompt asks for, but still small enough to store.
const text = (characters: number) => z.string().max(characters);
const segment = z.int();

const quoteSchema = z.object({ segment, words: text(1_000) });
// Servers without schema support may omit or garble these, which isn't worth a retry or losing the label.
const quotedFact = z.object({ result: z.boolean(), quote: quoteSchema.nullable() }).nullable().catch(null);

const draftSchema = z.object({
  quote: quoteSchema.nullable(),
  summary: text(2_000),
  points: z.array(text(500)).max(10),
  next: z
    .array(z.object({ who: z.enum(['company', 'customer']), what: text(500), when: text(200).nullable(), segment }))
    .max(10),
});

const responseSchema = z.object({
  sentiment: z.enum(SENTIMENTS),
  confidence: z.number().refine((value) => value >= 0 && value <= 1, 'must be between 0 and 1'),
  topic: z.enum(TOPICS).nullable(),
  booking: quoteSchema
    .extend({ result: z.enum(BOOKINGS) })
    .nullable()
    .catch(null),
  asked: quotedFact,
  reached: quotedFact,
  followUpNeeded: z.boolean(),
  course: z.array(z.object({ firstSegment: segment, lastSegment: segment, sentiment: z.enum(SENTIMENTS) })).max(50),
  ...draftSchema.shape,
});

export type AnalysisResponse = z.infer<typeof responseSchema>;
type Quote = z.infer<typeof quoteSchema>;

/** A writer's response; its request contains the label. */
export type DraftResponse = z.infer<typeof draftSchema>;

/** Strict JSON schema of the response: every property is required, and no others are allowed. */
export const RESPONSE_SCHEMA: Record<string, unknown> = toPlainSchema(z.toJSONSchema(responseSchema));

// OpenAI's strict mode doesn't support bounds or `$schema`; `parseAnalysis` checks the bounds.
function toPlainSchema(schema: object): Record<string, unknown> {
  const json = JSON.stringify(schema, (key, value: unknown) =>
    ['$schema', 'default', 'minimum', 'maximum', 'maxLength', 'maxItems'].includes(key) ? undefined : value,
  );
  return JSON.parse(json) as Record<string, unknown>;
}

/** Parses the response. Faults are sentences for the model that don't contain words from the call. */
export function parseAnalysis(content: string): { response: AnalysisResponse } | { issue: string } {
  return parseWith(content, responseSchema);
}

/** Parses a writer's response, like `parseAnalysis`. */
export function parseDraft(content: string): { response: DraftResponse } | { issue: string } {
  return parseWith(content, draftSchema);
}

function parseWith<T>(content: string, schema: z.ZodType<T>): { response: T } | { issue: string } {
  let value: unknown;
  try {
    value = JSON.parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1));
  } catch {
    return { issue: 'The answer is not one JSON object.' };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { response: parsed.data };
  return {
    issue: parsed.error.issues.map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`).join('; '),
  };
}

/** Converts a response to a judgment. Drops references to missing segments and quotes that no one said. */
export function toJudgment(
  { sentiment, confidence, topic, followUpNeeded, course, quote, ...fields }: AnalysisResponse,
  transcript: Transcript,
  engine: string,
): Judgment {
  const { segments } = transcript;
  const claim = SENTIMENT_LABELS[sentiment];
  const toEvidence = (claimName: string, quoted: Quote | null | undefined, speaker?: Speaker): Evidence[] =>
    quoted
      ? checkEvidence(
          [{ claim: claimName, segment: quoted.segment, quote: quoted.words, startMs: 0, endMs: 0 }],
          transcript,
        ).filter(
          (found) =>
            speaker === undefined || [speaker, 'unknown'].includes(segments[found.segment]?.speaker ?? speaker),
        )
      : [];
  // Without a quote from the call, the booking is treated as unclear.
  const bookingEvidence = fields.booking?.result === 'unclear' ? [] : toEvidence(BOOKING_CLAIM, fields.booking);
  const booking = fields.booking && bookingEvidence.length > 0 ? fields.booking.result : 'unclear';
  // "Never asked" has no quote, so it's only accepted if the agent spoke after the customer, and so could have asked.
  const askedEvidence = fields.asked?.result ? toEvidence(ASKED_TO_BOOK_CLAIM, fields.asked.quote, 'agent') : [];
  const wasNotAsked = fields.asked?.result === false && agentResponds(transcript);
  const asked = getAskedToBook({
    booking,
    asked: askedEvidence.length > 0 ? 'asked' : wasNotAsked ? 'not_asked' : 'unclear',
  });
  const reachedEvidence = toEvidence(REACHED_CLAIM, fields.reached?.quote, 'customer');
  return {
    engine,
    sentiment,
    confidence,
    topic,
    booking,
    asked,
    reached: reachedEvidence.length === 0 ? 'unclear' : fields.reached?.result ? 'reached' : 'not_reached',
    followUpNeeded,
    course: course.flatMap(({ firstSegment, lastSegment, sentiment: mood }) => {
      const first = segments[firstSegment];
      const last = segments[lastSegment];
      return first === undefined || last === undefined || last.endMs < first.startMs
        ? []
        : [{ startMs: first.startMs, endMs: last.endMs, sentiment: mood }];
    }),
    evidence: [
      ...toEvidence(claim, quote, 'customer'),
      ...bookingEvidence,
      ...(asked === null ? [] : askedEvidence),
      ...reachedEvidence,
    ],
  };
}

// Whether the agent spoke after the customer, and so could have asked.
function agentResponds({ segments }: Transcript): boolean {
  const first = segments.findIndex(({ speaker }) => speaker === 'customer');
  return first !== -1 && segments.slice(first).some(({ speaker }) => speaker === 'agent');
}

export function toDraft({ summary, points, next, quote }: DraftResponse): Draft {
  return { summary: summary.trim(), points, next, quote };
}
