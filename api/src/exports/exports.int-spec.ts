import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { SecurityEvent } from '@ringwell/database/accounts/security/security-event.entity';
import { AccountExport } from '@ringwell/database/calls/account-export.entity';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';
import { makeReadyExport } from '@ringwell/testing/make-ready-export';
import { problem, SessionClient, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { AccountExportDto, AccountExportListDto } from './account-export.dto';

const PATH = '/api/my/exports';
const FILE = Buffer.from('The contents of the ZIP file.');

describe('Account exports', () => {
  beforeEach(async () => {
    await database.query('truncate account_exports');
  });
  const { api, database, owner, client } = useSignedInOwner({ user: { firstName: 'Pat', lastName: 'Ellis' } });

  const startExport = (session = client): Promise<ClientResponse<AccountExportDto & ProblemBody>> => session.post(PATH);
  const listExports = async (): Promise<AccountExportDto[]> =>
    (await client.get<AccountExportListDto>(PATH)).body.exports;
  const listActions = async (): Promise<string[]> =>
    (
      await database.manager.find(ActivityLog, {
        where: { accountId: owner.account.id },
        order: { createdAt: 'ASC' },
      })
    ).map(({ action }) => action);
  async function storeExport(overrides: Partial<AccountExport> = {}): Promise<string> {
    const { id, storageKey } = await makeReadyExport(database.dataSource, owner.account.id, overrides);
    await api.app.get(RecordingStorage, { strict: false }).put(storageKey, Readable.from([FILE]));
    return id;
  }

  it('run one at a time, and are listed with their requester and progress', async () => {
    const response = await startExport();
    expect(response).toMatchObject({ status: 202, body: { state: 'queued', percent: 0, requestedBy: 'Pat Ellis' } });
    expect(await startExport()).toMatchObject(
      problem(409, 'EXPORT_UNDER_WAY', {
        message: expect.stringMatching(/^An export .* already in progress/) as string,
      }),
    );
    const claimedExport = await database.repositories.accountExports.claim();
    await database.repositories.accountExports.extend(claimedExport!, { totalCalls: 40, doneCalls: 10, percent: 37 });
    expect(await listExports()).toMatchObject([
      { id: response.body.id, state: 'running', totalCalls: 40, doneCalls: 10, percent: 37, bytes: null },
    ]);
    expect(await listActions()).toEqual(['Export started']);
    expect(await database.manager.findBy(SecurityEvent, { accountId: owner.account.id })).toMatchObject([
      { kind: 'rights_changed', action: 'Export started', userId: owner.user.id },
    ]);
  });

  it('start only once when requested concurrently', async () => {
    const responses = await Promise.all([startExport(), startExport(), startExport()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(await listExports()).toHaveLength(1);
  });

  it('require an owner of an active account who has confirmed their identity', async () => {
    for (const role of ['manager', 'member', 'viewer'] as const) {
      const memberClient = await api.signIn(await database.makeMember(owner, role));
      expect(await startExport(memberClient)).toMatchObject(problem(403, 'ROLE_TOO_LOW'));
      expect((await memberClient.get(PATH)).status).toBe(403);
      expect((await memberClient.get(`${PATH}/${await storeExport()}/file`)).status).toBe(403);
    }
    await database.query(`update sessions set confirmed_at = now() - interval '16 minutes'`);
    const reauthenticationRequired = { status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } };
    expect(await startExport()).toMatchObject(reauthenticationRequired);
    expect(await client.get(`${PATH}/${await storeExport()}/file`)).toMatchObject(reauthenticationRequired);
    const demoAccount = await database.makeAccount({ account: { status: 'demo' } });
    const demoOwner = await api.signIn(demoAccount.user);
    expect(await startExport(demoOwner)).toMatchObject(problem(403, 'ACCOUNT_NOT_ACTIVE'));
    expect(await database.manager.countBy(AccountExport, { state: 'queued' })).toBe(0);
  });

  it('are hidden from other accounts', async () => {
    const id = await storeExport();
    const otherAccount = await database.makeAccount();
    const stranger = await api.signIn(otherAccount.user);
    for (const exportId of [id, randomUUID(), 'x']) {
      const notFound = { status: 404, body: { code: 'EXPORT_NOT_FOUND' } };
      expect(await stranger.get(`${PATH}/${exportId}/file`)).toMatchObject(notFound);
      expect(await stranger.delete(`${PATH}/${exportId}`)).toMatchObject(notFound);
    }
    expect((await stranger.get<AccountExportListDto>(PATH)).body).toEqual({ exports: [] });
    expect((await client.get(`${PATH}/${id}/file`)).status).toBe(200);
  });

  it('are downloaded whole or in parts, and the download is recorded once', async () => {
    const id = await storeExport({ requestedAt: new Date('2026-03-31T14:05:00Z') });
    const fullResponse = await client.get<string>(`${PATH}/${id}/file`);
    expect(fullResponse).toMatchObject({ status: 200, body: String(FILE) });
    expect(Object.fromEntries(fullResponse.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(FILE.length),
      'content-disposition': 'attachment; filename=export-2026-03-31.zip',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    });
    const etag = fullResponse.headers.get('etag') ?? '';
    const remainderResponse = await client.get<string>(`${PATH}/${id}/file`, { range: 'bytes=4-', 'if-range': etag });
    expect(remainderResponse).toMatchObject({ status: 206, body: String(FILE.subarray(4)) });
    expect(remainderResponse.headers.get('content-range')).toBe(`bytes 4-${FILE.length - 1}/${FILE.length}`);
    expect(await client.get(`${PATH}/${id}/file`, { range: 'bytes=500-' })).toMatchObject(
      problem(416, 'RANGE_NOT_SATISFIABLE'),
    );
    expect(await listActions()).toEqual(['Export downloaded']);
    expect(
      await database.manager.findBy(SecurityEvent, {
        accountId: owner.account.id,
        action: 'Export downloaded',
      }),
    ).toHaveLength(1);
  });

  it('are recorded as downloaded once for each person and browser that requests only later parts', async () => {
    const path = `${PATH}/${await storeExport()}/file`;
    const requestPart = (session: SessionClient, range: string, headers = {}) =>
      session.get<string>(path, { range, ...headers });
    const listDownloaders = async (): Promise<(string | null)[]> =>
      (
        await database.manager.find(SecurityEvent, {
          where: { accountId: owner.account.id, action: 'Export downloaded' },
          order: { createdAt: 'ASC' },
        })
      ).map(({ userId }) => userId);
    const firstResponses = await Promise.all(
      ['bytes=1-', 'bytes=9-', 'bytes=-4'].map((range) => requestPart(client, range)),
    );
    expect(firstResponses.map(({ status }) => status)).toEqual([206, 206, 206]);
    expect(firstResponses[0]?.body).toBe(String(FILE.subarray(1)));
    expect(await listDownloaders()).toEqual([owner.user.id]);
    expect(await listActions()).toEqual(['Export downloaded']);

    const { id: otherOwnerId } = await database.makeMember(owner, 'owner');
    const otherClient = await api.signIn({ id: otherOwnerId });
    for (const range of ['bytes=1-', 'bytes=2-']) expect((await requestPart(otherClient, range)).status).toBe(206);
    expect(await listDownloaders()).toEqual([owner.user.id, otherOwnerId]);
    await requestPart(client, 'bytes=1-', { 'user-agent': 'another browser' });
    expect(await listDownloaders()).toEqual([owner.user.id, otherOwnerId, owner.user.id]);
    await requestPart(client, 'bytes=0-');
    expect(await listDownloaders()).toHaveLength(4);
  });

  it('cannot be downloaded before they are ready or after their file is deleted', async () => {
    const { id } = (await startExport()).body;
    expect(await client.get(`${PATH}/${id}/file`)).toMatchObject(problem(409, 'EXPORT_NOT_READY'));
    for (const state of ['expired', 'erased', 'deleted', 'replaced', 'failed', 'canceled'] as const) {
      const unavailableExport = await makeReadyExport(database.dataSource, owner.account.id, {
        state,
        storageKey: null,
      });
      expect(await client.get(`${PATH}/${unavailableExport.id}/file`)).toMatchObject(problem(404, 'EXPORT_GONE'));
    }
    const exportWithoutFile = await makeReadyExport(database.dataSource, owner.account.id);
    expect(await client.get(`${PATH}/${exportWithoutFile.id}/file`)).toMatchObject(problem(404, 'EXPORT_GONE'));
  });

  it('can be canceled while in progress and deleted when ready, which is logged only once', async () => {
    const { id } = (await startExport()).body;
    const claimedExport = await database.repositories.accountExports.claim();
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
    expect(
      await database.repositories.accountExports.extend(claimedExport!, { totalCalls: 1, doneCalls: 0, percent: 0 }),
    ).toBe(false);
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
    const readyId = await storeExport();
    expect((await client.delete(`${PATH}/${readyId}`)).status).toBe(204);
    const states = Object.fromEntries((await listExports()).map((each) => [each.id, each.state]));
    expect(states).toEqual({ [id]: 'canceled', [readyId]: 'deleted' });
    expect(await listActions()).toEqual(['Export started', 'Export canceled', 'Export deleted']);
    expect((await startExport()).status).toBe(202);
  });

  it('report why they failed', async () => {
    await startExport();
    await database.repositories.accountExports.fail(
      (await database.repositories.accountExports.claim())!,
      'storage_full',
    );
    expect(await listExports()).toMatchObject([
      { state: 'failed', failure: "There wasn't enough space to store the export. Contact support, then try again." },
    ]);
  });

  it("are kept without a deleted user's name, and are deleted with their account", async () => {
    const { id: otherOwnerId } = await database.makeMember(owner, 'owner');
    await makeReadyExport(database.dataSource, owner.account.id, { requestedBy: otherOwnerId });
    await database.query('delete from users where id = $1', [otherOwnerId]);
    expect(await listExports()).toMatchObject([{ requestedBy: null }]);
    await database.query('delete from accounts where id = $1', [owner.account.id]);
    expect(await database.manager.count(AccountExport)).toBe(0);
  });
});
