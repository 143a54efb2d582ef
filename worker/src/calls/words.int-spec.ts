import { setTimeout as sleep } from 'node:timers/promises';

import { Registry } from 'prom-client';

import { PendingWordsRepository, type WordsLease } from '@ringwell/database/calls/pending-words.repository';
import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';
import { Delivery } from '@ringwell/database/deliveries/delivery.entity';
import { ErasuresRepository } from '@ringwell/database/erasures/erasures.repository';
import type { TranscriptSegment } from '@ringwell/domain/calls/transcript';
import { AppError, providerFailed } from '@ringwell/domain/errors/app-error';
import type { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { createLogger } from '@ringwell/platform/logging/create-logger';
import { PipelineMetrics } from '@ringwell/platform/metrics/pipeline-metrics';
import { claimNextCall } from '@ringwell/testing/claim-next-call';
import { useTestDatabase } from '@ringwell/testing/test-database';

import { Writer, type CallContext, type Draft } from '../analysis/analyst';
import { CautiousAnalyst } from '../analysis/cautious.analyst';
import { LocalAnalyst } from '../analysis/engines/local/local.analyst';
import { WordsLoop } from './words.loop';

const SEGMENTS: TranscriptSegment[] = [
  { speaker: 'customer', startMs: 0, endMs: 900, text: 'I want my forty dollars back, nobody ever came.' },
  { speaker: 'agent', startMs: 1_000, endMs: 1_900, text: "I'll refund the forty dollars by Friday." },
];
const DRAFT: Draft = {
  summary: 'Nobody came, and the customer wants $40 back.',
  points: ['The refund is due by Friday'],
  next: [{ who: 'company', what: 'Refund the $40', when: 'by Friday', segment: 1 }],
  quote: { segment: 0, words: 'nobody ever came' },
};

class ScriptedWriter extends Writer {
  readonly engine: string | null = 'llm:test';
  override maxConcurrent = 4;
  isAvailable = true;
  readonly contexts: CallContext[] = [];
  result: Draft | AppError | 'hang' = DRAFT;

  override reserve(): boolean {
    return this.isAvailable;
  }

  override async write(...[, context, { signal }]: Parameters<Writer['write']>): Promise<Draft> {
    this.contexts.push(context);
    const { result } = this;
    signal.throwIfAborted();
    if (result === 'hang')
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    if (result instanceof AppError) throw result;
    return result;
  }
}

describe('WordsLoop', () => {
  const database = useTestDatabase();
  let writer: ScriptedWriter;
  let accountId: string;
  let ownerId: string;
  let callId: string;

  beforeEach(async () => {
    writer = new ScriptedWriter();
    const { manager } = database;
    await manager.query('delete from pending_words');
    const account = await database.makeAccount();
    [accountId, ownerId] = [account.account.id, account.user.id];
    const call = await database.makeCompletedCall(accountId, {
      call: { customerName: 'Pat Lee' },
      segments: SEGMENTS,
      analysis: {
        sentiment: 'negative',
        writer: null,
        summary: '',
        keyPoints: [],
        followUp: { needed: true, what: 'Call Pat Lee back' },
        evidence: [{ claim: 'Negative', segment: 0, startMs: 0, endMs: 900, quote: 'I want my forty dollars back' }],
      },
    });
    callId = call.id;
    await new PendingWordsRepository(manager).add(call);
    await new DeliveriesRepository(manager).plan(call, [
      { channel: 'servicetitan', destination: 'Tenant 1', destinationHash: 'h', priority: 0, waitSeconds: 300 },
    ]);
  });

  /** Claims calls, and waits until their summaries are written. */
  const pass = async (): Promise<void> => {
    await makeLoop().pass();
    await waitUntilWritten();
  };
  const waitUntilWritten = async (): Promise<void> => {
    while (JSON.stringify(await listPendingSummaries()).includes('"isLeased":true')) await sleep(5);
  };
  function makeLoop(): WordsLoop {
    return new WordsLoop(
      database.unitOfWork,
      new CautiousAnalyst(new LocalAnalyst(), writer),
      writer,
      { notify: () => undefined } as DispatcherNotifier,
      new PipelineMetrics(new Registry()),
      createLogger({ service: 'test', level: 'fatal' }),
    );
  }
  const findAnalysis = async (): Promise<unknown> =>
    (await database.repositories.calls.findWithResult(accountId, callId))?.analysis;
  const isNoteDue = async (): Promise<boolean> => {
    const [note] = await database.query<[{ isDue: boolean }]>(
      'select run_after <= now() as "isDue" from deliveries where call_id = $1',
      [callId],
    );
    return note.isDue;
  };
  const requestRewrite = (): Promise<void> =>
    new PendingWordsRepository(database.manager).requestRewrite({ callId, accountId, runNumber: 1 });
  const listEvents = (): Promise<object[]> =>
    database.query('select channel, event from deliveries where call_id = $1 and event is not null', [callId]);
  const listPendingSummaries = (): Promise<object[]> =>
    database.query('select lease_token is not null as "isLeased", run_after > now() as "isDelayed" from pending_words');

  it('does not claim calls while another process is using the writer', async () => {
    writer.isAvailable = false;
    await pass();
    expect(await listPendingSummaries()).toEqual([{ isLeased: false, isDelayed: false }]);
    writer.isAvailable = true;
    await pass();
    expect(await listPendingSummaries()).toEqual([]);
    expect(writer.contexts).toEqual([expect.objectContaining({ sentiment: 'negative', customerName: 'Pat Lee' })]);
  });

  it('writes a summary once, and releases the note that was waiting for it', async () => {
    expect(await isNoteDue()).toBe(false);
    await pass();
    expect(await findAnalysis()).toMatchObject({
      sentiment: 'negative',
      writer: 'llm:test',
      summary: DRAFT.summary,
      keyPoints: DRAFT.points,
      followUp: { needed: true, what: 'Refund the $40; by Friday' },
      evidence: [
        { claim: 'Negative', quote: 'nobody ever came' },
        { claim: 'Promise', quote: "I'll refund the forty dollars by Friday." },
      ],
    });
    expect([await isNoteDue(), await listPendingSummaries()]).toEqual([true, []]);
    await pass();
    expect(writer.contexts).toMatchObject([{ customerName: 'Pat Lee' }]);
  });

  it.each([
    ['transcript', '[card number]'],
    ['off', '4111 1111 1111 1111'],
  ])('sends the names and terms of an account with redaction set to %s as %s', async (redaction, expected) => {
    await database.query(`update calls set customer_name = 'Pat Lee 4111 1111 1111 1111' where id = $1`, [callId]);
    await database.query(
      `update account_settings set redaction = $2, vocabulary = '{Comfort Club,4111 1111 1111 1111}' where account_id = $1`,
      [accountId, redaction],
    );
    await pass();
    expect(writer.contexts).toMatchObject([
      { customerName: `Pat Lee ${expected}`, vocabulary: ['Comfort Club', expected] },
    ]);
  });

  it('does not let an account with many calls delay others', async () => {
    const repository = new PendingWordsRepository(database.manager);
    for (let index = 0; index < 3; index += 1) await repository.add(await database.makeCompletedCall(accountId));
    const otherAccount = await database.makeAccount();
    await repository.add(await database.makeCompletedCall(otherAccount.account.id));
    const claimed = await repository.claim(2, 60);
    expect(claimed.map((lease) => lease.accountId).toSorted()).toEqual([accountId, otherAccount.account.id].toSorted());
    expect(await repository.claim(9, 60)).toHaveLength(3);
  });

  it('lets accounts take turns with a writer that accepts one call at a time', async () => {
    const repository = new PendingWordsRepository(database.manager);
    await repository.add(await database.makeCompletedCall(accountId));
    const other = await database.makeAccount();
    await repository.add(await database.makeCompletedCall(other.account.id, { segments: SEGMENTS }));
    writer.maxConcurrent = 1;
    const loop = makeLoop();
    await loop.pass();
    while (writer.contexts.length === 0) await sleep(5);
    while (writer.contexts.length === 1) await sleep(5).then(() => loop.pass());
    await waitUntilWritten();
    expect(await database.query('select account_id from pending_words')).toEqual([{ account_id: accountId }]);
  });

  it('claims more calls while a summary is taking a long time, up to the number that the writer accepts', async () => {
    const loop = makeLoop();
    writer.maxConcurrent = 2;
    writer.result = 'hang';
    await loop.pass();
    while (writer.contexts.length === 0) await sleep(5);
    writer.result = DRAFT;
    await new PendingWordsRepository(database.manager).add(await database.makeCompletedCall(accountId));
    await loop.pass();
    while ((await listPendingSummaries()).length > 1) await sleep(5);
    expect(await database.query('select call_id from pending_words')).toEqual([{ call_id: callId }]);
    writer.maxConcurrent = 1;
    await new PendingWordsRepository(database.manager).add(await database.makeCompletedCall(accountId));
    await loop.pass();
    expect(await listPendingSummaries()).toHaveLength(2);
    await loop.onModuleDestroy();
  });

  it('claims calls while another transaction has locked an outdated one', async () => {
    const outdatedCall = await database.makeCompletedCall(accountId);
    await new PendingWordsRepository(database.manager).add(outdatedCall, 0);
    const claim = (): Promise<WordsLease[]> =>
      database.dataSource.transaction(async (manager) => {
        await manager.query(`set local lock_timeout = '1s'`);
        return new PendingWordsRepository(manager).claim(9, 60);
      });
    await database.dataSource.transaction(async (holder) => {
      await holder.query('select from pending_words where call_id = $1 for update', [outdatedCall.id]);
      expect(await claim()).toMatchObject([{ callId }]);
    });
    expect(await claim()).toEqual([]);
    expect(await listPendingSummaries()).toHaveLength(1);
  });

  it('plans one update to the Slack alert that was sent without the summary', async () => {
    const alert = { channel: 'slack' as const, destination: '#calls', destinationHash: 'h', runNumber: 1 };
    await database.manager.insert(Delivery, { ...alert, callId, accountId, state: 'sent' });
    await pass();
    await requestRewrite();
    await pass();
    expect(await listEvents()).toEqual([{ channel: 'slack', event: 'call.written' }]);
  });

  it('drops a summary that the call does not support and releases the note', async () => {
    writer.result = { ...DRAFT, summary: 'Gregory never came.' };
    await pass();
    expect(await findAnalysis()).toMatchObject({ writer: null, summary: '', followUp: { what: 'Call Pat Lee back' } });
    expect([await isNoteDue(), await listPendingSummaries()]).toEqual([true, []]);
  });

  it("retries while the writer is unavailable, until the note can't wait any longer", async () => {
    writer.result = providerFailed('ANALYSIS_UNAVAILABLE', 'Unavailable.', { retryable: true });
    await pass();
    expect([await listPendingSummaries(), await isNoteDue()]).toEqual([[{ isLeased: false, isDelayed: true }], false]);
    await database.query('update pending_words set run_after = now(), give_up_at = now()');
    writer.result = DRAFT;
    await pass();
    expect(await listPendingSummaries()).toEqual([]);
    expect(await findAnalysis()).toMatchObject({ writer: null, summary: '' });
  });

  it('gives up and releases the note as soon as the writer rejects the request', async () => {
    writer.result = providerFailed('ANALYSIS_CREDENTIALS', 'The key is wrong.');
    await pass();
    expect([await isNoteDue(), await listPendingSummaries()]).toEqual([true, []]);
    expect(await findAnalysis()).toMatchObject({ writer: null, summary: '' });
  });

  it('releases its calls when it stops, and takes over calls from a worker that died', async () => {
    writer.result = 'hang';
    const loop = makeLoop();
    await loop.pass();
    await loop.onModuleDestroy();
    expect(await listPendingSummaries()).toEqual([{ isLeased: false, isDelayed: false }]);
    const repository = new PendingWordsRepository(database.manager);
    const [firstClaim] = await repository.claim(1, 60);
    expect(await repository.claim(1, 60)).toEqual([]);
    await database.query('update pending_words set run_after = now()');
    const [secondClaim] = await repository.claim(1, 60);
    if (!firstClaim || !secondClaim) throw new Error('The call was not claimed.');
    expect(await repository.save(firstClaim, (current) => ({ ...current, summary: 'Late.' }))).toBe(false);
    expect(
      await repository.save(secondClaim, (current) => ({ ...current, writer: 'llm:test', summary: 'Once.' })),
    ).toBe(true);
    expect(await findAnalysis()).toMatchObject({ summary: 'Once.' });
  });

  it('stores nothing for a call deleted while its summary is written, and does not block the deletion', async () => {
    const repository = new PendingWordsRepository(database.manager);
    const [lease] = await repository.claim(1, 60);
    if (!lease) throw new Error('The call was not claimed.');
    const deleteCall = (): Promise<unknown> =>
      database.dataSource.transaction((manager) =>
        new ErasuresRepository(manager).deleteCall(accountId, callId, ownerId),
      );
    const save = (): Promise<boolean> => repository.save(lease, (current) => ({ ...current, summary: 'Late.' }));
    // The deletion locks the call and waits for the account's totals; then the worker tries to save the text.
    const deleteThenSave = (): Promise<unknown[]> => Promise.all([deleteCall(), sleep(300).then(save)]);
    const [, isSaved] = await database.whileLocked('select lock_happiness($1)', [accountId], deleteThenSave, 2);
    expect([isSaved, await findAnalysis()]).toEqual([false, undefined]);
  });

  it('does not write a summary for a result that has been replaced', async () => {
    await database.repositories.calls.reprocess(accountId, callId);
    const { lease } = await claimNextCall(database.dataSource);
    expect(await listPendingSummaries()).toHaveLength(1);
    expect(await database.repositories.callRuns.complete(lease)).toBe(true);
    expect(await listPendingSummaries()).toEqual([]);
  });

  it('extends its lease while the language model is writing', async () => {
    const heartbeats: (() => void)[] = [];
    const timer = jest.spyOn(globalThis, 'setInterval').mockImplementation((renew: () => void) => {
      heartbeats.push(renew);
      return setTimeout(() => undefined, 0);
    });
    writer.result = 'hang';
    const loop = makeLoop();
    await loop.pass();
    while (writer.contexts.length === 0) await sleep(5);
    await database.query('update pending_words set run_after = now()'); // as if time had passed
    for (const renew of heartbeats) renew();
    while (JSON.stringify(await listPendingSummaries()) !== '[{"isLeased":true,"isDelayed":true}]') await sleep(5);
    timer.mockRestore();
    await loop.onModuleDestroy();
  });

  it('keeps a summary that a user has edited, and stores the generated one as the original', async () => {
    await database.unitOfWork.run(async ({ callCorrections, callEdits }) => {
      const locked = await callCorrections.lock(accountId, callId);
      if (!locked || locked === 'no_result') throw new Error('The call has no result.');
      await callEdits.save(locked, { summary: 'Edited.' }, null);
    });
    await pass();
    expect(await findAnalysis()).toMatchObject({
      writer: 'person',
      summary: 'Edited.',
      keyPoints: DRAFT.points,
      originalWords: { summary: { writer: 'llm:test', summary: DRAFT.summary, keyPoints: DRAFT.points } },
      followUp: { what: 'Refund the $40; by Friday' },
    });
  });

  it('replaces the summary if a new one was requested, and plans a webhook event', async () => {
    await pass();
    const sql = 'update account_settings set sealed_webhook_url = $1 where account_id = $2';
    await database.query(sql, ['sealed', accountId]);
    await requestRewrite();
    writer.result = { ...DRAFT, summary: 'The customer wants $40 back.' };
    await pass();
    expect(await findAnalysis()).toMatchObject({ writer: 'llm:test', summary: 'The customer wants $40 back.' });
    expect(await listEvents()).toEqual([{ channel: 'webhook', event: 'call.edited' }]);
  });

  it('keeps the earlier summary if the call does not support the requested one', async () => {
    await pass();
    await requestRewrite();
    writer.result = { ...DRAFT, summary: 'Gregory never came.' };
    await pass();
    expect(await findAnalysis()).toMatchObject({ writer: 'llm:test', summary: DRAFT.summary });
    expect([await listPendingSummaries(), await listEvents()]).toEqual([[], []]);
  });

  it("keeps evidence from the account's rules", async () => {
    await database.query(
      `update analyses set applied_rules = '{"version": 1, "label": {"name": "x", "sentiment": "negative"}, "original": {}}'
       where call_id = $1`,
      [callId],
    );
    await pass();
    expect(await findAnalysis()).toMatchObject({
      summary: DRAFT.summary,
      evidence: [{ claim: 'Promise' }, { claim: 'Negative', quote: 'I want my forty dollars back' }],
    });
  });
});
