import { SecurityEvent } from '@ringwell/database/accounts/security/security-event.entity';
import { PendingSignIn } from '@ringwell/database/accounts/sign-in/pending-sign-in.entity';
import { hashToken } from '@ringwell/platform/crypto/token-hash';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { passOnce } from '../leader/testing/pass-once';
import { ExpiredSessionsLoop } from './expired-sessions.loop';

const SIGN_UP = {
  email: 'kim@example.com',
  firstName: 'Kim',
  lastName: 'Lee',
  company: null,
  passwordHash: '',
  returnTo: '/',
};

describe('ExpiredSessionsLoop', () => {
  const database = useTestDatabase();

  async function passAndListSessions(isLeader: boolean, unitOfWork = database.unitOfWork): Promise<string[]> {
    await passOnce(isLeader, (leader) => new ExpiredSessionsLoop(leader, unitOfWork));
    const remaining: { sid: string }[] = await database.query('select sid from sessions order by sid');
    return remaining.map(({ sid }) => sid);
  }

  it('deletes only expired sessions and links, and only on the leader', async () => {
    const { account, user } = await database.makeAccount();
    const { sessions } = database.repositories;
    for (const sid of ['expired', 'live']) await sessions.create(user.id, sid, { signedInWith: 'password' });
    await database.query(`update sessions set expire = now() where sid = 'expired'`);
    const links = database.repositories.emailLinks;
    for (const token of ['expired', 'live']) {
      await links.createPasswordReset(user.id, token);
      await links.createSignUp({ ...SIGN_UP, tokenHash: token });
    }
    const { passkeys } = database.repositories;
    for (const purpose of ['expired', 'live']) await passkeys.setChallenge(user.id, purpose, 'hash');
    await database.query(`update passkey_challenges set expires_at = now() where purpose_hash = 'expired'`);
    const { signInLinks } = database.repositories;
    for (const token of ['expired', 'live']) await signInLinks.create(user.id, token);
    for (const email of ['expired', 'live'])
      await database.repositories.invitations.put({
        accountId: account.id,
        email,
        role: 'member',
        tokenHash: email,
        provesEmail: true,
        invitedBy: null,
      });
    await database.query(`update invitations set expires_at = now() - interval '8 days' where email = 'expired'`);
    for (const table of ['sign_ups', 'password_resets', 'sign_in_links'])
      await database.query(`update ${table} set expires_at = now() where token_hash = 'expired'`);

    expect(await passAndListSessions(false)).toEqual(['expired', 'live']);
    expect(await passAndListSessions(true)).toEqual(['live']);
    const remaining: { token: string }[] = await database.query(
      'select token_hash as token from sign_ups union all select token_hash from password_resets ' +
        'union all select token_hash from sign_in_links union all select purpose_hash from passkey_challenges',
    );
    expect(remaining.map(({ token }) => token)).toEqual(['live', 'live', 'live', 'live']);
    expect(await database.query('select email from invitations')).toEqual([{ email: 'live' }]);
  });

  it('records expired sign-ins with a correct password but no second step', async () => {
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

    await passAndListSessions(true);
    expect(await database.manager.find(PendingSignIn)).toMatchObject([{ tokenHash: 'live' }]);
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

  it('disconnects assistants that never fetched a token or whose last token has expired', async () => {
    const { account, user } = await database.makeAccount();
    const { assistants } = database.repositories;
    for (const name of ['live', 'new', 'never', 'expired', 'renewed', 'renewing']) {
      const { id } = await assistants.create({
        ...{ accountId: account.id, userId: user.id, clientId: 'c1', name, host: 'claude.ai', isReadOnly: true },
      });
      if (name !== 'new')
        await database.query(`update assistants set created_at = now() - interval '2 hours' where id = $1`, [id]);
      if (['live', 'expired', 'renewed', 'renewing'].includes(name)) {
        await assistants.saveRecord('Grant', name, { assistantId: id, payload: {}, expiresInSeconds: 90 });
        const expiresInSeconds = name === 'expired' ? -1 : 90;
        await assistants.saveRecord('RefreshToken', name, { assistantId: id, payload: {}, expiresInSeconds });
      }
    }
    await assistants.consumeRecord('RefreshToken', 'renewed');
    await database.query(`update assistant_records set consumed_at = consumed_at - interval '1 minute'`);
    await assistants.consumeRecord('RefreshToken', 'renewing');
    await passAndListSessions(true);
    const remaining = await assistants.list(account.id);
    expect(remaining.map(({ name }) => name).sort()).toEqual(['live', 'new', 'renewing']);
    expect(
      await database.query(`select id_hash as "idHash" from assistant_records where kind = 'Grant' order by 1`),
    ).toEqual([{ idHash: 'live' }, { idHash: 'renewing' }]);
  });

  it('deletes apps that were never connected, but not those that may reconnect', async () => {
    const { account, user } = await database.makeAccount();
    const { assistants } = database.repositories;
    for (const clientId of ['known', 'unknown'])
      await assistants.saveRecord('Client', hashToken(clientId), {
        ...{ assistantId: null, payload: { client_id: clientId }, expiresInSeconds: undefined },
      });
    await database.query(`update assistant_records set created_at = now() - interval '2 days'`);
    const { id } = await assistants.create({
      ...{ accountId: account.id, userId: user.id, clientId: 'known', name: 'A', host: 'b', isReadOnly: true },
    });
    await assistants.delete(account.id, id);
    await passAndListSessions(true);
    expect(await assistants.findRecord('Client', hashToken('known'))).toBeDefined();
    expect(await assistants.findRecord('Client', hashToken('unknown'))).toBeUndefined();
  });

  it('completes the other parts when one part fails', async () => {
    const { user } = await database.makeAccount();
    await database.repositories.signInLinks.create(user.id, 'expired');
    await database.query('update sign_in_links set expires_at = now()');
    const { unitOfWork } = database;
    jest.spyOn(unitOfWork, 'run').mockRejectedValueOnce(new Error('too slow'));
    await passAndListSessions(true, unitOfWork);
    expect(await database.query('select from sign_in_links')).toEqual([]);
  });
});
