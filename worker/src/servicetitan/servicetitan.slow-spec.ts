import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { FakeServiceTitanServer, type FakeTenant } from '@ringwell/testing/fake-service-titan-server';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import { SHORT_CALL } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

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
  const system = useTestSystem([vendor, transcriber], {
    env: () => ({
      TRANSCRIPTION_BASE_URL: transcriber.baseUrl,
      ...vendor.settings,
      SERVICETITAN_POLL_SECONDS: '1',
    }),
  });
  let recording: Buffer;

  beforeAll(async () => {
    recording = await readFile(SHORT_CALL);
  });
  afterEach(() => {
    vendor.fault = () => undefined;
  });

  async function connect(id: string): Promise<{ tenant: FakeTenant; account: TestAccount }> {
    const tenant = vendor.addTenant(id);
    tenant.jobs.push({ id: 4711, customerId: 815 });
    tenant.feed.push({ id: 500, job: { id: 4711, number: '4711' }, customer: { id: 815, name: 'Dana Whitfield' } });
    const account = await system.database.makeAccount({
      account: { serviceTitanTenant: id },
      settings: { serviceTitanClientId: tenant.clientId, serviceTitanPollingEnabled: true, inboundMinCallTime: 10 },
      secrets: { serviceTitanClientSecret: tenant.clientSecret },
    });
    return { tenant, account };
  }

  async function waitForCall({ account }: TestAccount, isMet: (call: CallRow) => boolean): Promise<CallRow> {
    const [call] = await system.waitForRows<CallRow>(
      `
      select call.id, call.state, call.attempts, call.error_code as "errorCode", call.skip_reason as "skipReason",
        (select state from deliveries where call_id = call.id and channel = 'servicetitan') as note
      from calls call where account_id = $1`,
      [account.id],
      ([current]) => current !== undefined && isMet(current),
    );
    return call!;
  }

  const makeDue = ({ account }: TestAccount): Promise<unknown> =>
    system.query('update calls set run_after = now() where account_id = $1', [account.id]);

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
    await system.query(
      `update calls set created_at = now() - interval '6 h', run_after = now() where account_id = $1`,
      [account.account.id],
    );
    const { id } = await waitForCall(account, ({ state }) => state === 'skipped');
    expect(await system.fetchCall(account, id)).toMatchObject({ skipReason: 'no_recording', error: null });
    tenant.recordings.set(500, recording);
    const { database } = system;
    await new CallsRepository(database.manager).reprocess(account.account.id, id);
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
    await system.query(`update deliveries set lease_until = now() where account_id = $1`, [account.account.id]);
    await system.startWorker();
    expect(await waitForCall(account, ({ note }) => note === 'sent')).toMatchObject({ state: 'completed' });
    expect(tenant.notes).toHaveLength(1);
  });
});
