import { CallImportsRepository } from '@ringwell/database/servicetitan/call-imports.repository';
import { ServiceTitanPollsRepository } from '@ringwell/database/servicetitan/service-titan-polls.repository';
import { isImported } from '@ringwell/domain/follow-ups/follow-up';
import { explainQueries } from '@ringwell/testing/explain-queries';
import type { FakeCall } from '@ringwell/testing/fake-service-titan-server';
import type { TestAccount } from '@ringwell/testing/make-account';

import { MINUTE_MS, useServiceTitanPoll } from './testing/use-service-titan-poll';

const DAY_MS = 24 * 60 * MINUTE_MS;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const buildCall = (id: number, days: number, fields: Partial<FakeCall> = {}): FakeCall => ({
  id,
  createdOn: daysAgo(days).toISOString(),
  duration: '00:02:00',
  ...fields,
});

describe('ServiceTitanImportFeed', () => {
  const { vendor, database, connect, createImportFeed, findCalls, findExternalIds } = useServiceTitanPoll();
  const query = <T>(sql: string, parameters: unknown[] = []): Promise<T[]> => database.query(sql, parameters);

  beforeEach(async () => {
    await query('delete from workers');
    await query('delete from call_imports');
  });

  const startImport = ({ account }: TestAccount, days: number): Promise<boolean> =>
    database.unitOfWork.run(({ callImports }) => callImports.start(account.id, daysAgo(days)));
  const confirmImport = ({ account }: TestAccount): Promise<boolean> =>
    database.unitOfWork.run(({ callImports }) => callImports.startFetching(account.id));
  const cancelImport = ({ account }: TestAccount): Promise<boolean> =>
    database.unitOfWork.run(({ callImports }) => callImports.cancel(account.id));

  async function readFeed({ account }: TestAccount, canContinue = true): Promise<number | null> {
    const polls = new ServiceTitanPollsRepository(database.manager);
    const dueAccounts = await polls.listDueAccounts('earlier calls', [], 1_000);
    const polledAccount = dueAccounts.find((candidate) => candidate.account.id === account.id);
    const options = { signal: AbortSignal.timeout(30_000), canContinue: () => canContinue };
    return polledAccount ? createImportFeed().read(polledAccount, options) : null;
  }

  async function importCalls(feed: FakeCall[]): Promise<TestAccount> {
    const { account } = await connect(feed, { settings: { maxConcurrentWorkflows: 3 } });
    await startImport(account, 30);
    await readFeed(account);
    await confirmImport(account);
    await readFeed(account);
    return account;
  }

  const listDueCalls = ({ account }: TestAccount): Promise<{ id: string }[]> =>
    query(
      `select external_id as id from calls where account_id = $1 and state = 'queued' and run_after <= now()
       order by external_id`,
      [account.id],
    );

  it('counts the calls that are neither stored nor deleted, and their length, before fetching any', async () => {
    const { tenant, account } = await connect([
      buildCall(1, 40),
      buildCall(2, 29),
      buildCall(3, 20, { duration: '00:00:10' }), // too short
      buildCall(4, 20, { type: 'Abandoned' }),
      buildCall(5, 10, { recordingUrl: null }),
      buildCall(6, 9),
      buildCall(7, 1),
      buildCall(8, 1),
      { ...buildCall(1, 40), modifiedOn: daysAgo(1).toISOString() }, // from before the period, but changed since
    ]);
    tenant.feedPageSize = 2;
    await database.makeCall(account.account.id, { source: 'servicetitan', externalId: '6' });
    const deletedCall = { source: 'servicetitan', externalId: '8' } as const;
    const { id: deletedId } = await database.makeCall(account.account.id, deletedCall);
    await database.unitOfWork.run(({ erasures }) => erasures.deleteCall(account.account.id, deletedId, null));
    expect(await readFeed(account)).toBeNull(); // no import was requested
    await startImport(account, 30);
    expect(await readFeed(account)).toBe(2);
    expect(await database.repositories.callImports.find(account.account.id)).toMatchObject({
      state: 'counted',
      calls: 2,
      seconds: 240,
    });
    expect(await findExternalIds(account)).toEqual(['6']);
    expect(await readFeed(account)).toBeNull();
  });

  it('continues after a crash between two pages, and counts and fetches each call once', async () => {
    const { tenant, account } = await connect([buildCall(1, 20), buildCall(2, 10), buildCall(3, 5)]);
    tenant.feedPageSize = 1;
    await startImport(account, 30);
    expect(await readFeed(account, false)).toBe(1);
    expect(await readFeed(account)).toBe(2);
    expect(await database.repositories.callImports.find(account.account.id)).toMatchObject({
      state: 'counted',
      calls: 3,
    });
    await confirmImport(account);
    expect(await readFeed(account, false)).toBe(1);
    expect(await readFeed(account)).toBe(2);
    expect(await database.repositories.callImports.find(account.account.id)).toMatchObject({
      state: 'fetched',
      fetched: 3,
      open: 3,
    });
    expect(await findExternalIds(account)).toEqual(['1', '2', '3']);
  });

  it('counts each call once even if ServiceTitan rejects the cursor between pages', async () => {
    const { tenant, account } = await connect([buildCall(1, 20), buildCall(2, 10), buildCall(3, 5)]);
    tenant.feedPageSize = 1;
    await startImport(account, 30);
    await readFeed(account, false);
    vendor.fault = ({ path }) => (path === 'export/calls' ? { status: 400, body: {} } : undefined);
    await expect(readFeed(account)).rejects.toMatchObject({ code: 'SERVICETITAN_PLACE_FORGOTTEN' });
    vendor.fault = () => undefined;
    await readFeed(account);
    expect(await database.repositories.callImports.find(account.account.id)).toMatchObject({
      state: 'counted',
      calls: 3,
      seconds: 360,
    });
  });

  it('marks fetched calls as imported, including recent ones, and adds them to the search index', async () => {
    const account = await importCalls([buildCall(1, 20), buildCall(2, 1)]);
    expect((await findCalls(account)).map((call) => [call.state, isImported(call)])).toEqual([
      ['queued', true],
      ['queued', true],
    ]);
    expect(await query('select from call_search where account_id = $1', [account.account.id])).toHaveLength(2);
  });

  it('queues the most recent calls first, yields to new calls, and ends once the last call is done', async () => {
    const account = await importCalls([buildCall(1, 20), buildCall(2, 10), buildCall(3, 5), buildCall(4, 4)]);
    expect(await listDueCalls(account)).toEqual([]);
    expect(await database.repositories.callImports.queueNext()).toBe(0); // no worker is alive
    await database.addLiveWorker({ slots: 4 });
    const { id } = await database.makeCall(account.account.id, { externalId: 'new' });
    expect(await database.repositories.callImports.queueNext()).toBe(0);
    await query(`update calls set state = 'running' where id = $1`, [id]);
    expect(await database.repositories.callImports.queueNext()).toBe(1); // one of the account's slots stays free
    expect(await listDueCalls(account)).toEqual([{ id: '4' }]);
    expect(await database.repositories.callImports.queueNext()).toBe(0);
    await query(`update calls set state = 'completed' where account_id = $1 and run_after <= now()`, [
      account.account.id,
    ]);
    expect(await database.repositories.callImports.queueNext()).toBe(2);
    await query(`update calls set state = 'completed' where account_id = $1`, [account.account.id]);
    await database.repositories.callImports.queueNext();
    expect(await database.repositories.callImports.find(account.account.id)).toBeNull();
  });

  it('uses an index to find its open calls', async () => {
    const { id } = (await importCalls([buildCall(1, 20)])).account;
    await query(
      `insert into calls (account_id, source, state) select $1, 'n8n', 'failed' from generate_series(1, 3000)`,
      [id],
    );
    await query('analyze calls');
    const plans = await explainQueries(database.manager, async (manager) => {
      await new CallImportsRepository(manager).find(id);
      await new CallImportsRepository(manager).queueNext();
    });
    expect(plans).not.toContain('Seq Scan on calls');
  });

  it('does not count a page that was requested before a new import with an earlier start', async () => {
    const { account } = await connect([buildCall(1, 20), buildCall(2, 5)]);
    await startImport(account, 10);
    const polls = new ServiceTitanPollsRepository(database.manager);
    const [polledAccount] = await polls.listDueAccounts('earlier calls', [], 1);
    await startImport(account, 30);
    const lastPage = { calls: [], continueFrom: 'end', isLast: true, delaySeconds: 60 };
    const { importCursor } = polledAccount!.settings;
    expect(await database.repositories.callImports.storePage(polledAccount!, importCursor, lastPage)).toBeNull();
    expect(await readFeed(account)).toBe(2);
  });

  it('does not store anything if canceled while a page is being read', async () => {
    const { account } = await connect([buildCall(1, 20)]);
    await startImport(account, 30);
    const polls = new ServiceTitanPollsRepository(database.manager);
    const polledAccounts = await polls.listDueAccounts('earlier calls', [], 1_000);
    await cancelImport(account);
    const options = { signal: AbortSignal.timeout(30_000), canContinue: () => true };
    expect(
      await Promise.all(polledAccounts.map((polledAccount) => createImportFeed().read(polledAccount, options))),
    ).toEqual([0]);
  });

  it('removes the calls of a page that was being stored when canceled', async () => {
    const { account } = await connect([buildCall(1, 20), buildCall(2, 10)]);
    await startImport(account, 30);
    await readFeed(account);
    await confirmImport(account);
    await database.makeCall(account.account.id, { source: 'servicetitan', externalId: '1' });
    const readAndCancel = async (): Promise<unknown[]> => {
      const reading = readFeed(account);
      await database.waitForLocks();
      return Promise.all([reading, cancelImport(account)]);
    };
    const lock = 'select from calls where account_id = $1 for update';
    expect(await database.whileLocked(lock, [account.account.id], readAndCancel, 2)).toEqual([1, true]);
    expect(await findExternalIds(account)).toEqual(['1']);
  });

  it('removes calls that are not queued to run yet when canceled', async () => {
    const account = await importCalls([buildCall(1, 20), buildCall(2, 10), buildCall(3, 5)]);
    await database.addLiveWorker({ slots: 2 });
    expect(await database.repositories.callImports.queueNext()).toBe(1);
    expect(await cancelImport(account)).toBe(true);
    expect(await findExternalIds(account)).toEqual(['3']);
    expect(vendor.requestsTo('GET export/calls').length).toBeGreaterThan(0);
  });
});
