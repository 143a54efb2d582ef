import { EventAggregator, type RepeatableEvent, type AggregatedEvent } from './event-aggregator';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const makeEvent = (key: string, networkKey = 'a'): RepeatableEvent => ({ key, networkKey, overflowKey: 'rest' });
const toPairs = (events: AggregatedEvent<RepeatableEvent>[]): [string, number][] =>
  events.map(({ event: { key, networkKey, overflowKey }, level, count }) => [
    { key, networkKey, overflowKey }[level],
    count,
  ]);

describe('EventAggregator', () => {
  it('emits the first event immediately, and combines its repeats within a minute into one event', () => {
    const aggregator = new EventAggregator<RepeatableEvent>({ distinct: 100, perNetwork: 10 });
    aggregator.add(makeEvent('x'), 0);
    expect(toPairs(aggregator.takeDue(SECOND_MS))).toEqual([['x', 1]]);
    for (let index = 2; index < 50; index += 1) aggregator.add(makeEvent('x'), index * SECOND_MS);
    expect(aggregator.takeDue(59 * SECOND_MS)).toEqual([]);
    expect(aggregator.takeDue(MINUTE_MS + SECOND_MS)).toMatchObject([
      { count: 48, firstAtMs: 2 * SECOND_MS, lastAtMs: 49 * SECOND_MS },
    ]);
    expect(aggregator.takeDue(3 * MINUTE_MS)).toEqual([]);
    aggregator.add(makeEvent('x'), 4 * MINUTE_MS);
    expect(toPairs(aggregator.takeDue(4 * MINUTE_MS))).toEqual([['x', 1]]);
  });

  it('combines events beyond its limits: first per network, then for all networks', () => {
    const aggregator = new EventAggregator<RepeatableEvent>({ distinct: 6, perNetwork: 3 });
    for (let i = 0; i < 100; i += 1) aggregator.add(makeEvent(`a${i}`, 'a'), 0);
    for (const network of ['b', 'c', 'd', 'e']) aggregator.add(makeEvent(network, network), 0);
    expect(toPairs(aggregator.takeDue(0))).toEqual([
      ['a0', 1],
      ['a1', 1],
      ['a2', 1],
      ['a', 97],
      ['b', 1],
      ['c', 1],
      ['rest', 2],
    ]);
    // Later minutes are also limited, and a quiet minute restores the capacity.
    for (let i = 100; i < 200; i += 1) aggregator.add(makeEvent(`a${i}`, 'a'), MINUTE_MS);
    expect(toPairs(aggregator.takeDue(2 * MINUTE_MS))).toEqual([['a', 100]]);
    expect(aggregator.takeDue(4 * MINUTE_MS)).toEqual([]);
    aggregator.add(makeEvent('a200', 'a'), 5 * MINUTE_MS);
    expect(toPairs(aggregator.takeDue(5 * MINUTE_MS))).toEqual([['a200', 1]]);
  });

  it('returns all pending events when flushed', () => {
    const aggregator = new EventAggregator<RepeatableEvent>({ distinct: 100, perNetwork: 10 });
    aggregator.add(makeEvent('x'), 0);
    aggregator.takeDue(0);
    aggregator.add(makeEvent('x'), 1);
    expect(toPairs(aggregator.takeDue(2, true))).toEqual([['x', 1]]);
  });
});
