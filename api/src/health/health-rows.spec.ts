import { healthRows, worstStatus, type HealthFacts } from './health-rows';

const HEALTHY_FACTS: HealthFacts = {
  isDatabaseUp: true,
  isDatabaseReadOnly: false,
  isStorageUp: true,
  isRedisUp: true,
  workers: 1,
  slots: 2,
  isRecognizerMissing: false,
  isAdministratorNeeded: false,
  oldestQueuedAgeSeconds: 0,
};

describe('healthRows', () => {
  it.each<[Partial<HealthFacts>, string[], string]>([
    [{}, ['Operational', 'Healthy', 'Normal'], 'operational'],
    [{ oldestQueuedAgeSeconds: 299.9 }, ['Operational', 'Healthy', 'Normal'], 'operational'],
    [{ oldestQueuedAgeSeconds: 300 }, ['Operational', 'Healthy', 'Delayed: oldest call waiting 5 min'], 'degraded'],
    [{ oldestQueuedAgeSeconds: 7_199 }, ['Operational', 'Healthy', 'Delayed: oldest call waiting 119 min'], 'degraded'],
    [{ oldestQueuedAgeSeconds: 11_000 }, ['Operational', 'Healthy', 'Delayed: oldest call waiting 3 h'], 'degraded'],
    [{ workers: 0, oldestQueuedAgeSeconds: 900 }, ['Operational', 'Healthy', 'Waiting for workers'], 'degraded'],
    [
      { isAdministratorNeeded: true, oldestQueuedAgeSeconds: 900 },
      ['Operational', 'Healthy', 'Delayed: oldest call waiting 15 min'],
      'degraded',
    ],
    [{ slots: 0 }, ['Operational', 'Healthy', "Workers can't access recordings"], 'degraded'],
    [
      { slots: 0, isRecognizerMissing: true },
      ['Operational', 'Healthy', 'No speech recognizer is installed'],
      'degraded',
    ],
    [{ isAdministratorNeeded: true }, ['Operational', 'Healthy', 'Calls are waiting for an administrator'], 'degraded'],
    [{ isRedisUp: false, workers: 0 }, ['Operational', 'Healthy', 'Waiting for Redis'], 'degraded'],
    [{ isStorageUp: false, workers: 0 }, ["Can't store recordings", 'Healthy', 'Waiting for workers'], 'down'],
    [{ isDatabaseReadOnly: true, workers: 0 }, ['Operational', 'Read-only', 'Waiting for the database'], 'down'],
    [{ isDatabaseUp: false, workers: 0 }, ['Operational', 'Unreachable', 'Waiting for the database'], 'down'],
  ])('shows %j as %j', (facts, states, status) => {
    const rows = healthRows({ ...HEALTHY_FACTS, ...facts });
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ['API Status', states[0]],
      ['Database', states[1]],
      ['Processing', states[2]],
    ]);
    expect(worstStatus(rows)).toBe(status);
  });
});
