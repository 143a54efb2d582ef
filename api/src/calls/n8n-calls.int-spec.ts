import { randomUUID } from 'node:crypto';

import { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import { UsageRecord } from '@ringwell/database/calls/usage.entity';
import { IntakeClient } from '@ringwell/testing/intake-client';
import type { TestAccount } from '@ringwell/testing/make-account';
import { useTestApi } from '@ringwell/testing/start-api';

const SEGMENTS = [
  { speaker: 'customer' as const, startMs: 1_000, endMs: 3_000, text: 'Thank you so much.', confidence: 0.8 },
];
const ANALYSIS = {
  sentiment: 'positive' as const,
  confidence: 0.93,
  topic: 'praise' as const,
  summary: 'The heater works again. The customer is pleased.',
  keyPoints: ['Heater repaired'],
  reason: '',
  outcome: '',
  writer: 'llm:test',
  followUp: { needed: false },
  course: [{ startMs: 0, endMs: 3_000, sentiment: 'positive' as const }],
  evidence: [{ claim: 'Positive', segment: 0, startMs: 1_000, endMs: 3_000, quote: 'Thank you so much' }],
};

describe('GET /api/n8n/calls/{id}', () => {
  const { api, database } = useTestApi();
  let account: TestAccount;
  let client: IntakeClient;

  beforeAll(async () => {
    account = await database.makeAccount();
    client = new IntakeClient(api.url, account.token);
  });

  async function addResult(callId: string, runNumber = 1): Promise<void> {
    const { manager } = database;
    await manager.insert(CallTranscript, {
      callId,
      accountId: account.account.id,
      runNumber,
      engine: 'pocketsphinx',
      language: 'en',
      durationSeconds: '40.60',
      segments: SEGMENTS,
      text: 'x',
    });
    await manager.insert(CallAnalysis, {
      callId,
      accountId: account.account.id,
      runNumber,
      engine: 'local',
      ...ANALYSIS,
    });
    await manager.insert(UsageRecord, {
      accountId: account.account.id,
      callId,
      minutes: '0.68',
      instanceRuns: 1,
      source: 'n8n',
    });
  }

  it('returns a queued call', async () => {
    const call = await database.makeCall(account.account.id, {
      externalId: 'e-1',
      direction: 'outbound',
      fromNumber: '+1555',
    });
    const { status, headers, body } = await client.get(call.id);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({
      id: call.id,
      state: 'queued',
      source: 'n8n',
      externalId: 'e-1',
      direction: 'outbound',
      from: '+1555',
      to: null,
      attempts: 0,
      skipReason: null,
      error: null,
      result: null,
      isWriting: false,
      transcript: null,
      usageMinutes: null,
      engines: null,
    });
  });

  it('returns the result of a completed call', async () => {
    const call = await database.makeCall(account.account.id, {
      state: 'completed',
      resultRunNumber: 1,
      attempts: 1,
      durationSeconds: '40.60',
      occurredAt: new Date('2026-03-31T14:05:00Z'),
      startedAt: new Date('2026-03-31T15:00:00Z'),
      finishedAt: new Date('2026-03-31T15:00:06.400Z'),
    });
    await addResult(call.id);
    expect((await client.get(call.id)).body).toMatchObject({
      state: 'completed',
      startedAt: '2026-03-31T14:05:00.000Z',
      durationSeconds: 40.6,
      processingSeconds: 6.4,
      usageMinutes: 0.68,
      engines: { transcription: 'pocketsphinx', analysis: 'local', fallbackFrom: null },
      result: { ...ANALYSIS, label: 'Positive' },
      transcript: {
        engine: 'pocketsphinx',
        engineNote: expect.stringContaining('Basic transcription') as string,
        language: 'en',
        segments: SEGMENTS,
      },
    });
    await database.repositories.pendingWords.add({ ...call, runNumber: 1 });
    expect((await client.get(call.id)).body).toMatchObject({ state: 'completed', isWriting: true });
  });

  it('returns no result before completion, and the previous one during reprocessing', async () => {
    const runningCall = await database.makeCall(account.account.id, { state: 'running' });
    await addResult(runningCall.id);
    expect((await client.get(runningCall.id)).body).toMatchObject({ result: null, transcript: null, engines: null });
    const reprocessedCall = await database.makeCall(account.account.id, {
      state: 'failed',
      runNumber: 2,
      resultRunNumber: 1,
    });
    await addResult(reprocessedCall.id, 1);
    expect((await client.get(reprocessedCall.id)).body).toMatchObject({
      state: 'failed',
      result: ANALYSIS,
      transcript: { segments: SEGMENTS },
      engines: { analysis: 'local' },
    });
  });

  it('returns why a call was skipped or failed', async () => {
    const skippedCall = await database.makeCall(account.account.id, {
      state: 'skipped',
      skipReason: 'no_speech',
    });
    const failedCall = await database.makeCall(account.account.id, {
      state: 'failed',
      errorCode: 'X',
      errorMessage: 'It broke.',
    });
    expect((await client.get(skippedCall.id)).body).toMatchObject({
      skipReason: 'no_speech',
      skipMessage: expect.stringContaining('No speech') as string,
    });
    expect((await client.get(failedCall.id)).body).toMatchObject({ error: { code: 'X', message: 'It broke.' } });
  });

  it("returns the same 404 for another account's call as for an unknown call", async () => {
    const otherAccount = await database.makeAccount();
    const otherCall = await database.makeCall(otherAccount.account.id);
    const responses = await Promise.all([otherCall.id, randomUUID(), 'not-an-id', '%00'].map((id) => client.get(id)));
    for (const { status, body } of responses)
      expect({ status, ...body, requestId: '' }).toEqual({
        ...responses[0]?.body,
        status: 404,
        code: 'CALL_NOT_FOUND',
        requestId: '',
      });
  });
});
