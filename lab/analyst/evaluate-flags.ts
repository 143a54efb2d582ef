import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { CALL_FLAGS, type CallFlagName } from '@ringwell/domain/calls/call-flags';
import { DEFAULT_FLAG_PHRASES, findFlags } from '@ringwell/domain/calls/find-flags';

import { toTranscript, readLabeledCalls, type LabeledCall } from './measurement/labeled-call';
import { roundToThousandths } from './measurement/scores';

/** IDs of made-up calls that must be flagged. Found with a broad word search and confirmed by a person. */
const FLAGGED_CALLS_FILE = join(__dirname, 'flagged-calls.json');
const flaggedCallsSchema = z.object({ danger: z.array(z.string()), legal: z.array(z.string()) });

/** A flagged call. */
interface Hit {
  id: string;
  phrase: string;
  quote: string;
}

/**
 * Scores the built-in flag phrases on labeled calls with IDs, and lists wrong and missing flags.
 * @param path a file, or a folder to read recursively
 * @throws Error with a message for the user
 */
export function evaluateFlags(path: string): object {
  const calls = listFiles(path).flatMap(readLabeledCalls);
  const flaggedIdsByFlag = flaggedCallsSchema.parse(JSON.parse(readFileSync(FLAGGED_CALLS_FILE, 'utf8')));
  return {
    calls: calls.length,
    ...Object.fromEntries(CALL_FLAGS.map((flag) => [flag, scoreFlag(flag, calls, new Set(flaggedIdsByFlag[flag]))])),
  };
}

function scoreFlag(flag: CallFlagName, calls: readonly LabeledCall[], expectedIds: ReadonlySet<string>): object {
  const hits = calls.flatMap((call) => findHits(flag, call));
  const flaggedIds = new Set(hits.map(({ id }) => id));
  const expectedCalls = calls.filter(({ id = '' }) => expectedIds.has(id));
  const correctCount = hits.filter(({ id }) => expectedIds.has(id)).length;
  return {
    hits: hits.length,
    correct: correctCount,
    precision: hits.length === 0 ? null : roundToThousandths(correctCount / hits.length),
    expected: expectedCalls.length,
    recall: expectedCalls.length === 0 ? null : roundToThousandths(correctCount / expectedCalls.length),
    wrong: hits.filter(({ id }) => !expectedIds.has(id)),
    missed: expectedCalls.map(({ id = '' }) => id).filter((id) => !flaggedIds.has(id)),
  };
}

function findHits(flag: CallFlagName, { id = '', turns }: LabeledCall): Hit[] {
  return findFlags(toTranscript(turns).segments, DEFAULT_FLAG_PHRASES)
    .filter((foundFlag) => foundFlag.flag === flag)
    .map(({ phrase, evidence }) => ({ id, phrase, quote: evidence.quote }));
}

function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(path, name))
    .sort();
}
