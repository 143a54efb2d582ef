import { randomUUID } from 'node:crypto';

import { Call } from '@ringwell/database/calls/call.entity';
import { PendingWordsRepository } from '@ringwell/database/calls/pending-words.repository';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { SecretBox } from '@ringwell/platform/crypto/secret-box';
import { IntakeClient, makeWav, type FormParts } from '@ringwell/testing/intake-client';
import type { TestAccount } from '@ringwell/testing/make-account';
import { problem } from '@ringwell/testing/session-client';
import { TEST_KEY } from '@ringwell/testing/test-keys';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const RECORDING_URL = 'https://recordings.example.com/a.mp3?signature=s3cret';

describe('POST /api/n8n/calls with a repeated call', () => {
  const { api, database, owner: account, client: owner, intake: client } = useSignedInOwner();

  const findCalls = ({ account: { id } }: TestAccount): Promise<Call[]> =>
    database.manager.findBy(Call, { accountId: id });
  const listFiles = async ({ account: { id } }: TestAccount): Promise<string[]> =>
    (await api.listStoredFiles()).filter((path) => path.includes(id));

  const form: FormParts = [
    ['externalId', 'x-1'],
    ['from', '+1555'],
    ['audio', makeWav(9_000)],
  ];
  const makeKeyHeaders = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });

  it.each([
    ['with the same Idempotency-Key', form, form],
    ['with the fields in another order', form, [...form].reverse()],
    ['as JSON', { recordingUrl: RECORDING_URL, jobId: 7 }, { jobId: '7', recordingUrl: RECORDING_URL }],
  ])("returns the same call when it's repeated %s", async (_case, first, second) => {
    const headers = makeKeyHeaders();
    const sendCall = (body: object): ReturnType<IntakeClient['postJson']> =>
      Array.isArray(body) ? client.postForm(body as FormParts, headers) : client.postJson(body, headers);
    const responses = [await sendCall(first), await sendCall(second)];
    expect(responses.map(({ status }) => status)).toEqual([202, 202]);
    expect(responses[0]?.body).toEqual(responses[1]?.body);
    expect(await findCalls(account)).toHaveLength(1);
    expect(await listFiles(account)).toHaveLength(Array.isArray(first) ? 1 : 0);
  });

  it('returns the same call for the same external id without a key, and discards the second upload', async () => {
    const firstResponse = await client.postForm(form);
    const repeatResponse = await client.postForm([
      ['externalId', 'x-1'],
      ['audio', makeWav(12_000)],
    ]);
    expect(repeatResponse).toMatchObject({ status: 202, body: { id: firstResponse.body.id } });
    expect(await listFiles(account)).toEqual([expect.stringContaining(firstResponse.body.id)]);
  });

  const sendWithCallback = async (path: string): Promise<string> => {
    const callbackUrl = `https://n8n.example.com/${path}`;
    const { body } = await client.postJson({ externalId: 'x-1', recordingUrl: RECORDING_URL, callbackUrl });
    return body.id;
  };

  it('sends the result to the latest callback URL for the same external id', async () => {
    const id = await sendWithCallback('first');
    expect(await sendWithCallback('second')).toBe(id);
    await client.postJson({ externalId: 'x-1', recordingUrl: RECORDING_URL });
    const [call] = await findCalls(account);
    const url = new SecretBox(TEST_KEY).open(call?.sealedCallbackUrl ?? '', SEALED_FIELDS.callCallbackUrl(id));
    expect(url).toBe('https://n8n.example.com/second');
    expect((await owner.get(`/api/calls/${id}/deliveries`)).body).toEqual([]);
  });

  it("queues an ended call's result once for each new callback URL, and lets it wait for the text", async () => {
    const { id } = await database.makeCompletedCall(account.account.id, { call: { externalId: 'x-1' } });
    const waitsForText = async (): Promise<boolean[]> => {
      const { body } = await owner.get<{ nextTryAt: string }[]>(`/api/calls/${id}/deliveries`);
      expect(body).toMatchObject(body.map(() => ({ channel: 'callback', destination: 'n8n.example.com' })));
      return body.map(({ nextTryAt }) => Date.parse(nextTryAt) > Date.now() + 60_000);
    };
    for (const path of ['first', 'first']) expect(await sendWithCallback(path)).toBe(id);
    expect(await waitsForText()).toEqual([false]);
    await database.whileLocked(
      async (manager) => {
        await manager.query('select from calls where id = $1 for no key update', [id]);
        await new PendingWordsRepository(manager).add({ id, accountId: account.account.id, runNumber: 1 });
      },
      [],
      () => sendWithCallback('second'),
    );
    expect(await waitsForText()).toEqual([true, true]);
    await sendWithCallback('first');
    expect(await waitsForText()).toEqual([true, true]);
    await sendWithCallback('second');
    await database.query(`update deliveries set state = 'suppressed', error_code = 'CALLBACK_REMOVED'`);
    await sendWithCallback('first');
    expect(await waitsForText()).toEqual(expect.arrayContaining([true, false]));
  });

  it.each([
    [
      'other fields',
      [
        ['externalId', 'x-1'],
        ['from', '+1666'],
        ['audio', makeWav(9_000)],
      ],
    ],
    [
      'another recording',
      [
        ['externalId', 'x-1'],
        ['from', '+1555'],
        ['audio', makeWav(9_001)],
      ],
    ],
  ] as [string, FormParts][])('rejects a key that was used with %s', async (_case, changedForm) => {
    const headers = makeKeyHeaders();
    await client.postForm(form, headers);
    expect(await client.postForm(changedForm, headers)).toMatchObject(problem(422, 'IDEMPOTENCY_KEY_REUSED'));
    expect(await findCalls(account)).toHaveLength(1);
    expect(await listFiles(account)).toHaveLength(1);
  });

  it('creates a new call for the same key in another account', async () => {
    const otherAccount = await database.makeAccount();
    const headers = makeKeyHeaders();
    const firstResponse = await client.postForm(form, headers);
    const otherResponse = await new IntakeClient(api.url, otherAccount.token).postForm(form, headers);
    expect(otherResponse.status).toBe(202);
    expect(otherResponse.body.id).not.toBe(firstResponse.body.id);
  });

  it.each([
    ['Idempotency-Key', makeKeyHeaders()],
    ['external id', {}],
  ])('creates one call for 100 concurrent repeats (%s)', async (_case, headers) => {
    const sendCall = async (): ReturnType<typeof client.postForm> => {
      const response = await client.postForm(form, headers);
      // On a busy machine, a database connection may not become available in time. Senders then retry.
      return response.status === 503 ? await sendCall() : response;
    };
    const responses = await Promise.all(Array.from({ length: 100 }, sendCall));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await findCalls(account)).toHaveLength(1);
    expect(await listFiles(account)).toHaveLength(1);
  });
});
