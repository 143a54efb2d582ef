import { useTestApi } from '@ringwell/testing/start-api';

import { serviceParts } from './service-parts';
import type { ServiceStatusDto } from './service-status.dto';

const ALL_UP = {
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

describe('GET /api/status', () => {
  const { api, database } = useTestApi();

  it('publicly reports that calls are waiting, without naming hosts, engines or stores', async () => {
    await database.addLiveWorker({ host: 'secret-host' });
    const { account } = await database.makeAccount();
    await database.makeCall(account.id, { runAfter: new Date(Date.now() - 12.5 * 60_000) });
    const response = await fetch(`${api.url}/api/status`);
    const text = await response.text();
    expect(JSON.parse(text) as ServiceStatusDto).toMatchObject({
      status: 'delayed',
      parts: [
        { name: 'Web app and sign-in', status: 'up', message: null },
        { name: 'New calls', status: 'up', message: null },
        {
          name: 'Call processing',
          status: 'delayed',
          message: 'The oldest call has been waiting for 12 min. No calls have been lost.',
        },
        { name: 'Alerts and notes', status: 'up', message: null },
      ],
    });
    expect(text).not.toMatch(/secret-host|pocketsphinx|postgres|redis/i);
  });

  it.each([
    [{ isRedisUp: false }, ['up', 'up', 'delayed', 'delayed']],
    [{ isAdministratorNeeded: true }, ['up', 'up', 'delayed', 'up']],
    [{ workers: 0, slots: 0 }, ['up', 'up', 'delayed', 'delayed']],
    [{ isStorageUp: false }, ['up', 'down', 'up', 'up']],
    [{ isDatabaseReadOnly: true }, ['down', 'down', 'delayed', 'delayed']],
    [{ isDatabaseUp: false }, ['down', 'down', 'delayed', 'delayed']],
  ])('given %j, reports the statuses %j', (facts, statuses) => {
    expect(serviceParts({ ...ALL_UP, ...facts }).map(({ status }) => status)).toEqual(statuses);
  });
});
