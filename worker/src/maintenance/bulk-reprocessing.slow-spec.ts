import { BulkReprocessingsRepository } from '@ringwell/database/calls/bulk-reprocessings.repository';
import { Call } from '@ringwell/database/calls/call.entity';
import { CallImportsRepository } from '@ringwell/database/servicetitan/call-imports.repository';
import { IMPORT_WAITS_UNTIL } from '@ringwell/database/servicetitan/service-titan-polls.repository';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { fakeLeader } from '../leader/testing/fake-leader';
import { BulkReprocessingLoop } from './bulk-reprocessing.loop';

describe('BulkReprocessingLoop', () => {
  const database = useTestDatabase();
  let accountId: string;

  beforeEach(async () => {
    await database.query('truncate accounts, users cascade');
    await database.query('delete from workers');
    accountId = await createAccount();
  });

  const createLoop = (
    config: Pick<WorkerConfig, 'SERVICETITAN_APP_KEY'> = { SERVICETITAN_APP_KEY: 'ak1.x' },
  ): BulkReprocessingLoop =>
    new BulkReprocessingLoop(
      fakeLeader(),
      database.repositories.bulkReprocessings,
      database.repositories.callImports,
      database.unitOfWork,
      config,
    );

  async function createAccount(maxConcurrentWorkflows = 5): Promise<string> {
    return (await database.makeAccount({ settings: { maxConcurrentWorkflows } })).account.id;
  }
  const addWorker = (slots: number, transcription = 'sherpa:parakeet'): Promise<string> =>
    database.addLiveWorker({ slots, engines: { transcription } });
  // Creates calls from newest to oldest.
  async function makeBasicCalls(count: number, account = accountId): Promise<string[]> {
    const ids: string[] = [];
    for (let age = 1; age <= count; age += 1) {
      const { id } = await database.makeCompletedCall(account);
      await updateTranscript(id, `created_at = now() - make_interval(hours => ${age})`);
      ids.push(id);
    }
    return ids;
  }
  const updateTranscript = (callId: string, change: string): Promise<unknown> =>
    database.query(`update transcripts set ${change} where call_id = $1`, [callId]);
  const listQueuedIds = async (): Promise<string[]> =>
    (await database.manager.findBy(Call, { state: 'queued' })).map(({ id }) => id);
  // Completes calls as a worker with a better recognizer would.
  async function finishCalls(ids: string[]): Promise<void> {
    await database.query(`update calls set state = 'completed', result_run_number = run_number where id = any($1)`, [
      ids,
    ]);
    await database.query(`update transcripts set engine = 'sherpa:parakeet', run_number = 2 where call_id = any($1)`, [
      ids,
    ]);
  }

  it('processes the latest calls first, leaves a slot for new calls, and counts finished calls', async () => {
    await addWorker(3);
    const ids = await makeBasicCalls(5);
    expect(await database.repositories.bulkReprocessings.count(accountId)).toEqual({ calls: 5, accounts: 1 });
    expect(await database.repositories.bulkReprocessings.start(accountId)).toEqual([{ accountId, calls: 5 }]);
    expect(await database.repositories.bulkReprocessings.start(accountId)).toEqual([]);
    for (const [batch, finished] of [
      [ids.slice(0, 2), 0],
      [ids.slice(2, 4), 2],
      [ids.slice(4), 4],
    ] as const) {
      expect(await createLoop().queueNext()).toBe(batch.length);
      expect((await listQueuedIds()).sort()).toEqual([...batch].sort());
      expect(await database.repositories.bulkReprocessings.find(accountId)).toMatchObject({
        accounts: 1,
        total: 5,
        finished,
      });
      expect(await createLoop().queueNext()).toBe(0); // while the batch is in progress
      await finishCalls([...batch]);
    }
    expect(await createLoop().queueNext()).toBe(0);
    expect(await database.repositories.bulkReprocessings.find(accountId)).toBeNull();
    expect(await database.repositories.bulkReprocessings.count(accountId)).toEqual({ calls: 0, accounts: 0 });
    const runs = await database.query<{ run_number: number }[]>('select run_number from calls');
    expect(runs.map(({ run_number: runNumber }) => runNumber)).toEqual([2, 2, 2, 2, 2]);
  });

  it('waits while new calls are due or occupy all other slots', async () => {
    await addWorker(3);
    await makeBasicCalls(3);
    await database.repositories.bulkReprocessings.start(accountId);
    const newCall = await database.makeCall(accountId);
    expect(await createLoop().queueNext()).toBe(0);
    await database.query(`update calls set state = 'running' where id = $1`, [newCall.id]);
    expect(await createLoop().queueNext()).toBe(1);
    await database.makeCall(await createAccount(), { state: 'running' });
    await finishCalls(await listQueuedIds());
    expect(await createLoop().queueNext()).toBe(0);
    await database.query(`update calls set state = 'failed' where state = 'running'`);
    expect(await createLoop().queueNext()).toBe(2);
  });

  it('alternates between accounts, within their limits', async () => {
    await addWorker(6);
    const [otherId, smallId] = [await createAccount(), await createAccount(2)];
    for (const account of [accountId, otherId, smallId]) await makeBasicCalls(4, account);
    expect(await database.repositories.bulkReprocessings.count(null)).toEqual({ calls: 12, accounts: 3 });
    expect(await database.repositories.bulkReprocessings.start(null)).toHaveLength(3);
    expect(await createLoop().queueNext()).toBe(5);
    const counts = await database.query<{ account_id: string; count: string }[]>(
      `select account_id, count(*) from calls where state = 'queued' group by 1`,
    );
    const getCount = (account: string): number => Number(counts.find(({ account_id: id }) => id === account)?.count);
    expect([getCount(accountId), getCount(otherId), getCount(smallId)]).toEqual([2, 2, 1]);
  });

  it.each(['pocketsphinx', 'none'])('waits while a worker uses the recognizer %s', async (engine) => {
    await addWorker(4);
    await addWorker(4, engine);
    await makeBasicCalls(1);
    await database.repositories.bulkReprocessings.start(accountId);
    expect(await createLoop().queueNext()).toBe(0);
  });

  it('skips calls that have a better transcript, cannot be reprocessed, failed reprocessing, or are excluded', async () => {
    const [betterId = '', expiredId = '', lostId = '', failedId = '', demoId = '', remainingId = ''] =
      await makeBasicCalls(6);
    await updateTranscript(betterId, `engine = 'sherpa:parakeet'`);
    for (const [id, change] of [
      [expiredId, 'recording_expired_at = now()'],
      [lostId, 'recording_key = null'],
      [failedId, `run_number = 2, state = 'failed'`],
      [demoId, `source = 'demo'`],
    ])
      await database.query(`update calls set ${change} where id = $1`, [id]);
    await addWorker(8);
    expect(await database.repositories.bulkReprocessings.start(null)).toEqual([{ accountId, calls: 1 }]);
    await createLoop().queueNext();
    expect(await listQueuedIds()).toEqual([remainingId]);
    await database.query('update account_settings set active = false');
    expect(await database.repositories.bulkReprocessings.count(null)).toEqual({ calls: 0, accounts: 0 });
  });

  it('continues after a call that fails or is deleted, and stops when canceled', async () => {
    await addWorker(2);
    const [first = '', second = '', third = ''] = await makeBasicCalls(4);
    await database.repositories.bulkReprocessings.start(accountId);
    await createLoop().queueNext();
    await database.query(`update calls set state = 'failed' where id = $1`, [first]);
    await createLoop().queueNext();
    expect(await listQueuedIds()).toEqual([second]);
    await database.query('delete from calls where id = $1', [second]);
    await createLoop().queueNext();
    expect(await listQueuedIds()).toEqual([third]);
    expect(await database.repositories.bulkReprocessings.cancel(accountId)).toEqual([accountId]);
    await finishCalls([third]);
    expect(await createLoop().queueNext()).toBe(0);
    expect(await listQueuedIds()).toEqual([]);
  });

  it("queues one account's calls while another account's calls or an import cannot be queued", async () => {
    await addWorker(5);
    const otherId = await createAccount();
    await makeBasicCalls(1, accountId);
    await makeBasicCalls(1, otherId);
    await database.repositories.bulkReprocessings.start(null);
    const spies = [
      jest.spyOn(CallImportsRepository.prototype, 'queueNext').mockRejectedValueOnce(new Error('failed')),
      jest.spyOn(BulkReprocessingsRepository.prototype, 'listNextCalls').mockRejectedValueOnce(new Error('failed')),
    ];
    await createLoop()
      .pass()
      .finally(() => spies.forEach((spy) => spy.mockRestore()));
    expect(await listQueuedIds()).toHaveLength(1);
  });

  it('queues imported calls only while ServiceTitan is set up', async () => {
    await addWorker(5);
    const sql = `insert into call_imports (account_id, since, state) values ($1, now(), 'fetching')`;
    await database.query(sql, [accountId]);
    const { id } = await database.makeCall(accountId);
    await database.query('update calls set is_import = true, run_after = $2 where id = $1', [id, IMPORT_WAITS_UNTIL]);
    const isDue = async (): Promise<boolean> =>
      (await database.manager.findOneByOrFail(Call, { id })).runAfter <= new Date();
    await createLoop({ SERVICETITAN_APP_KEY: undefined }).pass();
    expect(await isDue()).toBe(false);
    await createLoop().pass();
    expect(await isDue()).toBe(true);
  });

  it('queues each call once when two leaders overlap', async () => {
    await addWorker(3);
    await makeBasicCalls(4);
    await database.repositories.bulkReprocessings.start(accountId);
    await Promise.all([createLoop().queueNext(), createLoop().queueNext()]);
    const runs = await database.query<{ run_number: number }[]>('select run_number from calls where run_number > 1');
    expect(runs.every(({ run_number: runNumber }) => runNumber === 2)).toBe(true);
    expect(await listQueuedIds()).toHaveLength(runs.length);
  });
});
