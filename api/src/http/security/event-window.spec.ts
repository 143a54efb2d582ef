import { EventWindow, type Countable, type Counted } from './event-window';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const event = (key: string, networkKey = 'a'): Countable => ({ key, networkKey, restKey: 'rest' });
const shown = (counted: Counted<Countable>[]): [string, number][] =>
  counted.map(({ event: { key, networkKey, restKey }, level, count }) => [{ key, networkKey, restKey }[level], count]);

describe('EventWindow', () => {
  it('emits the first event immediately, and its repeats within a minute as one event with their timestamps', () => {
    const window = new EventWindow<Countable>({ different: 100, perNetwork: 10 });
    window.add(event('x'), 0);
    expect(shown(window.take(SECOND_MS))).toEqual([['x', 1]]);
    for (let at = 2; at < 50; at += 1) window.add(event('x'), at * SECOND_MS);
    expect(window.take(59 * SECOND_MS)).toEqual([]);
    expect(window.take(MINUTE_MS + SECOND_MS)).toMatchObject([
      { count: 48, firstAtMs: 2 * SECOND_MS, lastAtMs: 49 * SECOND_MS },
    ]);
    expect(window.take(3 * MINUTE_MS)).toEqual([]);
    window.add(event('x'), 4 * MINUTE_MS);
    expect(shown(window.take(4 * MINUTE_MS))).toEqual([['x', 1]]);
  });

  it('combines events beyond its limits: first per network, then for all networks', () => {
    const window = new EventWindow<Countable>({ different: 6, perNetwork: 3 });
    for (let i = 0; i < 100; i += 1) window.add(event(`a${i}`, 'a'), 0);
    for (const network of ['b', 'c', 'd', 'e']) window.add(event(network, network), 0);
    expect(shown(window.take(0))).toEqual([
      ['a0', 1],
      ['a1', 1],
      ['a2', 1],
      ['a', 97],
      ['b', 1],
      ['c', 1],
      ['rest', 2],
    ]);
    // The next minutes have limits, too, and a quiet minute restores the capacity.
    for (let i = 100; i < 200; i += 1) window.add(event(`a${i}`, 'a'), MINUTE_MS);
    expect(shown(window.take(2 * MINUTE_MS))).toEqual([['a', 100]]);
    expect(window.take(4 * MINUTE_MS)).toEqual([]);
    window.add(event('a200', 'a'), 5 * MINUTE_MS);
    expect(shown(window.take(5 * MINUTE_MS))).toEqual([['a200', 1]]);
  });

  it('returns all pending events at the end', () => {
    const window = new EventWindow<Countable>({ different: 100, perNetwork: 10 });
    window.add(event('x'), 0);
    window.take(0);
    window.add(event('x'), 1);
    expect(shown(window.take(2, true))).toEqual([['x', 1]]);
  });
});
