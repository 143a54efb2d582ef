import type { Analysis } from '@ringwell/domain/calls/analysis';
import { completeOutcome } from '@ringwell/domain/calls/complete-outcome';

import { toTranscript } from './measurement/labeled-call';
import { loadTrainingCalls } from './training-data';

const BASE_ANALYSIS = { reviewReason: null, evidence: [] } as unknown as Analysis;
// Outbound calls where only a machine answered, according to a reader.
const MACHINE_CALL_IDS = ['v3-027', 't4-11', 'u2-056', 'u3-088', 'u5-056', 'u1-057', 'v2-014', 'v2-098'];

it('correctly detects whether someone answered in nearly all outbound training calls', () => {
  const calls = loadTrainingCalls().filter(({ direction }) => direction === 'outbound');
  const predictions = calls.map(({ id = '', turns }) => ({
    isMachine: MACHINE_CALL_IDS.includes(id),
    reached: completeOutcome(BASE_ANALYSIS, toTranscript(turns), 'outbound', null).reached ?? null,
  }));
  const count = (isMachine: boolean, reached: string | null): number =>
    predictions.filter((prediction) => prediction.isMachine === isMachine && prediction.reached === reached).length;
  expect({ people: count(false, 'reached'), unclear: count(false, null), wrong: count(false, 'not_reached') }).toEqual({
    people: 638,
    unclear: 3,
    wrong: 0,
  });
  expect({ machines: count(true, 'not_reached'), unclear: count(true, null), wrong: count(true, 'reached') }).toEqual({
    machines: 5,
    unclear: 3,
    wrong: 0,
  });
});
