import { randomUUID } from 'node:crypto';

import { Call } from '@ringwell/database/calls/call.entity';
import { RetentionRepository } from '@ringwell/database/calls/retention.repository';
import { GIGABYTE } from '@ringwell/domain/accounts/storage-quota';
import { createDemoForm } from '@ringwell/testing/demo-form';
import { IntakeClient, makeWav, type FormParts } from '@ringwell/testing/intake-client';
import type { ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const RECORDING_BYTES = 1_000;
const RECORDING: FormParts = [['audio', makeWav(RECORDING_BYTES)]];
const QUOTA_EXCEEDED = {
  status: 409,
  body: { code: 'STORAGE_QUOTA_REACHED', message: expect.stringMatching(/^The account's storage is full/) as string },
};

describe.each([
  ['set for the account', {}, 1, undefined],
  ['set for the installation', { STORAGE_QUOTA_GB: '1' }, null, undefined],
  ["set for the account that exceeds the installation's", { STORAGE_QUOTA_GB: '1' }, 2, 2],
])('a storage quota %s', (_, environment, storageQuotaGb, gigabytes = 1) => {
  const {
    api,
    database,
    owner: account,
    client: owner,
  } = useSignedInOwner({ settings: { storageQuotaGb } }, environment);
  let n8n: IntakeClient;

  beforeEach(async () => {
    n8n = new IntakeClient(api.url, account.token);
  });

  const query = <T>(sql: string, parameters: unknown[] = []): Promise<T> => database.query(sql, parameters);
  const fetchStoredBytes = async (): Promise<number> => {
    const { body } = await owner.get<{ storedBytes: number }>('/api/my/settings');
    return body.storedBytes;
  };
  const sumRecordingBytes = async (): Promise<number> => {
    const { id } = account.account;
    const [row] = await query<[{ bytes: string }]>(
      'select coalesce(sum(recording_bytes), 0) as bytes from calls where account_id = $1 and recording_key is not null',
      [id],
    );
    return Number(row.bytes);
  };
  const countCalls = (): Promise<number> => database.manager.countBy(Call, { accountId: account.account.id });
  const countFiles = async (): Promise<number> =>
    (await api.listStoredFiles()).filter((path) => path.includes(account.account.id)).length;
  // Creates one call per gigabyte, the last one smaller.
  async function fillStorageExcept(bytes: number): Promise<Call> {
    const { id } = account.account;
    for (let fullCalls = 1; fullCalls < gigabytes; fullCalls += 1)
      await database.makeCall(id, { state: 'completed', recordingBytes: GIGABYTE });
    return database.makeCall(id, { state: 'completed', recordingBytes: GIGABYTE - bytes });
  }

  it('rejects uploads through every route when the storage is full, and stores nothing', async () => {
    await fillStorageExcept(RECORDING_BYTES - 1);
    const initialTotals = { bytes: await fetchStoredBytes(), calls: await countCalls() };
    const makeForm = (): FormData => {
      const data = new FormData();
      data.append('audio', new Blob([new Uint8Array(makeWav(RECORDING_BYTES))]), 'call.wav');
      return data;
    };
    expect(await n8n.postForm(RECORDING)).toMatchObject(QUOTA_EXCEEDED);
    expect(await owner.post('/api/calls', makeForm())).toMatchObject(QUOTA_EXCEEDED);
    const response = await fetch(`${api.url}/api/calls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}` },
      body: makeForm(),
    });
    expect({ status: response.status, body: (await response.json()) as ProblemBody }).toMatchObject(QUOTA_EXCEEDED);
    await query(`update accounts set status = 'demo' where id = $1`, [account.account.id]);
    expect(await owner.post('/api/demo/upload', createDemoForm(makeWav(RECORDING_BYTES)))).toMatchObject(
      QUOTA_EXCEEDED,
    );
    await query(`update accounts set status = 'active' where id = $1`, [account.account.id]);
    expect({ bytes: await fetchStoredBytes(), calls: await countCalls() }).toEqual(initialTotals);
    expect(await countFiles()).toBe(0);
  });

  it('accepts an upload that fits exactly, then rejects even links to recordings', async () => {
    await fillStorageExcept(RECORDING_BYTES);
    const link = { recordingUrl: 'https://recordings.example.com/a.mp3' };
    expect((await n8n.postJson(link)).status).toBe(202);
    expect((await n8n.postForm(RECORDING)).status).toBe(202);
    expect(await fetchStoredBytes()).toBe(gigabytes * GIGABYTE);
    expect(await n8n.postJson(link)).toMatchObject(QUOTA_EXCEEDED);
    expect((await owner.get('/api/my/settings')).body).toMatchObject({ storageLimitBytes: gigabytes * GIGABYTE });
  });

  it('never exceeds the quota when many uploads arrive concurrently', async () => {
    await fillStorageExcept(3 * RECORDING_BYTES);
    const responses = await Promise.all(Array.from({ length: 12 }, () => n8n.postForm(RECORDING)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([202, 202, 202, ...Array.from({ length: 9 }, () => 409)]);
    expect(await fetchStoredBytes()).toBe(gigabytes * GIGABYTE);
    expect(await countFiles()).toBe(3);
  });

  it('returns calls that are resent even when the storage is full', async () => {
    await fillStorageExcept(RECORDING_BYTES);
    const parts: FormParts = [['externalId', 'lead-1'], ...RECORDING];
    const headers = { 'idempotency-key': randomUUID() };
    const firstResponse = await n8n.postForm(parts, headers);
    expect(firstResponse.status).toBe(202);
    expect(await n8n.postForm(parts, headers)).toMatchObject({ status: 202, body: { id: firstResponse.body.id } });
    expect(await n8n.postForm(parts)).toMatchObject({ status: 202, body: { id: firstResponse.body.id } });
    expect(await n8n.postForm(RECORDING)).toMatchObject(QUOTA_EXCEEDED);
  });

  it('frees space when a call is deleted, which can be undone', async () => {
    const { id } = await fillStorageExcept(0);
    expect(await n8n.postForm(RECORDING)).toMatchObject(QUOTA_EXCEEDED);
    expect((await owner.delete(`/api/calls/${id}`)).status).toBe(200);
    expect((await n8n.postForm(RECORDING)).status).toBe(202);
    expect((await owner.post(`/api/calls/${id}/restore`)).status).toBe(204);
    expect(await fetchStoredBytes()).toBe(gigabytes * GIGABYTE + RECORDING_BYTES);
    expect(await n8n.postForm(RECORDING)).toMatchObject(QUOTA_EXCEEDED);
  });

  it('frees space when recordings expire or are replaced by smaller recordings', async () => {
    const { id } = await fillStorageExcept(0);
    await query('update calls set recording_bytes = recording_bytes - $2 where id = $1', [id, RECORDING_BYTES]);
    expect((await n8n.postForm(RECORDING)).status).toBe(202);
    expect(await n8n.postForm(RECORDING)).toMatchObject(QUOTA_EXCEEDED);
    await query('update calls set recording_expired_at = now() where id = $1', [id]);
    await new RetentionRepository(database.manager).clearRecordingKeys([id]);
    expect((await n8n.postForm(RECORDING)).status).toBe(202);
    expect(await fetchStoredBytes()).toBe(await sumRecordingBytes());
  });

  it('keeps a total that matches a full recount', async () => {
    await fillStorageExcept(10 * RECORDING_BYTES);
    await n8n.postForm(RECORDING);
    const bytes = await fetchStoredBytes();
    await query('update account_storage set bytes = 1 where account_id = $1', [account.account.id]);
    await query('select count_account_storage($1)', [account.account.id]);
    expect([await fetchStoredBytes(), await sumRecordingBytes()]).toEqual([bytes, bytes]);
  });
});

describe('without a storage quota', () => {
  const { api, database } = useTestApi();

  it("counts the stored bytes and doesn't reject uploads", async () => {
    const { account, user, token } = await database.makeAccount();
    await database.makeCall(account.id, { recordingBytes: GIGABYTE });
    const n8n = new IntakeClient(api.url, token);
    const responses = await Promise.all(Array.from({ length: 5 }, () => n8n.postForm(RECORDING)));
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    const owner = await api.signIn(user);
    expect((await owner.get('/api/my/settings')).body).toMatchObject({
      storedBytes: GIGABYTE + 5 * RECORDING_BYTES,
      storageLimitBytes: null,
    });
  });

  it("only lets administrators set or remove an account's quota", async () => {
    const { user } = await database.makeAccount();
    const admin = await database.makeAccount({ user: { role: 'admin' } });
    const administrator = await api.signIn(admin.user);
    const path = `/api/account/settings/admin/${user.id}`;
    expect(await administrator.put(path, { storageQuotaGb: 50 })).toMatchObject({
      status: 200,
      body: { storageQuotaGb: 50, storageLimitBytes: 50 * GIGABYTE },
    });
    for (const storageQuotaGb of [0, -1, 1.5, '50', 1_000_001])
      expect(await administrator.put(path, { storageQuotaGb })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'storageQuotaGb' }] },
      });
    const owner = await api.signIn(user);
    expect((await owner.put('/api/my/settings', { storageQuotaGb: 60 })).status).toBe(400);
    expect((await administrator.put(path, { storageQuotaGb: null })).body).toMatchObject({ storageLimitBytes: null });
  });
});
