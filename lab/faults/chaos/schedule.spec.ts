import { describeFault, generateSchedule, type PlannedFault } from './schedule';

const faultKinds = (schedule: readonly PlannedFault[]): string[] => [
  ...new Set(schedule.map(({ kind, target }) => (kind === 'vendor' ? `vendor ${target}` : kind))),
];

it('produces the same faults for the same seed and minutes', () => {
  expect(generateSchedule(7, 10)).toEqual(generateSchedule(7, 10));
});

it('produces different faults for a different seed', () => {
  expect(generateSchedule(7, 10)).not.toEqual(generateSchedule(8, 10));
});

it('includes every kind of fault within ten minutes', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    expect(faultKinds(generateSchedule(seed, 10)).sort()).toEqual(
      [
        ...['clock', 'flush', 'freeze', 'full', 'kill', 'link', 'restart', 'stall', 'terminate'],
        ...['vendor mail', 'vendor receiver', 'vendor speech', 'vendor stripe'],
      ].sort(),
    );
  }
});

it('ends all faults within the run, and lists them in the order in which they start', () => {
  const schedule = generateSchedule(11, 3);
  expect(schedule.length).toBeGreaterThan(20);
  expect(schedule.every(({ atMs, durationMs }) => atMs >= 0 && atMs + durationMs <= 180_000)).toBe(true);
  expect(schedule.map(({ atMs }) => atMs)).toEqual(schedule.map(({ atMs }) => atMs).sort((a, b) => a - b));
});

it('has at most one fault per process at a time', () => {
  for (const seed of [1, 2, 3]) {
    const workerFaults = generateSchedule(seed, 20).filter(
      ({ kind, target }) => target === 'worker-1' && kind !== 'link' && kind !== 'full',
    );
    const overlaps = workerFaults.filter(({ atMs }, index) => {
      const previous = workerFaults[index - 1];
      return previous !== undefined && previous.atMs + previous.durationMs > atMs;
    });
    expect(overlaps).toEqual([]);
  }
});

it('describes a fault', () => {
  expect(describeFault({ atMs: 125_300, durationMs: 20_120, kind: 'freeze', target: 'worker-1' })).toBe(
    'worker-1: freeze, for 20.1 s',
  );
  expect(describeFault({ atMs: 0, durationMs: 5_000, kind: 'link', target: 'api-1', end: 'redis', mode: 'cut' })).toBe(
    'api-1: link to redis: cut, for 5.0 s',
  );
});
