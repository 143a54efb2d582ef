import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { problem, type ClientResponse, type ProblemBody } from '@ringwell/testing/session-client';
import { useSignedInOwner } from '@ringwell/testing/use-signed-in-owner';

import type { BasicCallsDto } from './basic-calls.dto';

const MY_PATH = '/api/my/basic-calls';
const ALL_ACCOUNTS_PATH = '/api/admin/basic-calls';
const NO_BASIC_CALLS = { calls: 0, accounts: 0, progress: null };

describe('Calls transcribed by the basic recognizer', () => {
  beforeEach(async () => {
    await database.query('truncate bulk_reprocessings, calls cascade');
    await database.query('delete from workers');
  });
  const { api, database, owner, client } = useSignedInOwner();

  beforeEach(async () => {
    for (let call = 0; call < 3; call += 1) await database.makeCompletedCall(owner.account.id);
  });

  const addWorker = (transcription: string): Promise<string> => database.addLiveWorker({ engines: { transcription } });
  const reprocess = (session = client, path = MY_PATH): Promise<ClientResponse<BasicCallsDto & ProblemBody>> =>
    session.post(`${path}/reprocess`);

  it('are offered for reprocessing once every worker has a better recognizer, and are reprocessed on request', async () => {
    expect((await client.get(MY_PATH)).body).toEqual(NO_BASIC_CALLS);
    await addWorker('pocketsphinx');
    expect((await client.get(MY_PATH)).body).toEqual(NO_BASIC_CALLS);
    expect(await reprocess()).toMatchObject(problem(409, 'NOTHING_TO_REPROCESS'));
    await database.query('delete from workers');
    await addWorker('sherpa:parakeet');
    expect((await client.get(MY_PATH)).body).toEqual({ calls: 3, accounts: 1, progress: null });

    const progress = { total: 3, finished: 0, startedAt: expect.any(String) as string };
    expect(await reprocess()).toMatchObject({ status: 202, body: { calls: 0, accounts: 0, progress } });
    expect((await reprocess()).body).toEqual({ calls: 0, accounts: 0, progress });
    expect((await client.get(MY_PATH)).body).toEqual({ calls: 0, accounts: 0, progress });
    expect(await database.manager.findBy(ActivityLog, { accountId: owner.account.id })).toMatchObject([
      { action: 'Call reprocessed', description: '3 calls transcribed by the basic recognizer are being reprocessed.' },
    ]);

    expect((await client.delete(`${MY_PATH}/reprocess`)).status).toBe(204);
    expect((await client.get(MY_PATH)).body).toEqual({ calls: 3, accounts: 1, progress: null });
  });

  it('can be counted, reprocessed and stopped by administrators for all accounts', async () => {
    await addWorker('sherpa:parakeet');
    const otherAccount = await database.makeAccount();
    await database.makeCompletedCall(otherAccount.account.id);
    const { user } = await database.makeAccount({ user: { role: 'admin' } });
    const admin = await api.signIn(user);
    expect((await admin.get(ALL_ACCOUNTS_PATH)).body).toEqual({ calls: 4, accounts: 2, progress: null });
    expect(await reprocess(admin, ALL_ACCOUNTS_PATH)).toMatchObject({
      status: 202,
      body: { progress: { total: 4, finished: 0 } },
    });
    expect((await client.get(MY_PATH)).body).toMatchObject({ progress: { total: 3 } });
    expect((await admin.delete(`${ALL_ACCOUNTS_PATH}/reprocess`)).status).toBe(204);
    expect((await client.get(MY_PATH)).body).toMatchObject({ calls: 3, progress: null });
  });

  it("aren't offered to members or to accounts with processing disabled", async () => {
    await addWorker('sherpa:parakeet');
    const member = await api.signIn(await database.makeMember(owner, 'member'));
    expect((await member.get(MY_PATH)).status).toBe(403);
    expect((await reprocess(member)).status).toBe(403);
    const sql = 'update account_settings set active = false where account_id = $1';
    await database.query(sql, [owner.account.id]);
    expect((await client.get(MY_PATH)).body).toEqual(NO_BASIC_CALLS);
    expect(await reprocess()).toMatchObject(problem(403, 'ACCOUNT_SWITCHED_OFF'));
  });
});
