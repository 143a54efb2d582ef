import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { row } from '@ringwell/database/postgres/sql';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { FakeServiceTitanServer, type FakeTenant } from '@ringwell/testing/fake-service-titan-server';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { makeAccount, type TestAccount } from '@ringwell/testing/make-account';
import { TEST_KEY } from '@ringwell/testing/test-keys';
import { SHORT_CALL, TestSystem } from '@ringwell/testing/test-system';

interface CallRow {
  id: string;
  state: string;
  attempts: number;
  errorCode: string | null;
  skipReason: string | null;
  note: string | null;
}

describe('calls from ServiceTitan', () => {
  const vendor = new FakeServiceTitanServer();
  const transcriber = new FakeTranscriptionServer();
  let system: TestSystem;
  let recording: Buffer;

  beforeAll(async () => {
    await Promise.all([vendor.start(), transcriber.start()]);
    recording = await readFile(SHORT_CALL);
    system = await TestSystem.start({
      env: {
        TRANSCRIPTION_BASE_URL: transcriber.baseUrl,
        SERVICETITAN_APP_KEY: vendor.appKey,
        SERVICETITAN_API_URL: vendor.origin,
        SERVICETITAN_AUTH_URL: vendor.origin,
        SERVICETITAN_POLL_SECONDS: '1',
      },
    });
  });
  afterEach(() => {
    vendor.fault = () => undefined;
  });
  afterAll(async () => {
    await system?.stop();
    await Promise.all([vendor.stop(), transcriber.stop()]);
  });

  const query = (sql: string, parameters: unknown[]): Promise<unknown> =>
    system.database.dataSource.query(sql, parameters);

  async function connect(id: string): Promise<{ tenant: FakeTenant; account: TestAccount }> {
    const tenant = vendor.addTenant(id);
    tenant.jobs.push({ id: 4711, customerId: 815 });
    tenant.feed.push({ id: 500, job: { id: 4711, number: '4711' }, customer: { id: 815, name: 'Dana Whitfield' } });
    const { dataSource } = system.database;
    const account = await makeAccount(dataSource, { account: { serviceTitanTenant: id } });
    await new AccountsRepository(dataSource.manager).updateSettings(account.account.id, {
      serviceTitanClientId: tenant.clientId,
      serviceTitanPollingEnabled: true,
      inboundMinCallTime: 10,
      sealedServiceTitanClientSecret: new SecretBox(TEST_KEY).seal(
        tenant.clientSecret,
        SEALED_FIELDS.serviceTitanClientSecret(account.account.id),
      ),
    });
    return { tenant, account };
  }

  async function waitForCall({ account }: TestAccount, isMet: (call: CallRow) => boolean): Promise<CallRow> {
    let call: CallRow | undefined;
    for (let attempt = 0; attempt < 1_200; attempt += 1) {
      call = await row<CallRow>(
        system.database.dataSource.manager,
        `
        select call.id, call.state, call.attempts, call.error_code as "errorCode", call.skip_reason as "skipReason",
          (select state from deliveries where call_id = call.id and channel = 'servicetitan') as note
        from calls call where account_id = $1`,
        [account.id],
      );
      if (call && isMet(call)) return call;
      await sleep(50);
    }
    throw new Error(
      `The call did not reach the expected state: ${JSON.stringify(call)}\n${system.workers.flatMap(({ log }) => log.slice(-10)).join('\n')}`,
    );
  }

  const makeDue = ({ account }: TestAccount): Promise<unknown> =>
    query('update calls set run_after = now() where account_id = $1', [account.id]);

  it('are fetched automatically, wait for their recording, and get a note', async () => {
    const { tenant, account } = await connect('1001');
    expect(await waitForCall(account, ({ state }) => state === 'received')).toMatchObject({
      attempts: 0,
      errorCode: 'RECORDING_PENDING',
    });
    vendor.fault = ({ path }) =>
      path === 'calls/500/recording' ? { body: { title: 'The recording is being prepared.' } } : undefined;
    await makeDue(account);
    const requestCount = vendor.requestsTo('GET calls/500/recording').length;
    while (vendor.requestsTo('GET calls/500/recording').length === requestCount) await sleep(20);
    expect(await waitForCall(account, ({ state }) => state === 'received')).toMatchObject({ attempts: 0 });
    vendor.fault = () => undefined;
    tenant.recordings.set(500, recording);
    await makeDue(account);
    const call = await waitForCall(account, ({ note }) => note === 'sent');
    expect(call).toMatchObject({ state: 'completed', attempts: 1, errorCode: null });
    expect(tenant.notes).toEqual([
      expect.objectContaining({
        parent: 'jobs/4711',
        text: expect.stringContaining(`[Ringwell call ${call.id} run 1]`) as string,
      }),
    ]);
    expect(tenant.notes[0]?.text).toMatch(/^Call From: Dana Whitfield, 5550100142\n/);
  });

  it('are skipped after six hours without a recording, and can be reprocessed later', async () => {
    const { tenant, account } = await connect('1002');
    await waitForCall(account, ({ state }) => state === 'received');
    await query(`update calls set created_at = now() - interval '6 h', run_after = now() where account_id = $1`, [
      account.account.id,
    ]);
    const { id } = await waitForCall(account, ({ state }) => state === 'skipped');
    expect(await system.fetchCall(account, id)).toMatchObject({ skipReason: 'no_recording', error: null });
    tenant.recordings.set(500, recording);
    const { dataSource } = system.database;
    await new CallsRepository(dataSource.manager).reprocess(account.account.id, id);
    await waitForCall(account, ({ note }) => note === 'sent');
    expect(tenant.notes).toHaveLength(1);
  });

  it('fail with the missing permission when the account can no longer read recordings', async () => {
    const { account } = await connect('1003');
    vendor.fault = ({ path, tenant }) =>
      tenant === '1003' && path === 'calls/500/recording' ? { status: 403, body: {} } : undefined;
    const { id } = await waitForCall(account, ({ state }) => state === 'failed');
    expect((await system.fetchCall(account, id)).error).toMatchObject({
      code: 'SERVICETITAN_FORBIDDEN',
      message: expect.stringContaining('Calls (read)') as string,
    });
  });

  it('get one note even if the worker is killed after ServiceTitan accepts it', async () => {
    await Promise.all(system.workers.map((worker) => worker.stop()));
    const firstWorker = await system.startWorkerProcess();
    const { tenant, account } = await connect('1004');
    tenant.recordings.set(500, recording);
    vendor.fault = (request) => {
      if (request.tenant !== tenant.id || request.method !== 'POST') return undefined;
      vendor.serve(request);
      return 'hang';
    };
    while (tenant.notes.length === 0) await sleep(20);
    await firstWorker.kill();
    vendor.fault = () => undefined;
    // Expires the lease instead of waiting for the reaper.
    await query(`update deliveries set lease_until = now() where account_id = $1`, [account.account.id]);
    await system.startWorker();
    expect(await waitForCall(account, ({ note }) => note === 'sent')).toMatchObject({ state: 'completed' });
    expect(tenant.notes).toHaveLength(1);
  });
});
