import { LocalHits } from './local-hits';

describe('LocalHits', () => {
  it('counts each key by itself, in windows that begin with the first hit', () => {
    const hits = new LocalHits();
    expect(hits.add('a', 1_000, 500)).toEqual({ hits: 1, msLeft: 1_000 });
    expect(hits.add('a', 1_000, 900)).toEqual({ hits: 2, msLeft: 600 });
    expect(hits.add('b', 1_000, 900)).toEqual({ hits: 1, msLeft: 1_000 });
    expect(hits.add('a', 1_000, 1_500)).toEqual({ hits: 1, msLeft: 1_000 });
  });

  it('forgets the key whose window began first when there are too many', () => {
    const hits = new LocalHits(2);
    hits.add('a', 100, 0);
    hits.add('b', 100, 0);
    hits.add('a', 100, 200); // a new window: now the younger one
    hits.add('c', 100, 200);
    expect(hits.add('a', 100, 201).hits).toBe(2);
    expect(hits.add('b', 100, 50).hits).toBe(1);
  });
});
