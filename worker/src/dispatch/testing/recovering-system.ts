import { createServer } from 'node:http';

import { rows } from '@ringwell/database/postgres/sql';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { listenLocally } from '@ringwell/testing/local-server';
import type { TestAccount } from '@ringwell/testing/make-account';
import type { TestProcess } from '@ringwell/testing/test-process';
import { SHORT_CALL, TestSystem, type SystemOptions } from '@ringwell/testing/test-system';

/** A system whose language model never responds, so that workers can be stopped mid-call. */
export class RecoveringSystem {
  readonly provider = new FakeTranscriptionServer();
  private readonly analyst = createServer((request) => {
    this.requestCount += 1;
    request.resume();
  });
  private analystPort = 0;
  private requestCount = 0;
  private system?: TestSystem;

  async prepare(): Promise<void> {
    await this.provider.start();
    this.analystPort = await listenLocally(this.analyst);
  }

  async start(options: SystemOptions): Promise<TestSystem> {
    const env = { TRANSCRIPTION_BASE_URL: this.provider.baseUrl, ...options.env };
    this.system = await TestSystem.start({ ...options, env });
    return this.system;
  }

  /** Starts a worker process. When this returns, it's waiting for a call's analysis. */
  async startDuringAnalysis(env: Record<string, string> = {}): Promise<{
    system: TestSystem;
    firstWorker: TestProcess;
    account: TestAccount;
    id: string;
  }> {
    const system = await this.start({ workers: 0 });
    const firstWorker = await system.startWorkerProcess({
      ANALYSIS_ENGINE: 'llm',
      ANALYSIS_BASE_URL: `http://127.0.0.1:${this.analystPort}/v1`,
      ...env,
    });
    const account = await system.database.makeAccount();
    const requestsBefore = this.requestCount;
    const id = await system.submit(account, SHORT_CALL);
    await system.waitForCall(account, id, () => this.requestCount > requestsBefore);
    return { system, firstWorker, account, id };
  }

  async stop(): Promise<void> {
    await this.system?.stop();
    this.system = undefined;
    this.provider.requests.length = 0;
  }

  async close(): Promise<void> {
    await this.provider.stop();
    this.analyst.closeAllConnections();
    this.analyst.close();
  }
}

/** Checks that each call ended with one usage record, and that the daily totals match. */
export async function expectNothingLost(system: TestSystem, account: TestAccount, ids: string[]): Promise<void> {
  for (const id of ids) expect(await system.waitForCall(account, id)).toMatchObject({ id, state: 'completed' });
  const { manager } = system.database;
  const [usage] = await rows<{ records: number; minutes: string }>(
    manager,
    'select count(*)::int as records, sum(minutes) as minutes from usage_records where account_id = $1',
    [account.account.id],
  );
  const [dailyUsage] = await rows<{ calls: number; minutes: string }>(
    manager,
    'select sum(calls)::int as calls, sum(minutes) as minutes from usage_daily where account_id = $1',
    [account.account.id],
  );
  expect(usage?.records).toBe(ids.length);
  expect(dailyUsage).toEqual({ calls: ids.length, minutes: usage?.minutes });
}
