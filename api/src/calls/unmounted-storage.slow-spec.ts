import { mkdir, readdir, rename, rm } from 'node:fs/promises';

import { Call } from '@ringwell/database/calls/call.entity';
import { IntakeClient, makeWav } from '@ringwell/testing/intake-client';
import type { TestAccount } from '@ringwell/testing/make-account';
import { SessionClient } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

const STORAGE_CHECK_VALID_MS = 2_000;
const UNAVAILABLE = { status: 503, body: { code: 'STORAGE_UNAVAILABLE' } };

describe('an API whose recording storage is not mounted', () => {
  const { api, database } = useTestApi();
  let account: TestAccount;
  let session: SessionClient;
  let audioPath: string;

  const sendForm = (): ReturnType<IntakeClient['postForm']> =>
    new IntakeClient(api.url, account.token).postForm([['audio', makeWav(5_000)]]);

  beforeAll(async () => {
    account = await database.makeAccount({ settings: { redaction: 'transcript' } });
    session = await api.signIn(account.user);
    audioPath = `/api/calls/${(await sendForm()).body.id}/audio`;
    await rename(api.storageDir, `${api.storageDir}-volume`);
    await mkdir(api.storageDir);
  });

  it('returns 503 for recordings and uploads until the storage is mounted', async () => {
    expect(await session.get(audioPath)).toMatchObject(UNAVAILABLE);
    expect(await sendForm()).toMatchObject(UNAVAILABLE);
    await new Promise((resolve) => {
      setTimeout(resolve, STORAGE_CHECK_VALID_MS);
    });
    expect(await sendForm()).toMatchObject(UNAVAILABLE);
    expect(await readdir(api.storageDir)).toEqual([]);
    expect(await database.manager.countBy(Call, { accountId: account.account.id })).toBe(1);

    await rm(api.storageDir, { recursive: true });
    await rename(`${api.storageDir}-volume`, api.storageDir);
    expect(await session.get(audioPath)).toMatchObject({ status: 200 });
    await new Promise((resolve) => {
      setTimeout(resolve, STORAGE_CHECK_VALID_MS);
    });
    expect(await sendForm()).toMatchObject({ status: 202 });
  });
});
