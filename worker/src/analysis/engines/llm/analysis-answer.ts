import { z } from 'zod';

import type { Evidence, Judgment } from '@ringwell/domain/calls/analysis';
import { BOOKING_CLAIM, BOOKINGS } from '@ringwell/domain/calls/booking';
import { SENTIMENT_LABELS, SENTIMENTS } from '@ringwell/domain/calls/sentiment';
import { TOPICS } from '@ringwell/domain/calls/topic';
import type { Transcript } from '@ringwell/domain/calls/transcript';

import type { Draft } from '../../analyst';
import { checkEvidence } from '../../checks/evidence';

// The limits are well above what the prompt asks for, but small enough to store.
const text = (characters: number) => z.string().max(characters);
const segment = z.int();

const draft = z.object({
  quote: z.object({ segment, words: text(1_000) }).nullable(),
  summary: text(2_000),
  points: z.array(text(500)).max(10),
  next: z
    .array(z.object({ who: z.enum(['company', 'customer']), what: text(500), when: text(200).nullable(), segment }))
    .max(10),
});

const answer = z.object({
  sentiment: z.enum(SENTIMENTS),
  confidence: z.number().refine((value) => value >= 0 && value <= 1, 'must lie between 0 and 1'),
  topic: z.enum(TOPICS).nullable(),
  // A server without schemas may omit or garble the booking. That is no reason to repeat the request or lose the label.
  booking: z
    .object({ result: z.enum(BOOKINGS), segment, words: text(1_000) })
    .nullable()
    .catch(null),
  followUpNeeded: z.boolean(),
  course: z.array(z.object({ firstSegment: segment, lastSegment: segment, sentiment: z.enum(SENTIMENTS) })).max(50),
  ...draft.shape,
});

export type AnalysisAnswer = z.infer<typeof answer>;

/** A writer's response; its request contains the label. */
export type DraftAnswer = z.infer<typeof draft>;

/** Strict JSON schema of the response: every property is required, and no others are allowed. */
export const ANSWER_SCHEMA: Record<string, unknown> = plainSchema(z.toJSONSchema(answer));

// OpenAI's strict mode accepts neither bounds nor `$schema`; `readAnswer` checks the bounds.
function plainSchema(schema: object): Record<string, unknown> {
  const plain = JSON.stringify(schema, (key, value: unknown) =>
    ['$schema', 'default', 'minimum', 'maximum', 'maxLength', 'maxItems'].includes(key) ? undefined : value,
  );
  return JSON.parse(plain) as Record<string, unknown>;
}

/** Parses the response. A fault is a sentence for the model, without words from the call. */
export function readAnswer(content: string): { answer: AnalysisAnswer } | { fault: string } {
  return readShape(content, answer);
}

/** Parses a writer's response, like `readAnswer`. */
export function readDraft(content: string): { answer: DraftAnswer } | { fault: string } {
  return readShape(content, draft);
}

function readShape<T>(content: string, shape: z.ZodType<T>): { answer: T } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1));
  } catch {
    return { fault: 'The answer is not one JSON object.' };
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return { answer: parsed.data };
  return {
    fault: parsed.error.issues.map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`).join('; '),
  };
}

/** Converts a response to a judgment. Drops references to missing segments and quotes that were not said. */
export function asJudgment(
  { sentiment, confidence, topic, booking, followUpNeeded, course, quote }: AnalysisAnswer,
  transcript: Transcript,
  engine: string,
): Judgment {
  const { segments } = transcript;
  const claim = SENTIMENT_LABELS[sentiment];
  const quoted = (words: { segment: number; words: string } | null, about: string): Evidence[] =>
    words
      ? checkEvidence([{ claim: about, segment: words.segment, quote: words.words, startMs: 0, endMs: 0 }], transcript)
      : [];
  // Without a quote from the call, the booking is unclear.
  const bookingShown = booking?.result === 'unclear' ? [] : quoted(booking, BOOKING_CLAIM);
  return {
    engine,
    sentiment,
    confidence,
    topic,
    booking: booking && bookingShown.length > 0 ? booking.result : 'unclear',
    followUpNeeded,
    course: course.flatMap(({ firstSegment, lastSegment, sentiment: mood }) => {
      const first = segments[firstSegment];
      const last = segments[lastSegment];
      return first === undefined || last === undefined || last.endMs < first.startMs
        ? []
        : [{ startMs: first.startMs, endMs: last.endMs, sentiment: mood }];
    }),
    evidence: [...quoted(quote, claim), ...bookingShown],
  };
}

/** Returns the unchecked words of a response. */
export function asDraft({ summary, points, next, quote }: DraftAnswer): Draft {
  return { summary: summary.trim(), points, next, quote };
}
