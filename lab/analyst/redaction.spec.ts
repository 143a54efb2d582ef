import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findSensitive } from '@ringwell/domain/redaction/find-sensitive';
import { readRedactionCases, scoreRedaction, type RedactionCase } from '@ringwell/testing/redaction-cases';

import { loadTrainingCalls } from './training-data';

// Findings in the training calls that people confirmed as sensitive: file, call, segment.
const CONFIRMED_FILE = join(__dirname, 'redacted-segments.json');
const MIN_RECALL = { 'card number': 0.98, others: 0.95 };
const MAX_WRONG_PER_1000_SEGMENTS = 1;

const cases = readRedactionCases();

describe.each<RedactionCase['half']>(['tuning', 'held-out'])('redaction in the %s half of the cases', (half) => {
  const { counts, falseFindings, misses } = scoreRedaction(cases.filter((testCase) => testCase.half === half));

  it('finds enough sensitive text of each kind, and nothing in similar but harmless text', () => {
    const { 'card number': cardCounts, ...others } = counts;
    const computeRecall = (pairs: readonly [number, number][]): number =>
      pairs.reduce((sum, [removed]) => sum + removed, 0) / pairs.reduce((sum, [, total]) => sum + total, 0);
    process.stdout.write(`redaction, ${half}: ${JSON.stringify({ ...counts, falseFindings })}\n`);
    expect({ misses, meetsMinimum: computeRecall([cardCounts]) >= MIN_RECALL['card number'] }).toMatchObject({
      meetsMinimum: true,
    });
    expect({ misses, meetsMinimum: computeRecall(Object.values(others)) >= MIN_RECALL.others }).toMatchObject({
      meetsMinimum: true,
    });
    expect({ misses, falseFindings }).toMatchObject({ falseFindings: 0 });
  });
});

it('removes hardly any harmless words from the training calls', () => {
  const confirmedIds = new Set(JSON.parse(readFileSync(CONFIRMED_FILE, 'utf8')) as string[]);
  const wrongRedactions: string[] = [];
  let segments = 0;
  for (const { file, id, turns } of loadTrainingCalls()) {
    segments += turns.length;
    for (const { kind, segment, start, end } of findSensitive(turns)) {
      if (!confirmedIds.has(`${file} ${id ?? ''} ${segment}`))
        wrongRedactions.push(`${kind}: ${turns[segment]?.text.slice(start, end)}`);
    }
  }
  process.stdout.write(
    `redaction, training calls: ${wrongRedactions.length} wrong in ${segments} segments: ${wrongRedactions.join('; ')}\n`,
  );
  expect(wrongRedactions.length / segments).toBeLessThanOrEqual(MAX_WRONG_PER_1000_SEGMENTS / 1_000);
});
