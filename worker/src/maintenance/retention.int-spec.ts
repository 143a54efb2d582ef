import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import { CallCorrection } from '@ringwell/database/calls/call-correction.entity';
import { CallListsRepository } from '@ringwell/database/calls/call-lists.repository';
import { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import { Call } from '@ringwell/database/calls/call.entity';
import { RetentionRepository } from '@ringwell/database/calls/retention.repository';
import { Mail } from '@ringwell/database/deliveries/mail.entity';
import type { CallState } from '@ringwell/domain/calls/call';
import { DiskStorage } from '@ringwell/platform/storage/disk.storage';
import { playableCopyKey } from '@ringwell/platform/storage/playable-copy-key';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { createTestDatabase, type TestDatabase } from '@ringwell/testing/test-database';

import { fakeLeader } from '../leader/testing/fake-leader';
import { RetentionLoop } from './retention.loop';

const DAY_MS = 86_400_000;
const KEEP_ALL = {
  RECORDINGS_RETENTION_DAYS: 0,
  TRANSCRIPTS_RETENTION_DAYS: 0,
  ACTIVITY_RETENTION_DAYS: 0,
  SECURITY_EVENTS_RETENTION_DAYS: 0,
  MESSAGES_RETENTION_DAYS: 0,
  CONTACT_RETENTION_DAYS: 0,
};
const KEEP_30_DAYS = {
  RECORDINGS_RETENTION_DAYS: 30,
  TRANSCRIPTS_RETENTION_DAYS: 30,
  ACTIVITY_RETENTION_DAYS: 30,
  SECURITY_EVENTS_RETENTION_DAYS: 30,
  MESSAGES_RETENTION_DAYS: 30,
  CONTACT_RETENTION_DAYS: 0,
};
const NOTHING_EXPIRED = {
  demos: 0,
  recordings: 0,
  transcripts: 0,
  activity: 0,
  securityEvents: 0,
  revokedTokens: 0,
  mails: 0,
  contactMessages: 0,
  deliveryAttempts: 0,
  jobs: 0,
};

describe('RetentionLoop', () => {
  const directory = temporaryDirectory();
  const storage = new DiskStorage(directory);
  let database: TestDatabase;
  let accountId: string;
  beforeAll(() => storage.setUp(() => Promise.resolve(false)));
  beforeEach(async () => {
    database = await createTestDatabase();
    ({
      account: { id: accountId },
    } = await database.makeAccount());
  });
  afterEach(() => database.drop());

  const createLoop = (
    settings: Partial<typeof KEEP_ALL>,
    overrides: { storage?: DiskStorage; repository?: RetentionRepository } = {},
  ): RetentionLoop =>
    new RetentionLoop(
      fakeLeader(),
      overrides.repository ?? new RetentionRepository(database.manager),
      overrides.storage ?? storage,
      { ...KEEP_ALL, ...settings },
    );
  const makeAgedCall = async (days: number, overrides: Partial<Call> = {}): Promise<Call> => {
    const id = randomUUID();
    const recordingKey = `recordings/${accountId}/${id}`;
    await storage.put(recordingKey, Readable.from([Buffer.from('x')]));
    return database.makeCompletedCall(overrides.accountId ?? accountId, {
      call: { id, recordingKey, createdAt: new Date(Date.now() - days * DAY_MS), ...overrides },
    });
  };
  const findCall = (id: string): Promise<Call> => database.manager.findOneByOrFail(Call, { id });
  const isStored = (call: Call): Promise<boolean> =>
    access(join(directory, call.recordingKey ?? '')).then(
      () => true,
      () => false,
    );
  const reprocess = (id: string): Promise<Call | null> => database.repositories.calls.reprocess(accountId, id);
  const searchCalls = async (search: string): Promise<string[]> =>
    (await new CallListsRepository(database.manager).list(accountId, { search, isDemo: false }, 10)).map(
      ({ id }) => id,
    );

  it('deletes old contact form messages, answered or not', async () => {
    await database.query(`
      insert into contact_messages (name, email, message, created_at) values
        ('old', 'a@example.com', 'Hello', now() - interval '366 days'), ('new', 'b@example.com', 'Hello', now())`);
    expect(await createLoop({}).apply()).toEqual(NOTHING_EXPIRED);
    expect(await createLoop({ CONTACT_RETENTION_DAYS: 365 }).apply()).toEqual({
      ...NOTHING_EXPIRED,
      contactMessages: 1,
    });
    expect(await database.query('select name from contact_messages')).toEqual([{ name: 'new' }]);
  });

  it('keeps everything by default', async () => {
    const call = await makeAgedCall(4_000);
    expect(await createLoop({}).apply()).toEqual(NOTHING_EXPIRED);
    expect(await isStored(call)).toBe(true);
    expect(await findCall(call.id)).toMatchObject({ recordingExpiredAt: null, wordsExpiredAt: null });
  });

  it('deletes recordings of demo uploads without a result, regardless of age', async () => {
    const makeDemo = (state: CallState): Promise<Call> => makeAgedCall(0, { source: 'demo', state });
    const expiredDemoCalls = [await makeDemo('failed'), await makeDemo('skipped'), await makeDemo('timed_out')];
    const keptCalls = [
      await makeDemo('completed'),
      await makeDemo('running'),
      await makeAgedCall(0, { state: 'failed' }),
    ];
    expect(await createLoop({}).apply()).toEqual({ ...NOTHING_EXPIRED, demos: 3 });
    expect(await Promise.all([...expiredDemoCalls, ...keptCalls].map(isStored))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
    for (const { id } of expiredDemoCalls)
      expect(await findCall(id)).toMatchObject({ recordingKey: null, recordingExpiredAt: expect.any(Date) as Date });
    expect(await createLoop({}).apply()).toEqual(NOTHING_EXPIRED);
  });

  it('keeps recordings and transcripts of demo uploads for two weeks', async () => {
    const [recentCall, oldCall] = [
      await makeAgedCall(13, { source: 'demo' }),
      await makeAgedCall(15, { source: 'demo' }),
    ];
    const ordinaryCall = await makeAgedCall(15);
    expect(await createLoop({}).apply()).toEqual({ ...NOTHING_EXPIRED, demos: 1, transcripts: 1 });
    expect(await Promise.all([recentCall, oldCall, ordinaryCall].map(isStored))).toEqual([true, false, true]);
    expect(await findCall(oldCall.id)).toMatchObject({ recordingKey: null, wordsExpiredAt: expect.any(Date) as Date });
    expect(await findCall(recentCall.id)).toMatchObject({ recordingExpiredAt: null, wordsExpiredAt: null });
    expect(await createLoop({}).apply()).toEqual(NOTHING_EXPIRED);
  });

  it('only deletes expired recordings, and rejects requests to reprocess their calls', async () => {
    const [oldCall, recentCall, runningCall] = [
      await makeAgedCall(31),
      await makeAgedCall(29),
      await makeAgedCall(31, { state: 'running' }),
    ];
    await database.manager.update(Call, oldCall.id, {
      sealedRecordingUrl: 'v1.sealed',
      hasPlayableCopy: true,
    });
    const copyKey = playableCopyKey(oldCall.recordingKey ?? '');
    await storage.put(copyKey, Readable.from([Buffer.from('x')]));
    expect(await createLoop({ RECORDINGS_RETENTION_DAYS: 30 }).apply()).toEqual({ ...NOTHING_EXPIRED, recordings: 1 });
    expect(await Promise.all([oldCall, recentCall, runningCall].map(isStored))).toEqual([false, true, true]);
    expect(await storage.stat(copyKey)).toBeUndefined();
    expect(await findCall(oldCall.id)).toMatchObject({
      recordingKey: null,
      sealedRecordingUrl: null,
      recordingExpiredAt: expect.any(Date) as Date,
      wordsExpiredAt: null,
    });
    expect(await reprocess(oldCall.id)).toBeNull();
    expect(await reprocess(recentCall.id)).not.toBeNull();
    expect(await createLoop({ RECORDINGS_RETENTION_DAYS: 30 }).apply()).toEqual(NOTHING_EXPIRED);
  });

  it('continues a pass that stopped after deleting a file but before deleting its key', async () => {
    const call = await makeAgedCall(31);
    const repository = new RetentionRepository(database.manager);
    repository.clearRecordingKeys = () => Promise.reject(new Error('killed'));
    await createLoop({ RECORDINGS_RETENTION_DAYS: 30 }, { repository }).apply();
    expect(await isStored(call)).toBe(false);
    expect(await findCall(call.id)).toMatchObject({
      recordingKey: call.recordingKey,
      recordingExpiredAt: expect.any(Date) as Date,
    });
    expect(await reprocess(call.id)).toBeNull();
    expect(await createLoop({ RECORDINGS_RETENTION_DAYS: 30 }).apply()).toMatchObject({ recordings: 1 });
    expect(await findCall(call.id)).toMatchObject({ recordingKey: null });
  });

  it('deletes the other recordings when one cannot be deleted, and retries it in the next pass', async () => {
    const [stuckCall, otherCall] = [await makeAgedCall(40), await makeAgedCall(31)];
    const failingStorage = new DiskStorage(directory);
    failingStorage.delete = (key) =>
      key === stuckCall.recordingKey ? Promise.reject(new Error('no')) : storage.delete(key);
    expect(await createLoop({ RECORDINGS_RETENTION_DAYS: 30 }, { storage: failingStorage }).apply()).toMatchObject({
      recordings: 1,
    });
    expect(await Promise.all([stuckCall, otherCall].map(isStored))).toEqual([true, false]);
    expect(await createLoop({ RECORDINGS_RETENTION_DAYS: 30 }).apply()).toMatchObject({ recordings: 1 });
    expect(await isStored(stuckCall)).toBe(false);
  });

  it('deletes other data even if twenty recordings cannot be deleted, and other recordings in the next pass', async () => {
    const stuckKeys = new Set<string | null>();
    for (let number = 0; number < 20; number += 1) stuckKeys.add((await makeAgedCall(60)).recordingKey);
    const otherCall = await makeAgedCall(31);
    const failingStorage = new DiskStorage(directory);
    let deleteCount = 0;
    failingStorage.delete = (key) => {
      deleteCount += 1;
      return stuckKeys.has(key) ? Promise.reject(new Error('no')) : storage.delete(key);
    };
    const settings = { RECORDINGS_RETENTION_DAYS: 30, TRANSCRIPTS_RETENTION_DAYS: 30 };
    const loop = createLoop(settings, { storage: failingStorage });
    expect(await loop.apply()).toEqual({ ...NOTHING_EXPIRED, transcripts: 21 });
    expect(deleteCount).toBe(20);
    expect(await loop.apply()).toEqual({ ...NOTHING_EXPIRED, recordings: 1 });
    expect(await isStored(otherCall)).toBe(false);
    failingStorage.delete = (key) => storage.delete(key);
    expect(await loop.apply()).toEqual({ ...NOTHING_EXPIRED, recordings: 20 });
  });

  it('completes the other parts when one part fails', async () => {
    await makeAgedCall(31);
    const repository = new RetentionRepository(database.manager);
    repository.expireTranscripts = () => Promise.reject(new Error('too slow'));
    await database.query(
      `insert into activity_logs (action, description, created_at) values ('Signed in', 'x', now() - interval '31 days')`,
    );
    expect(await createLoop(KEEP_30_DAYS, { repository }).apply()).toEqual({
      ...NOTHING_EXPIRED,
      recordings: 1,
      activity: 1,
    });
  });

  it("deletes a call's data while another call that is ending references it", async () => {
    const call = await makeAgedCall(31);
    const demoCall = await makeAgedCall(31, { source: 'demo', state: 'failed' });
    const queryRunner = database.dataSource.createQueryRunner();
    await queryRunner.startTransaction();
    // Locks the calls as a foreign key check does.
    await queryRunner.query('select from calls where id = any($1) for key share', [[call.id, demoCall.id]]);
    const counts = await createLoop(KEEP_30_DAYS).apply();
    await queryRunner.rollbackTransaction();
    await queryRunner.release();
    expect(counts).toMatchObject({ demos: 1, recordings: 1, transcripts: 2 });
  });

  it('keeps the keys while the storage is unmounted, then deletes the recordings', async () => {
    const call = await makeAgedCall(31);
    const unmounted = new DiskStorage(join(directory, 'mount-point'));
    expect(await createLoop({ RECORDINGS_RETENTION_DAYS: 30 }, { storage: unmounted }).apply()).toEqual(
      NOTHING_EXPIRED,
    );
    expect(await findCall(call.id)).toMatchObject({ recordingKey: call.recordingKey });
    expect(await createLoop({ RECORDINGS_RETENTION_DAYS: 30 }).apply()).toEqual({ ...NOTHING_EXPIRED, recordings: 1 });
    expect(await isStored(call)).toBe(false);
  });

  it('deletes transcripts and quotes, but keeps the summary and label', async () => {
    const [oldCall, recentCall] = [await makeAgedCall(31), await makeAgedCall(29)];
    expect(await searchCalls('thank you so much')).toHaveLength(2);
    await database.query(
      `update usage_records
       set call_data = call_data || jsonb_build_object('content', E'Call From: Dana\\nDanger: “Thank you so much”\\n\\nIt is warm.\\n“Thank you so much” (0:02)\\n\\nFollow-up: Call Dana. Said on the call: “Thank you so much”')
       where call_id = $1`,
      [oldCall.id],
    );
    const { manager } = database;
    const words = database.repositories.pendingWords;
    await words.requestRewrite({ callId: oldCall.id, accountId, runNumber: 1 });
    const rewrites = await words.claim(1, 60); // in progress
    expect(await createLoop({ TRANSCRIPTS_RETENTION_DAYS: 30 }).apply()).toEqual({
      ...NOTHING_EXPIRED,
      transcripts: 1,
    });
    for (const rewrite of rewrites) expect(await words.save(rewrite, (analysis) => analysis)).toBe(false);
    expect(await manager.findBy(CallTranscript, { callId: oldCall.id })).toEqual([]);
    expect(await manager.findOneByOrFail(CallAnalysis, { callId: oldCall.id })).toMatchObject({
      sentiment: 'positive',
      summary: 'The heater works again. The customer is pleased.',
      evidence: [],
    });
    const allRows = await database.query<object[]>(
      `select calls, analyses, usage_records from calls join analyses on analyses.call_id = calls.id join usage_records on usage_records.call_id = calls.id where calls.id = $1`,
      [oldCall.id],
    );
    expect(JSON.stringify(allRows)).not.toMatch(/thank you so much/i);
    const [usage] = await database.query<{ note: string }[]>(
      `select call_data->>'content' as note from usage_records where call_id = $1`,
      [oldCall.id],
    );
    expect(usage?.note).toBe('Call From: Dana\n\nIt is warm.\n\nFollow-up: Call Dana.');
    expect(await searchCalls('thank you so much')).toEqual([recentCall.id]);
    expect((await searchCalls('customer is pleased')).sort()).toEqual([oldCall.id, recentCall.id].sort());
    expect(await isStored(oldCall)).toBe(true);
    expect(await reprocess(oldCall.id)).toBeNull(); // reprocessing would restore the transcript
    expect(await createLoop({ TRANSCRIPTS_RETENTION_DAYS: 30 }).apply()).toEqual(NOTHING_EXPIRED);
  });

  it("deletes the reason for an old call's correction, but keeps the correction", async () => {
    const [oldCall, recentCall] = [await makeAgedCall(31), await makeAgedCall(29)];
    const correctCall = async ({ id, accountId }: Call): Promise<void> => {
      await database.unitOfWork.run(async ({ callCorrections }) => {
        const locked = await callCorrections.lock(accountId, id);
        if (!locked || locked === 'no_result') throw new Error('The call has no result.');
        await callCorrections.save(locked, { sentiment: 'neutral', why: 'She said "fine".', correctedBy: null });
      });
    };
    await correctCall(oldCall);
    await correctCall(recentCall);
    await createLoop({ TRANSCRIPTS_RETENTION_DAYS: 30 }).apply();
    const { manager } = database;
    const findCorrection = (callId: string): Promise<CallCorrection> =>
      manager.findOneByOrFail(CallCorrection, { callId });
    expect(await findCorrection(oldCall.id)).toMatchObject({ sentiment: 'neutral', why: null });
    expect(await findCorrection(recentCall.id)).toMatchObject({ why: 'She said "fine".' });
  });

  it.each([
    ['has ended', `update deliveries set state = 'dead'`],
    ['waits because its account is disabled', 'update accounts set is_active = false'],
  ])('keeps a transcript until the delivery for its call %s', async (_case, change) => {
    const { id: callId } = await makeAgedCall(31);
    await database.query(
      `insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, state) values ($1, $2, 1, 'callback', 'a', 'b', 'retry')`,
      [accountId, callId],
    );
    expect(await createLoop({ TRANSCRIPTS_RETENTION_DAYS: 30 }).apply()).toEqual(NOTHING_EXPIRED);
    await database.query(change);
    expect(await createLoop({ TRANSCRIPTS_RETENTION_DAYS: 30 }).apply()).toMatchObject({ transcripts: 1 });
  });

  describe("with an account's own retention days", () => {
    const makeOtherAccountCall = async (): Promise<Call> => {
      const { account } = await database.makeAccount();
      return makeAgedCall(20, { accountId: account.id });
    };
    const setRetentionDays = (days: number): Promise<void> =>
      database.repositories.accounts.updateSettings(accountId, {
        recordingsRetentionDays: days,
        transcriptsRetentionDays: days,
      });
    const readExpiration = async (call: Call): Promise<[recording: boolean, transcript: boolean]> => {
      const { recordingExpiredAt, wordsExpiredAt } = await findCall(call.id);
      return [recordingExpiredAt !== null, wordsExpiredAt !== null];
    };

    it("only deletes this account's older data if the installation keeps everything", async () => {
      const [oldCall, recentCall, otherCall] = [
        await makeAgedCall(11),
        await makeAgedCall(9),
        await makeOtherAccountCall(),
      ];
      await setRetentionDays(10);
      expect(await createLoop({}).apply()).toEqual({ ...NOTHING_EXPIRED, recordings: 1, transcripts: 1 });
      expect(await Promise.all([oldCall, recentCall, otherCall].map(readExpiration))).toEqual([
        [true, true],
        [false, false],
        [false, false],
      ]);
      expect(await Promise.all([oldCall, recentCall, otherCall].map(isStored))).toEqual([false, true, true]);
    });

    it.each([
      [10, 15, [true, true, true]],
      [10, 30, [true, true, false]],
      [30, 15, [true, false, true]],
      [30, 10, [true, true, true]],
    ])(
      'applies the shorter of %d days (account) and %d days (installation)',
      async (days, installation, expectedCounts) => {
        const calls = [await makeAgedCall(20), await makeAgedCall(12), await makeOtherAccountCall()];
        await setRetentionDays(days);
        await createLoop({
          RECORDINGS_RETENTION_DAYS: installation,
          TRANSCRIPTS_RETENTION_DAYS: installation,
        }).apply();
        expect(await Promise.all(calls.map(readExpiration))).toEqual(expectedCounts.map((isGone) => [isGone, isGone]));
      },
    );

    it('deletes more than one batch across several accounts', async () => {
      const { account: otherAccount } = await database.makeAccount();
      await database.query(
        `
        insert into calls (account_id, source, state, created_at)
        select account, 'n8n', 'failed', now() - interval '40 days'
        from unnest($1::uuid[]) account, generate_series(1, 250)`,
        [[accountId, otherAccount.id]],
      );
      await database.query('update account_settings set transcripts_retention_days = 30');
      expect(await createLoop({}).apply()).toMatchObject({ transcripts: 500 });
    });
  });

  it('deletes more than one batch', async () => {
    await database.query(
      `
      insert into calls (account_id, source, state, created_at) select $1, 'n8n', 'failed', now() - interval '40 days' from generate_series(1, 450)`,
      [accountId],
    );
    expect(await createLoop({ TRANSCRIPTS_RETENTION_DAYS: 30, RECORDINGS_RETENTION_DAYS: 30 }).apply()).toMatchObject({
      transcripts: 450,
    });
    const [remaining] = await database.query<{ count: string }[]>(
      'select count(*) from calls where recording_expired_at is null or words_expired_at is null',
    );
    expect(remaining?.count).toBe('0');
  });

  it('deletes ServiceTitan jobs 120 days after their last change, even if the account no longer reads them', async () => {
    await database.query(
      `
      insert into service_titan_jobs (account_id, id, phones, is_canceled, created_at, modified_at)
      select $1::uuid, age, '{tel:+15550100142}'::text[], false, now() - interval '200 days', now() - make_interval(days => age)
      from unnest(array[119, 121]) age`,
      [accountId],
    );
    expect(await createLoop({}).apply()).toEqual({ ...NOTHING_EXPIRED, jobs: 1 });
    expect(await database.query('select id from service_titan_jobs')).toEqual([{ id: '119' }]);
  });

  it('deletes old activity, security events, finished emails and delivery attempts, but nothing pending', async () => {
    await database.query(
      `insert into activity_logs (action, description, created_at) select 'x', '', now() - make_interval(days => age) from unnest(array[29, 31]) age`,
    );
    await database.query(
      `insert into security_events (kind, outcome, created_at) select 'sign_in', 'refused', now() - make_interval(days => age) from unnest(array[29, 31]) age`,
    );
    await database.query(
      `insert into revoked_tokens (id, token_hash, account_id, revoked_at) select gen_random_uuid(), 'x', $1, now() - make_interval(days => age) from unnest(array[29, 31]) age`,
      [accountId],
    );
    await database.query(`
      insert into mails (recipient, subject, body, state, updated_at)
      select 'a@example.com', state || age, '', state, now() - make_interval(days => age)
      from unnest(array[29, 31]) age, unnest(array['pending', 'sending', 'sent', 'failed']) state`);
    const { id: callId } = await makeAgedCall(1);
    await database.query(
      `
      with sent as (insert into deliveries (account_id, call_id, run_number, channel, destination, destination_hash, state) values ($1, $2, 1, 'callback', 'a', 'b', 'sent') returning id)
      insert into delivery_attempts (delivery_id, attempt, outcome, started_at, finished_at)
      select id, age, 'sent', now(), now() - make_interval(days => age) from sent, unnest(array[29, 31]) age`,
      [accountId, callId],
    );
    await database.query(`
      insert into contact_messages (name, email, message, created_at, done_at)
      select coalesce(age::text, 'new'), 'a@example.com', 'Hello.', now() - interval '60 days', now() - make_interval(days => age)
      from unnest(array[29, 31, null]) age`);
    expect(await createLoop(KEEP_30_DAYS).apply()).toEqual({
      ...NOTHING_EXPIRED,
      activity: 1,
      securityEvents: 1,
      revokedTokens: 1,
      mails: 2,
      contactMessages: 1,
      deliveryAttempts: 1,
    });
    expect(await database.query('select name from contact_messages order by name')).toEqual([
      { name: '29' },
      { name: 'new' },
    ]);
    const subjects = (await database.manager.find(Mail)).map(({ subject }) => subject).sort();
    expect(subjects).toEqual(['failed29', 'pending29', 'pending31', 'sending29', 'sending31', 'sent29']);
    expect(await database.query('select attempt from delivery_attempts')).toEqual([{ attempt: 29 }]);
  });

  it('runs only on the leader', async () => {
    const call = await makeAgedCall(31);
    const makeLoop = (isLeader: boolean): RetentionLoop =>
      new RetentionLoop(fakeLeader(isLeader), new RetentionRepository(database.manager), storage, {
        ...KEEP_ALL,
        RECORDINGS_RETENTION_DAYS: 30,
      });
    const [follower, leader] = [makeLoop(false), makeLoop(true)];
    follower.onApplicationBootstrap();
    await follower.onModuleDestroy();
    expect(await findCall(call.id)).toMatchObject({ recordingExpiredAt: null });
    leader.onApplicationBootstrap();
    while ((await findCall(call.id)).recordingKey !== null) await new Promise(setImmediate);
    await leader.onModuleDestroy();
    expect(await isStored(call)).toBe(false);
  });
});
