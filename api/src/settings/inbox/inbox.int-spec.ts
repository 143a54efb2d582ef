import { InboxFoldersRepository } from '@ringwell/database/calls/inbox-folders.repository';
import type { ProblemBody } from '@ringwell/testing/session-client';
import { useTestApi } from '@ringwell/testing/start-api';

import type { SystemHealthDto } from '../../health/system-health.dto';
import type { InboxDto } from './inbox.dto';

const REJECTED_FILE = { name: 'list.csv', reason: "We can't read this file." };

describe('/api/my/inbox', () => {
  const { api, database } = useTestApi({ INBOX_DIR: '/srv/inbox' });

  it("shows managers their account's folder and its state, and administrators all folders", async () => {
    const owner = await database.makeAccount({ account: { company: 'Becker Plumbing' } });
    const { id } = owner.account;
    const client = await api.signIn(await database.makeMember(owner, 'manager'));
    const emptyInbox = { checkedAt: null, takenAt: null, waiting: 0, problem: null, refused: [], names: [] };
    expect((await client.get<InboxDto>('/api/my/inbox')).body).toEqual({ folder: `/srv/inbox/${id}`, ...emptyInbox });

    const checkedAt = new Date();
    const state = { waiting: 3, problem: 'The share is not responding.', names: ['a.mp3'] };
    const rejectedFiles = [Date.now(), Date.now() - 2 * 86_400_000].map((at) => ({
      ...REJECTED_FILE,
      at: new Date(at).toISOString(),
    }));
    await new InboxFoldersRepository(database.manager).save(
      { accountId: id, checkedAt, takenAt: checkedAt, refused: rejectedFiles, ...state },
      null,
    );
    const checkedAtIso = checkedAt.toISOString();
    expect((await client.get<InboxDto>('/api/my/inbox')).body).toEqual({
      folder: `/srv/inbox/${id}`,
      checkedAt: checkedAtIso,
      takenAt: checkedAtIso,
      refused: rejectedFiles,
      ...state,
    });

    const { user } = await database.makeAccount({ user: { role: 'admin' } });
    const admin = await api.signIn(user);
    const { body } = await admin.get<SystemHealthDto>('/api/admin/system-health');
    expect(body.inbox).toEqual([
      { accountName: 'Becker Plumbing', checkedAt: checkedAtIso, waiting: 3, problem: state.problem, refused: 1 },
    ]);

    // File names contain customers' numbers, so they are hidden, like calls, once the account is a demo account again.
    await database.query(`update accounts set status = 'demo' where id = $1`, [id]);
    expect((await client.get<InboxDto>('/api/my/inbox')).body).toMatchObject({ waiting: 3, names: [] });
  });

  it('accepts valid patterns, and explains what is wrong with invalid ones', async () => {
    const { user } = await database.makeAccount();
    const client = await api.signIn(user);
    const savePatterns = (inboxPatterns: unknown) => client.put<ProblemBody>('/api/my/settings', { inboxPatterns });
    for (const pattern of ['{phone}', '{number', 'recording', '{number}{number}', `{number}${'x'.repeat(200)}`]) {
      const { status, body } = await savePatterns(['{date} {number}', pattern]);
      expect({ status, fields: body.errors?.map(({ field }) => field) }).toEqual({
        status: 400,
        fields: ['inboxPatterns'],
      });
    }
    expect((await savePatterns(['{phone}'])).body.errors?.[0]?.message).toContain(
      'Each must be a pattern such as {direction}-',
    );
    expect((await savePatterns(['{date} {number}'])).status).toBe(200);
    const { body } = await client.get<{ inboxPatterns: string[] }>('/api/my/settings');
    expect(body.inboxPatterns).toEqual(['{date} {number}']);
  });
});

describe('/api/my/inbox without INBOX_DIR', () => {
  const { api, database } = useTestApi();

  it('has no folder', async () => {
    const { user } = await database.makeAccount();
    const client = await api.signIn(user);
    expect((await client.get<InboxDto>('/api/my/inbox')).body.folder).toBeNull();
  });
});
