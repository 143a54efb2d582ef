import { MissedTurns } from './missed-turns';

/** Samples two accounts: `a` waits, while `b` has a turn in each sample. */
function observeSamples(samples: number, servesA: (sample: number) => boolean = () => false): string[] {
  const turns = new MissedTurns();
  let servedAt = 'never';
  for (let sample = 0; sample < samples; sample += 1) {
    if (servesA(sample)) servedAt = `sample ${sample}`;
    turns.observe([
      { accountId: 'a', servedAt, isWaiting: true },
      { accountId: 'b', servedAt: `sample ${sample}`, isWaiting: false },
    ]);
  }
  return turns.violations;
}

it('reports an account once if it is kept waiting while another gets turn after turn', () => {
  expect(observeSamples(20)).toEqual(['account a waited while account b had 4 turns']);
});

it('accepts a few missed turns, and a busy account if the others get turns, too', () => {
  expect(observeSamples(4)).toEqual([]);
  expect(observeSamples(30, (sample) => sample % 3 === 0)).toEqual([]);
});
