import { healthRows, worstStatus, type HealthFacts } from './health-rows';

const WELL: HealthFacts = {
  databaseAnswers: true,
  storageWorks: true,
  redisAnswers: true,
  workers: 1,
  slots: 2,
  oldestQueuedAgeSeconds: 0,
};

describe('healthRows', () => {
  it.each<[Partial<HealthFacts>, string[], string]>([
    [{}, ['Operational', 'Healthy', 'Normal'], 'operational'],
    [{ oldestQueuedAgeSeconds: 299.9 }, ['Operational', 'Healthy', 'Normal'], 'operational'],
    [{ oldestQueuedAgeSeconds: 300 }, ['Operational', 'Healthy', 'Behind: oldest call waits 5 min'], 'degraded'],
    [{ oldestQueuedAgeSeconds: 7_199 }, ['Operational', 'Healthy', 'Behind: oldest call waits 119 min'], 'degraded'],
    [{ oldestQueuedAgeSeconds: 11_000 }, ['Operational', 'Healthy', 'Behind: oldest call waits 3 h'], 'degraded'],
    [{ workers: 0, oldestQueuedAgeSeconds: 900 }, ['Operational', 'Healthy', 'Waiting for workers'], 'degraded'],
    [{ slots: 0 }, ['Operational', 'Healthy', 'Workers cannot reach the recordings'], 'degraded'],
    [{ redisAnswers: false, workers: 0 }, ['Operational', 'Healthy', 'Waiting for Redis'], 'degraded'],
    [{ storageWorks: false, workers: 0 }, ['Recordings cannot be stored', 'Healthy', 'Waiting for workers'], 'down'],
    [{ databaseAnswers: false, workers: 0 }, ['Operational', 'Unreachable', 'Waiting for the database'], 'down'],
  ])('with %j say %j', (facts, states, status) => {
    const rows = healthRows({ ...WELL, ...facts });
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ['API Status', states[0]],
      ['Database', states[1]],
      ['Processing', states[2]],
    ]);
    expect(worstStatus(rows)).toBe(status);
  });
});
