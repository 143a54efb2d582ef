import { existsSync, readFileSync } from 'node:fs';

import { z } from 'zod';

import { CALL_DIRECTIONS } from '@ringwell/domain/calls/call';
import { SENTIMENTS } from '@ringwell/domain/calls/sentiment';
import type { Transcript } from '@ringwell/domain/calls/transcript';

const labeledCallSchema = z.object({
  id: z.string().optional(),
  direction: z.enum(CALL_DIRECTIONS).optional(),
  asrStyle: z.boolean().default(false),
  customerName: z.string().nullish(),
  turns: z.array(z.object({ speaker: z.enum(['agent', 'customer', 'unknown']), text: z.string() })).min(1),
  label: z.enum(SENTIMENTS),
  facts: z.array(z.string()).default([]),
  needsFollowUp: z.boolean(),
});

/** A call labeled by people. Only the turns and the direction are passed to the analyst. */
export type LabeledCall = z.infer<typeof labeledCallSchema>;

/**
 * Reads a file of labeled calls, one JSON object per line.
 * @throws Error that names the file and, if known, the line
 */
export function readLabeledCalls(path: string): LabeledCall[] {
  if (!existsSync(path)) throw new Error(`File not found: ${path}.`);
  const calls: LabeledCall[] = [];
  for (const [index, line] of readText(path).split('\n').entries()) {
    if (line.trim() !== '') calls.push(parseCall(line, `${path}, line ${index + 1}`));
  }
  if (calls.length === 0) throw new Error(`${path} doesn't contain any calls.`);
  return calls;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${path} can't be read.`, { cause: error });
  }
}

function parseCall(line: string, location: string): LabeledCall {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new Error(`${location}: invalid JSON.`, { cause: error });
  }
  const parsed = labeledCallSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`${location}: ${issue?.path.join('.') ?? ''} is invalid (${issue?.message ?? 'unknown'}).`);
}

const WORDS_PER_SECOND = 2.5;
const PAUSE_MS = 400;

/** A call as a transcriber's result, timed as if spoken at 2.5 words per second. */
export function toTranscript(turns: LabeledCall['turns']): Transcript {
  let clockMs = 0;
  const segments = turns.map(({ speaker, text }) => {
    const startMs = clockMs;
    const endMs = startMs + Math.round((text.split(/\s+/).length / WORDS_PER_SECOND) * 1_000);
    clockMs = endMs + PAUSE_MS;
    return { speaker, startMs, endMs, text };
  });
  return { engine: 'labeled', language: 'en', durationSeconds: clockMs / 1_000, segments };
}
