import { randomUUID } from 'node:crypto';

import { Registry } from 'prom-client';

import { CallRunsRepository, type ClaimedCall, type Lease } from '@ringwell/database/calls/call-runs.repository';
import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { DispatchRepository } from '@ringwell/database/scheduling/dispatch.repository';
import { UnitOfWork } from '@ringwell/database/unit-of-work';
import type { Analysis } from '@ringwell/domain/analysis';
import type { Transcript } from '@ringwell/domain/transcript';
import type { Config } from '@ringwell/platform/config/settings';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { makeAccount } from '@ringwell/testing/make-account';
import { makeCall } from '@ringwell/testing/make-call';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { ChannelRegistry } from '../deliveries/channel-registry';
import type { DeliveryChannel } from '../deliveries/delivery-channel';
import { DeliveryPolicyService } from '../deliveries/delivery-policy.service';
import { ActiveRun } from './active-run';
import { ConcludeStep } from './conclude.step';

const CONFIG = { PRODUCT_NAME: 'Ringwell' } as Config;
const TRANSCRIPT: Transcript = {
  engine: 'test',
  language: 'en',
  durationSeconds: 75,
  segments: [{ speaker: 'customer', startMs: 0, endMs: 900, text: 'I am unhappy.' }],
};
const ANALYSIS: Analysis = {
  engine: 'local',
  sentiment: 'negative',
  confidence: 0.8,
  needsReview: false,
  reviewReason: null,
  summary: 's',
  keyPoints: [],
  reason: 'r',
  outcome: 'o',
  followUp: { needed: false },
  course: [],
  evidence: [],
};

describe('concluding a reprocessed call', () => {
  const database = useTestDatabase();
  let accountId: string;
  let callId: string;

  beforeAll(async () => {
    accountId = (await makeAccount(database.dataSource, { settings: { slackEnabled: true, slackChannel: '#calls' } }))
      .user.id;
    callId = (await makeCall(database.dataSource, accountId)).id;
  });

  const runs = (): CallRunsRepository => new CallRunsRepository(database.dataSource.manager);
  async function begin(): Promise<{ lease: Lease; claimed: ClaimedCall }> {
    const [lease] = await new DispatchRepository(database.dataSource).releaseDueCalls(100);
    const claimed = lease && (await runs().claim(lease, randomUUID()));
    if (!claimed) throw new Error('the call is due');
    return { lease, claimed };
  }
  async function complete(): Promise<void> {
    const rules = new DeliveryPolicyService(
      new ChannelRegistry([{ name: 'slack', unavailable: null } as DeliveryChannel]),
      CONFIG,
    );
    const { lease, claimed } = await begin();
    await runs().saveTranscript(lease, TRANSCRIPT, null);
    await runs().saveAnalysis(lease, ANALYSIS);
    const run = new ActiveRun(lease, claimed.msUntilDeadline, runs(), () => undefined);
    const metrics = new PipelineMetrics(new Registry());
    const step = new ConcludeStep(new UnitOfWork(database.dataSource), rules, metrics, CONFIG);
    await step.conclude(claimed, TRANSCRIPT, ANALYSIS, run).finally(() => run.end());
  }
  const reprocess = async (): Promise<void> => {
    expect(await new CallsRepository(database.dataSource.manager).reprocess(accountId, callId)).not.toBeNull();
  };
  const alerts = (): Promise<object[]> =>
    database.dataSource.query('select channel, run_number from deliveries order by run_number');

  it('sends alerts only for the first run with a result', async () => {
    await runs().fail((await begin()).lease, 'ENGINE_AWAY', 'The recognizer was away.');
    expect(await alerts()).toEqual([]);
    await reprocess();
    await complete();
    expect(await alerts()).toEqual([{ channel: 'slack', run_number: 2 }]);
    await reprocess();
    await complete();
    expect(await alerts()).toEqual([{ channel: 'slack', run_number: 2 }]);
  });
});
