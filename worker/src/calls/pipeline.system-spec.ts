import { createHash } from 'node:crypto';
import { readdir, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { rows } from '@ringwell/database/postgres/sql';
import { FakeTranscriptionServer } from '@ringwell/testing/fake-transcription-server';
import { FakeWebhookReceiver, type ReceivedWebhook } from '@ringwell/testing/fake-webhook-receiver';
import type { TestAccount } from '@ringwell/testing/make-account';
import { makeAudio, makeSound } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { SHORT_CALL, TEST_WORK_DIR, type CallResponse } from '@ringwell/testing/test-system';
import { useTestSystem } from '@ringwell/testing/use-test-system';

function listSpeakers({ transcript }: CallResponse): string[] {
  return (transcript?.segments ?? []).map(({ speaker }) => speaker);
}

function swapSpeakers(speakers: readonly string[]): string[] {
  const opposites: Record<string, string> = { agent: 'customer', customer: 'agent', unknown: 'unknown' };
  return speakers.map((speaker) => opposites[speaker] ?? '');
}

describe('call pipeline', () => {
  const provider = new FakeTranscriptionServer();
  const externalServer = new FakeWebhookReceiver();
  const files = temporaryDirectory();
  const system = useTestSystem([provider, externalServer], {
    env: () => ({
      TRANSCRIPTION_BASE_URL: provider.baseUrl,
      OUTBOUND_ALLOW: externalServer.origin.replace('http://', ''),
    }),
  });

  beforeAll(async () => {
    const recording = await readFile('samples/neutral.mp3');
    externalServer.reply = ({ path }) => {
      if (path.startsWith('/resume')) return { body: 'ok' };
      return path.startsWith('/neutral.mp3') ? { body: recording } : { status: 404, body: '' };
    };
  });
  beforeEach(() => {
    provider.reply = () => ({
      body: {
        task: 'transcribe',
        language: 'english',
        duration: 40,
        text: 'I want to cancel and I want my money back.',
        segments: [
          {
            id: 0,
            start: 1,
            end: 5,
            text: ' Cedar Creek, this is Paul. I want to cancel and I want a refund, nobody ever came.',
            avg_logprob: -0.1,
            no_speech_prob: 0.01,
          },
        ],
      },
    });
  });

  const findCallbacks = (id: string): ReceivedWebhook[] =>
    externalServer.requests.filter(
      ({ path, raw }) => path.startsWith('/resume') && (JSON.parse(raw) as { data: { id: string } }).data.id === id,
    );

  it('stores the transcript, analysis, usage and daily total for an uploaded call', async () => {
    const account = await system.database.makeAccount({
      account: { company: 'Cedar Creek Plumbing', serviceTitanTenant: '4711' },
    });
    const id = await system.submit(account, 'samples/negative.m4a', {
      leadCallId: '98765',
      from: '+15551234567',
      to: '+15557654321',
      customerName: 'Karen Voss',
    });
    const call = await system.waitForCall(account, id);

    expect(call).toMatchObject({
      state: 'completed',
      agentName: 'Paul',
      agentSource: 'heard',
      attempts: 1,
      usageMinutes: 0.76,
      result: { sentiment: 'negative', label: 'Negative' },
    });
    expect(call.durationSeconds).toBeCloseTo(45.7, 0);
    expect(call.transcript?.segments.map(({ speaker }) => speaker)).toEqual(
      expect.arrayContaining(['agent', 'customer']),
    );
    expect(JSON.stringify(call.transcript)).not.toContain('"words"');
    const { manager } = system.database;
    const usage = await rows<{
      minutes: string;
      instance_runs: number;
      source: string;
      metadata: object;
      call_data: { content: string };
    }>(manager, 'select minutes, instance_runs, source, metadata, call_data from usage_records where account_id = $1', [
      account.account.id,
    ]);
    expect(usage).toEqual([
      {
        minutes: '0.76',
        instance_runs: 1,
        source: 'n8n',
        metadata: expect.objectContaining({ ldsData: { name: 'Karen Voss', phone: '+15551234567' } }) as object,
        call_data: {
          content: expect.stringMatching(/^Call From: Karen Voss, \+15551234567\n/) as string,
          database: '4711',
          databaseDisplayName: 'Cedar Creek Plumbing',
          leadCallId: 98765,
          needsReview: false,
          sentiment: 'negative',
          storedAt: expect.stringMatching(/^\d{4}-/) as string,
        },
      },
    ]);
    expect(
      await rows(manager, 'select minutes, calls from usage_daily where account_id = $1', [account.account.id]),
    ).toEqual([{ minutes: '0.76', calls: 1 }]);
  });

  it('fetches a recording from a link and sends the result to the callback, and to a new one when the call is sent again', async () => {
    const account = await system.database.makeAccount();
    const submit = (signature: string): Promise<string> =>
      system.submitUrl(account, `${externalServer.origin}/neutral.mp3?token=secret`, {
        externalId: 'call-4711',
        callbackUrl: `${externalServer.origin}/resume?signature=${signature}`,
      });
    const id = await submit('abc');
    expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed' });

    const waitUntilSent = (count: number): Promise<unknown> =>
      system.waitForRows<{ state: string }>(
        'select state from deliveries where call_id = $1',
        [id],
        (deliveries) => deliveries.length === count && deliveries.every(({ state }) => state === 'sent'),
      );
    await waitUntilSent(1);
    const callbacks = findCallbacks(id);
    expect(callbacks).toHaveLength(1);
    expect(JSON.parse(callbacks[0]?.raw ?? '')).toMatchObject({
      type: 'call.completed',
      data: { sentiment: 'negative' },
    });
    expect(callbacks[0]?.headers['webhook-id']).toMatch(/^[0-9a-f-]{36}$/);
    const [storedCall] = await system.database.query<{ hash: string; url: string }[]>(
      'select recording_sha256 as hash, sealed_recording_url as url from calls where id = $1',
      [id],
    );
    expect(storedCall?.hash).toBe(
      createHash('sha256')
        .update(await readFile('samples/neutral.mp3'))
        .digest('hex'),
    );
    expect(storedCall?.url).not.toContain('secret');

    for (const signature of ['abc', 'def', 'def']) expect(await submit(signature)).toBe(id);
    await waitUntilSent(2);
    expect(findCallbacks(id).map(({ path }) => path)).toEqual(['/resume?signature=abc', '/resume?signature=def']);
  });

  it('reprocesses a call on request, counting it once, even over the monthly limit', async () => {
    const account = await system.database.makeAccount();
    const id = await system.submit(account, SHORT_CALL);
    expect(await system.waitForCall(account, id)).toMatchObject({
      state: 'completed',
      result: { sentiment: 'negative' },
    });
    await system.database.query(
      'update account_settings set usage_limit_enabled = true, monthly_minute_limit = 0 where account_id = $1',
      [account.account.id],
    );
    provider.reply = () => ({
      body: {
        task: 'transcribe',
        language: 'english',
        duration: 40,
        text: 'Thank you so much.',
        segments: [
          {
            id: 0,
            start: 1,
            end: 9,
            avg_logprob: -0.1,
            no_speech_prob: 0.01,
            text: ' Thank you so much, the technician was wonderful, I am really happy with the work and I will recommend you to all my neighbors.',
          },
        ],
      },
    });

    const response = await fetch(`${system.url}/api/calls/${id}/reprocess`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}` },
    });
    expect(response.status).toBe(202);
    expect(await system.waitForCall(account, id)).toMatchObject({
      state: 'completed',
      attempts: 1,
      result: { sentiment: 'positive' },
    });
    const usage = await system.database.query(
      'select calls, call_minutes = minutes as same from usage_daily where account_id = $1',
      [account.account.id],
    );
    expect(usage).toEqual([{ calls: 1, same: true }]);
  });

  async function rerun(account: TestAccount, id: string, action: 'reprocess' | 'swap-speakers'): Promise<CallResponse> {
    const response = await fetch(`${system.url}/api/calls/${id}/${action}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}` },
    });
    expect(response.status).toBe(202);
    return system.waitForCall(account, id);
  }

  it('uses the customer channel from the settings, unless a user has swapped the speakers', async () => {
    const account = await system.database.makeAccount({ settings: { customerChannel: 'left' } });
    const id = await system.submit(account, SHORT_CALL);
    const { manager } = system.database;
    const findChannel = (): Promise<object[]> =>
      rows(manager, 'select customer_channel as channel from calls where id = $1', [id]);
    await system.waitForCall(account, id);
    expect(await findChannel()).toEqual([{ channel: 0 }]);
    await rows(manager, `update account_settings set customer_channel = 'right' where account_id = $1`, [
      account.account.id,
    ]);
    const reprocessedCall = await rerun(account, id, 'reprocess');
    expect(await findChannel()).toEqual([{ channel: 1 }]);
    const uploadCount = provider.requests.length;

    const swappedCall = await rerun(account, id, 'swap-speakers');
    expect(swappedCall).toMatchObject({ state: 'completed', attempts: 1, usageMinutes: reprocessedCall.usageMinutes });
    expect(listSpeakers(swappedCall)).toEqual(swapSpeakers(listSpeakers(reprocessedCall)));
    expect(await findChannel()).toEqual([{ channel: 0 }]);
    expect(provider.requests).toHaveLength(uploadCount);

    expect(listSpeakers(await rerun(account, id, 'reprocess'))).toEqual(listSpeakers(swappedCall));
    expect(await findChannel()).toEqual([{ channel: 0 }]);
  });

  it('keeps the speakers of a mono recording swapped when it is retranscribed', async () => {
    const segments = ['Kestrel Plumbing, this is Joan, how can I help you?', 'Hi, my water heater is leaking.'];
    provider.reply = () => ({
      body: {
        task: 'transcribe',
        language: 'english',
        duration: 40,
        text: segments.join(' '),
        segments: segments.map((text, id) => ({
          id,
          start: 1 + id * 5,
          end: 5 + id * 5,
          text: ` ${text}`,
          avg_logprob: -0.1,
          no_speech_prob: 0.01,
        })),
      },
    });
    const account = await system.database.makeAccount();
    const recording = await makeAudio(join(files, 'mono.wav'), ['-i', SHORT_CALL, '-ac', '1']);
    const id = await system.submit(account, recording);
    const originalCall = await system.waitForCall(account, id);
    expect(new Set(listSpeakers(originalCall))).toEqual(new Set(['agent', 'customer']));
    const swappedCall = await rerun(account, id, 'swap-speakers');
    expect(listSpeakers(swappedCall)).toEqual(swapSpeakers(listSpeakers(originalCall)));
    expect(listSpeakers(await rerun(account, id, 'reprocess'))).toEqual(listSpeakers(swappedCall));
  });

  it('retries while the link does not return a recording', async () => {
    const account = await system.database.makeAccount();
    const id = await system.submitUrl(account, `${externalServer.origin}/gone.mp3`);
    expect(await system.waitForCall(account, id, ({ state }) => state === 'received')).toMatchObject({
      attempts: 0,
      error: { code: 'RECORDING_PENDING', message: expect.stringContaining('HTTP 404') as string },
    });
  });

  it.each([
    ['processing is turned off for the account', { active: false }, {}, 'account_inactive'],
    [
      'calls in its direction are turned off',
      { inboundCallsEnabled: false },
      { direction: 'inbound' },
      'direction_disabled',
    ],
    ["the call is shorter than its direction's minimum", {}, { direction: 'outbound' }, 'too_short'],
    ["the month's minutes are used up", { usageLimitEnabled: true, monthlyMinuteLimit: 0 }, {}, 'minute_limit'],
  ])('skips a call without billing when %s', async (_case, settings, fields, reason) => {
    const account = await system.database.makeAccount({ settings });
    const id = await system.submit(account, SHORT_CALL, fields);
    expect(await system.waitForCall(account, id)).toMatchObject({
      state: 'skipped',
      skipReason: reason,
      usageMinutes: null,
    });
    expect(
      await system.database.query('select 1 from usage_records where account_id = $1', [account.account.id]),
    ).toEqual([]);
  });

  it('does not skip a long call as too short because most of its recording is unreadable', async () => {
    const account = await system.database.makeAccount();
    const recording = await makeAudio(join(files, 'cut.wav'), ['-stream_loop', '9', '-i', SHORT_CALL]);
    await truncate(recording, Math.floor((await stat(recording)).size / 10));
    const id = await system.submit(account, recording, { direction: 'outbound' });
    expect(await system.waitForCall(account, id)).toMatchObject({
      state: 'completed',
      result: { label: 'Needs a listen' },
    });
  });

  it('skips a call without speech', async () => {
    const account = await system.database.makeAccount();
    const id = await system.submit(account, await makeSound(join(files, 'silence.mp3'), 'anullsrc=r=8000:cl=mono', 20));
    const requestCount = provider.requests.length;
    expect(await system.waitForCall(account, id)).toMatchObject({ state: 'skipped', skipReason: 'no_speech' });
    expect(provider.requests.length).toBe(requestCount);
  });

  it('continues after the delay requested by a rate-limiting vendor', async () => {
    let rejectedCount = 0;
    const defaultReply = provider.reply;
    provider.reply = (upload) => {
      if (rejectedCount >= 2) return defaultReply(upload);
      rejectedCount += 1;
      return { status: 429, headers: { 'retry-after': '2' }, body: { error: { message: 'slow down' } } };
    };
    const account = await system.database.makeAccount();
    const id = await system.submit(account, SHORT_CALL);
    const waitingCall = await system.waitForCall(account, id, ({ error }) => error !== null);
    expect(waitingCall).toMatchObject({ state: 'queued', error: { code: 'TRANSCRIPTION_RATE_LIMITED' } });
    const call = await system.waitForCall(account, id);
    expect(call).toMatchObject({ state: 'completed', error: null });
  });

  it('fails immediately with a message when the vendor rejects the recording', async () => {
    provider.reply = () => ({ status: 400, body: { error: { message: 'no' } } });
    const account = await system.database.makeAccount();
    const id = await system.submit(account, SHORT_CALL);
    const error = { code: 'TRANSCRIPTION_REFUSED' };
    expect(await system.waitForCall(account, id)).toMatchObject({ state: 'failed', attempts: 1, error });
  });

  it.each([
    ['fails', { status: 500, body: { error: { message: 'oops' } } }, 'TRANSCRIPTION_UNAVAILABLE', 2],
    ['sends an unreadable response', { body: '<html>not json</html>' }, 'TRANSCRIPTION_GARBAGE', 2],
    ['rejects the key', { status: 401, body: { error: { message: 'bad key' } } }, 'TRANSCRIPTION_CREDENTIALS', 1],
  ])('retries when the vendor %s', async (_case, reply, code, attempts) => {
    const defaultReply = provider.reply;
    provider.reply = () => reply;
    const account = await system.database.makeAccount();
    const id = await system.submit(account, SHORT_CALL);
    expect(await system.waitForCall(account, id, ({ error }) => error !== null)).toMatchObject({
      state: 'queued',
      attempts: attempts - 1,
      error: { code },
    });
    provider.reply = defaultReply;
    await system.query('update calls set run_after = now() where id = $1', [id]);
    expect(await system.waitForCall(account, id)).toMatchObject({ state: 'completed', attempts });
  });

  it('never logs transcripts or secrets, and never leaves files behind', async () => {
    const logs = [...system.api.log, ...system.workers.flatMap(({ log }) => log)].join('\n');
    expect(logs).not.toMatch(/money back|want a refund|token=secret|signature=abc|Bearer rw_/);
    const remainingFiles = await readdir(TEST_WORK_DIR);
    expect(remainingFiles.filter((name) => name.startsWith(`${process.pid}-`))).toEqual([]);
  });
});
