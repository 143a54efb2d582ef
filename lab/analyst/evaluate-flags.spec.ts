import { join } from 'node:path';

import { evaluateFlags } from './evaluate-flags';

interface Scores {
  calls: number;
  danger: { precision: number; recall: number };
  legal: { precision: number; recall: number };
}

it('flags the training calls that involve danger or legal action, and few others', () => {
  const { calls, danger, legal } = evaluateFlags(join(__dirname, 'data')) as Scores;
  expect(calls).toBeGreaterThanOrEqual(900);
  for (const { precision, recall } of [danger, legal]) {
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.6);
  }
});
