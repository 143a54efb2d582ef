import { SecurityEvent } from '@ringwell/database/accounts/security/security-event.entity';
import { PendingSignIn } from '@ringwell/database/accounts/sign-in/pending-sign-in.entity';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { passOnce } from '../leader/testing/pass-once';
import { UnfinishedSignInsLoop } from './unfinished-sign-ins.loop';

describe('UnfinishedSignInsLoop', () => {
  const database = useTestDatabase();

  const pass = (isLeader: boolean): Promise<void> => {
    const repository = database.repositories.pendingSignIns;
    return passOnce(isLeader, (leader) => new UnfinishedSignInsLoop(leader, repository));
  };
  const listRemainingSignIns = async (): Promise<string[]> =>
    (await database.manager.find(PendingSignIn)).map(({ tokenHash }) => tokenHash).sort();

  it('records expired sign-ins with a correct password but no second step, and only on the leader', async () => {
    const { user } = await database.makeAccount();
    const { pendingSignIns } = database.repositories;
    const signIn = { userId: user.id, hasWeakPassword: false, userAgent: 'a browser' };
    for (const [token, ipAddress] of Object.entries({
      a: '203.0.113.9',
      b: '203.0.113.9',
      c: '198.51.100.7',
      live: null,
    }))
      await pendingSignIns.create(token, { ...signIn, ipAddress });
    await database.query(
      `update pending_sign_ins set expires_at = expires_at - interval '5 minutes' where token_hash <> 'live'`,
    );

    await pass(false);
    expect(await listRemainingSignIns()).toEqual(['a', 'b', 'c', 'live']);
    await pass(true);
    expect(await listRemainingSignIns()).toEqual(['live']);
    const events = await database.manager.find(SecurityEvent, { order: { count: 'ASC' } });
    const event = {
      kind: 'sign_in',
      outcome: 'refused',
      method: 'password',
      code: 'SECOND_STEP_MISSING',
      userId: null,
      targetUserId: user.id,
      userAgent: 'a browser',
    };
    expect(events).toMatchObject([
      { ...event, ipAddress: '198.51.100.7', count: 1 },
      { ...event, ipAddress: '203.0.113.9', count: 2 },
    ]);
    for (const { firstAt, createdAt } of events)
      expect(createdAt.getTime() - firstAt.getTime()).toBeGreaterThan(299_000);
  });
});
