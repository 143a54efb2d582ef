import { SessionsRepository } from '@ringwell/database/accounts/sessions.repository';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { makeAccount } from '@ringwell/testing/make-account';
import { useTestDatabase } from '@ringwell/testing/test-database';

import type { LeaderElectionService } from '../leader/leader-election.service';
import { ExpiredSessionsLoop } from './expired-sessions.loop';

describe('ExpiredSessionsLoop', () => {
  const database = useTestDatabase();

  async function sessionsAfterPass(isLeader: boolean): Promise<string[]> {
    const purge = new ExpiredSessionsLoop(
      { isLeader } as LeaderElectionService,
      new SessionsRepository(database.dataSource.manager),
      createLogger({ service: 'test', level: 'fatal' }),
    );
    purge.onApplicationBootstrap();
    await purge.onModuleDestroy();
    const left: { sid: string }[] = await database.dataSource.query('select sid from sessions order by sid');
    return left.map(({ sid }) => sid);
  }

  it('deletes only expired sessions, only on the leader', async () => {
    const { user } = await makeAccount(database.dataSource);
    const sessions = new SessionsRepository(database.dataSource.manager);
    for (const sid of ['expired', 'live']) await sessions.create(user.id, sid, { signedInWith: 'password' });
    await database.dataSource.query(`update sessions set expire = now() where sid = 'expired'`);

    expect(await sessionsAfterPass(false)).toEqual(['expired', 'live']);
    expect(await sessionsAfterPass(true)).toEqual(['live']);
  });
});
