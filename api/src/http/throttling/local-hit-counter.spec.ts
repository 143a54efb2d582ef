import { LocalHitCounter } from './local-hit-counter';

describe('LocalHitCounter', () => {
  it('counts each key separately, in windows that begin with its first hit', () => {
    const counter = new LocalHitCounter();
    expect(counter.add('a', 1_000, 500)).toEqual({ hits: 1, msLeft: 1_000 });
    expect(counter.add('a', 1_000, 900)).toEqual({ hits: 2, msLeft: 600 });
    expect(counter.add('b', 1_000, 900)).toEqual({ hits: 1, msLeft: 1_000 });
    expect(counter.add('a', 1_000, 1_500)).toEqual({ hits: 1, msLeft: 1_000 });
  });

  it('drops the key with the oldest window when the key limit is reached', () => {
    const counter = new LocalHitCounter(2);
    counter.add('a', 100, 0);
    counter.add('b', 100, 0);
    counter.add('a', 100, 200); // starts a new window, which is newer than b's window
    counter.add('c', 100, 200);
    expect(counter.add('a', 100, 201).hits).toBe(2);
    expect(counter.add('b', 100, 50).hits).toBe(1);
  });
});
