import { Registry } from 'prom-client';

import { CallsRepository } from '@ringwell/database/calls/calls.repository';
import { CustomersRepository } from '@ringwell/database/customers/customers.repository';
import { ErasuresRepository } from '@ringwell/database/erasures/erasures.repository';
import type { Analysis } from '@ringwell/domain/calls/analysis';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { claimNextCall } from '@ringwell/testing/claim-next-call';
import { useTestDatabase } from '@ringwell/testing/test-database';

import type { Writer } from '../analysis/analyst';
import { CautiousAnalyst } from '../analysis/cautious.analyst';
import { LocalAnalyst } from '../analysis/engines/local/local.analyst';
import { ChannelRegistry } from '../deliveries/channel-registry';
import type { DeliveryChannel } from '../deliveries/delivery-channel';
import { DeliveryPolicyService } from '../deliveries/delivery-policy.service';
import { ActiveRun } from './active-run';
import { ConcludeStep } from './conclude.step';

const CONFIG = { PRODUCT_NAME: 'Ringwell' } as WorkerConfig;
const TRANSCRIPT: Transcript = {
  engine: 'test',
  language: 'en',
  durationSeconds: 75,
  segments: [
    { speaker: 'agent', startMs: 0, endMs: 900, text: 'Acme Plumbing, this is Paul.' },
    { speaker: 'customer', startMs: 1_000, endMs: 1_900, text: 'I am unhappy.' },
  ],
};
const ANALYSIS: Analysis = {
  engine: 'local',
  sentiment: 'negative',
  confidence: 0.8,
  needsReview: false,
  reviewReason: null,
  topic: null,
  summary: 's',
  keyPoints: [],
  writer: 'llm:test',
  followUp: { needed: false },
  course: [],
  evidence: [],
};

const UNSURE = { needsReview: true, reviewReason: 'low_confidence' as const };

