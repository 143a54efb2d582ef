import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { problem, SessionClient } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

const SETTINGS_PATH = '/api/my/settings';
const RETENTION_PATH = `${SETTINGS_PATH}/retention`;
const PREVIEW_PATH = `${RETENTION_PATH}-preview`;
const DAY_MS = 86_400_000;

describe("an account's retention", () => {
  const {
    api,
    database,
    owner: account,
    client: owner,
  } = useSignedInOwner(undefined, { RECORDINGS_RETENTION_DAYS: '365' });

  const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
  const signInAsAdministrator = async (): Promise<SessionClient> => {
    const { user } = await database.makeAccount({ user: { role: 'admin' } });
    return api.signIn(user);
  };

  it("is set by owners, shown next to the installation's retention, and recorded in the activity log", async () => {
    const changes = { recordingsRetentionDays: 30, transcriptsRetentionDays: 90 };
    expect(await owner.put(RETENTION_PATH, changes)).toMatchObject({
      status: 200,
      body: { ...changes, installationRecordingsDays: 365, installationTranscriptsDays: null },
    });
    expect(await database.manager.findOneByOrFail(ActivityLog, { accountId: account.account.id })).toMatchObject({
      action: 'Settings updated',
      description: expect.stringContaining('recordings retention days, transcripts retention days') as string,
      metadata: { fields: Object.keys(changes), ...changes },
    });
    expect((await owner.put(RETENTION_PATH, { recordingsRetentionDays: null })).body).toMatchObject({
      recordingsRetentionDays: null,
      transcriptsRetentionDays: 90,
    });
  });

  it('is set by administrators', async () => {
    const path = `/api/account/settings/admin/${account.user.id}`;
    const admin = await signInAsAdministrator();
    expect((await admin.put(path, { recordingsRetentionDays: 30 })).body).toMatchObject({
      recordingsRetentionDays: 30,
    });
    expect((await admin.put(path, { recordingsRetentionDays: 0 })).status).toBe(400);
  });

  it('cannot be changed by managers, who can change other settings', async () => {
    const manager = await api.signIn(await database.makeMember(account, 'manager'));
    const change = { recordingsRetentionDays: 30 };
    expect(await manager.put(RETENTION_PATH, change)).toMatchObject(problem(403, 'ROLE_TOO_LOW'));
    expect((await manager.put(SETTINGS_PATH, change)).status).toBe(400);
    expect((await manager.get(PREVIEW_PATH)).status).toBe(403);
    expect((await manager.put(SETTINGS_PATH, { teamsEnabled: true })).body).toMatchObject({
      teamsEnabled: true,
      recordingsRetentionDays: null,
    });
  });

  it.each([0, -1, 1.5, 36_501, '30', true])('rejects %j days without changing anything', async (days) => {
    for (const field of ['recordingsRetentionDays', 'transcriptsRetentionDays'])
      expect(await owner.put(RETENTION_PATH, { [field]: days })).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
    expect(await owner.put(RETENTION_PATH, { slackEnabled: true })).toMatchObject({ status: 400 });
    expect(await owner.put(RETENTION_PATH, {})).toMatchObject(problem(400, 'NOTHING_TO_CHANGE'));
    expect((await owner.get(SETTINGS_PATH)).body).toMatchObject({
      recordingsRetentionDays: null,
      transcriptsRetentionDays: null,
    });
  });

  it("counts the account's calls that fewer days would affect", async () => {
    const { id } = account.account;
    const otherAccount = await database.makeAccount();
    for (const days of [10, 40, 100]) {
      await database.makeCompletedCall(id, { call: { createdAt: daysAgo(days) } });
      await database.makeCompletedCall(otherAccount.account.id, { call: { createdAt: daysAgo(days) } });
    }
    await database.makeCompletedCall(id, {
      call: { createdAt: daysAgo(100), recordingKey: null, recordingExpiredAt: daysAgo(1) },
    });
    await database.makeCall(id, { createdAt: daysAgo(100), state: 'skipped' });
    await database.makeCall(id, { createdAt: daysAgo(100), state: 'queued' });
    const fetchPreview = async (query: string): Promise<unknown> => (await owner.get(`${PREVIEW_PATH}?${query}`)).body;
    expect(await fetchPreview('recordingsRetentionDays=30&transcriptsRetentionDays=30')).toEqual({
      recordings: 3,
      transcripts: 3,
    });
    expect(await fetchPreview('recordingsRetentionDays=90')).toEqual({ recordings: 2, transcripts: 0 });
    expect(await fetchPreview('transcriptsRetentionDays=101')).toEqual({ recordings: 0, transcripts: 0 });
    const admin = await signInAsAdministrator();
    const path = `/api/account/settings/admin/${account.user.id}/retention-preview?transcriptsRetentionDays=30`;
    expect((await admin.get(path)).body).toEqual({ recordings: 0, transcripts: 3 });
    expect((await owner.get(path)).status).toBe(403);
  });

  it.each(['0', '-1', '1.5', 'all', '36501'])('rejects a preview for %j days', async (days) => {
    for (const field of ['recordingsRetentionDays', 'transcriptsRetentionDays'])
      expect(await owner.get(`${PREVIEW_PATH}?${field}=${days}`)).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
  });
});
