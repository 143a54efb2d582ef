import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';
import { databaseDump } from '@ringwell/testing/database-dump';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { makeFollowUp } from '@ringwell/testing/make-follow-up';
import { SessionClient, type Answer, type ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { useStripe } from '@ringwell/testing/use-stripe';

const SUBSCRIPTION = 'sub_live';

describe('Deleting a user', () => {
  const stripe = useStripe();
  const { api, database } = useTestApi(() => ({
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_BASE_URL: stripe.origin,
  }));
  let administrator: TestAccount;
  let client: SessionClient;
  let made: TestAccount;

  beforeAll(async () => {
    administrator = await makeAccount(database.dataSource, { user: { role: 'admin' } });
    client = await SessionClient.signIn(api, database.dataSource, administrator.user.id);
  });
  beforeEach(async () => {
    made = await makeAccount(database.dataSource);
    stripe.subscriptions.clear();
    stripe.reply = (request) => stripe.serve(request);
  });

  const remove = (): Promise<Answer<ProblemBody>> => client.delete(`/api/admin/users/${made.user.id}`);
  const recordings = async (): Promise<string[]> =>
    (await api.storedFiles())
      .map((path) => relative(api.storageDir, path))
      .filter((path) => path.startsWith('recordings/'));
  const activity = (): Promise<unknown[]> =>
    database.dataSource.query(
      `select action, description, user_id, ip_address, metadata from activity_logs where metadata->>'targetUserId' = $1`,
      [made.user.id],
    );

  async function makeFullCall({ account: { id: accountId } }: TestAccount, number: number): Promise<string> {
    const recordingKey = `recordings/${accountId}/${number}`;
    await api.app.get(RecordingStorage).put(recordingKey, Readable.from([Buffer.from('sound')]));
    const { id } = await makeCall(database.dataSource, accountId, { recordingKey, state: 'completed' });
    await database.dataSource.query(
      `insert into transcripts (call_id, account_id, run_number, engine, language, duration_seconds, segments, text) values ($1, $2, 1, 'test', 'en', 1, '[]', '')`,
      [id, accountId],
    );
    await database.dataSource.query(
      `insert into usage_records (account_id, call_id, minutes, source) values ($1, $2, 1, 'n8n')`,
      [accountId, id],
    );
    return recordingKey;
  }

  async function rowsOf({ account, user }: TestAccount): Promise<Record<string, number>> {
    const columns = await database.dataSource.query<{ table: string; name: string }[]>(
      `select table_name as "table", column_name as name from information_schema.columns
       where table_schema = 'public' and column_name in ('account_id', 'user_id') order by 1, 2`,
    );
    const counts = await Promise.all(
      columns.map(async ({ table, name }): Promise<[string, number]> => [
        table,
        (
          await database.dataSource.query<unknown[]>(`select from ${table} where ${name} = $1`, [
            name === 'account_id' ? account.id : user.id,
          ])
        ).length,
      ]),
    );
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  it("removes all of the user's data and keeps the data of others", async () => {
    const other = await makeAccount(database.dataSource);
    const kept = await makeFullCall(other, 1);
    for (let number = 0; number < 20; number += 1) await makeFullCall(made, number);
    const session = await SessionClient.signIn(api, database.dataSource, made.user.id);
    await session.get('/api/auth/user');
    const before = await rowsOf(other);
    expect(Object.keys(await rowsOf(made))).toEqual([
      'account_lanes',
      'account_settings',
      'bearer_tokens',
      'call_search',
      'calls',
      'members',
      'sessions',
      'transcripts',
      'usage_records',
    ]);

    expect(await remove()).toMatchObject({ status: 204, body: '' });
    expect(await rowsOf(made)).toEqual({});
    expect(await database.dataSource.query('select from transcripts')).toHaveLength(1);
    expect(await rowsOf(other)).toEqual(before);
    expect(await recordings()).toEqual([kept]);
    expect(await session.get('/api/auth/user')).toMatchObject({ status: 401 });
    expect(await activity()).toEqual([
      {
        action: 'User deleted',
        description: 'A user was deleted, with all calls and recordings.',
        user_id: administrator.user.id,
        ip_address: '127.0.0.1',
        metadata: { targetUserId: made.user.id, recordings: 20 },
      },
    ]);
    expect(await remove()).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
  });

  it('leaves nothing that names the user, and what names somebody with a longer address', async () => {
    made = await makeAccount(database.dataSource, {
      user: { email: 'al@example.com', firstName: 'Al', lastName: 'Reyes' },
    });
    const query = (sql: string, parameters: unknown[] = []): Promise<unknown> =>
      database.dataSource.query(sql, parameters);
    await query(
      `insert into activity_logs (user_id, action, description, metadata, ip_address, user_agent) values
        ($1, 'Signed in', 'Al Reyes signed in.', '{"email": "al@example.com"}', '203.0.113.7', 'Firefox'),
        (null, 'Member invited', 'AL@example.com was invited, as val@example.com was.', null, '203.0.113.8', null)`,
      [made.user.id],
    );
    await query(
      `insert into contact_messages (name, email, phone, message, ip_address)
        values ('Al Reyes', 'Al@Example.com', '+15551234567', 'What would it cost?', '203.0.113.7')`,
    );
    await query(
      `insert into mails (recipient, subject, body) values
        ('al@example.com', 'Welcome, Al Reyes', 'Hello Al Reyes'), ('support@example.com', 'Question', 'From al@example.com'),
        ('val@example.com', 'Welcome', 'Hello val@example.com')`,
    );
    const member = await makeAccount(database.dataSource);
    await query(`insert into members (account_id, user_id, role) values ($1, $2, 'member')`, [
      member.account.id,
      made.user.id,
    ]);
    const followUp = await makeFollowUp(database.dataSource, member.account.id);
    await query(`insert into follow_up_events (follow_up_id, type, actor) values ($1, 'noted', 'Al Reyes')`, [
      followUp.id,
    ]);
    expect((await remove()).status).toBe(204);
    const dump = JSON.stringify(await databaseDump(database.dataSource, ['sessions']));
    for (const text of ['Al Reyes', '"al@example.com', ' al@example.com', 'AL@example', 'Al@Example', '203.0.113.7'])
      expect(dump.includes(text) && text).toBe(false);
    expect(await query(`select description, ip_address from activity_logs where action = 'Member invited'`)).toEqual([
      { description: 'a deleted user was invited, as val@example.com was.', ip_address: '203.0.113.8' },
    ]);
    expect(await query(`select body from mails where recipient = 'val@example.com'`)).toEqual([
      { body: 'Hello val@example.com' },
    ]);
    expect(await query(`select actor from follow_up_events where type = 'noted'`)).toEqual([
      { actor: 'a deleted user' },
    ]);
  });

  it('deletes the user and logs a warning when a recording cannot be deleted', async () => {
    const recordingKey = `recordings/${made.account.id}/stuck`;
    await mkdir(join(api.storageDir, recordingKey, 'a-folder-where-the-file-should-be'), { recursive: true });
    await makeCall(database.dataSource, made.account.id, { recordingKey });
    const deletable = await makeFullCall(made, 1);
    expect(await remove()).toMatchObject({ status: 204 });
    expect(await rowsOf(made)).toEqual({});
    expect(await recordings()).not.toContain(deletable);
    const warning = api.log
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(({ userId }) => userId === made.user.id);
    expect(warning).toMatchObject({
      level: 'warn',
      failed: 1,
      err: { code: 'STORAGE_UNAVAILABLE' },
      msg: expect.stringContaining('sweep') as string,
    });
  });

  describe('with a subscription', () => {
    beforeEach(async () => {
      stripe.subscriptions.set(SUBSCRIPTION, 'active');
      await new AccountsRepository(database.dataSource.manager).updateSettings(made.account.id, {
        stripeSubscriptionId: SUBSCRIPTION,
      });
    });

    it('cancels the subscription', async () => {
      expect(await remove()).toMatchObject({ status: 204 });
      expect(stripe.subscriptions.get(SUBSCRIPTION)).toBe('canceled');
      expect(await rowsOf(made)).toEqual({});
    });

    it('keeps the user when the subscription cannot be canceled', async () => {
      const key = await makeFullCall(made, 1);
      const before = await rowsOf(made);
      stripe.reply = () => FakeStripeServer.failing(400, { type: 'invalid_request_error', message: 'No.' });
      expect(await remove()).toMatchObject({ status: 502 });
      expect(await rowsOf(made)).toEqual(before);
      expect(await recordings()).toContain(key);
      expect(await activity()).toEqual([]);
    });

    it('keeps the subscription when deletion is refused for another reason', async () => {
      await new AccountsRepository(database.dataSource.manager).updateSettings(administrator.account.id, {
        stripeSubscriptionId: SUBSCRIPTION,
      });
      expect(await client.delete(`/api/admin/users/${administrator.user.id}`)).toMatchObject({
        status: 409,
        body: { code: 'OWN_ACCOUNT' },
      });
      expect(stripe.subscriptions.get(SUBSCRIPTION)).toBe('active');
    });
  });
});
