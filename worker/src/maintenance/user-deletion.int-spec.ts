import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { LiveSubscriptionsService } from '@ringwell/database/billing/live-subscriptions.service';
import { StripeEventsRepository } from '@ringwell/database/billing/stripe-events.repository';
import { DeletedUsersRepository } from '@ringwell/database/erasures/deleted-users.repository';
import { DiskStorage } from '@ringwell/platform/storage/disk.storage';
import { StripeConnection } from '@ringwell/platform/stripe/stripe-connection';
import { dumpDatabase } from '@ringwell/testing/database-dump';
import { explainQueries } from '@ringwell/testing/explain-queries';
import { FakeStripeServer } from '@ringwell/testing/fake-stripe-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { useTestDatabase } from '@ringwell/testing/test-database';
import { useStripe } from '@ringwell/testing/use-stripe';

import { fakeLeader } from '../leader/testing/fake-leader';
import { UserDeletionLoop } from './user-deletion.loop';

const SUBSCRIPTION = 'sub_live';

describe('UserDeletionLoop', () => {
  const directory = temporaryDirectory();
  const storage = new DiskStorage(directory);
  const stripe = useStripe();
  const database = useTestDatabase();
  let testAccount: TestAccount;
  beforeAll(() => storage.setUp(() => Promise.resolve(false)));
  beforeEach(async () => {
    await database.query('truncate users, accounts, activity_logs cascade');
    stripe.subscriptions.clear();
    stripe.reply = (request) => stripe.serve(request);
    testAccount = await database.makeAccount({
      user: { email: 'al@example.com', firstName: 'Al', lastName: 'Reyes' },
    });
  });

  const query = <T = unknown[]>(sql: string, parameters: unknown[] = []): Promise<T> =>
    database.query<T>(sql, parameters);
  const requestDeletion = (): Promise<void> => database.repositories.userDeletions.request(testAccount.user.id, null);
  const createLoop = (): UserDeletionLoop => {
    const { manager } = database;
    const { unitOfWork } = database;
    const subscriptions = new LiveSubscriptionsService(
      unitOfWork,
      new AccountsRepository(manager),
      new StripeEventsRepository(manager),
      new StripeConnection({ secretKey: stripe.secretKey, baseUrl: stripe.origin }),
    );
    return new UserDeletionLoop(
      fakeLeader(),
      database.repositories.userDeletions,
      unitOfWork,
      new AccountsRepository(manager),
      subscriptions,
      storage,
    );
  };
  async function makeCall({ account: { id: accountId } }: TestAccount, overrides: object = {}): Promise<string> {
    const id = randomUUID();
    const recordingKey = `recordings/${accountId}/${id}`;
    await storage.put(recordingKey, Readable.from([Buffer.from('sound')]));
    await database.makeCompletedCall(accountId, { call: { id, recordingKey, ...overrides } });
    return recordingKey;
  }
  const isStored = async (key: string): Promise<boolean> => (await storage.stat(key)) !== undefined;

  async function countRows({ account, user }: TestAccount): Promise<string[]> {
    const columns = await query<{ table: string; name: string }[]>(
      `select table_name as "table", column_name as name from information_schema.columns
       where table_schema = 'public' and column_name in ('account_id', 'user_id') order by 1, 2`,
    );
    const tables: string[] = [];
    for (const { table, name } of columns) {
      const sql = `select from ${table} where ${name} = $1`;
      const rows = await query(sql, [name === 'account_id' ? account.id : user.id]);
      if (rows.length > 0) tables.push(`${table} ${rows.length}`);
    }
    return tables;
  }

  it("deletes all of the user's data, and keeps other users' data", async () => {
    const otherAccount = await database.makeAccount();
    const keptCall = await makeCall(otherAccount);
    const rowsBefore = await countRows(otherAccount);
    const keys = [await makeCall(testAccount), await makeCall(testAccount)];
    await database.repositories.users.update(testAccount.user.id, { picture: Buffer.from('picture') });
    await requestDeletion();
    expect(await createLoop().pass()).toBe(1);
    expect(await countRows(testAccount)).toEqual([]);
    expect(await countRows(otherAccount)).toEqual(rowsBefore);
    expect(await query('select from users where picture is not null')).toEqual([]);
    for (const key of keys) expect(await isStored(key)).toBe(false);
    expect(await isStored(keptCall)).toBe(true);
    expect(await createLoop().pass()).toBe(0);
  });

  it('continues a deletion that was interrupted between two parts', async () => {
    await query(
      `insert into calls (account_id, source, state) select $1, 'n8n', 'failed' from generate_series(1, 1001)`,
      [testAccount.account.id],
    );
    const lastKey = await makeCall(testAccount, { id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' });
    await requestDeletion();
    const interruptedLoop = createLoop();
    const passing = interruptedLoop.pass();
    const countCalls = async (): Promise<number> =>
      (await query(`select from calls where account_id = $1`, [testAccount.account.id])).length;
    while ((await countCalls()) === 1002) await new Promise(setImmediate);
    await interruptedLoop.onModuleDestroy();
    expect(await passing).toBe(0);
    expect(await countCalls()).toBeGreaterThan(0);
    expect(await database.repositories.userDeletions.list()).toMatchObject([
      { userId: testAccount.user.id, problem: null },
    ]);
    const plans = await explainQueries(database.manager, (manager) =>
      new AccountsRepository(manager).listCallsToDelete(testAccount.account.id, 1),
    );
    expect(plans).not.toContain('Sort');
    expect(await createLoop().pass()).toBe(1);
    expect(await isStored(lastKey)).toBe(false);
    expect(await countRows(testAccount)).toEqual([]);
  });

  it('removes every mention of the user, but not of someone with a longer address', async () => {
    await query(
      `insert into activity_logs (user_id, action, description, metadata, ip_address, user_agent) values
        ($1, 'Signed in', 'Al Reyes signed in.', '{"email": "al@example.com"}', '203.0.113.7', 'Firefox'),
        (null, 'Member invited', 'AL@example.com was invited, as val@example.com was.', null, '203.0.113.8', null)`,
      [testAccount.user.id],
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
    const member = await database.makeAccount();
    const sql = `insert into members (account_id, user_id, role) values ($1, $2, 'member')`;
    await query(sql, [member.account.id, testAccount.user.id]);
    const formerAccount = await database.makeAccount();
    await query(
      `insert into activity_logs (account_id, action, description, metadata)
        values ($1, 'Member removed', '', jsonb_build_object('targetUserId', $2::text))`,
      [formerAccount.account.id, testAccount.user.id],
    );
    const followUps = [member, formerAccount].map(({ account }) => database.makeFollowUp(account.id));
    await query(
      `insert into follow_up_events (follow_up_id, type, actor) select unnest($1::uuid[]), 'noted', 'Al Reyes'`,
      [(await Promise.all(followUps)).map(({ id }) => id)],
    );
    const deletedFollowUp = await database.makeFollowUp(member.account.id, { phone: '+15551234568' });
    await query(`update follow_ups set taken_by = 'Al Reyes' where id = $1`, [deletedFollowUp.id]);
    const other = await database.makeFollowUp(member.account.id, { phone: '+15551234569' });
    for (const { callId } of [deletedFollowUp, other])
      await database.unitOfWork.run(({ erasures }) => erasures.deleteCall(member.account.id, callId, null));
    await requestDeletion();
    expect(await createLoop().pass()).toBe(1);
    expect(await query('select call_id from deleted_calls where snapshot is not null')).toEqual([
      { call_id: other.callId },
    ]);
    const dump = JSON.stringify(await dumpDatabase(database.dataSource, ['sessions']));
    for (const text of ['Al Reyes', '"al@example.com', ' al@example.com', 'AL@example', 'Al@Example', '203.0.113.7'])
      expect(dump.includes(text) && text).toBe(false);
    expect(await query(`select description, ip_address from activity_logs where action = 'Member invited'`)).toEqual([
      { description: 'a deleted user was invited, as val@example.com was.', ip_address: '203.0.113.8' },
    ]);
    expect(await query(`select body from mails where recipient = 'val@example.com'`)).toEqual([
      { body: 'Hello val@example.com' },
    ]);
    expect(await query(`select distinct actor from follow_up_events where type = 'noted'`)).toEqual([
      { actor: 'a deleted user' },
    ]);
  });

  it('searches a long log and many emails in batches, and continues after an interruption', async () => {
    await query(
      `with activity as (insert into activity_logs (action, description) select 'x', 'x' from generate_series(1, 10000))
       insert into mails (recipient, subject, body) select 'val@example.com', '', '' from generate_series(1, 10000)`,
    );
    const [low, high] = ['00000000-0000-4000-8000-00000000000', 'ffffffff-ffff-4fff-bfff-fffffffffff'];
    for (const id of [`${low}1`, `${low}3`, `${high}e`, `${high}f`]) {
      await query(`insert into activity_logs (id, action, description) values ($1, 'x', 'al@example.com')`, [id]);
      await query(`insert into mails (id, recipient, subject, body) values ($1, 'al@example.com', '', '')`, [id]);
    }
    await query('analyze mails');
    await requestDeletion();
    await database.repositories.userDeletions.saveProgress(testAccount.user.id, {
      activityAfter: `${low}2`,
      mailsAfter: `${low}2`,
    });
    expect(await createLoop().pass()).toBe(1);
    expect(await query(`select id from activity_logs where description = 'al@example.com'`)).toEqual([
      { id: `${low}1` },
    ]);
    expect(await query(`select id from mails where recipient = 'al@example.com'`)).toEqual([{ id: `${low}1` }]);
    const plans = await database.dataSource.transaction((transaction) =>
      explainQueries(transaction, (manager) =>
        new DeletedUsersRepository(manager).redactRemaining(testAccount.user, new Date()),
      ),
    );
    expect(plans).toContain('ix_mails_created');
  });

  it('finds entries added to a part of the log that has already been searched', async () => {
    await requestDeletion();
    await database.repositories.userDeletions.saveProgress(testAccount.user.id, {
      activityAfter: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    });
    await query(
      `insert into activity_logs (action, description) values ('Member invited', 'al@example.com was invited.')`,
    );
    expect(await createLoop().pass()).toBe(1);
    expect(await query('select description from activity_logs')).toEqual([
      { description: 'a deleted user was invited.' },
    ]);
  });

  it('deletes a user even if a recording cannot be deleted', async () => {
    const recordingKey = `recordings/${testAccount.account.id}/stuck`;
    await mkdir(join(directory, recordingKey, 'a-folder-where-the-file-should-be'), { recursive: true });
    await database.makeCompletedCall(testAccount.account.id, { call: { recordingKey } });
    const deletableKey = await makeCall(testAccount);
    await requestDeletion();
    expect(await createLoop().pass()).toBe(1);
    expect(await countRows(testAccount)).toEqual([]);
    expect(await isStored(deletableKey)).toBe(false);
  });

  it('creates a demo account for a member who has no other account', async () => {
    const member = await database.makeMember(testAccount, 'member');
    await requestDeletion();
    expect(await createLoop().pass()).toBe(1);
    expect(await database.repositories.accounts.listSolelyOwnedIds(member.id)).toHaveLength(1);
  });

  it('keeps an account with another owner until that owner is deleted, too', async () => {
    const otherOwner = await database.makeMember(testAccount, 'owner');
    const accountExists = async (): Promise<boolean> =>
      (await query('select from accounts where id = $1', [testAccount.account.id])).length > 0;
    await requestDeletion();
    expect(await createLoop().pass()).toBe(1);
    expect(await accountExists()).toBe(true);
    await database.repositories.userDeletions.request(otherOwner.id, null);
    expect(await createLoop().pass()).toBe(1);
    expect(await accountExists()).toBe(false);
  });

  describe('with a subscription', () => {
    beforeEach(async () => {
      stripe.subscriptions.set(SUBSCRIPTION, 'active');
      await database.repositories.accounts.updateSettings(testAccount.account.id, {
        stripeSubscriptionId: SUBSCRIPTION,
      });
    });

    it('cancels the subscription first', async () => {
      await requestDeletion();
      expect(await createLoop().pass()).toBe(1);
      expect(stripe.subscriptions.get(SUBSCRIPTION)).toBe('canceled');
      expect(await countRows(testAccount)).toEqual([]);
    });

    it('deletes nothing and shows why while cancellation fails, without delaying other deletions', async () => {
      const key = await makeCall(testAccount);
      await requestDeletion();
      const member = await database.makeMember(await database.makeAccount(), 'member');
      await database.repositories.userDeletions.request(member.id, null);
      stripe.reply = () => FakeStripeServer.errorReply(400, { type: 'invalid_request_error', message: 'No.' });
      expect(await createLoop().pass()).toBe(1);
      expect(await isStored(key)).toBe(true);
      expect(await database.repositories.userDeletions.list()).toEqual([
        {
          userId: testAccount.user.id,
          requestedAt: expect.any(Date) as Date,
          problem: expect.stringMatching(/\w.*\.$/) as string,
        },
      ]);
      expect(await createLoop().pass()).toBe(0);
      stripe.reply = (request) => stripe.serve(request);
      await query('update user_deletions set run_after = now()');
      expect(await createLoop().pass()).toBe(1);
      expect(stripe.subscriptions.get(SUBSCRIPTION)).toBe('canceled');
    });
  });
});