describe('ConcludeStep', () => {
  const database = useTestDatabase();
  let accountId: string;
  let ownerId: string;
  let callId: string;

  beforeEach(async () => {
    const account = await database.makeAccount({
      settings: { slackEnabled: true, slackChannel: '#calls', emailEnabled: false },
    });
    [accountId, ownerId] = [account.account.id, account.user.id];
    const alerts = { labels: ['negative' as const], quietHours: null };
    for (const role of ['manager', 'viewer'] as const) {
      const { id } = await database.makeMember(account, role);
      if (role === 'viewer') await database.repositories.members.changeAlerts(accountId, id, alerts);
    }
    callId = (await database.makeCall(accountId)).id;
  });

  async function complete(
    transcript = TRANSCRIPT,
    analysis = ANALYSIS,
    beforeConclude: () => Promise<unknown> = () => Promise.resolve(),
    customers = database.repositories.customers,
    writer: Writer | null = null,
  ): Promise<void> {
    const policy = new DeliveryPolicyService(
      new ChannelRegistry([
        { name: 'slack', problem: null } as DeliveryChannel,
        { name: 'email', problem: null } as DeliveryChannel,
        { name: 'webhook', problem: null } as DeliveryChannel,
      ]),
      CONFIG,
    );
    const { lease, claimed } = await claimNextCall(database.dataSource);
    await database.repositories.callRuns.saveTranscript(lease, transcript, null);
    await beforeConclude();
    const run = new ActiveRun(lease, claimed.msUntilDeadline, database.repositories.callRuns, () => undefined);
    const metrics = new PipelineMetrics(new Registry());
    const { agents } = database.repositories;
    const step = new ConcludeStep(
      database.unitOfWork,
      agents,
      customers,
      policy,
      metrics,
      new CautiousAnalyst(new LocalAnalyst(), writer),
      CONFIG,
    );
    await step.conclude(claimed, transcript, analysis, run).finally(() => run.end());
  }
  const reprocess = async (): Promise<void> => {
    expect(await database.repositories.calls.reprocess(accountId, callId)).not.toBeNull();
  };
  const listAlerts = (): Promise<object[]> =>
    database.query(
      `select channel, run_number, substring(destination from '^[a-z]+-') as recipient from deliveries
       where call_id = $1 order by channel`,
      [callId],
    );

  /** Runs a hook once, right after a customer is added. */
  class InterruptedCustomers extends CustomersRepository {
    private interruption?: () => Promise<unknown>;

    static interruptedBy(interruption: () => Promise<unknown>): InterruptedCustomers {
      const customers = new InterruptedCustomers(database.manager);
      customers.interruption = interruption;
      return customers;
    }

    override async add(...parameters: Parameters<CustomersRepository['add']>): Promise<string> {
      const id = await super.add(...parameters);
      await this.interruption?.();
      this.interruption = undefined;
      return id;
    }
  }
  const doNothing = (): Promise<void> => Promise.resolve();
  const findCustomers = (): Promise<unknown[]> =>
    database.query('select id from customers where account_id = $1', [accountId]);

  it('commits the label before the summary is written, and only delays messages that are not urgent', async () => {
    const writer = { engine: 'llm:test', write: () => Promise.reject(new Error('The writer runs later.')) };
    await database.query(
      `update account_settings set sealed_webhook_url = 'sealed', slack_negative_sentiment = true where account_id = $1`,
      [accountId],
    );
    await database.dataSource.query(`update calls set callback_host = 'n8n', callback_hash = 'h' where id = $1`, [
      callId,
    ]);
    await complete(
      TRANSCRIPT,
      { ...ANALYSIS, sentiment: 'negative', writer: null, summary: '' },
      doNothing,
      undefined,
      writer,
    );
    expect(
      await database.query(
        `select channel, round(extract(epoch from run_after - created_at))::int as wait from deliveries
         where call_id = $1 and channel in ('callback', 'slack', 'webhook') order by channel`,
        [callId],
      ),
    ).toEqual([
      { channel: 'callback', wait: 300 },
      { channel: 'slack', wait: 0 },
      { channel: 'webhook', wait: 300 },
    ]);
    const pending = await database.query<object[]>('select from pending_words where call_id = $1', [callId]);
    expect(pending).toHaveLength(1);
  });

  it.each([
    ['active', [{ minutes: '1.25', source: 'demo' }]],
    ['demo', []],
  ])('counts the minutes of a demo call for %s accounts without sending anything', async (status, expectedMinutes) => {
    await database.query(`update calls set source = 'demo' where id = $1`, [callId]);
    await database.query('update accounts set status = $2 where id = $1', [accountId, status]);
    await complete();
    const usageSql = 'select minutes, source from usage_records where account_id = $1';
    expect(await database.query(usageSql, [accountId])).toEqual(expectedMinutes);
    expect(await listAlerts()).toEqual([]);
    expect(await database.query('select from follow_ups where account_id = $1', [accountId])).toEqual([]);
  });

  it("keeps its follow-up's customer if that customer is deleted at the same time", async () => {
    await database.query(`update calls set from_number = '+15550100142' where id = $1`, [callId]);
    const interruptedCustomers = InterruptedCustomers.interruptedBy(() =>
      database.query('delete from customers where account_id = $1', [accountId]),
    );
    await complete(TRANSCRIPT, ANALYSIS, doNothing, interruptedCustomers);
    const [customer] = await findCustomers();
    expect(customer).toBeDefined();
    expect(await database.query('select customer_id as id from follow_ups where call_id = $1', [callId])).toEqual([
      customer,
    ]);
  });

  it('does not add a customer if the lease was lost', async () => {
    await database.query(`update calls set from_number = '+15550100142' where id = $1`, [callId]);
    const interruptedCustomers = InterruptedCustomers.interruptedBy(() =>
      database.query('update calls set lease_token = null where id = $1', [callId]),
    );
    await expect(complete(TRANSCRIPT, ANALYSIS, doNothing, interruptedCustomers)).rejects.toThrow();
    expect(await findCustomers()).toEqual([]);
  });

  it.each([
    ['first', 0],
    ['second', 1],
  ])('completes while the call that settles its follow-up is deleted (deletion %s)', async (_, position) => {
    const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
    const sql = `update calls set from_number = '+15550100142', occurred_at = $2 where id = $1`;
    await database.query(sql, [callId, hoursAgo(2)]);
    const laterCall = await database.makeCompletedCall(accountId, {
      call: {
        direction: 'outbound',
        toNumber: '+15550100142',
        customerKey: 'tel:+15550100142',
        durationSeconds: '75',
        occurredAt: hoursAgo(1),
      },
    });
    await database.repositories.customers.findOrCreate(accountId, 'tel:+15550100142', null);
    // Both wait for the lock on the account's totals. Either may get it first, but the deletion has already locked the
    // call.
    const deleteLaterCall = (): Promise<unknown> =>
      database.dataSource.transaction((manager) =>
        new ErasuresRepository(manager).deleteCall(accountId, laterCall.id, ownerId),
      );
    const [startFirst, startSecond] = position === 0 ? [deleteLaterCall, complete] : [complete, deleteLaterCall];
    const startBoth = async (): Promise<unknown> => {
      const first = startFirst();
      await database.waitForLocks();
      return Promise.all([first, startSecond()]);
    };
    await database.whileLocked('select lock_happiness($1)', [accountId], startBoth, 2);
    const { calls } = database.repositories;
    expect((await calls.findWithResult(accountId, callId))?.call.state).toBe('completed');
    expect(await calls.findWithResult(accountId, laterCall.id)).toBeNull();
    expect(await database.query('select closed_by_call_id as by from follow_ups where call_id = $1', [callId])).toEqual(
      [{ by: null }],
    );
  });

  it('updates the agent with each run until someone corrects it', async () => {
    const { calls } = database.repositories;
    const findAgent = async (): Promise<(string | null | undefined)[]> => {
      const callWithResult = await calls.findWithResult(accountId, callId);
      return [callWithResult?.agentName, callWithResult?.call.agentSource];
    };
    await complete();
    expect(await findAgent()).toEqual(['Paul', 'heard']);
    await reprocess();
    await complete({ ...TRANSCRIPT, segments: TRANSCRIPT.segments.slice(1) });
    expect(await findAgent()).toEqual([null, null]);
    await calls.updateDetails(accountId, callId, { agentId: null, agentSource: 'corrected' });
    await reprocess();
    await complete();
    expect(await findAgent()).toEqual([null, 'corrected']);
  });

  it('keeps a number, direction and time that were corrected during the run', async () => {
    const occurredAt = new Date(Date.now() - 3_600_000);
    await database.query(`update calls set direction = 'outbound', to_number = '+15551234567' where id = $1`, [callId]);
    await complete(TRANSCRIPT, ANALYSIS, () =>
      database.unitOfWork.run(({ calls }) =>
        calls.updateDetails(accountId, callId, {
          direction: 'inbound',
          fromNumber: '+15557654321',
          customerName: 'Dana Reyes',
          occurredAt,
        }),
      ),
    );
    expect(
      await database.query(
        `select customer_key, follow_up_calls.called_at, customers.name, metadata->'ldsData'->>'phone' as phone
         from calls join usage_records on usage_records.call_id = calls.id
         join customer_keys on customer_keys.account_id = calls.account_id and key = customer_key
         join customers on customers.id = customer_keys.customer_id
         join follow_up_calls on follow_up_calls.call_id = calls.id
         join follow_ups on follow_ups.id = follow_up_id and follow_ups.customer_id = customers.id where calls.id = $1`,
        [callId],
      ),
    ).toEqual([{ customer_key: 'tel:+15557654321', called_at: occurredAt, name: 'Dana Reyes', phone: '+15557654321' }]);
  });

  it('saves the analysis even if the transaction fails', async () => {
    const readCallRow = (): Promise<object[]> =>
      database.query(
        `select call.state, analysis.engine, usage.id is not null as "isCounted" from calls call
         left join analyses analysis on analysis.call_id = call.id left join usage_records usage on usage.call_id = call.id
         where call.id = $1`,
        [callId],
      );
    await database.query('alter table usage_records add constraint ck_broken check (false) not valid');
    await expect(complete()).rejects.toThrow('ck_broken');
    await database.query('alter table usage_records drop constraint ck_broken');
    expect(await readCallRow()).toEqual([{ state: 'running', engine: 'local', isCounted: false }]);
  });

  it('sends one webhook event when the call opens a follow-up', async () => {
    const listEvents = (): Promise<object[]> =>
      database.query(
        `select type, channel from deliveries join follow_up_events event on event.id = follow_up_event_id
         where account_id = $1`,
        [accountId],
      );
    await database.repositories.accounts.updateSettings(accountId, { sealedWebhookUrl: 'sealed' });
    await complete();
    expect(await listEvents()).toEqual([{ type: 'opened', channel: 'webhook' }]);
    await reprocess();
    await complete();
    expect(await listEvents()).toHaveLength(1);
  });

  describe('with a corrected label', () => {
    const calls = (): CallsRepository => database.repositories.calls;
    const correctCall = (): Promise<void> =>
      database.unitOfWork.run(async ({ callCorrections }) => {
        const locked = await callCorrections.lock(accountId, callId);
        if (!locked || locked === 'no_result') throw new Error('The call has no result.');
        await callCorrections.save(locked, { sentiment: 'neutral', why: null, correctedBy: ownerId });
      });
    const findNote = async (): Promise<string> => {
      const [usage] = await database.query<{ content: string }[]>(
        `select call_data->>'content' as content from usage_records where call_id = $1`,
        [callId],
      );
      return usage?.content ?? '';
    };

    it.each([
      ['is reprocessed', (): Promise<void> => reprocess()],
      [
        'has its speakers swapped',
        async (): Promise<void> => expect(await calls().swapSpeakers(accountId, callId)).not.toBeNull(),
      ],
    ])('keeps the correction when the call %s', async (_name, runAgain) => {
      await complete();
      await correctCall();
      await runAgain();
      expect(await calls().findWithResult(accountId, callId)).toMatchObject({ analysis: { sentiment: 'neutral' } });
      await complete(TRANSCRIPT, { ...ANALYSIS, sentiment: 'positive', confidence: 0.5, engine: 'llm:x', ...UNSURE });
      expect(await calls().findWithResult(accountId, callId)).toMatchObject({
        call: { resultRunNumber: 2 },
        analysis: { runNumber: 2, sentiment: 'neutral', needsReview: false, reviewReason: null },
        correction: {
          sentiment: 'neutral',
          originalSentiment: 'positive',
          originalNeedsReview: true,
          originalReviewReason: 'low_confidence',
          originalConfidence: 0.5,
        },
      });
      const engines = database.query('select original_engine as engine from call_corrections where call_id = $1', [
        callId,
      ]);
      expect(await engines).toEqual([{ engine: 'llm:x' }]);
      expect(await findNote()).toContain('Customer Happiness: Neutral (corrected)');
    });

    it('keeps a summary that a user has edited, and uses it in the usage record', async () => {
      await complete(TRANSCRIPT, { ...ANALYSIS, followUp: { needed: true, what: 'Call back' } });
      await database.unitOfWork.run(async ({ callCorrections, callEdits }) => {
        const locked = await callCorrections.lock(accountId, callId);
        if (!locked || locked === 'no_result') throw new Error('The call has no result.');
        await callEdits.save(locked, { summary: 'Edited.', instruction: 'Refund the deposit' }, null);
        await callEdits.save(locked, { instruction: null }, null);
      });
      await reprocess();
      await complete(TRANSCRIPT, { ...ANALYSIS, writer: 'llm:x', summary: 'New.', keyPoints: ['New'] });
      expect(await calls().findWithResult(accountId, callId)).toMatchObject({
        analysis: {
          runNumber: 2,
          writer: 'person',
          summary: 'Edited.',
          keyPoints: ['New'],
          originalWords: { summary: { writer: 'llm:x', summary: 'New.' } },
        },
      });
      expect(await findNote()).toContain('Edited.');
    });

    it('keeps a booking that a user has edited, and stores the new judgment as the original', async () => {
      await complete(TRANSCRIPT, { ...ANALYSIS, booking: 'unclear', reached: 'reached' });
      await database.unitOfWork.run(async ({ callCorrections, callEdits }) => {
        const locked = await callCorrections.lock(accountId, callId);
        if (!locked || locked === 'no_result') throw new Error('The call has no result.');
        await callEdits.save(locked, { booking: 'not_booked_other', asked: 'asked' }, null);
      });
      await reprocess();
      await complete(TRANSCRIPT, { ...ANALYSIS, booking: 'not_a_lead', asked: 'not_asked', reached: 'not_reached' });
      expect(await calls().findWithResult(accountId, callId)).toMatchObject({
        analysis: {
          runNumber: 2,
          booking: 'not_booked_other',
          asked: 'asked',
          reached: 'not_reached',
          originalWords: { booking: 'not_a_lead', asked: 'not_asked' },
        },
      });
    });

    it('uses the new label if the correction is undone during the run', async () => {
      await complete();
      await correctCall();
      await reprocess();
      await database.unitOfWork.run(async ({ callCorrections }) => {
        const locked = await callCorrections.lock(accountId, callId);
        if (locked && locked !== 'no_result' && locked.correction)
          await callCorrections.remove(locked, locked.correction);
      });
      await complete(TRANSCRIPT, { ...ANALYSIS, sentiment: 'positive' });
      expect(await calls().findWithResult(accountId, callId)).toMatchObject({
        analysis: { sentiment: 'positive' },
        correction: null,
      });
    });
  });

  it('sends alerts, including those to members, only for the first run with a result', async () => {
    const expectedAlerts = [
      { channel: 'email', run_number: 2, recipient: 'viewer-' },
      { channel: 'slack', run_number: 2, recipient: null },
    ];
    await database.repositories.callRuns.fail(
      (await claimNextCall(database.dataSource)).lease,
      'ENGINE_UNAVAILABLE',
      'The recognizer was unavailable.',
    );
    expect(await listAlerts()).toEqual([]);
    await reprocess();
    await complete();
    expect(await listAlerts()).toEqual(expectedAlerts);
    await reprocess();
    await complete();
    expect(await listAlerts()).toEqual(expectedAlerts);
  });
});
