import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Redis } from 'ioredis';

import { Call } from '@ringwell/database/calls/call.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { DispatcherNotifier } from '@ringwell/jobs/dispatcher-notifier';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { IntakeClient, makeLargestWav, makeWav } from '@ringwell/testing/intake-client';
import type { TestAccount } from '@ringwell/testing/make-account';
import { makeAmr, makeSound, samplePath } from '@ringwell/testing/make-audio';
import { problem } from '@ringwell/testing/session-client';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { TEST_KEY } from '@ringwell/testing/test-keys';
import { testSettings } from '@ringwell/testing/test-settings';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const RECORDING_URL = 'https://recordings.example.com/a.mp3?signature=s3cret';
const DETAILS = {
  externalId: 'call-1',
  leadCallId: '9876',
  direction: 'inbound',
  from: '+15551234567',
  to: '+15557654321',
  customerName: 'Zoë O’Neill',
  jobId: '12',
  customerId: '34',
  startedAt: '2026-03-31T16:05:00+02:00',
  callbackUrl: 'https://n8n.example.com/hook?id=1',
};

describe('POST /api/n8n/calls', () => {
  const folder = temporaryDirectory();
  const { api, database, owner: account, intake: client } = useSignedInOwner();

  const findCalls = ({ account: { id } }: TestAccount): Promise<Call[]> =>
    database.manager.findBy(Call, { accountId: id });

  it('stores an upload with all details and returns its location', async () => {
    const recording = await readFile(samplePath('neutral.mp3'));
    const { status, headers, body } = await client.postForm([...Object.entries(DETAILS), ['audio', recording]]);

    expect(status).toBe(202);
    expect(body).toEqual({ id: body.id, state: 'queued', links: { self: `/api/n8n/calls/${body.id}` } });
    expect(headers.get('location')).toBe(body.links.self);
    const [call] = await findCalls(account);
    expect(call).toMatchObject({
      id: body.id,
      source: 'n8n',
      state: 'queued',
      externalId: 'call-1',
      leadCallId: '9876',
      direction: 'inbound',
      fromNumber: '+15551234567',
      toNumber: '+15557654321',
      customerName: 'Zoë O’Neill',
      jobId: '12',
      customerId: '34',
      occurredAt: new Date('2026-03-31T14:05:00Z'),
      recordingKey: `recordings/${account.account.id}/${body.id}`,
      recordingBytes: recording.length,
      recordingType: 'audio/mpeg',
      recordingSha256: createHash('sha256').update(recording).digest('hex'),
      sealedRecordingUrl: null,
    });
    expect(await readFile(join(api.storageDir, call?.recordingKey ?? ''))).toEqual(recording);
  });

  it.each(['audio/wav', 'Application/Octet-Stream'])('accepts an unnamed file of type %s', async (type) => {
    const head = `--x\r\nContent-Disposition: form-data; name="audio"\r\nContent-Type: ${type}\r\n\r\n`;
    const recording = makeWav(70_000);
    const body = Buffer.concat([Buffer.from(head), recording, Buffer.from('\r\n--x--\r\n')]);
    const { status, body: call } = await client.send({
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(status).toBe(202);
    const [storedCall] = (await findCalls(account)).filter(({ id }) => id === call.id);
    expect(await readFile(join(api.storageDir, storedCall?.recordingKey ?? ''))).toEqual(recording);
  });

  it('names the expected field when an unnamed file arrives in another field', async () => {
    const head = '--x\r\nContent-Disposition: form-data; name="data"\r\nContent-Type: audio/wav\r\n\r\n';
    const response = await client.send({
      method: 'POST',
      body: Buffer.concat([Buffer.from(head), makeWav(70_000), Buffer.from('\r\n--x--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(response).toMatchObject(
      problem(400, 'MALFORMED_FORM', { message: expect.stringContaining('in the audio field') as string }),
    );
  });

  it('accepts fields after the file, and the same fields as JSON', async () => {
    const formResponse = await client.postForm([
      ['audio', makeWav(5_000)],
      ...Object.entries({ ...DETAILS, externalId: 'form' }),
    ]);
    const jsonResponse = await client.postJson({
      ...DETAILS,
      externalId: 'json',
      leadCallId: 9876,
      jobId: 12,
      customerId: 34,
      recordingUrl: RECORDING_URL,
    });
    expect([formResponse.status, jsonResponse.status]).toEqual([202, 202]);
    const storedFields = (await findCalls(account)).map(
      ({ direction, fromNumber, toNumber, customerName, leadCallId, jobId, customerId, occurredAt }) => ({
        direction,
        fromNumber,
        toNumber,
        customerName,
        leadCallId,
        jobId,
        customerId,
        occurredAt,
      }),
    );
    expect(storedFields[0]).toEqual(storedFields[1]);
  });

  it.each([
    ['Inbound', 'inbound'],
    [' INBOUND ', 'inbound'],
    ['incoming', 'inbound'],
    ['in', 'inbound'],
    ['Outbound', 'outbound'],
    ['Outgoing', 'outbound'],
    ['outbound-dial', 'outbound'],
    ['outbound-api', 'outbound'],
  ])('reads the direction %j from a telephone system', async (direction, stored) => {
    expect(await client.postJson({ recordingUrl: RECORDING_URL, direction })).toMatchObject({ status: 202 });
    expect(await findCalls(account)).toEqual([expect.objectContaining({ direction: stored })]);
  });

  it('treats null as missing, because many senders use null for unknown values', async () => {
    const nullFields = {
      startedAt: null,
      callbackUrl: null,
      from: null,
      direction: null,
      customerName: null,
      agentName: null,
    };
    expect(await client.postJson({ recordingUrl: RECORDING_URL, ...nullFields })).toMatchObject({ status: 202 });
    expect(await findCalls(account)).toEqual([
      expect.objectContaining({ direction: null, fromNumber: null, customerName: null, sealedCallbackUrl: null }),
    ]);
  });

  it('encrypts URLs, which may contain signatures, and binds them to their row', async () => {
    await client.postJson({ recordingUrl: RECORDING_URL, callbackUrl: DETAILS.callbackUrl });
    const [call] = await findCalls(account);
    const { id = '', sealedRecordingUrl, sealedCallbackUrl, recordingKey } = call ?? {};
    expect(recordingKey).toBeNull();
    const box = new SecretBox(TEST_KEY);
    expect(box.open(sealedRecordingUrl ?? '', SEALED_FIELDS.callRecordingUrl(id))).toBe(RECORDING_URL);
    expect(box.open(sealedCallbackUrl ?? '', SEALED_FIELDS.callCallbackUrl(id))).toBe(DETAILS.callbackUrl);
    expect(api.log.join('')).not.toContain('s3cret');
  });

  it('treats empty fields as missing and uses leadCallId as externalId', async () => {
    await client.postForm([
      ['direction', ''],
      ['from', '  '],
      ['leadCallId', '77'],
      ['audio', makeWav(5_000)],
    ]);
    expect(await findCalls(account)).toEqual([
      expect.objectContaining({ direction: null, fromNumber: null, externalId: '77', leadCallId: '77' }),
    ]);
  });

  it.each([
    ['audio/mpeg', 'a.mp3'],
    ['audio/wav', 'a.wav'],
    ['audio/mp4', 'a.m4a'],
    ['audio/mp4', 'a.mp4'],
    ['audio/ogg', 'a.ogg'],
    ['audio/ogg', 'a.opus'],
    ['audio/flac', 'a.flac'],
    ['audio/webm', 'a.webm'],
    ['audio/webm', 'a.mkv'],
    ['audio/aac', 'a.aac'],
    ['audio/x-ms-wma', 'a.wma'],
  ])('detects %s by its contents (%s)', async (type, name) => {
    const recording = await readFile(await makeSound(join(folder, name), 'sine=f=440', 1));
    const response = await client.postForm([['audio', recording]]);
    expect(response).toMatchObject({ status: 202 });
    expect(await findCalls(account)).toEqual([expect.objectContaining({ recordingType: type })]);
  });

  it.each<[string, string, (mp3: Buffer) => Buffer]>([
    ['an MP3 that starts mid-frame', 'audio/mpeg', (mp3) => mp3.subarray(1_000)],
    ['an MP3 after zeros', 'audio/mpeg', (mp3) => Buffer.concat([Buffer.alloc(700), mp3.subarray(1_000)])],
    ['a WAV of more than 4 GB', 'audio/wav', () => Buffer.concat([Buffer.from('RF64'), makeWav(5_000).subarray(4)])],
  ])('detects %s', async (_case, type, makeVariant) => {
    const mp3 = await readFile(await makeSound(join(folder, 'whole.mp3'), 'sine=f=440', 1));
    expect(await client.postForm([['audio', makeVariant(mp3)]])).toMatchObject({ status: 202 });
    expect(await findCalls(account)).toEqual([expect.objectContaining({ recordingType: type })]);
  });

  it('rejects bytes that only look like an MP3 frame header', async () => {
    const bytes = Buffer.alloc(5_000, 0x55);
    for (let index = 7; index < bytes.length - 50; index += 50) bytes.set([0xff, 0xfb, 0x90, 0x64], index);
    expect(await client.postForm([['audio', bytes]])).toMatchObject({ status: 415 });
  });

  it.each(['narrow', 'wide'] as const)('detects AMR by its contents (%s)', async (kind) => {
    expect(
      await client.postForm([['audio', await readFile(await makeAmr(join(folder, `${kind}.amr`), kind, 1))]]),
    ).toMatchObject({ status: 202 });
    expect(await findCalls(account)).toEqual([expect.objectContaining({ recordingType: 'audio/amr' })]);
  });

  it('accepts a recording that is exactly the maximum size', async () => {
    expect(await client.postForm([['audio', makeLargestWav()]])).toMatchObject({ status: 202 });
    expect(await findCalls(account)).toEqual([expect.objectContaining({ recordingBytes: 52_428_800 })]);
  });

  it('skips the call if call processing is turned off', async () => {
    const sql = 'update account_settings set active = false where account_id = $1';
    await database.query(sql, [account.account.id]);
    const { status, body } = await client.postForm([['audio', makeWav(5_000)]]);
    expect([status, body.state]).toEqual([202, 'skipped']);
    expect(await findCalls(account)).toEqual([
      expect.objectContaining({ skipReason: 'account_inactive', finishedAt: expect.any(Date) as Date }),
    ]);
  });

  describe('concurrent calls', () => {
    const makeLinkBody = (number: number, otherFields: object = {}): object => ({
      recordingUrl: RECORDING_URL,
      externalId: `call-${number}`,
      ...otherFields,
    });
    const numbers = Array.from({ length: 40 }, (_, number) => number);

    it('writes calls in batches', async () => {
      const responses = await Promise.all(numbers.map((number) => client.postJson(makeLinkBody(number))));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
      const storedCalls = await database.query<{ id: string; externalId: string; transaction: string }[]>(
        `
        select id, external_id as "externalId", xmin::text as transaction
        from calls where account_id = $1`,
        [account.account.id],
      );
      expect(new Map(storedCalls.map(({ id, externalId }) => [externalId, id]))).toEqual(
        new Map(responses.map(({ body }, number) => [`call-${number}`, body.id])),
      );
      expect(new Set(storedCalls.map(({ transaction }) => transaction)).size).toBeLessThan(numbers.length);
    });

    it("returns each call's outcome: repeated, rejected or skipped", async () => {
      const pausedAccount = await database.makeAccount({ settings: { active: false } });
      const pausedClient = new IntakeClient(api.url, pausedAccount.token);
      const earlierResponse = await client.postJson(makeLinkBody(-1), { 'idempotency-key': 'used' });

      const [repeatResponse, reusedKeyResponse, skippedResponse, invalidResponse, ...acceptedResponses] =
        await Promise.all([
          client.postJson(makeLinkBody(-1)),
          client.postJson(makeLinkBody(-2), { 'idempotency-key': 'used' }),
          pausedClient.postJson(makeLinkBody(-3)),
          client.postJson(makeLinkBody(-5, { customerName: 'half a \ud83d sign' })),
          ...numbers.map((number) => client.postJson(makeLinkBody(number))),
        ]);
      expect(repeatResponse).toMatchObject({ status: 202, body: { id: earlierResponse.body.id } });
      expect(reusedKeyResponse).toMatchObject(problem(422, 'IDEMPOTENCY_KEY_REUSED'));
      expect(skippedResponse).toMatchObject({ status: 202, body: { state: 'skipped' } });
      expect(invalidResponse).toMatchObject({ status: 400, body: { errors: [{ field: 'customerName' }] } });
      expect(new Set(acceptedResponses.map(({ status }) => status))).toEqual(new Set([202]));
      expect(await findCalls(account)).toHaveLength(numbers.length + 1);
    });
  });

  it('notifies the dispatcher', async () => {
    const redis = new Redis(testSettings().redisUrl);
    const notification = new Promise<void>((resolve, reject) => {
      DispatcherNotifier.subscribe(redis, api.queuePrefix, resolve).catch(reject);
    });
    await client.postJson({ recordingUrl: RECORDING_URL });
    // Sends calls repeatedly, because the first call may precede the subscription.
    const resendTimer = setInterval(() => void client.postJson({ recordingUrl: RECORDING_URL }), 200);
    await notification;
    clearInterval(resendTimer);
    redis.disconnect();
  });
});
