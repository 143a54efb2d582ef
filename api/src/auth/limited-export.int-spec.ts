import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import { ROUTE_POLICIES } from '../http/throttling/throttle-policies';
import { ThrottleService } from '../http/throttling/throttle.service';

describe('Exports', () => {
  const { api, database } = useTestApi();

  it('are limited to sixty every ten minutes per account', () => {
    expect(ROUTE_POLICIES.export).toMatchObject({ scope: 'account', limit: 60, windowMs: 600_000 });
  });

  it.each([
    ['/api/calls/export.csv', 'analyses'],
    ['/api/checks/export.jsonl', 'call_checks'],
    ['/api/my/happiness/export.csv', 'happiness_days'],
    ['/api/my/bookings/export.csv', 'happiness_days'],
    ['/api/my/activity/export.csv', 'activity_logs'],
    ['/api/admin/activity/export.csv', 'activity_logs'],
    ['/api/admin/security-events/export.csv', 'security_events'],
  ])('run at most two at a time per account: %s', async (path, table) => {
    const signIn = async (): Promise<SessionClient> => {
      const { user } = await database.makeAccount({ user: { role: 'admin' } });
      return api.signIn(user);
    };
    const [client, otherClient] = [await signIn(), await signIn()];
    const countSpy = jest.spyOn(api.app.get(ThrottleService), 'count').mockClear();
    const queryRunner = database.dataSource.createQueryRunner();
    await queryRunner.startTransaction();
    await queryRunner.query(`lock table ${table} in access exclusive mode`);
    const requests = [client.get(path), client.get(path), client.get(path)];
    const firstResponse = await Promise.race(requests);
    const otherResponse = otherClient.get(path);
    await queryRunner.rollbackTransaction();
    await queryRunner.release();
    expect(firstResponse).toMatchObject(problem(429, 'RATE_LIMITED'));
    const responses = await Promise.all([...requests, otherResponse]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429]);
    expect((await client.get(path)).status).toBe(200);
    expect(countSpy.mock.calls.filter(([policy]) => policy === 'export')).toHaveLength(5);
  });
});
