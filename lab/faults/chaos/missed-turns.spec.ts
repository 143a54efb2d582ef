import { MissedTurns } from './missed-turns';

/** Looks at two accounts: `a` waits, while `b` has a turn at each look. */
function watch(looks: number, isAServed: (look: number) => boolean = () => false): string[] {
  const turns = new MissedTurns();
  let servedAt = 'never';
  for (let look = 0; look < looks; look += 1) {
    if (isAServed(look)) servedAt = `look ${look}`;
    turns.look([
      { accountId: 'a', servedAt, isWaiting: true },
      { accountId: 'b', servedAt: `look ${look}`, isWaiting: false },
    ]);
  }
  return turns.violations;
}

it('reports an account that waits while another has turn after turn, once', () => {
  expect(watch(20)).toEqual(['account a waited while account b had 4 turns']);
});

it('accepts a few turns, and an account that gets its turns, too', () => {
  expect(watch(4)).toEqual([]);
  expect(watch(30, (look) => look % 3 === 0)).toEqual([]);
});
